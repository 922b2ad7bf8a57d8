"""English and French: nothing without French, and amounts and days as each language writes them."""

import pytest

from openfisca_jobgrant.languages import (
    amount,
    catalogue,
    day,
    preferred,
    quantity,
    said,
    translated,
    worded,
)
from openfisca_jobgrant.languages.__main__ import main
from openfisca_jobgrant.languages.checks import (
    other_parts,
    told_plainly,
    wrong_marks,
    wrong_templates,
)
from openfisca_jobgrant.languages.texts import all_texts, untranslatable


def test_everything_that_is_said_has_french():
    texts = all_texts()
    assert len(texts) > 700
    assert [text for text in texts if not catalogue().get(text)] == []
    assert main(["--check"]) == 0


def test_parts_are_kept():
    assert list(other_parts(catalogue())) == []
    wrong = {"{a} of {b}": "{b} et {a}s", "{a}": "{b}", "{a:.1%}": "{a}", "{b}": "{b", "x": "{x}"}
    assert list(other_parts(wrong)) == ["{a}", "{a:.1%}", "{b}", "x"]


def test_marks_stand_as_french_has_them():
    assert list(wrong_marks(catalogue())) == []
    right = {
        "a": "{a} : {b}; {c}, comme plan: x ou SCÉNARIO: EXPRESSION",
        "b": 'comme {{"2014-04": null}}; vrai?',
    }
    wrong = {"a": "{a}: {b}", "b": "{a} ; {b}", "c": "vrai ?", "d": "démontré:"}
    assert list(wrong_marks(right)) == []
    assert list(wrong_marks(wrong)) == ["a", "b", "c", "d"]


def test_json_has_the_words_of_the_law_in_the_language():
    found = {
        "label": "Federal contribution",
        "reference": ({"title": "Federal contribution", "href": "https://a.ca"},),
        "values": [{"description": "Eligible costs", "value": "Eligible costs", "note": None}],
    }
    assert worded(found, "fr") == {
        "label": "Contribution fédérale",
        "reference": [{"title": "Federal contribution", "href": "https://a.ca"}],
        "values": [{"description": "Coûts admissibles", "value": "Eligible costs", "note": None}],
    }
    assert worded(found, "en") == found | {"reference": list(found["reference"])}


def test_nothing_is_told_in_english_only():
    assert list(untranslatable()) == []


@pytest.mark.parametrize(
    "told",
    [
        'raise ScenarioError(f"there is no {name}")',
        'raise ScenarioError("no", accepted=", ".join(names))',
        'raise PopulationError("no rows")',
        'raise ClaimError("no " + name)',
        "raise BadInputError(str(error))",
        'raise errors.RequestRefusedError(404, "there is none" if name else message("x"))',
        'Fault(pointer, message("x"), shown(found), f"one of {names}")',
        'self._faults.add(path, "an object", found=value)',
        'faults.add(path, message("x"), accepted="an object")',
        'reading.errors["month"] = "Write a month."',
        'draft.errors.append("no")',
        'problem(status, "no {}".format(name))',
        'abort(404, f"there is no {name}")',
    ],
)
def test_an_error_in_english_only_is_found(told):
    assert [line for line, _ in told_plainly(f"def f():\n    {told}\n")] == [2]


@pytest.mark.parametrize(
    "told",
    [
        'raise ScenarioError(message("there is no {name}", name=name), found=f"{name}")',
        "raise BadInputError(message_of(error))",
        'Fault("", message("x"), f"{found}", listed(known))',
        'names.add("x")',
        'raise AssertionError("a fault of the code")',
        'reading.errors["month"] = said("Write a month.", language)',
    ],
)
def test_what_has_french_passes(told):
    assert list(told_plainly(told)) == []


@pytest.mark.parametrize(
    "made",
    [
        'message(f"there is no {name}")',
        "message(text)",
        'message("there is no {name}")',
        'message("there is none", name=name)',
        'message(" {name}", name=name)',
    ],
)
def test_a_message_is_written_out_with_its_parts(made):
    assert len(list(wrong_templates(made))) == 1
    assert list(wrong_templates('message("{{}} of {a!r}", a=a)')) == []


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


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ([], "en"),
        ([("fr-CA", 1), ("en", 0.5)], "fr"),
        ([("en-CA", 1), ("fr", 0.5)], "en"),
        ([("de", 1), ("FR", 0.5)], "fr"),
        ([("*", 1)], "en"),
        ([("fr", 0)], "en"),
    ],
)
def test_a_client_is_answered_in_the_language_that_it_likes_best(accepted, language):
    assert preferred(accepted) == language


def test_sentences():
    assert said("Law: {law}", "fr", law="x") == "Loi : x"
    assert translated("nobody says this", "fr") == "nobody says this"


def test_the_command_refuses_what_it_does_not_know(capsys):
    assert main(["--chek"]) == 2
    assert "usage" in capsys.readouterr().err
