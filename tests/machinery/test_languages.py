"""English and French: nothing without French, and amounts and days as each language writes them."""

import re

import pytest

from openfisca_jobgrant.languages import amount, catalogue, day, quantity, said, translated
from openfisca_jobgrant.languages.__main__ import main
from openfisca_jobgrant.languages.texts import all_texts


def test_everything_that_is_said_has_french():
    texts = all_texts()
    assert len(texts) > 700
    assert [text for text in texts if not catalogue().get(text)] == []
    assert main(["--check"]) == 0


def test_parts_are_kept():
    for english, french in catalogue().items():
        assert sorted(re.findall(r"{\w+}", english)) == sorted(re.findall(r"{\w+}", french))


@pytest.mark.parametrize(
    ("value", "unit", "english", "french"),
    [
        (1234.5, "currency-CAD", "$1,234.50", "1\xa0234,50\xa0$"),
        (2 / 3, "/1", "2/3", "2/3"),
        (0.425, "/1", "42.5 %", "42,5 %"),
        (True, "boolean", "yes", "oui"),
        (None, "day", "no longer in force", "n'est plus en vigueur"),
        (1500, "employee", "1,500 employees", "1\xa0500 employés"),
        ("x", "", "x", "x"),
        (7, "", "7", "7"),
    ],
)
def test_quantities(value, unit, english, french):
    assert quantity(value, unit, "en") == english
    assert quantity(value, unit, "fr") == french


def test_days():
    assert (day("2014-04-01", "en"), day("2014-04-01", "fr")) == ("1 April 2014", "1er avril 2014")
    assert day("2014-08-12", "fr") == "12 août 2014"
    assert amount(-0.5, "en") == "-$0.50"


def test_sentences():
    assert said("Law: {law}", "fr", law="x") == "Loi : x"
    assert translated("nobody says this", "fr") == "nobody says this"


def test_the_command_refuses_what_it_does_not_know(capsys):
    assert main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err
