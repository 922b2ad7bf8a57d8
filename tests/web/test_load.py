"""The server under load, while one of its workers dies: a short run of ``benchmarks/load.py``."""

import json
from pathlib import Path

import pytest

from benchmarks import load

SECONDS = 4

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="workers are found as Linux lists them"
)


def test_no_answer_is_wrong_or_lost_when_a_worker_dies():
    outcome, faults = load.with_a_death(SECONDS)
    assert faults == []
    assert outcome.wrong == []
    assert outcome.lost == 0
    assert outcome.right > 0
    # A client has one request under way at a time, and only those of the dead worker break.
    assert sum(outcome.refused.values()) <= load.CLIENTS


def test_a_wrong_answer_would_show():
    path, body, right = load.question(2)
    name = "participant 2"
    assert (path, right) == ("/calculate", dict.fromkeys(load.AMOUNTS, 3.0))
    assert json.loads(body)["participants"][name]["tuition_fees"] == {load.MONTH: 9}
    facts = {amount: {load.MONTH: 3.0} for amount in load.AMOUNTS}
    answer = json.dumps({"participants": {name: facts}})
    assert load.fault_in(2, right, 200, answer.encode()) == ""
    assert load.fault_in(2, right, 200, answer.replace("3.0", "3.01", 1).encode())
    assert load.fault_in(4, right, 200, answer.encode())
    assert load.fault_in(2, right, 503, b"busy")
