"""What the API offers beyond the stock one: scenarios, comparing, explaining, batches, metrics."""

import csv
import io
import json
from pathlib import Path

import pyarrow
import pytest
from conftest import one

from openfisca_jobgrant.scenarios import Scenarios, named_laws
from openfisca_jobgrant.web import create_app
from openfisca_jobgrant.web.rate import Buckets

SHOP = json.loads(
    (
        Path(__file__).parents[2] / "situation_examples/welding_shop_prince_george.json"
    ).read_text(encoding="utf-8")
)  # fmt: skip


def paid(answer, member="a"):
    assert answer.status == 200, answer.text
    return answer.json["participants"][member]["government_contribution"]["2014-05"]


def test_every_scenario_is_served(ask):
    listed = ask("/scenarios").json
    assert [law["name"] for law in listed] == list(named_laws())
    for law in listed:
        assert ask(f"/scenarios/{law['name']}/calculate", one()).status == 200
        assert ask(f"/scenarios/{law['name']}/spec").status == 200
    assert ask("/scenarios?lang=fr").json[0]["family"] == "plan"


def test_a_request_may_carry_its_scenario(ask):
    """3,000: the plan pays 2,000; with a federal ceiling of 100 it pays 1,100."""
    override = "contribution.federal.maximum=100@2014-04-01"
    assert paid(ask("/calculate", {"scenario": "plan", **one()})) == 2000
    assert paid(ask("/calculate", {"scenario": f"plan+{override}", **one()})) == 1100
    data = {
        "reforms": ["no_cost_matching"],
        "parameters": [
            {"path": "contribution.federal.maximum", "value": 100, "start": "2014-04-01",
             "reason": "A test."}
        ],
    }  # fmt: skip
    answer = ask("/calculate", {"scenario": data, **one()})
    assert paid(answer) == 100
    assert answer.json["scenario"] == data


@pytest.mark.parametrize(
    "scenario", ["nope", "plan+contribution.federal.maximum=-1@2014-04-01", 7, {"reform": []},
                 "no_cost_matching+delivered_programmes", {"parameters": [{}]}, "x" * 9000]
)  # fmt: skip
def test_a_scenario_that_cannot_be_is_422(ask, scenario):
    answer = ask("/calculate", {"scenario": scenario, **one()})
    assert answer.status == 422
    assert answer.json["errors"][0]["pointer"] == "/scenario"


def test_two_scenarios_for_one_request_are_refused(ask):
    assert ask("/scenarios/plan/calculate", {"scenario": "plan", **one()}).status == 422


def test_scenarios_are_compared(ask):
    body = {"situation": SHOP, "scenarios": ["plan", "premiers_package"], "parts": True}
    answer = ask("/compare", body)
    assert answer.json["scenarios"] == ["plan", "plan+premiers_package"]
    assert any(row["why"] for row in answer.json["results"])
    assert answer.json["parts"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/compare", {}), ("/compare", []), ("/compare", {"situation": SHOP, "scenarios": []}),
        ("/compare", {"situation": SHOP, "scenarios": "plan"}),
        ("/compare", {"situation": SHOP, "scenarios": ["plan"] * 21}),
        ("/compare", {"situation": SHOP, "scenarios": ["plan"], "explain": 1}),
        ("/compare", {"situation": [], "scenarios": ["plan"]}),
        ("/compare", {"situation": SHOP, "scenario": ["plan"]}),
        ("/explain", {}), ("/explain", {"situation": SHOP}),
        ("/explain", {"situation": SHOP, "variable": 1, "period": "2014-05"}),
        ("/explain", {"situation": SHOP, "variable": "age", "period": "2014-05", "lang": "de"}),
        ("/explain", {"situation": SHOP, "variable": "age", "period": "2014-05", "member": "Bo"}),
        ("/batch", {}), ("/batch", []), ("/batch", {"period": "2014-05"}),
        ("/batch", {"period": 5, "inputs": {"age": [1]}, "outputs": ["age"]}),
        ("/batch", {"period": "2014", "inputs": {"age": [1]}, "outputs": ["is_youth"]}),
        ("/batch", {"period": "2014-05", "inputs": {"age": [1], "is_owner": []},
                    "outputs": ["is_youth"]}),
        ("/batch", {"period": "2014-05", "inputs": {"age": 1}, "outputs": ["is_youth"]}),
        ("/batch", {"period": "2014-05", "inputs": {"age": [1]}, "outputs": []}),
        ("/batch", {"period": "2014-05", "inputs": {"age": [1]}, "outputs": ["is_youth"],
                    "groups": {"team": [1]}}),
        ("/batch", {"period": "2014-05", "inputs": {"age": [1]}, "outputs": ["is_youth"],
                    "groups": {"employer": [None]}}),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_a_problem(ask, path, body):
    answer = ask(path, body)
    assert answer.status in (400, 422)
    assert answer.json["detail"]


def test_unknown_names_are_404_with_the_nearest(ask):
    for body in (
        {"period": "2014-05", "inputs": {"agee": [1]}, "outputs": ["is_youth"]},
        {"period": "2014-05", "inputs": {"age": [1]}, "outputs": ["is_yuth"]},
    ):
        answer = ask("/batch", body)
        assert answer.status == 404
        assert "did you mean" in answer.json["detail"]


def test_results_are_explained_in_both_languages(ask):
    body = {"situation": SHOP, "variable": "federal_contribution", "period": "2014-05"}
    for language in ("en", "fr"):
        [dana, wes] = ask("/explain", {**body, "lang": language}).json
        assert (dana["value"], wes["value"]) == (1250, 1200)
        assert dana["sections"]
    [only] = ask("/explain", {**body, "member": "Wes"}).json
    assert only["member"] == "Wes"
    found = ask("/explain", {"situation": SHOP, "unknown": True}).json
    assert all(at["least"] <= at["assumed"] <= at["most"] for at in found)


def crowd(count, asked):
    """Participants of whom the first ones are asked for something."""
    situation = {"participants": {f"p{place}": {} for place in range(count)}}
    for place in range(asked):
        situation["participants"][f"p{place}"] = {"government_contribution": {"2014-05": None}}
    return situation


@pytest.mark.parametrize(
    ("situation", "found", "accepted"),
    [
        (crowd(201, 1), "201", "at most 200 participants"),
        (crowd(200, 21), "21", "at most 20 values"),
        (crowd(64, 64), "64", "at most 62 values"),
    ],
)
def test_ranges_of_crowds_are_413(ask, situation, found, accepted):
    answer = ask("/explain", {"situation": situation, "unknown": True})
    assert answer.status == 413
    [error] = answer.json["errors"]
    assert error["pointer"] == "/situation/participants"
    assert error["found"] == found
    assert accepted in error["accepted"]
    assert found in answer.json["detail"]


def test_ranges_of_many_are_given(ask):
    assert len(ask("/explain", {"situation": crowd(200, 1), "unknown": True}).json) == 1


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/compare", {"scenarios": ["plan"]}),
        ("/explain", {"unknown": True}),
        ("/explain", {"variable": "is_youth", "period": "2014-05"}),
    ],
)
def test_faults_of_a_situation_point_into_the_request(ask, path, more):
    answer = ask(path, {"situation": {"participants": {"a": {"age": {"2014-05": "x"}}}}, **more})
    assert answer.status == 400
    [error] = answer.json["errors"]
    assert error["pointer"] == "/situation/participants/a/age/2014-05"


ROWS = {
    "tuition_fees": [9000, 18000, 3000.01],
    "jurisdiction_code": ["ON", "BC", "AB"],
    "employee_count": [20, 20, 20],
}
# May 2018: ON 5/6 of 9,000; BC 60 % of 18,000 is 10,800, at most 5,000; AB 2/3 of 3,000.01.
RIGHT = [7500, 5000, 2000.01]


def batch(**more):
    return {
        "scenario": "delivered_programmes",
        "period": "2018-05",
        "inputs": ROWS,
        "outputs": ["government_contribution", "job_grant_eligible", "jurisdiction_code"],
        **more,
    }


def test_columns_in_columns_out(ask):
    found = ask("/batch", batch()).json
    assert found["rows"] == 3
    assert found["outputs"] == {
        "government_contribution": RIGHT,
        "job_grant_eligible": [True] * 3,
        "jurisdiction_code": ["ON", "BC", "AB"],
    }
    assert found["errors"] == []


def test_rows_that_cannot_be_read_have_errors_and_leave_the_others(ask):
    inputs = {
        "tuition_fees": [9000, "x", -1, 1.001, None, 1e13],
        "age": [30, 30, 30, 30, 2.5, 30],
    }
    found = ask("/batch", batch(inputs=inputs, outputs=["government_contribution"])).json
    assert found["outputs"]["government_contribution"] == [6000 - 1500, *[None] * 5]
    assert [error["row"] for error in found["errors"]] == [1, 2, 3, 4, 5]
    assert found["error_count"] == 5


def test_rows_share_groups(ask):
    """New Brunswick 2016: 25,000 an employer; three ask for 10,000, one of another for 10,000."""
    body = {
        "scenario": "delivered_programmes",
        "period": "2016-05",
        "inputs": {"tuition_fees": [15000] * 4, "jurisdiction_code": ["NB"] * 4},
        "groups": {"employer": ["e", "e", "f", "e"], "application": [1, 1, 2, 1]},
        "outputs": ["government_contribution", "application_government_contribution"],
    }
    found = ask("/batch", body).json
    assert found["outputs"]["government_contribution"] == [10000, 10000, 10000, 5000]
    assert found["outputs"]["application_government_contribution"] == [25000, 25000, 10000, 25000]
    body["inputs"]["jurisdiction_code"][1] = "AB"
    found = ask("/batch", body).json
    assert {error["row"] for error in found["errors"]} == {0, 1, 3}
    assert found["outputs"]["government_contribution"] == [None, None, 10000, None]


def test_csv_and_arrow_say_the_same(ask, app):
    query = "?period=2018-05&scenario=delivered_programmes&outputs=government_contribution"
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(ROWS)
    writer.writerows(zip(*ROWS.values(), strict=True))
    answer = ask(f"/batch{query}", raw=text.getvalue(), content_type="text/csv")
    assert answer.type == "text/csv"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [float(row["government_contribution"]) for row in rows] == RIGHT

    arrow = "application/vnd.apache.arrow.stream"
    sink = io.BytesIO()
    table = pyarrow.table(ROWS)
    with pyarrow.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    response = app.test_client().post(f"/batch{query}", data=sink.getvalue(), content_type=arrow)
    assert response.mimetype == arrow, response.get_data()
    found = pyarrow.ipc.open_stream(response.get_data()).read_all()
    assert found.column("government_contribution").to_pylist() == RIGHT
    assert found.column("error").to_pylist() == [None] * 3
    as_json = app.test_client().post(
        f"/batch{query}",
        data=sink.getvalue(),
        content_type=arrow,
        headers={"Accept": "application/json"},
    )
    assert as_json.json["outputs"]["government_contribution"] == RIGHT


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"no arrow", "application/vnd.apache.arrow.stream"), (b"", "text/csv"),
        (b"a,a\n1,2\n", "text/csv"), (b"age\n1,2\n", "text/csv"), (b"\xff\xfe", "text/csv"),
        (b'age\n"', "text/csv"), (b"{}", "text/html"),
    ],
)  # fmt: skip
def test_broken_batches_are_problems(ask, content, content_type):
    answer = ask("/batch?period=2018-05&outputs=is_youth", raw=content, content_type=content_type)
    assert answer.status in (400, 404, 415)


def test_too_many_rows_are_413(ask, monkeypatch):
    from openfisca_jobgrant.web.batch import reading

    monkeypatch.setattr(reading, "MOST_ROWS", 2)
    assert ask("/batch", batch()).status == 413


def test_a_trace_tells_steps_and_figures(ask):
    answer = ask("/trace", one())
    assert answer.json["requestedCalculations"] == ["government_contribution<2014-05>"]
    step = answer.json["trace"]["government_contribution<2014-05>"]
    assert step["value"] == [2000]
    assert "federal_contribution<2014-05>" in step["dependencies"]
    assert answer.json["entitiesDescription"]["participants"] == ["a"]


def test_health_and_metrics(ask):
    assert ask("/health").json["status"] == "ok"
    ask("/nowhere/at/all")
    metrics = ask("/metrics").text
    assert 'jobgrant_requests_total{method="GET",route="/health",status="200"}' in metrics
    assert "nowhere" not in metrics


def test_too_many_requests_are_429(system):
    client = create_app(system, requests_per_second=0.2).test_client()
    statuses = [client.get("/health").status_code for _ in range(3)]
    assert statuses == [200, 429, 429]
    assert client.get("/health").headers["Retry-After"] == "1"


def test_buckets_fill_again(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    buckets = Buckets(2, burst=2, room=2)
    assert [buckets.takes("a") for _ in range(3)] == [True, True, False]
    now[0] = 0.5
    assert [buckets.takes("a") for _ in range(2)] == [True, False]
    for address in ("b", "c", "d"):
        assert buckets.takes(address)


def test_without_scenarios_there_is_one_law(system):
    client = create_app(system).test_client()
    assert client.post("/calculate", json=one()).status_code == 200
    assert client.get("/scenarios").status_code == 404
    assert client.post("/calculate", json={"scenario": "plan", **one()}).status_code == 422


def test_any_site_may_ask(app):
    preflight = {"Origin": "https://any.example", "Access-Control-Request-Method": "POST"}
    response = app.test_client().options("/calculate", headers=preflight)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]


def test_scenarios_of_requests_are_forgotten(system):
    library = Scenarios(system, room=3)
    client = create_app(system, library).test_client()
    for amount in range(10):
        text = f"contribution.federal.maximum={amount}@2014-04-01"
        assert client.post("/calculate", json={"scenario": text, **one()}).status_code == 200
    assert len(library) == 3


def test_an_override_without_effect_is_warned_of(ask):
    # Ruling 22.
    situation = {
        "participants": {"a": {"tuition_fees": {"2015-04": 15000},
                               "federal_contribution": {"2015-04": None}}},
    }  # fmt: skip
    unread = "plan+programmes.ON.ceilings.participant=9000@2014-04-01"
    answer = ask("/calculate", {"scenario": unread, **situation})
    assert answer.status == 200
    assert "has no effect" in answer.json["warnings"][0]
    read = "plan+contribution.federal.maximum=4000@2014-04-01"
    assert "warnings" not in ask("/calculate", {"scenario": read, **situation}).json


@pytest.mark.parametrize(
    ("path", "body", "pointers"),
    [
        (
            "/batch",
            {
                "period": "2014-05",
                "inputs": {"tuition_fees": [1], "a/b~c": [1]},
                "outputs": ["age", "nope"],
            },
            ["/inputs/a~1b~0c", "/outputs/1"],
        ),
        (
            "/batch",
            {
                "period": "2014-05",
                "inputs": {"tuition_fees": [1]},
                "outputs": ["age"],
                "groups": {"x/y": [1]},
            },
            ["/groups/x~1y"],
        ),
        ("/explain", {"situation": one(), "variable": "nope", "period": "2014-05"}, ["/variable"]),
        ("/explain", {"situation": one(), "variable": "age", "period": "2014"}, ["/period"]),
        (
            "/explain",
            {"situation": one(), "variable": "age", "period": "2014-05", "member": "b"},
            ["/member"],
        ),
        (
            "/explain",
            {"situation": {}, "variable": "age", "period": "2014-05"},
            ["/situation"],
        ),
        (
            "/compare",
            {"situation": one(tuition_fees={"2014-05": -1}), "scenarios": ["plan"]},
            ["/situation/participants/a/tuition_fees/2014-05"],
        ),
        ("/compare", {"situation": one(), "scenarios": []}, ["/scenarios"]),
    ],
)
def test_each_fault_points_to_its_place_in_the_request(ask, path, body, pointers):
    assert [fault["pointer"] for fault in ask(path, body).json["errors"]] == pointers


def test_a_list_is_shown_by_its_size(ask):
    found = [
        ask("/compare", {"situation": one(), "scenarios": scenarios}).json["errors"][0]["found"]
        for scenarios in ([], ["plan"] * 21)
    ]
    assert found == ["an empty list", "a list of 21"]


BATCH = "/batch?period=2014-05&outputs=federal_contribution"


@pytest.mark.parametrize(
    ("one_id", "other"), [("007", "7"), ("12E3", "12000"), ("true", "1"), ("1.0", "1")]
)
def test_ids_of_a_csv_are_text(app, one_id, other):
    text = f"application,group_training_costs\n{one_id},7200\n{other},7200\n"
    answer = app.test_client().post(BATCH, data=text, content_type="text/csv")
    assert answer.status_code == 200
    # Each application has one participant: a third of 7,200. One of both would give 1,200 each.
    assert answer.get_data(as_text=True).count("2400.0") == 2


@pytest.mark.parametrize("ids", [[1, True], [1, 1.0], [1, ""], [1, None], [1, [2]]])
def test_ids_of_a_batch_are_text_or_whole_numbers(ask, ids):
    body = {
        "period": "2014-05",
        "inputs": {"group_training_costs": [7200, 7200]},
        "groups": {"application": ids},
        "outputs": ["federal_contribution"],
    }
    (fault,) = ask("/batch", body).json["errors"]
    assert fault["pointer"] == "/groups/application/1"
    assert fault["accepted"] == "an id: text, or a whole number"
    body["groups"]["application"] = [1, "1"]
    assert ask("/batch", body).json["outputs"]["federal_contribution"] == [2400.0, 2400.0]


def test_a_number_without_end_is_refused_by_row(app):
    text = "tuition_fees\n" + "9" * 5000 + "\n300\n"
    answer = app.test_client().post(
        BATCH, data=text, content_type="text/csv", headers={"Accept": "application/json"}
    )
    assert answer.status_code == 200
    assert [error["row"] for error in answer.json["errors"]] == [0]


def test_a_damaged_arrow_stream_is_refused(app):
    sink = io.BytesIO()
    table = pyarrow.table({"tuition_fees": [300.0, 600.0], "employment_status": ["employed"] * 2})
    with pyarrow.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    whole = sink.getvalue()
    client = app.test_client()
    for place in range(len(whole)):
        damaged = whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :]
        answer = client.post(
            BATCH, data=damaged, content_type="application/vnd.apache.arrow.stream"
        )
        assert answer.status_code in (200, 400, 404, 413), place


def test_columns_of_other_lengths_are_each_pointed_to(ask):
    """The first column says how many rows there are; each other one is held against it."""
    inputs = {"tuition_fees": [1, 2], "age": [30], "has_disability": []}
    body = batch(inputs=inputs, groups={"employer": ["E", "E", "E"]})
    answer = ask("/batch", body)
    assert answer.status == 400
    assert [(at["pointer"], at["found"]) for at in answer.json["errors"]] == [
        ("/inputs/age", "1"),
        ("/inputs/has_disability", "0"),
        ("/groups/employer", "3"),
    ]
    assert answer.json["errors"][0]["detail"] == (
        "1 values, and /inputs/tuition_fees has 2: columns have a value for each row"
    )
    many = {"tuition_fees": [1, 2], **{f"age{place}": [30] for place in range(5000)}}
    assert len(json.dumps(ask("/batch", batch(inputs=many)).json)) < 100_000
    [none] = ask("/batch", batch(inputs={})).json["errors"]
    assert (none["pointer"], none["accepted"]) == (
        "/inputs",
        "at least one column, named after an input",
    )


def test_names_with_marks_of_a_pointer_are_escaped(ask):
    [fault] = ask("/compare", {"situation": {}, "scenarios": ["plan"], "a/b~c": 1}).json["errors"]
    assert fault["pointer"] == "/a~1b~0c"
