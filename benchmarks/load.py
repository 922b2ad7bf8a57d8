"""Whether the Web API holds under load: no wrong answer and no lost one, also when a worker dies.

Usage: load.py [SECONDS]

Clients ask ``jobgrant serve`` on this machine without pause, so that it works at its limit.
Half-way one of its workers is killed. Every request has a participant, an amount and so a right
answer of its own, worked out here by the plan's thirds: an answer meant for another client shows.
Run it with ``make bench``.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

MONTH = "2014-06"
HOST = "127.0.0.1"
CLIENTS = 6
#: Seconds: longer than any answer takes here. Who has none by then has lost it.
PATIENCE = 30
AMOUNTS = ("federal_contribution", "provincial_contribution", "employer_contribution")


@dataclass
class Outcome:
    """What became of the requests.

    Attributes:
        sent: How many there were.
        right: How many got the right answer.
        wrong: What others got instead, in words.
        refused: Connections that broke or could not be made, by kind: the client knows that it has
            no answer.
        seconds: How long it took.
    """

    sent: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def lost(self) -> int:
        """How many have neither an answer nor an error."""
        return self.sent - self.right - len(self.wrong) - sum(self.refused.values())

    @property
    def rate(self) -> float:
        """Right answers for each second."""
        return self.right / self.seconds

    def __str__(self) -> str:
        errors = ", ".join(f"{count} {kind}" for kind, count in self.refused.items()) or "none"
        return (
            f"{self.rate:.0f} requests/s; {self.sent} sent, {self.right} right, "
            f"{len(self.wrong)} wrong, {self.lost} lost; connection errors: {errors}"
        )


class Server:
    """``jobgrant serve`` on a free port, stopped at the end of a ``with``.

    Attributes:
        port: Where it listens.
        said: What it wrote to its log, once it is stopped.
        code: Its exit code, once it is stopped.
    """

    def __init__(self, workers: int, **settings: str) -> None:
        # A line in the log for each request is not what is measured.
        self._settings = {"JOBGRANT_LOG_LEVEL": "warning", **settings}
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        self.workers_wanted = workers
        self.said = ""
        self.code: int | None = None

    def __enter__(self) -> Server:
        self._log = tempfile.TemporaryFile()
        command = "from openfisca_jobgrant.cli import main; main()"
        options = ["--host", HOST, "--port", str(self.port), "--workers", str(self.workers_wanted)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", command, "serve", *options],
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **self._settings},
        )
        try:
            self.wait_for(lambda: len(self.workers()) == self.workers_wanted and self.answers())
        except BaseException:
            self.__exit__()
            raise
        return self

    def stop(self) -> None:
        """Have it end, and don't wait for it."""
        self._process.terminate()

    def __exit__(self, *_: object) -> None:
        self.stop()
        try:
            self.code = self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self.code = self._process.wait()
        self._log.seek(0)
        self.said = self._log.read().decode(errors="replace")
        self._log.close()

    def workers(self) -> set[int]:
        """The ids of its worker processes (as Linux tells them)."""
        found = set()
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                # The second field is the name in brackets, and may hold blanks.
                state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if int(parent) == self._process.pid and state != "Z":
                found.add(int(stat.parent.name))
        return found

    def kill_a_worker(self) -> int:
        """End one worker in the middle of what it does, and give its id."""
        victim = min(self.workers())
        os.kill(victim, signal.SIGKILL)
        return victim

    def answers(self) -> bool:
        """Whether it says that it is in health."""
        try:
            return get(self.port, "/health")[0] == http.HTTPStatus.OK
        except OSError:
            return False

    def wait_for(self, condition) -> None:
        """Return once a condition holds.

        Raises:
            TimeoutError: If it doesn't in time, or the server has ended.
        """
        until = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > until or self._process.poll() is not None:
                self._log.seek(0)
                raise TimeoutError(self._log.read().decode(errors="replace")[-2000:])
            time.sleep(0.05)


def get(port: int, path: str) -> tuple[int, bytes]:
    """The status and the content at an address of a server on this machine."""
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def question(number: int) -> tuple[str, bytes, dict[str, float]]:
    """A request like no other, and what is right.

    A small employer pays for one participant: equal thirds, under the premiers' package with Ottawa
    paying the employer's.

    Returns:
        Where to ask, what, and the three amounts.
    """
    fee = 3 * (number % 5000) + 3
    third = float(fee // 3)
    facts = {"tuition_fees": {MONTH: fee}, **{amount: {MONTH: None} for amount in AMOUNTS}}
    name = f"participant {number}"
    situation = {
        "participants": {name: facts},
        "applications": {"course": {"participants": [name]}},
        "employers": {"shop": {"participants": [name], "employee_count": {MONTH: 9}}},
        "jurisdictions": {"here": {"participants": [name]}},
    }
    if number % 2:
        path, right = "/scenarios/premiers_package/calculate", (2 * third, third, 0.0)
    else:
        path, right = "/calculate", (third, third, third)
    return path, json.dumps(situation).encode(), dict(zip(AMOUNTS, right, strict=True))


class Clients:
    """Clients that ask without pause until they are stopped."""

    def __init__(self, port: int, count: int = CLIENTS) -> None:
        self._port = port
        self._outcome = Outcome()
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._ask_on) for _ in range(count)]

    @property
    def right(self) -> int:
        """How many right answers there were until now."""
        return self._outcome.right

    def start(self) -> None:
        """Begin to ask."""
        self._began = time.monotonic()
        for thread in self._threads:
            thread.start()

    def stop(self) -> Outcome:
        """Ask no more, and wait for what was asked."""
        self._over.set()
        for thread in self._threads:
            thread.join()
        self._outcome.seconds = time.monotonic() - self._began
        return self._outcome

    def _ask_on(self) -> None:
        connection = http.client.HTTPConnection(HOST, self._port, timeout=PATIENCE)
        while not self._over.is_set():
            number = next(self._numbers)
            path, body, right = question(number)
            with self._lock:
                self._outcome.sent += 1
            try:
                connection.request("POST", path, body, {"Content-Type": "application/json"})
                response = connection.getresponse()
                content = response.read()
            except TimeoutError:
                # Counts as lost: the client waited for nothing.
                connection.close()
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                with self._lock:
                    self._outcome.refused[type(error).__name__] += 1
            else:
                found = fault_in(number, right, response.status, content)
                with self._lock:
                    if found:
                        self._outcome.wrong.append(found)
                    else:
                        self._outcome.right += 1
        connection.close()


def fault_in(number: int, right: dict[str, float], status: int, content: bytes) -> str:
    """What is wrong with an answer, or nothing."""
    if status == http.HTTPStatus.OK:
        try:
            facts = json.loads(content)["participants"][f"participant {number}"]
            if {amount: facts[amount][MONTH] for amount in AMOUNTS} == right:
                return ""
        except (ValueError, KeyError, TypeError):
            pass
    return f"request {number}: {status}, not {right}: {content[:200]!r}"


def sustained(seconds: float, workers: int) -> Outcome:
    """Ask a server of some workers for some time."""
    with Server(workers) as server:
        clients = Clients(server.port)
        clients.start()
        time.sleep(seconds)
        return clients.stop()


def with_a_death(seconds: float, workers: int = 2) -> tuple[Outcome, list[str]]:
    """Ask for some time, and kill a worker half-way.

    Args:
        seconds: How long.
        workers: How many workers answer.

    Returns:
        What became of the requests, and what did not recover, in words: nothing if all did.
    """
    faults = []
    with Server(workers) as server:
        clients = Clients(server.port)
        clients.start()
        try:
            time.sleep(seconds / 2)
            dead = server.kill_a_worker()
            before = clients.right
            server.wait_for(lambda: len(server.workers() - {dead}) == workers)
            reborn = server.workers()
            time.sleep(seconds / 2)
            if clients.right == before:
                faults.append("no request was answered after the death of a worker")
        finally:
            outcome = clients.stop()
        if server.workers() != reborn:
            faults.append(f"workers changed again: {reborn} became {server.workers()}")
        status, metrics = get(server.port, "/metrics")
        if status != http.HTTPStatus.OK or b"jobgrant_requests_total" not in metrics:
            faults.append(f"/metrics has no counts any more: {status}")
    if server.code != 0:
        faults.append(f"the server ended with {server.code}: {server.said[-500:]}")
    return outcome, faults


def main(seconds: float = 60.0) -> None:
    """Measure one worker and two, then kill one; exit with 1 if anything is wrong."""
    short = max(seconds / 6, 1)
    one, two = sustained(short, 1), sustained(short, 2)
    cores = len(os.sched_getaffinity(0))
    print(f"one worker, {short:.0f} s: {one}")
    print(f"two workers, {short:.0f} s: {two}")
    ratio = two.rate / max(one.rate, 1)
    print(f"two workers / one: {ratio:.2f} x (clients and server share {cores} cores)")
    outcome, faults = with_a_death(seconds)
    print(f"two workers, {seconds:.0f} s, one killed half-way: {outcome}")
    for fault in (*one.wrong[:5], *two.wrong[:5], *outcome.wrong[:5], *faults):
        print(f"WRONG: {fault}")
    if faults or any(at.wrong or at.lost for at in (one, two, outcome)):
        sys.exit(1)
    print("no wrong answer, none lost without an error, and two workers serve on")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
