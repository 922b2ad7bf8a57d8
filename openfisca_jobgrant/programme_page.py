"""The page ``docs/programmes.md``: every jurisdiction's rules by date, read from the parameters.

``python -m openfisca_jobgrant.programme_page`` writes it; with ``--check`` it only says whether the
page is current, and exits with 1 when it isn't.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from openfisca_core.parameters import Parameter, ParameterNode

from openfisca_jobgrant import LAW, CountryTaxBenefitSystem
from openfisca_jobgrant.vocabulary import JurisdictionCode

PAGE = LAW / "docs" / "programmes.md"
_BEGINNING = "1900-01-01"
_LARGEST_DENOMINATOR = 12
_NOISE = 1e-9
_HEAD = """# The programmes of thirteen jurisdictions

What each jurisdiction's own programme says by date, as `delivered_programmes` applies it. This page
is made from `parameters/programmes` and `parameters/quebec` by `make docs`; don't edit it. What a
programme doesn't say is in `parameters/programmes/neutral`. "To" is the last day; without one the
figure still holds. How sure a figure is stands beside it; [disputed.md](disputed.md) lists what
sources disagree on, what was not found, and what is not encoded.
"""


def page(parameters: ParameterNode) -> str:
    """The whole page.

    Args:
        parameters: The law's figures.

    Returns:
        Markdown.
    """
    parts = [_HEAD]
    for code in JurisdictionCode.__members__.values():
        programme = parameters.programmes.children.get(code.name)
        parts.append(f"## {code.value} ({code.name})\n")
        if programme is None:
            parts.append(
                "No job grant: the programme is never in force. The rules below are Quebec's own.\n"
            )
            programme = parameters.quebec
        else:
            parts.append(f"{programme.description}.\n")
        parts.extend(_table(programme))
    return "\n".join(parts)


def _table(programme: ParameterNode) -> Iterator[str]:
    """The rows of a programme, and the documents that they name by number."""
    documents: dict[tuple[str, str], int] = {}
    rows = ["| rule | value | from | to | confidence | sources |", "|---|---|---|---|---|---|"]
    for figure in _figures(programme):
        for value, last in _in_force(figure):
            numbers = [
                documents.setdefault((item["title"], item["href"]), len(documents) + 1)
                for item in value.metadata["reference"]
            ]
            note = value.metadata.get("note")
            cells = (
                figure.description + (f" ({note.rstrip('.')})" if note else ""),
                worded(value.value, figure.metadata["unit"]),
                value.instant_str,
                last or "",
                value.metadata["confidence"],
                ", ".join(f"[{number}]" for number in numbers),
            )
            rows.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    yield "\n".join(rows) + "\n"
    yield (
        "\n".join(f"{number}. [{title}]({href})" for (title, href), number in documents.items())
        + "\n"
    )


def _figures(node: ParameterNode) -> Iterator[Parameter]:
    for name in sorted(node.children):
        child = node.children[name]
        if isinstance(child, Parameter):
            yield child
        elif isinstance(child, ParameterNode):
            yield from _figures(child)


def _in_force(figure: Parameter) -> Iterator[tuple[Any, str | None]]:
    """Each dated value with the last day on which it holds; ends and beginnings are left out."""
    following: str | None = None
    found = []
    for value in figure.values_list:
        last = None
        if following is not None:
            last = (date.fromisoformat(following) - timedelta(days=1)).isoformat()
        if value.value is not None and value.instant_str != _BEGINNING:
            found.append((value, last))
        following = value.instant_str
    yield from reversed(found)


def worded(value: float | bool, unit: str) -> str:
    """A figure as people write it.

    Args:
        value: The figure.
        unit: Its unit, as parameters name it.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "/1":
        meant = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        if meant.denominator > 1 and abs(value - meant) < _NOISE and meant.denominator in (3, 6):
            return str(meant)
        return f"{value * 100:g} %"
    if unit == "currency-CAD":
        return f"{value:,.2f} CAD".replace(".00 ", " ")
    return f"{value:,g} {unit}"


def main(arguments: list[str]) -> int:
    """Write the page, or check it.

    Args:
        arguments: Nothing, or ``--check``.

    Returns:
        The exit code.
    """
    if arguments not in ([], ["--check"]):
        print("usage: python -m openfisca_jobgrant.programme_page [--check]", file=sys.stderr)
        return 2
    text = page(CountryTaxBenefitSystem().parameters)
    if not arguments:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if _read(PAGE) == text:
        return 0
    print(f"{PAGE} is not current: run `make docs`", file=sys.stderr)
    return 1


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
