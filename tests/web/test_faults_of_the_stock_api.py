"""Every kind of fault of the stock Web API: a right answer, or a clear refusal with its place.

The numbers are those of the list of faults that this API must not have.
"""

import time

import pytest
from conftest import one

PERIODS = [
    "month:2014-05",
    "2014-5",
    " 2014-05",
    "201405",
    "2014-05-01",
    "month:2014-05-12",
    "2014-W20",
    "month:2014-05:2",
    "month:2014-05:0",
    "month:2014-05:-3",
    "2014",
    "9999-05",
    "0000-05",
    "2014-13",
    "1899-12",
    "2101-01",
    "",
    "ETERNITY",
    "month:2014-05:90000",
]


def refused(answer, pointer, status=400):
    assert answer.status == status, answer.text
    assert answer.type == "application/problem+json"
    found = [fault["pointer"] for fault in answer.json["errors"]]
    assert pointer in found, answer.text
    for fault in answer.json["errors"]:
        assert fault["detail"]
    return answer.json


@pytest.mark.parametrize("spelling", PERIODS)
def test_one_spelling_of_a_period_or_none(ask, spelling):
    """1, 2: two spellings lose inputs; a day for a month drops them."""
    document = one(age={spelling: 30})
    pointer = f"/participants/a/age/{spelling}"
    refused(ask("/calculate", document), pointer)
    asked = {"participants": {"a": {"age": {spelling: None}}}}
    refused(ask("/calculate", asked), pointer)


def test_years_that_do_not_begin_in_april_are_refused_with_the_right_spelling(ask):
    """Ruling 3; 2: OpenFisca ignores them silently."""
    for spelling in ("2014", "year:2014-01", "2014-04", "year:2014-05", "year:2014-04:2"):
        document = one()
        document["jurisdictions"] = {
            "j": {"participants": ["a"], "joins_the_grant": {spelling: False}}
        }
        problem = refused(
            ask("/calculate", document), f"/jurisdictions/j/joins_the_grant/{spelling}"
        )
        assert "year:2014-04" in problem["errors"][0]["detail"]


def test_eternity_has_one_spelling(ask):
    """1, core 1295: ETERNITY and eternity are kept apart until one wipes out the other."""
    document = one()
    document["jurisdictions"] = {
        "j": {"participants": ["a"], "jurisdiction_code": {"eternity": "BC"}}
    }
    refused(ask("/calculate", document), "/jurisdictions/j/jurisdiction_code/eternity")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("employment_status", 1), ("employment_status", -1), ("employment_status", "Employed"),
        ("age", 2.9), ("age", "30"), ("age", True), ("age", 3000000000), ("age", -1), ("age", []),
        ("is_owner", "no"), ("is_owner", "false"), ("is_owner", 0), ("is_owner", {}),
        ("tuition_fees", "3000"), ("tuition_fees", "2*1500"), ("tuition_fees", "9**9**8"),
        ("tuition_fees", "sqrt(9)"), ("tuition_fees", "inf"), ("tuition_fees", True),
        ("tuition_fees", 1.234), ("tuition_fees", -1), ("tuition_fees", 1e39),
        ("tuition_fees", [3000]), ("training_hours", "__import__('os')"),
    ],
)  # fmt: skip
def test_values_are_of_their_kind(ask, variable, value):
    """5, 6, 13: enums by number, words for truths, expressions as numbers."""
    began = time.monotonic()
    document = one(**{variable: {"2014-05": value}})
    problem = refused(ask("/calculate", document), f"/participants/a/{variable}/2014-05")
    assert problem["errors"][-1]["accepted"]
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999"])
def test_numbers_are_finite(ask, number):
    """9: NaN and Infinity came back as bare words, which is no JSON."""
    raw = f'{{"participants": {{"a": {{"tuition_fees": {{"2014-05": {number}}}}}}}}}'
    answer = ask("/calculate", raw=raw)
    assert answer.status == 400


def test_no_key_stands_twice(ask):
    """6: the last of two equal keys won."""
    raw = '{"participants": {"a": {"age": {"2014-05": 30, "2014-05": 31}}}}'
    answer = ask("/calculate", raw=raw)
    assert answer.status == 400
    assert "stands twice" in answer.json["detail"]


@pytest.mark.parametrize("name", ["0", "3000000", "a/b", "*", "[ab]", "é", "😀", "a~b", " ", "a.b"])
def test_ids_are_any_text(ask, name):
    """10, 13: ids that look like numbers or paths."""
    document = {"participants": {name: one()["participants"]["a"]}}
    document["jurisdictions"] = {"j": {"participants": [name]}}
    answer = ask("/calculate", document)
    assert answer.status == 200
    assert answer.json["participants"][name]["government_contribution"]["2014-05"] == 2000
    document["participants"][name]["age"] = {"2014-05": "x"}
    answer = ask("/calculate", document)
    pointer = name.replace("~", "~0").replace("/", "~1")
    refused(answer, f"/participants/{pointer}/age/2014-05")
    assert len(answer.text) < 2000


def test_an_empty_id_and_half_a_character_are_refused(ask):
    document = {"participants": {"": one()["participants"]["a"]}}
    refused(ask("/calculate", document), "/participants/")
    raw = r'{"participants": {"\ud800": {}}}'
    assert ask("/calculate", raw=raw).status == 400
    assert ask("/calculate", raw=b'{"a": "\xff"}').status == 400


def three(**groups):
    facts = {
        name: {"tuition_fees": {"2014-05": 1000}, "employer_contribution": {"2014-05": None}}
        for name in ("p0", "p1", "p2")
    }
    return {"participants": facts, **groups}


@pytest.mark.parametrize(
    ("groups", "pointer"),
    [
        ({"jurisdictions": {"J": {"participants": ["p0"]}}}, "/jurisdictions"),
        ({"applications": {"A": {"participants": ["p0", "p1"]}}}, "/applications"),
        ({"applications": {"A": {"participants": []}}}, "/applications/A"),
        ({"applications": {"A": {"group_training_costs": {"2014-05": 900}}}}, "/applications/A"),
        ({"applications": {"A": {"participants": None}}}, "/applications/A/participants"),
        ({"applications": {"A": {"participants": "p0"}}}, "/applications/A/participants"),
        ({"applications": {"A": {"participants": ["p0", "p0", "p1", "p2"]}}},
         "/applications/A/participants/1"),
        ({"applications": {"A": {"participants": ["p0", "p1", "p2", "p3"]}}},
         "/applications/A/participants/3"),
        ({"applications": {"A": {"participants": ["p0", "p1", 2]}}},
         "/applications/A/participants/2"),
        ({"applications": {"A": {"participant": ["p0", "p1", "p2"]}}},
         "/applications/A/participant"),
        ({"applications": {"A": {"people": ["p0", "p1", "p2"]}}}, "/applications/A/people"),
        ({"applications": {}}, "/applications"),
        ({"applications": None}, "/applications"),
        ({"applications": {"A": None}}, "/applications/A"),
        ({"applications": {"A": {"participants": ["p0", "p1", "p2"]}},
          "employers": {"E": {"participants": ["p0"]}, "F": {"participants": ["p1", "p2"]}}},
         "/applications/A"),
        ({"application": {}}, "/application"),
        ({"axes": [[{"name": "age", "count": 300000}]]}, "/axes"),
    ],
)  # fmt: skip
def test_everyone_is_in_exactly_one_group_of_a_kind(ask, groups, pointer):
    """4, 9b, 18, 20: persons left out, groups made up, groups without members, axes."""
    answer = ask("/calculate", three(**groups))
    status = 404 if pointer.endswith(("/participant", "/people")) else 400
    if status == 404:
        assert answer.status in (400, 404)
        assert pointer in [fault["pointer"] for fault in answer.json["errors"]]
    else:
        refused(answer, pointer)


def test_a_group_that_is_left_out_is_the_nearest_one(ask):
    """The contract: the application's employer and jurisdiction are those of its participants."""
    document = three(
        applications={
            "A": {"participants": ["p0", "p1"], "group_training_costs": {"2014-05": 900}},
            "B": {"participants": ["p2"]},
        }
    )
    answer = ask("/calculate", document)
    paid = [
        answer.json["participants"][name]["employer_contribution"]["2014-05"]
        for name in ("p0", "p1", "p2")
    ]
    # (1,000 + 450) / 3 is 483.33 for each government; 1,450 - 966.66 = 483.34; 1,000 - 666.66.
    assert paid == [483.34, 483.34, 333.34]


def test_errors_stay_small_whatever_the_request(ask):
    """10: 60 bytes made an answer of 15 MB."""
    people = {str(n): {"age": {"2014-05": "x" * 500}} for n in range(3000)}
    answer = ask("/calculate", {"participants": people})
    assert answer.status == 400
    assert answer.json["count"] == 3000
    assert len(answer.json["errors"]) == 50
    assert len(answer.text) < 40_000
    answer = ask("/calculate", {"participants": {"x" * 150: {"y" * 150: {}}}})
    assert len(answer.text) < 2000


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"[" * 100_000, 400), (b'{"a":' * 50_000, 400), (b"", 400), (b"null", 400), (b"[]", 400),
        (b'"x"', 400), (b"1" * 10_000, 400), (b'{"participants": {"a": ', 400), (b"{}", 400),
        (b'{"participants": {}}', 400), (b'{"participants": []}', 400), (b"\x1f\x8b\x08", 400),
    ],
)  # fmt: skip
def test_what_is_no_situation_is_refused_at_once(ask, raw, status):
    began = time.monotonic()
    assert ask("/calculate", raw=raw).status == status
    assert time.monotonic() - began < 5


def test_types_and_methods_and_addresses(ask, app):
    client = app.test_client()
    assert client.post("/calculate", data=b"{}").status_code == 415
    assert client.post("/calculate", data=b"{}", content_type="text/plain").status_code == 415
    zipped = {"Content-Encoding": "gzip"}
    refused_zip = client.post(
        "/calculate", data=b"{}", content_type="application/json", headers=zipped
    )
    assert refused_zip.status_code == 415
    for method, path, status in (
        ("get", "/calculate", 405), ("put", "/calculate", 405), ("delete", "/variables", 405),
        ("get", "/nowhere", 404), ("get", "/variable/nope", 404), ("get", "/parameter/no/pe", 404),
        ("get", "/scenarios/nope/spec", 404), ("post", "/scenarios/nope/calculate", 404),
    ):  # fmt: skip
        options = {"json": {}} if method == "post" else {}
        response = getattr(client, method)(path, **options)
        assert response.status_code == status, path
        assert response.mimetype == "application/problem+json", path
    assert client.get("/calculate").headers["Allow"]


def test_a_long_body_is_refused_before_it_is_read(app):
    response = app.test_client().post(
        "/calculate",
        data=b"x",
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "99999999999"},
    )
    assert response.status_code == 413


def test_nobody_is_believed_about_the_host(ask):
    """12: X-Forwarded-Host made every address point elsewhere."""
    for path in ("/", "/variables", "/spec", "/scenarios"):
        answer = ask(path, headers={"X-Forwarded-Host": "evil.example"})
        assert "evil.example" not in answer.text


def test_old_clients_get_the_old_shape(ask):
    plain = {"Accept": "application/json"}
    document = one(age={"2014-05": "x"})
    answer = ask("/calculate", document, headers=plain)
    assert (answer.status, answer.type) == (400, "application/json")
    assert "whole number" in answer.json["participants"]["a"]["age"]["2014-05"]
    answer = ask("/calculate", {"participants": {"a": {"agee": {}}}}, headers=plain)
    assert answer.status == 404
    answer = ask("/calculate", raw=b"{", headers=plain)
    assert "not JSON" in answer.json["error"]


def test_every_fault_is_named_at_once(ask):
    document = one(age={"2014-05": "x"}, nonsense={"2014-05": 1}, tuition_fees={"2014-5": 1})
    document["employers"] = {"e": {"participants": ["b"]}}
    answer = ask("/calculate", document)
    assert {fault["pointer"] for fault in answer.json["errors"]} >= {
        "/participants/a/age/2014-05",
        "/participants/a/nonsense",
        "/participants/a/tuition_fees/2014-5",
        "/employers/e/participants/0",
    }


def test_the_engine_never_guesses(ask, monkeypatch):
    """No period of a request is parsed by the engine, and no group is completed by it."""
    from openfisca_core import periods
    from openfisca_core.simulations import Simulation, SimulationBuilder

    def never(*arguments, **options):
        raise AssertionError("the engine was asked to read the request")

    real = periods.period

    def only_periods(value):
        # OpenFisca asks itself for all time; that is no text of a request.
        known = isinstance(value, periods.Period) or value is periods.DateUnit.ETERNITY
        assert known, f"the engine was asked to parse {value!r}"
        return real(value)

    for name in dir(SimulationBuilder):
        if name.startswith(("add_", "build", "join", "init", "finalize")):
            monkeypatch.setattr(SimulationBuilder, name, never)
    monkeypatch.setattr(periods, "period", only_periods)
    monkeypatch.setattr(Simulation, "set_input", never)
    assert ask("/calculate", three()).status == 200
    assert ask("/scenarios/delivered_programmes/calculate", three()).status == 200


@pytest.mark.parametrize("value", [0.1 + 0.2, 1e12, 123456789.12, 0.01, 1])
def test_money_is_exact(ask, value):
    """8: float32 made 450.00003 of 450."""
    if round(value, 2) != value:
        refused(
            ask("/calculate", one(tuition_fees={"2014-05": value})),
            "/participants/a/tuition_fees/2014-05",
        )
        return
    answer = ask("/calculate", one(asked="eligible_costs", tuition_fees={"2014-05": value}))
    assert answer.json["participants"]["a"]["eligible_costs"]["2014-05"] == value


def test_dates_from_1900_to_2100(ask):
    """7, core 991: no date raises."""
    for month in ("1900-01", "2008-03", "2014-03", "2100-12"):
        answer = ask("/scenarios/delivered_programmes/calculate", one(month))
        assert answer.status == 200
