"""What the Web API costs, as ratios against the stock API in the same run.

The answers are first shown to be the same; then both are asked in turns, in one process, without
the network. Run it with ``make bench``.
"""

import io
import json
import statistics
import sys
import time

import pyarrow
from openfisca_web_api.app import create_app as stock_app

from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.web import create_app

MONTH = "2014-06"
ROWS = 1_000_000
TURN = 7


def situation(count):
    """A situation of participants, each in groups of their own, with one amount asked of each."""
    document = {plural: {} for plural in ("participants", "applications", "employers",
                                          "jurisdictions")}  # fmt: skip
    for place in range(count):
        name = f"p{place}"
        document["participants"][name] = {
            "tuition_fees": {MONTH: 1000 + place},
            "federal_contribution": {MONTH: None},
            "employer_contribution": {MONTH: None},
        }
        for plural in ("applications", "employers"):
            document[plural][name] = {"participants": [name]}
        document["jurisdictions"][name] = {
            "participants": [name],
            "jurisdiction_code": {"ETERNITY": "BC"},
        }
    return json.dumps(document).encode()


def timed(work, rounds):
    """The median of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def ratio(name, ours, stock, rounds):
    """Time the two in turns, and print how many times faster ours is.

    A turn is of several calls: each of the two sweeps up its own garbage, not the other's.
    """
    pairs = [(timed(ours, TURN), timed(stock, TURN)) for _ in range(rounds)]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"{name:58} {mine * 1000:9.2f} ms {theirs * 1000:9.2f} ms {theirs / mine:8.1f} x")


def main():
    """Ask both."""
    scenarios = Scenarios()
    ours = create_app(scenarios.baseline, scenarios).test_client()
    stock = stock_app(scenarios.baseline).test_client()

    def post(client, body, path="/calculate", content_type="application/json"):
        response = client.post(path, data=body, content_type=content_type)
        if response.status_code != 200:
            sys.exit(f"{path}: {response.status_code} {response.get_data(as_text=True)[:200]}")
        return response

    print(f"{'':58} {'ours':>12} {'stock':>12} {'faster':>10}")
    for count, rounds in ((1, 31), (100, 7)):
        body = situation(count)
        mine, theirs = post(ours, body).json, post(stock, body).json
        for name, facts in theirs["participants"].items():
            for key in ("federal_contribution", "employer_contribution"):
                if abs(facts[key][MONTH] - mine["participants"][name][key][MONTH]) > 0.005:
                    sys.exit(f"{name}, {key}: the answers differ")
        ratio(
            f"POST /calculate, {count} participants",
            lambda body=body: post(ours, body),
            lambda body=body: post(stock, body),
            rounds,
        )

    hundred = situation(100)
    columns = {"tuition_fees": [1000 + place for place in range(100)],
               "jurisdiction_code": ["BC"] * 100}  # fmt: skip
    outputs = ["federal_contribution", "employer_contribution"]
    batch = json.dumps({"period": MONTH, "inputs": columns, "outputs": outputs}).encode()
    ratio(
        "POST /batch (JSON), 100 rows / stock /calculate, 100",
        lambda: post(ours, batch, "/batch"),
        lambda: post(stock, hundred),
        7,
    )
    sink = io.BytesIO()
    table = pyarrow.table(columns)
    with pyarrow.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    query = f"/batch?period={MONTH}&outputs={','.join(outputs)}"
    arrow = "application/vnd.apache.arrow.stream"
    ratio(
        "POST /batch (Arrow), 100 rows / stock /calculate, 100",
        lambda: post(ours, sink.getvalue(), query, arrow),
        lambda: post(stock, hundred),
        7,
    )
    alone = situation(1)
    ratio(
        "POST /batch (JSON), 100 rows / 100 stock /calculate of one",
        lambda: post(ours, batch, "/batch"),
        lambda: [post(stock, alone) for _ in range(100)],
        1,
    )
    large = pyarrow.table({"tuition_fees": [1000.0 + place % 9000 for place in range(ROWS)]})
    with pyarrow.ipc.new_stream(big := io.BytesIO(), large.schema) as stream:
        stream.write_table(large)
    start = time.perf_counter()
    post(ours, big.getvalue(), query, arrow)
    print(f"POST /batch (Arrow), {ROWS:,} rows: {time.perf_counter() - start:.1f} s")


main()
