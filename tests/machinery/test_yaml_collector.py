"""The collector of YAML cases: what it takes, how it names it, how it compares."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree

import pytest
from yaml_cases import TWO, Runner, case, count, shown

import openfisca_jobgrant

pytest_plugins = ["pytester"]

# What is taken ------------------------------------------------------------------------------------

SOUND = {
    "variables alone": case(),
    "variables with periods": case("cost: {2014-04: 1000}", "grant: {2014-04: 100}", more=""),
    "a list of one": case("cost: [1000]", "grant: [100]"),
    "nothing but defaults": "- {name: No cost no grant, period: 2014-04, output: {grant: 0}}\n",
    "a single case without a list": case().replace("- name", "  name"),
    "entities with ids": case(TWO, "participants: {ann: {grant: 100}, bob: {grant: 50}}"),
    "lists over all members": case(TWO, "grant: [100, 50]\nemployer_grant: [100, 50]"),
    "entities in the singular": case(
        "participant: {cost: 1000}\nemployer: {participants: [participant]}",
        "participant: {grant: 100}\nemployer: {employer_grant: 100}",
    ),
    "one participant without groups": case(
        "participants: {ann: {cost: 1000}}", "employers: {ann: {employer_grant: 100}}"
    ),
    "fiscal and calendar years": case(
        "transfer: {year:2014-04: 7}\nannual_payroll: {2014: 9}",
        "transfer: {year:2014-04: 7}\nannual_payroll: {2014: 9}",
    ),
    "a fiscal year for the whole case": case("transfer: 7", "transfer: 7", "period: year:2014-04"),
    "all time": case(
        "born: 1990-01-02\ncode: {ETERNITY: BC}", "born: 1990-01-02\ncode: {ETERNITY: BC}"
    ),
    "a day": case("is_absent: {2014-04-02: true}", "is_absent: {2014-04-02: true}"),
    "every kind of value": case(
        "hours: 40\nis_new: true\nstatus: unemployed\nnickname: '7'\ncost: 1_000.50",
        "hours: 40\nis_new: true\nstatus: unemployed\nnickname: '7'\ncost: 1000.5",
    ),
    "a quoted code that YAML takes for a boolean": case('code: "ON"', 'code: "ON"'),
    "anchors, aliases and merges": (
        "- &first\n  name: The first of two\n  period: 2014-04\n  input: &costs {cost: 1000}\n"
        "  output: {grant: 100}\n"
        "- <<: *first\n  name: The second of two\n  input: *costs\n"
    ),
    "reforms": case(output="grant: 1000", more="period: 2014-04\nreforms: small_law.grant_in_full"),
    "several reforms": case(
        "cost: 1000\nmore_hours: 3",
        "grant: 1000\nmore_hours: 3",
        "period: 2014-04\nreforms: [small_law.grant_in_full, small_law.adds_a_variable]",
    ),
    "a description and keywords": case(
        more="period: 2014-04\ndescription: Ten per cent.\nkeywords: [tenth]"
    ),
    "comments and a byte order mark": "\ufeff# A comment.\n" + case(),
}


@pytest.fixture
def run(pytester: pytest.Pytester) -> Runner:
    return Runner(pytester)


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND.keys())
def test_sound_cases_pass(run: Runner, text: str) -> None:
    run.write(text)
    result = run()
    assert result.ret == pytest.ExitCode.OK, shown(result)
    result.assert_outcomes(passed=count(text))


def test_yml_is_collected_too(run: Runner) -> None:
    run.write(case(), name="cases.yml")
    run().assert_outcomes(passed=1)


def test_yaml_outside_the_folder_is_left_alone(run: Runner) -> None:
    run.write(case())
    (run.pytester.path / "figures.yaml").write_text("description: No case.\n", encoding="utf-8")
    # Named first, so that its collector is there when the whole tree is gone through.
    run("cases", ".").assert_outcomes(passed=1)


# Names --------------------------------------------------------------------------------------------


def test_cases_of_one_file_may_not_share_a_name(run: Runner) -> None:
    text = case() + case() + case(name="Another one") + case()
    run.write(text)
    result = run("-v")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(
        [
            "cases/cases.yaml::A tenth of the cost is granted PASSED*",
            "cases/cases.yaml::A tenth of the cost is granted [[]line 7[]] FAILED*",
            "cases/cases.yaml::Another one PASSED*",
            "cases/cases.yaml::A tenth of the cost is granted [[]line 19[]] FAILED*",
        ]
    )
    result.stdout.fnmatch_lines(["*yaml:7: the name 'A tenth of*' is already that of * on line 1"])


def test_one_case_listed_twice_by_an_alias_is_refused(run: Runner) -> None:
    run.write("- &one {name: The same case, period: 2014-04, output: {grant: 0}}\n- *one\n")
    run().assert_outcomes(passed=1, failed=1)


def test_node_ids_are_unique_even_where_everything_is_wrong(run: Runner) -> None:
    run.write("- {}\n- {name: A b, output: {}}\n- {name: A b, output: {}}\n- {}\n[{}, {}]\n")
    run.write("[{}, {}, {name: A b}, {name: 'A b [line 1]'}, {name: A b}]\n", name="flow.yaml")
    result = run("--collect-only", "-q")
    ids = [line for line in result.outlines if "::" in line]
    assert len(ids) == 6, shown(result)
    assert len(set(ids)) == len(ids)


def test_files_may_share_names(run: Runner) -> None:
    run.write(case())
    run.write(case(), name="others.yaml")
    run().assert_outcomes(passed=2)


def test_a_case_is_selected_by_its_name_and_its_keywords(run: Runner) -> None:
    run.write(
        case(name="A welding shop trains two")
        + case(name="A bakery trains one", more="period: 2014-04\nkeywords: [flour]")
    )
    run("-k", "welding").assert_outcomes(passed=1, deselected=1)
    run("-k", "flour").assert_outcomes(passed=1, deselected=1)
    run("-k", "trains and not shop").assert_outcomes(passed=1, deselected=1)
    run("cases/cases.yaml::A bakery trains one").assert_outcomes(passed=1)


def test_junit_names_the_cases(run: Runner) -> None:
    run.write(
        case(name="Les d\u00e9penses à moitié payées")
        + case(output="grant: 1", name="One is wrong")
    )
    run("--junitxml=junit.xml").assert_outcomes(passed=1, failed=1)
    cases = ElementTree.parse(run.pytester.path / "junit.xml").iter("testcase")
    found = {at.get("name"): (at.get("classname"), at.find("failure")) for at in cases}
    assert list(found) == ["Les dépenses à moitié payées", "One is wrong"]
    assert found["Les dépenses à moitié payées"] == ("cases.cases.yaml", None)
    _, failure = found["One is wrong"]
    assert failure is not None
    assert "expected 1.0, found 100.0" in (failure.text or "")


# Comparing ----------------------------------------------------------------------------------------


def test_a_wrong_value_is_named_in_full(run: Runner) -> None:
    run.write(case(TWO, "participants: {ann: {grant: 100}, bob: {grant: 51.25}}"))
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "cases/cases.yaml:18: grant of participant bob for 2014-04: "
            "expected 51.25, found 50.0, difference -1.25, margin 0.005"
        ]
    )


def test_every_wrong_value_is_named(run: Runner) -> None:
    run.write(case(TWO, "grant:\n- 101\n- 51\nemployer_grant:\n- 100\n- 49"))
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*:19: grant of participant ann*",
            "*:20: grant of participant bob*",
            "*:23: * employer plant*",
        ]
    )


def test_a_case_without_ids_speaks_of_the_participant(run: Runner) -> None:
    run.write(case(output="grant: 99"))
    run().stdout.fnmatch_lines(["*: grant of the participant for 2014-04: expected 99.0*"])


WRONG = {
    "a cent": case(output="grant: 100.01"),
    "a little more than half a cent": case(output="grant: 100.006"),
    "a dollar that float32 can't see": case("cost: 167772170", "grant: 16777216"),
    "a whole number": case("hours: 4", "hours: 5"),
    "a boolean": case("is_new: true", "is_new: false"),
    "an enum": case("status: employed", "status: unemployed"),
    "a day": case("born: 1990-01-02", "born: 1990-01-03"),
    "text": case("nickname: Jo", "nickname: jo"),
    "a share": case(output="share_granted: 0.1001"),
    "a share by the smallest float32": case(output="share_granted: 0.10000001"),
    "not a number": case(output="boundless: 0"),
    "not a number with a margin": case(
        output="boundless: 0", more="period: 2014-04\nabsolute_error_margin: 1000000"
    ),
    "money within the stock runner's margin": case(
        output="grant: 101", more="period: 2014-04\nabsolute_error_margin: 5"
    ),
    "money within the stock runner's default margin": case(
        output="grant: 101\ncost: 1000",
        more="period: 2014-04\nabsolute_error_margin: {default: 5, cost: 5}",
    ),
    "money within the stock runner's relative margin": case(
        output="grant: 101", more="period: 2014-04\nrelative_error_margin: 0.5"
    ),
    "money beyond its own margin": case(
        output="grant: 101.51",
        more="period: 2014-04\nabsolute_error_margin: {default: 0, grant: 1.5}",
    ),
    "money beyond its own margin of nothing": case(
        output="grant: 100.001",
        more="period: 2014-04\nabsolute_error_margin: {default: 9, grant: 0}",
    ),
    "money beyond one of two margins": case(
        output="grant: 101",
        more="period: 2014-04\nabsolute_error_margin: {default: 0, grant: 5}\n"
        "relative_error_margin: {default: 0, grant: 0.001}",
    ),
    "a whole number within the stock runner's margin": case(
        "hours: 4", "hours: 5", "period: 2014-04\nabsolute_error_margin: 5"
    ),
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG.keys())
def test_wrong_values_fail(run: Runner, text: str) -> None:
    run.write(text)
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.re_match_lines(
        [r"cases.cases\.yaml:\d+: \w+ of the participant .*expected .*found "]
    )


RIGHT = {
    "noise of binary fractions": case("cost: 0.7", "grant: 0.07"),
    "less than half a cent": case(output="grant: 100.004"),
    "a share in float32": case(output="share_granted: 0.1"),
    "money within its own margin": case(
        output="grant: 101.5",
        more="period: 2014-04\nabsolute_error_margin: {default: 0, grant: 1.5}",
    ),
    "money within its own relative margin": case(
        output="grant: 101",
        more="period: 2014-04\nrelative_error_margin: {default: 0, grant: 0.01}",
    ),
    "a share within a margin": case(
        output="share_granted: 0.11", more="period: 2014-04\nabsolute_error_margin: 0.02"
    ),
    "a share within its own margin": case(
        output="share_granted: 0.11",
        more="period: 2014-04\nabsolute_error_margin: {default: 0, share_granted: 0.02}",
    ),
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT.keys())
def test_values_within_their_margin_pass(run: Runner, text: str) -> None:
    run.write(text)
    run().assert_outcomes(passed=1)


# Spirals and faults -------------------------------------------------------------------------------


def test_a_spiral_fails_with_its_chain(run: Runner) -> None:
    run.write(case(output="spiral: 1"))
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*spiral depends on itself at another period: spiral@2014-04 > spiral@2014-03*"]
    )


def test_spirals_are_loud_in_the_collectors_simulations_only(run: Runner) -> None:
    run.write(case(output="spiral: 1"))
    run.write(
        dedent(
            """
            import small_law
            from openfisca_core.simulations import SimulationBuilder

            def test_openfisca_stays_quiet():
                system = small_law.CountryTaxBenefitSystem()
                simulation = SimulationBuilder().build_default_simulation(system)
                assert simulation.calculate("spiral", "2014-04") == [1]
            """
        ),
        name="test_after.py",
    )
    run().assert_outcomes(passed=1, failed=1)


def test_a_fault_in_a_formula_shows_its_traceback_and_the_case(run: Runner) -> None:
    run.write(case(output="broken: 1"))
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*a fault in a formula", "*cases/cases.yaml:1: A tenth of the cost is granted"]
    )


# Order --------------------------------------------------------------------------------------------

WITH_REFORM = case(
    "more_hours: 3", "more_hours: 3", "period: 2014-04\nreforms: [small_law.adds_a_variable]"
)
GRANTED_IN_FULL = case(
    output="grant: 1000", more="period: 2014-04\nreforms: [small_law.grant_in_full]"
)


@pytest.mark.parametrize(
    "order", [("a", "b", "c", "d"), ("d", "c", "b", "a"), ("c", "a", "d", "b")]
)
def test_results_do_not_depend_on_the_order(run: Runner, order: tuple[str, ...]) -> None:
    """OpenFisca's clone() would have taught the baseline the reform's variable."""
    run.write(WITH_REFORM, name="a.yaml")
    run.write(case("more_hours: 3", "more_hours: 3"), name="b.yaml")
    run.write(GRANTED_IN_FULL, name="c.yaml")
    run.write(case(), name="d.yaml")
    result = run("-rA", *(f"cases/{name}.yaml" for name in order))
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["FAILED cases/b.yaml::*"])
    result.stdout.fnmatch_lines(["*'more_hours' in 'input' is neither a variable nor*"])


def test_each_system_is_built_once(run: Runner) -> None:
    run.write("".join(case(name=f"Case number {number}") for number in range(4)))
    run.write(GRANTED_IN_FULL + case(name="Another one"), name="others.yaml")
    run.write(
        dedent(
            """
            import small_law
            from conftest import CASES

            def test_each_system_is_built_once():
                assert small_law.BUILT == [CASES.systems.baseline]
                reforms = ("small_law.grant_in_full",)
                assert CASES.systems.under(reforms) is CASES.systems.under(reforms)
                assert CASES.systems.under(reforms).baseline is CASES.systems.baseline
            """
        ),
        name="test_last.py",
    )
    run().assert_outcomes(passed=7)


# OpenFisca's own runner ---------------------------------------------------------------------------


def openfisca_test(run: Runner, *options: str) -> subprocess.CompletedProcess[str]:
    """OpenFisca's command in a process of its own, as a user calls it."""
    call = "import sys; from openfisca_core.scripts.openfisca_command import main; sys.exit(main())"
    arguments = [sys.executable, "-c", call, "test", "--country-package", "small_law", *options]
    # Also the package that is under test, which a plain clone doesn't install.
    package = Path(openfisca_jobgrant.__file__).parent.parent
    paths = os.pathsep.join([str(run.pytester.path), str(package)])
    environment = {**os.environ, "PYTHONPATH": paths, "COLUMNS": "200"}
    return subprocess.run(
        arguments,
        cwd=run.pytester.path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def write_one_file_for_each_sound_case(run: Runner) -> int:
    for number, text in enumerate(SOUND.values()):
        run.write(text, name=f"sound_{number}.yaml")
    return sum(count(text) for text in SOUND.values())


def test_sound_cases_pass_under_the_stock_runner(run: Runner) -> None:
    cases = write_one_file_for_each_sound_case(run)
    run.write("raise RuntimeError('read by the stock runner')\n", name="test_python.py")
    done = openfisca_test(run, "cases")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{cases} passed" in done.stdout
    run.write("", name="test_python.py")
    run().assert_outcomes(passed=cases)


def test_a_python_test_named_to_the_stock_runner_is_left_alone(run: Runner) -> None:
    """With ``--in-parallel`` the stock runner names every file, Python tests among them."""
    run.write(case())
    run.write("raise RuntimeError('read by the stock runner')\n", name="test_python.py")
    done = openfisca_test(run, "cases/cases.yaml", "cases/test_python.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    done = openfisca_test(run, "--in-parallel", "--num-workers", "1", "cases")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "All tests passed" in done.stdout


def test_the_stock_runner_still_fails_a_wrong_case(run: Runner) -> None:
    run.write(case(output="grant: 101"))
    done = openfisca_test(run, "cases")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout
