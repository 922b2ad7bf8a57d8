"""What the collector of YAML cases refuses: every fault fails a test, with file and line.

The comment ``# <-`` marks the line that must be blamed.
"""

from __future__ import annotations

import os
import re

import pytest
from yaml_cases import TWO, Runner, blamed, case, shown

pytest_plugins = ["pytester"]

REFUSED = {
    "a misspelt key": (
        case().replace("input:", "imput:  # <-"),
        "unknown key 'imput'.*did you mean 'input'",
    ),
    "an unknown key": (case(more="period: 2014-04\nzzz: 1  # <-"), "unknown key 'zzz'.*output"),
    "parameters": (
        case(more="period: 2014-04\nparameters: {share: 0.2}  # <-"),
        "'parameters' is refused.*replaces the whole law.*write a reform",
    ),
    "extensions": (case(more="period: 2014-04\nextensions: [x]  # <-"), "'extensions' is refused"),
    "spiral loops": (
        case(more="period: 2014-04\nmax_spiral_loops: 4  # <-"),
        "'max_spiral_loops' is refused",
    ),
    "variables to ignore": (
        case(more="period: 2014-04\nignore_variables: [cost]  # <-"),
        "'ignore_variables' is refused",
    ),
    "a misspelt variable in input": (
        case("costt: 1000  # <-"),
        "'costt' in 'input' is neither.*did you mean 'cost'",
    ),
    "a misspelt variable in output": (
        case(output="grunt: 100  # <-"),
        "'grunt' in 'output' is neither.*did you mean 'grant'",
    ),
    "a misspelt variable of a member": (
        case(TWO.replace("    cost: 500", "    costs: 500  # <-"), "grant: [100, 50]"),
        "no variable 'costs' of participants.*did you mean 'cost'",
    ),
    "a misspelt variable of an expected member": (
        case(TWO, "participants: {ann: {grants: 100}}  # <-"),
        "no variable 'grants' of participants.*did you mean 'grant'",
    ),
    "a misspelt role": (
        case(
            TWO.replace("  shop: {participants: [ann]}", "  shop: {particpants: [ann]}  # <-"),
            "grant: [100, 50]",
        ),
        "no variable 'particpants' of employers.*did you mean 'participants'",
    ),
    "a misspelt entity": (
        case(TWO.replace("employers:", "emploiers:  # <-"), "grant: [100, 50]"),
        "'emploiers' in 'input' is neither.*did you mean 'employers'",
    ),
    "a misspelt entity in output": (
        case(TWO, "emploiers: {shop: {employer_grant: 100}}  # <-"),
        "'emploiers' in 'output' is neither.*did you mean 'employers'",
    ),
    "a misspelt id": (
        case(TWO, "participants: {anne: {grant: 100}}  # <-"),
        "'anne' is none of the participants of this case: ann, bob.*did you mean 'ann'",
    ),
    "an unknown member of a group": (
        case(
            TWO.replace("  shop: {participants: [ann]}", "  shop: {participants: [ana]}  # <-"),
            "grant: [100, 50]",
        ),
        "'ana' is none of the participants.*did you mean 'ann'",
    ),
    "an input under the wrong entity": (
        case(TWO.replace("    cost: 500", "    fee: 500  # <-"), "grant: [100, 50]"),
        "'fee' is a variable of applications, not of participants",
    ),
    "an output under the wrong entity": (
        case(TWO, "employers: {shop: {grant: 100}}  # <-"),
        "'grant' is a variable of participants, not of employers",
    ),
    "an output under the wrong entity in the singular": (
        case(output="employer: {grant: 100}  # <-"),
        "'grant' is a variable of participants, not of employers",
    ),
    "a variable beside entities": (
        case("cost: 1000  # <-\n" + TWO, "grant: [100, 50]"),
        "'cost' stands beside entities",
    ),
    "ids that the input doesn't name": (
        case(output="participants: {ann: {grant: 100}}  # <-"),
        "the input names no participants",
    ),
    "an entity twice": (
        case("participants: {ann: {cost: 1000}}\nparticipant: {cost: 1000}  # <-"),
        "participants are already written",
    ),
    "axes": (case("axes: []  # <-\n" + TWO, "grant: [100, 50]"), "'axes' in 'input' is neither"),
    "a missing output": (
        "- name: Nothing is expected  # <-\n  period: 2014-04\n  input: {cost: 1000}\n",
        "no 'output': it would check nothing",
    ),
    "an empty output": (
        case().replace("  output:\n    grant: 100", "  output: {}  # <-"),
        "'output' is empty",
    ),
    "an output of nothing": (
        case().replace("  output:\n    grant: 100", "  output:  # <-"),
        "'output' is empty",
    ),
    "an output of text": (
        case().replace("  output:\n    grant: 100", "  output: grant  # <-"),
        "'output' is empty",
    ),
    "an empty entity in output": (
        case(TWO, "participants: {}  # <-"),
        "'participants' in 'output' checks nothing",
    ),
    "an empty member in output": (
        case(TWO, "participants: {ann: {}}  # <-"),
        "'ann' in 'output' checks nothing",
    ),
    "an empty variable in output": (
        case(output="grant: {}  # <-"),
        "'grant' in 'output' checks nothing",
    ),
    "an expected value that is missing": (case(output="grant:  # <-"), "there is no value"),
    "an input value that is missing": (case("cost:  # <-"), "there is no value"),
    "an input without a period and value": (case("cost: {}  # <-"), "holds no period"),
    "an input of nothing": (
        case().replace("  input:\n    cost: 1000", "  input:  # <-"),
        "'input' must hold entities or variables",
    ),
    "an empty case": (case() + "- {}  # <-\n", "this is no case"),
    "a case of nothing": (case() + "-  # <-\n", "this is no case"),
    "a case of text": (case() + "- just words  # <-\n", "this is no case"),
    "a missing name": (
        "- output: {grant: 0}  # <-\n  period: 2014-04\n",
        "this case has no 'name'",
    ),
    "a number for a name": (case(name="2017  # <-"), "'name' must be text"),
    "a word for a name": (case(name="grant  # <-"), "'name' must be a sentence"),
    "a name of several lines": (
        case(name='"Two lines\\n of it"  # <-'),
        "'name' must be a sentence",
    ),
    "a name that pytest would split": (case(name='"The grant::half"  # <-'), "may not hold '::'"),
    "a key twice": (
        case("cost: 1000\ncost: 1000  # <-"),
        "the key 'cost' is already on line 4",
    ),
    "a key twice in the case": (
        case() + "  output: {grant: 100}  # <-\n",
        "'output' is already on",
    ),
    "a key that is a list": (case("? [a, b]  # <-\n: 1"), "a key must be a single value"),
    "a tag that runs code": (
        case('cost: !!python/object/apply:os.system ["exit"]  # <-'),
        "YAML tags are refused: take away !!python/object/apply:os.system",
    ),
    "a tag of YAML": (case("cost: !!float 1000  # <-"), "tags are refused: take away !!float"),
    "a tag of one's own": (case("cost: !money 1000  # <-"), "tags are refused: take away !money"),
    "an alias of itself": (case("cost: &a [*a]  # <-"), "contains itself"),
    "text that isn't YAML": (case() + "  x: [\n}  # <-\n", "not valid YAML"),
    "a tab": (case() + "\tx: 1  # <-\n", "not valid YAML"),
    "a control character": (case() + "# \x07 # <-\n", "not valid YAML"),
    "two documents": (case() + "--- # <-\n" + case(name="Another case"), "a second YAML document"),
    "a period that doesn't exist": (case(more="period: 2014-13  # <-"), "2014-13 is no period"),
    "a period in another spelling": (
        case(more="period: month:2014-04  # <-"),
        "month:2014-04 is not spelt as it should: write 2014-04",
    ),
    "no period at all": (case(more="", situation="cost: 1000  # <-"), "there is no period"),
    "no period in output": (
        case("cost: {2014-04: 1000}", "grant: 100  # <-", more=""),
        "there is no period",
    ),
    "a list for a period": (case(more="period: [2014-04]  # <-"), "'period' must be one period"),
    "a day for a month": (
        case("cost: {2014-04-15: 1000}  # <-"),
        "2014-04-15 does not fit: cost is defined for months; write 2014-04$",
    ),
    "a month in another spelling": (
        case("cost: {month:2014-04: 1000}  # <-"),
        "month:2014-04 does not fit.*write 2014-04$",
    ),
    "several months": (case("cost: {month:2014-04:3: 1000}  # <-"), "does not fit"),
    "a year for a month": (case("cost: {2014: 1000}  # <-"), "2014 does not fit.*write a month"),
    "a year for an expected month": (
        case(output="grant: {year:2014-04: 100}  # <-"),
        "does not fit: grant is defined for months",
    ),
    "a month for a year": (
        case("transfer: {2014-05: 7}  # <-"),
        "years that begin on 1 April; write year:2014-04$",
    ),
    "a winter month for a fiscal year": (
        case("transfer: {2014-02: 7}  # <-"),
        "years that begin on 1 April; write year:2013-04$",
    ),
    "a calendar year for a fiscal year": (
        case(output="transfer: {2014: 7}  # <-"),
        "the period 2014 does not fit.*write year:2014-04$",
    ),
    "a calendar year in words for a fiscal year": (
        case("transfer: {year:2014: 7}  # <-"),
        "the period year:2014 does not fit.*write year:2014-04$",
    ),
    "a fiscal year from another month": (
        case("transfer: {year:2014-05: 7}  # <-"),
        "the period year:2014-05 does not fit.*write year:2014-04$",
    ),
    "a fiscal year of two years": (
        case("transfer: {year:2014-04:2: 7}  # <-"),
        "the period year:2014-04:2 does not fit.*write year:2014-04$",
    ),
    "a fiscal year with a day": (
        case("transfer: {year:2014-04-01: 7}  # <-"),
        "the period year:2014-04-01 does not fit.*write year:2014-04$",
    ),
    "a fiscal year for a calendar year": (
        case("annual_payroll: {year:2014-04: 7}  # <-"),
        "years that begin on 1 January; write 2014$",
    ),
    "a calendar year in words": (
        case("annual_payroll: {year:2014: 7}  # <-"),
        "the period year:2014 does not fit.*write 2014$",
    ),
    "the case's month for a year": (
        case("transfer: 7  # <-"),
        "the period 2014-04 does not fit.*write year:2014-04$",
    ),
    "the case's month for an expected year": (
        case(output="transfer: 0  # <-"),
        "the period 2014-04 does not fit.*write year:2014-04$",
    ),
    "a month for all time": (case("code: {2014-04: BC}  # <-"), "all time; write ETERNITY$"),
    "all time in small letters": (case("code: {eternity: BC}  # <-"), "all time; write ETERNITY$"),
    "all time in two spellings": (
        case(
            TWO.replace("jurisdictions:\n  ontario: {participants: [ann, bob]}\n", "")
            + "jurisdictions:\n  bc: {participants: [ann], code: BC}\n"
            "  quebec: {participants: [bob], code: {ETERNITY: QC}}  # <-\n",
            "grant: [100, 50]",
        ),
        "write ETERNITY for all members or for none",
    ),
    "a list that is too long": (
        case(output="grant: [100, 50]  # <-"),
        "a list of 2, but there are 1",
    ),
    "a list that is too short": (
        case(TWO, "grant: [100]  # <-"),
        "a list of 1, but there are 2 participants",
    ),
    "an empty list": (case(output="grant: []  # <-"), "a list of 0, but there are 1 participants"),
    "one value for several members": (
        case(TWO.replace("500", "1000"), "grant: 100  # <-"),
        "one value, but there are 2 participants",
    ),
    "one value for several members in the singular": (
        case(TWO.replace("500", "1000"), "participant: {grant: 100}  # <-"),
        "one value, but there are 2 participants",
    ),
    "a list for one member": (
        case(TWO, "participants: {ann: {grant: [100]}}  # <-"),
        "one member has one value",
    ),
    "a list as a member's input": (
        case(TWO.replace("    cost: 500", "    cost: [500]  # <-"), "grant: [100, 50]"),
        "one member has one value",
    ),
    "a list of several without entities": (
        case("cost: [1000, 500]  # <-", "grant: [100, 50]"),
        "a case without entities has one member",
    ),
    "an enum that YAML takes for a boolean": (
        case("code: ON  # <-"),
        'YAML reads ON as a boolean: quote it, "ON"',
    ),
    "an expected enum that YAML takes for a boolean": (
        case(output="code: ON  # <-"),
        'YAML reads ON as a boolean: quote it, "ON"',
    ),
    "an enum that doesn't exist": (
        case("status: unemploid  # <-"),
        "unemploid is none of employed, underemployed, unemployed.*did you mean 'unemployed'",
    ),
    "an enum by number": (case("status: 1  # <-"), "1 is none of employed"),
    "a number in quotes": (case('cost: "1000"  # <-'), '"1000" is not a number'),
    "a sum in quotes": (case('cost: "2 * 500"  # <-'), '"2 \\* 500" is not a number'),
    "an expected number in quotes": (case(output='grant: "100"  # <-'), '"100" is not a number'),
    "a number that YAML takes for text": (case("cost: 1e3  # <-"), '"1e3" is not a number'),
    "a boolean for a number": (case("cost: yes  # <-"), "yes is not a number"),
    "an octal number": (case("cost: 0100  # <-"), "0100 is a special number"),
    "a number of base sixty": (case("cost: 16:40  # <-"), "16:40 is a special number"),
    "an infinite number": (case("cost: .inf  # <-"), ".inf is a special number"),
    "an expected not-a-number": (case(output="boundless: .nan  # <-"), ".nan is a special number"),
    "a number beyond all range": (case("cost: 1.0e+400  # <-"), "out of range"),
    "decimals for a whole number": (case("hours: 2.5  # <-"), "2.5 is not a whole number"),
    "a whole number in quotes": (case('hours: "2"  # <-'), '"2" is not a whole number'),
    "a boolean for a whole number": (case("hours: true  # <-"), "true is not a whole number"),
    "a whole number beyond all range": (case("hours: 3000000000  # <-"), "out of range"),
    "a number for a boolean": (case("is_new: 1  # <-"), "1 is not a boolean"),
    "text for a boolean": (case('is_new: "false"  # <-'), '"false" is not a boolean'),
    "a day that doesn't exist": (case("born: 2014-02-30  # <-"), '"2014-02-30" is not a date'),
    "a day without hyphens": (case("born: 20140102  # <-"), "20140102 is not a date"),
    "several days": (
        case("is_absent: {day:2014-04-02:3: true}  # <-"),
        "does not fit: is_absent is defined for periods of one day",
    ),
    "a number for an expected id": (
        case("participants: {'7': {cost: 1000}}", "participants: {7: {grant: 100}}  # <-"),
        "'7' is none of the participants of this case",
    ),
    "a word for a day": (case("born: today  # <-"), '"today" is not a date'),
    "a number for text": (case("nickname: 7  # <-"), '7 is not text: quote it, "7"'),
    "participants without groups": (
        case("participants:  # <-\n  ann: {}\n  bob: {}", "grant: [0, 0]"),
        "2 participants must write all groups: applications, employers, jurisdictions are missing",
    ),
    "participants without one kind of group": (
        case(
            re.sub(r"employers:\n.*\n.*\n", "", TWO).replace(
                "participants:", "participants:  # <-", 1
            ),
            "grant: [100, 50]",
        ),
        "must write all groups: employers are missing",
    ),
    "no participants": (
        case("employers:  # <-\n  shop: {participants: [ann]}", "employer_grant: 0"),
        "there are no participants",
    ),
    "a participant in no group": (
        case(
            TWO.replace("[ann, bob]", "[ann]").replace("jurisdictions:", "jurisdictions:  # <-"),
            "grant: [100, 50]",
        ),
        "participant 'bob' is in none of the jurisdictions",
    ),
    "a participant in two groups": (
        case(
            TWO.replace(
                "  plant: {participants: [bob]}", "  plant: {participants: [bob, ann]}  # <-"
            ),
            "grant: [100, 50]",
        ),
        "participant 'ann' is already in employer 'shop'",
    ),
    "a participant twice in a group": (
        case(TWO.replace("[ann, bob]}", "[ann, bob, ann]}  # <-"), "grant: [100, 50]"),
        "participant 'ann' is already in jurisdiction 'ontario'",
    ),
    "a group without members": (
        case(
            TWO.replace("jurisdictions:", "  empty: {}  # <-\njurisdictions:"), "grant: [100, 50]"
        ),
        "employer 'empty' has no members",
    ),
    "an application over two employers": (
        case(
            re.sub(
                r"  first: .*\n  second: .*\n",
                "  both: {participants: [ann, bob]}  # <-\n",
                TWO,
            ),
            "grant: [100, 50]",
        ),
        "application 'both' is spread over the employers shop, plant",
    ),
    "an employer over two jurisdictions": (
        case(
            re.sub(
                r"  shop: .*\n  plant: .*\n",
                "  shop: {participants: [ann, bob]}  # <-\n",
                TWO.replace(
                    "  ontario: {participants: [ann, bob]}",
                    "  ontario: {participants: [ann]}\n  quebec: {participants: [bob]}",
                ),
            ),
            "grant: [100, 50]",
        ),
        "employer 'shop' is spread over the jurisdictions ontario, quebec",
    ),
    "a number for an id": (
        case("participants:\n  7: {cost: 1000}  # <-"),
        'the id 7 is not text in YAML: quote it, "7"',
    ),
    "a boolean for an id": (
        case(
            TWO.replace(
                "  ontario: {participants: [ann, bob]}", "  ON: {participants: [ann, bob]}  # <-"
            ),
            "grant: [100, 50]",
        ),
        'the id ON is not text in YAML: quote it, "ON"',
    ),
    "a number for a member": (
        case(TWO.replace("[ann, bob]}", "[ann, bob, 7]}  # <-"), "grant: [100, 50]"),
        "'participants' must list ids of participants, as text",
    ),
    "a member of nothing": (
        case("participants:\n  ann:  # <-"),
        "participant 'ann' must hold variables, or {} for none",
    ),
    "an entity of nothing": (
        case("participants: {ann: {}}\nemployers: []  # <-"),
        "'employers' must hold ids",
    ),
    "a margin by name without a default": (
        case(more="period: 2014-04\nabsolute_error_margin: {grant: 1}  # <-"),
        "no 'default'.*add default: 0",
    ),
    "a margin in quotes": (
        case(more='period: 2014-04\nabsolute_error_margin: "1"  # <-'),
        "'absolute_error_margin' must be a number",
    ),
    "a negative margin": (
        case(more="period: 2014-04\nrelative_error_margin: -1  # <-"),
        "'relative_error_margin' must be a number, zero or more",
    ),
    "a margin beyond all range": (
        case(more="period: 2014-04\nabsolute_error_margin: {default: 0, grant: 1.0e+400}  # <-"),
        "'absolute_error_margin of grant' must be a number",
    ),
    "a margin of a misspelt variable": (
        case(more="period: 2014-04\nabsolute_error_margin: {default: 0, grunt: 1}  # <-"),
        "no variable 'grunt' to have a margin.*did you mean 'grant'",
    ),
    "a margin of a variable that isn't expected": (
        case(more="period: 2014-04\nabsolute_error_margin: {default: 0, cost: 1}  # <-"),
        "'cost' has a margin, but 'output' expects nothing of it",
    ),
    "a margin of a whole number": (
        case(
            "hours: 4",
            "hours: 4",
            "period: 2014-04\nabsolute_error_margin: {default: 0, hours: 1}  # <-",
        ),
        "'hours' is compared exactly",
    ),
    "a number for keywords": (
        case(more="period: 2014-04\nkeywords: [1]  # <-"),
        "'keywords' must be",
    ),
    "text for keywords": (case(more="period: 2014-04\nkeywords: one  # <-"), "'keywords' must be"),
    "a number for a description": (
        case(more="period: 2014-04\ndescription: 1  # <-"),
        "'description' must be text",
    ),
    "a misspelt reform": (
        case(more="period: 2014-04\nreforms: [small_law.grant_in_ful]  # <-"),
        "'small_law.grant_in_ful' names no reform: small_law has .*did you mean 'grant_in_full'",
    ),
    "a misspelt module of a reform": (
        case(more="period: 2014-04\nreforms: smal_law.grant_in_full  # <-"),
        "names no reform: there is no module 'smal_law'",
    ),
    "a reform that isn't one": (
        case(more="period: 2014-04\nreforms: [small_law.cost]  # <-"),
        "'small_law.cost' names no reform",
    ),
    "a reform without a module": (
        case(more="period: 2014-04\nreforms: [grant_in_full]  # <-"),
        "'grant_in_full' is no path to a reform",
    ),
    "a number for a reform": (case(more="period: 2014-04\nreforms: 7  # <-"), "'reforms' must be"),
    "an input that the reform puts out of use": (
        case("hours: 7  # <-", "grant: 0", "period: 2014-04\nreforms: [small_law.drops_hours]"),
        "'hours' is out of use under these reforms",
    ),
    "an input after the variable's end": (
        case("ended: 7  # <-"),
        "the variable ends on 2012-12-31",
    ),
}


@pytest.fixture
def run(pytester: pytest.Pytester) -> Runner:
    return Runner(pytester)


@pytest.mark.parametrize(("text", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_unsound_cases_fail_with_file_and_line(run: Runner, text: str, message: str) -> None:
    run.write(text)
    result = run()
    outcomes = result.parseoutcomes()
    assert outcomes.get("failed") == 1, shown(result)
    assert "errors" not in outcomes, shown(result)
    path = re.escape(os.path.join("cases", "cases.yaml"))
    line = re.compile(rf"{path}:{blamed(text)}: .*{message}")
    assert any(line.search(shown_line) for shown_line in result.outlines), shown(result)


@pytest.mark.parametrize("text", ["", "# A comment only.\n", "---\n", "[]\n", "~\n"])
def test_a_file_without_a_case_fails(run: Runner, text: str) -> None:
    run.write(text)
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.re_match_lines([r"cases.cases\.yaml:1: there is no case in this (file|list)"])


def test_a_file_that_is_not_utf8_fails_on_its_line(run: Runner) -> None:
    path = run.pytester.path / "cases" / "cases.yaml"
    path.write_bytes("# One.\n# Entre-temps r\u00e9form\u00e9.\n".encode("latin-1"))
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.re_match_lines([r"cases.cases\.yaml:2: this is not UTF-8 text"])


def test_all_problems_of_a_case_are_named_at_once(run: Runner) -> None:
    run.write(case("costt: 1\nhours: 2.5\nstatus: idle"))
    result = run()
    result.assert_outcomes(failed=1)
    result.stdout.re_match_lines(
        [r".*yaml:4: 'costt' in 'input'", r".*yaml:5: 'hours': 2\.5", r".*yaml:6: 'status': idle"]
    )


def test_a_bad_case_keeps_its_name_and_stops_no_other(run: Runner) -> None:
    bad = case(name="The second of three cases").replace("input:", "imput:")
    run.write(case(name="The first of three") + bad + case(name="The third of three"))
    run.write("- [", name="worse.yaml")
    run.write("# Nothing.\n", name="empty.yaml")
    result = run("-v")
    result.assert_outcomes(passed=2, failed=3)
    result.stdout.fnmatch_lines_random(
        [
            "cases/cases.yaml::The first of three PASSED*",
            "cases/cases.yaml::The second of three cases FAILED*",
            "cases/cases.yaml::The third of three PASSED*",
        ]
    )


def test_bad_reforms_of_one_case_leave_the_others_alone(run: Runner) -> None:
    reform = "reforms: [small_law.grant_in_full, small_law.nowhere]"
    run.write(case(more=f"period: 2014-04\n{reform}") + case(name="The baseline holds"))
    run().assert_outcomes(passed=1, failed=1)
