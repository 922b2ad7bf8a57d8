"""The commands that measure law coverage and write boundary cases."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import click
import yaml

from openfisca_jobgrant import CountryTaxBenefitSystem
from openfisca_jobgrant.cli.output import (
    ANSWER_IS_NO,
    BadInputError,
    check_month,
    heads,
    json_option,
    language_option,
    print_json,
    print_table,
    scenario_text,
    speaks_plainly,
)
from openfisca_jobgrant.coverage.boundaries import boundary_cases
from openfisca_jobgrant.coverage.cases import CasesFailError, ready_cases
from openfisca_jobgrant.coverage.figures import FigureChange
from openfisca_jobgrant.coverage.formulas import FormulaChange
from openfisca_jobgrant.coverage.measuring import (
    NOTICED,
    SAME,
    UNNOTICED,
    Coverage,
    Measurer,
    all_changes,
)
from openfisca_jobgrant.coverage.telling import Teller
from openfisca_jobgrant.languages import pair, quantity, said, translated
from openfisca_jobgrant.languages.messages import message, message_of
from openfisca_jobgrant.proofs.batches import plain_value
from openfisca_jobgrant.rules import CODES
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations.faults import shown
from openfisca_jobgrant.testing.problems import CaseError
from openfisca_jobgrant.testing.systems import Systems


@click.command()
@click.argument("tests", nargs=-1, type=click.Path(path_type=Path))
@click.option("--only", default="", metavar="TEXT", help="Only provisions whose name has TEXT.")
@click.option("--solver/--no-solver", default=True, help="Have algebra say which changes make no "
              "difference in any situation.")  # fmt: skip
@click.option(
    "--figures-at-least",
    default=0.0,
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="How many per cent of the dated figures have to be noticed.",
)
@click.option(
    "--formulas-at-least",
    default=0.0,
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="How many per cent of the changes of formulas have to be noticed.",
)
@json_option
@language_option
@speaks_plainly
def coverage(
    tests: tuple[Path, ...],
    only: str,
    solver: bool,
    figures_at_least: float,
    formulas_at_least: float,
    as_json: bool,
    lang: str,
) -> None:
    """Change the law, one dated figure or operator at a time: which changes do TESTS not notice?

    TESTS are YAML files and folders of them; the folder tests if there are none. Exit codes: 0
    done, 1 less is noticed than was asked for, 2 bad input.
    """
    systems = Systems(CountryTaxBenefitSystem)
    try:
        cases = ready_cases(tests or (Path("tests"),), systems)
    except (CasesFailError, CaseError) as error:
        raise BadInputError(message_of(error)) from error
    changes = [one for one in all_changes(systems.baseline) if only in one.provision]
    if not changes:
        raise BadInputError(
            message("--only: no provision has {text} in its name", text=shown(only))
        )
    teller = Teller(systems.baseline) if solver else None
    with warnings.catch_warnings():
        # A changed formula may well divide by zero: that is noticed.
        warnings.simplefilter("ignore", RuntimeWarning)
        found = Measurer(systems.baseline, cases, teller).measure(changes)
    values, of_values = found.values_covered()
    formulas = found.share(FormulaChange)
    if as_json:
        print_json(_as_data(found, len(cases)))
    else:
        _print(found, lang)
    shares = (100 * values / of_values if of_values else 100.0, 100 * formulas)
    if shares[0] < figures_at_least or shares[1] < formulas_at_least:
        raise SystemExit(ANSWER_IS_NO)


def _as_data(found: Coverage, cases: int) -> dict[str, Any]:
    values, of_values = found.values_covered()
    return {
        "cases": cases,
        "dated_figures": {"noticed": values, "of": of_values},
        "changes_of_figures": round(found.share(FigureChange), 6),
        "changes_of_formulas": round(found.share(FormulaChange), 6),
        "provisions": found.by_provision(),
        "not_noticed": [
            {
                "provision": one.change.provision,
                "change": one.change.text,
                "read_by_cases": one.readers,
                "shown_by": _shown(one.shown_by),
            }
            for one in found.results
            if one.outcome == UNNOTICED
        ],
    }


def _shown(answer: Any) -> dict[str, Any] | None:
    """The situation in which a change that wasn't noticed makes a difference."""
    if answer is None or answer.witness is None:
        return None
    variables = CountryTaxBenefitSystem().variables
    witness = answer.witness
    return {
        "law": answer.law,
        "month": witness.month,
        "jurisdiction": witness.code,
        "stated": [
            {
                "variable": name,
                "member": member,
                "value": plain_value(variables[name], values[0]),
            }
            for (name, _, member), values in witness.values.items()
        ],
    }


def _print(found: Coverage, lang: str) -> None:
    print_table(
        "",
        heads(lang, "provision", NOTICED, SAME, UNNOTICED),
        [
            (provision, *(str(counts[key]) for key in (NOTICED, SAME, UNNOTICED)))
            for provision, counts in found.by_provision().items()
        ],
    )
    values, of_values = found.values_covered()
    click.echo(
        said(
            "Dated figures that a test notices: {values} of {of_values}. Changes of figures: "
            "{figures}. Changes of formulas: {formulas}.",
            lang,
            values=values,
            of_values=of_values,
            figures=_share(found, FigureChange, lang),
            formulas=_share(found, FormulaChange, lang),
        )
    )
    for one in found.results:
        if one.outcome == UNNOTICED:
            change = pair(one.change.provision, one.change.text, lang)
            click.echo(pair(translated(UNNOTICED, lang), change, lang))


def _share(found: Coverage, kind: type, lang: str) -> str:
    return quantity(round(found.share(kind), 3), "/1", lang)


@click.command()
@click.option("--scenario", default="plan", metavar="S", help="The body of law.")
@click.option("--jurisdiction", "code", default="ON", show_default=True, type=click.Choice(CODES))
@click.option("--at", "month", default="2015-04", show_default=True, metavar="MONTH")
@click.option("--pairs/--no-pairs", default=True, help="Every pair of failed conditions, too.")
@json_option
@language_option
@speaks_plainly
def cases(scenario: str, code: str, month: str, pairs: bool, as_json: bool, lang: str) -> None:
    """Write YAML cases just below, at and above each threshold in force, to be filled in.

    The expected values are left open (null): a drafter fills them in from the law.
    """
    check_month(month)
    library = Scenarios()
    found = boundary_cases(
        library, scenario_text(scenario, library), code, month, pairs=pairs, language=lang
    )
    if as_json:
        print_json(found)
    else:
        click.echo(yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=100), nl=False)
