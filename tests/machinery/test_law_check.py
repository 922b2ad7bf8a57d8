"""The check of the law finds what is wrong, and says where."""

import subprocess
import sys
from pathlib import Path

import pytest

from openfisca_jobgrant import LAW, CountryTaxBenefitSystem
from openfisca_jobgrant.law_check import __main__ as command
from openfisca_jobgrant.law_check.parameters import file_faults, parameter_faults
from openfisca_jobgrant.law_check.reforms import reform_faults
from openfisca_jobgrant.law_check.variables import formula_faults, variable_faults

GOOD = """\
description: Federal share of the eligible costs
metadata:
  unit: /1
values:
  1900-01-01:
    value: 0
    metadata:
      reference:
        - title: "Prime Minister: release of 19 April 2013"
          href: "https://edaalberta.ca/News-Centre/1273061"
      confidence: high
      facts: [F-P1]
  2014-04-01:
    value: 0.333333333333333
    metadata:
      reference:
        - title: "Prime Minister: release of 19 April 2013"
          href: "https://edaalberta.ca/News-Centre/1273061"
      confidence: low
      facts: [F-P5]
      note: Inferred from matching.
"""


def found(tmp_path, text, name="share.yaml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [(fault.line, fault.message) for fault in file_faults(path)]


def test_the_whole_law_is_well_kept():
    assert list(map(str, parameter_faults(LAW / "parameters"))) == []
    assert list(map(str, formula_faults(LAW / "variables"))) == []
    assert list(map(str, variable_faults(CountryTaxBenefitSystem()))) == []
    assert list(map(str, reform_faults())) == []


def test_a_good_file_has_no_fault(tmp_path):
    assert found(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("description:", "descripton:", 1, "there is no key 'descripton'; did you mean"),
        ("unit: /1", "unit: percent", 3, "'unit' is one of currency-CAD, /1"),
        ("  unit: /1\n", "  unit: /1\n  period: decade\n", 4, "'period' is one of month, year"),
        ("2014-04-01", "2014-02-30", 13, "'2014-02-30' is no date"),
        ("2014-04-01", "2014-04", 13, "'2014-04' is no date"),
        ("2014-04-01", "1899-04-01", 13, "comes after 1900-01-01: dates ascend"),
        ("2014-04-01", "1900-01-01", 13, "1900-01-01"),
        ("value: 0.333333333333333", "value: 0.333", 14, "0.333 is nearly 1/3"),
        ("value: 0.333333333333333", "value: 1.5", 14, "a share is at most 1"),
        ("value: 0.333333333333333", "value: -1", 14, "a figure is not negative"),
        ("value: 0.333333333333333", "value: true", 14, "is a finite number"),
        ("value: 0.333333333333333", "value: .inf", 14, "finite decimal number"),
        ("value: 0\n", "value: null\n", 6, "null ends a value, and there is none to end"),
        ("confidence: high", "confidence: sure", 11, "confidence is one of high, medium, low"),
        ("      note: Inferred from matching.\n", "", 19, "low confidence has a note"),
        ("facts: [F-P1]", "facts: [F-P99]", 12, "there is no fact 'F-P99'"),
        ("facts: [F-P1]", "facts: []", 12, "a list of at least one fact"),
        ("      facts: [F-P1]\n", "", 7, "'facts' is missing"),
        ('title: "Prime Minister: release of 19 April 2013"', "title: Budget", 9, "is titled"),
        ("News-Centre/1273061", "News-Centre/1", 9, "is not among the sources; did you mean"),
        ("value: 0\n", "value: !!python/object/apply:os.getcwd []\n", 6, "!!python"),
    ],
)
def test_a_fault_is_found_on_its_line(tmp_path, old, new, line, message):
    faults = found(tmp_path, GOOD.replace(old, new, 1))
    assert any(message in said for _, said in faults), faults
    if "null" not in message and "missing" not in message:
        assert line in {at for at, said in faults if message in said}, faults


def test_money_has_two_decimals(tmp_path):
    money = GOOD.replace("unit: /1", "unit: currency-CAD")
    assert found(tmp_path, money.replace("0.333333333333333", "5000.25")) == []
    faults = found(tmp_path, money.replace("0.333333333333333", "5000.255"))
    assert faults == [(14, "money has at most two decimals")]


def test_an_ended_value_is_null_once(tmp_path):
    end = GOOD.replace("value: 0.333333333333333", "value: null")
    assert found(tmp_path, end) == []


def test_folders_have_an_index_and_files_a_law_like_name(tmp_path):
    (tmp_path / "grant").mkdir()
    (tmp_path / "grant" / "Share.yaml").write_text(GOOD, encoding="utf-8")
    messages = [str(fault) for fault in parameter_faults(tmp_path)]
    assert any("no index" in message for message in messages)
    assert any("small letters" in message for message in messages)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("return population('x', period) * 5000", "the figure 5000 belongs into a parameter"),
        ("return 0 if population('x', period) else 1", "write where"),
        ("return population('x', period) and population('y', period)", "joined with & and |"),
        ("return round(population('x', period))", "round() does not work on arrays"),
        ("return population.max(population('x', period))", ".max() is slow or wrong"),
        ("return population('x', period) != 0", "!= is wrong for enums"),
    ],
)
def test_formulas_are_written_as_rules_are(tmp_path, line, message):
    (tmp_path / "rule.py").write_text(
        f'class x:\n    def formula(population, period):\n        """Why."""\n        {line}\n',
        encoding="utf-8",
    )
    (fault,) = formula_faults(tmp_path)
    assert fault.line == 4
    assert message in fault.message


def test_the_command_exits_with_what_it_found(tmp_path, capsys):
    assert command.main([]) == 0
    (tmp_path / "parameters").mkdir()
    assert command.main([str(tmp_path)]) == 2
    assert "it has no variables/" in capsys.readouterr().err
    (tmp_path / "variables").mkdir()
    assert command.main([str(tmp_path)]) == 1
    assert "faults found: 1" in capsys.readouterr().err
    assert command.main(["a", "b"]) == 2


def test_the_command_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "openfisca_jobgrant.law_check"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
