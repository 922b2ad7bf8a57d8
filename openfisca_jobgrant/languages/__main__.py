"""The command: ``python -m openfisca_jobgrant.languages [--check]``.

It brings the French catalogue up to date with the texts of the law and the code. With ``--check``
it only names what has no French, French with other parts or other spaces than French has, and what
the code tells people in English only, and exits with 1 when there is any.
"""

from __future__ import annotations

import sys

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from openfisca_jobgrant.languages import CATALOGUE
from openfisca_jobgrant.languages.checks import other_parts, wrong_marks
from openfisca_jobgrant.languages.texts import all_texts, untranslatable


def main(arguments: list[str]) -> int:
    """Update the catalogue, or check it.

    Args:
        arguments: Nothing, or ``--check``.

    Returns:
        The exit code.
    """
    if arguments not in ([], ["--check"]):
        print("usage: python -m openfisca_jobgrant.languages [--check]", file=sys.stderr)
        return 2
    known = {}
    if CATALOGUE.is_file():
        with CATALOGUE.open("rb") as file:
            known = {str(m.id): str(m.string) for m in read_po(file, locale="fr") if m.id}
    texts = all_texts()
    missing = [text for text in texts if not known.get(text)]
    stale = [text for text in known if text not in texts]
    if arguments:
        wrong = list(untranslatable())
        for place in wrong:
            print(place, file=sys.stderr)
        french = {text: known[text] for text in texts if known.get(text)}
        different, spaced = list(other_parts(french)), list(wrong_marks(french))
        for text in different:
            print(f"the French of {text!r} has other parts", file=sys.stderr)
        for text in spaced:
            print(
                f"the French of {text!r}: a space before a colon, none before ; ? !",
                file=sys.stderr,
            )
        for text in missing:
            print(f"no French for {text!r} ({texts[text]})", file=sys.stderr)
        for text in stale:
            print(f"nobody says {text!r} any more: update the catalogue", file=sys.stderr)
        return 1 if missing or stale or wrong or different or spaced else 0
    catalogue = Catalog(
        locale="fr",
        project="openfisca-jobgrant",
        header_comment="# The law in French.",
        fuzzy=False,
    )
    for text, place in texts.items():
        catalogue.add(text, known.get(text, ""), auto_comments=[place])
    with CATALOGUE.open("wb") as file:
        write_po(file, catalogue, width=100, omit_header=False, ignore_obsolete=True)
    print(f"{len(texts)} texts, {len(missing)} without French")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
