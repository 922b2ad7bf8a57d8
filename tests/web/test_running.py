"""The server as it is run: its settings, its headers, its log, and how it stops."""

import http.client
import json
import logging
import re
import socket
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import load
from openfisca_jobgrant.cli import main
from openfisca_jobgrant.scenarios import Scenarios
from openfisca_jobgrant.situations import Limits
from openfisca_jobgrant.web import create_app
from openfisca_jobgrant.web.logs import Discreet
from openfisca_jobgrant.web.settings import (
    Settings,
    SettingsError,
    known_settings,
    settings_of,
    unknown_settings,
)

ROOT = Path(__file__).parents[2]
PORTAL = "https://portal.example.ca"
#: What a client sends and nobody else should read.
SECRET = "Wes-4711"


# Settings ---------------------------------------------------------------------------------------


def test_nothing_said_is_the_default():
    assert settings_of({}) == Settings()


def test_every_setting_is_read():
    said = {
        "BIND": "[::1]:8080",
        "WORKERS": "3",
        "THREADS": "5",
        "TIMEOUT": "61",
        "READ_TIMEOUT": "7",
        "SHUTDOWN": "8",
        "PROXIES": "2",
        "ORIGINS": f"{PORTAL}, http://localhost:3000",
        "RATE": "2.5",
        "MAX_CONTENT": "5000",
        "MAX_MEMBERS": "6",
        "MAX_DEPTH": "9",
        "MAX_KEY": "30",
        "LOG_FORMAT": "json",
        "LOG_LEVEL": "error",
    }
    found = settings_of({f"JOBGRANT_{name}": text for name, text in said.items()})
    assert len(said) == len(known_settings())
    assert (found.bind, found.workers, found.threads) == (("[::1]", 8080), 3, 5)
    assert (found.timeout, found.read_timeout, found.shutdown, found.proxies) == (61, 7, 8, 2)
    assert found.origins == (PORTAL, "http://localhost:3000")
    assert found.rate == 2.5
    limits = found.limits
    assert (limits.content, limits.members, limits.depth, limits.key) == (5000, 6, 9, 30)
    assert (found.log_format, found.log_level) == ("json", "error")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("BIND", "5000"),
        ("BIND", "0.0.0.0:70000"),
        ("WORKERS", "0"),
        ("WORKERS", "two"),
        ("WORKERS", "²"),
        ("THREADS", "65"),
        ("PROXIES", "-1"),
        ("ORIGINS", "portal.example.ca"),
        ("ORIGINS", f"*, {PORTAL}"),
        ("ORIGINS", f"{PORTAL}/path"),
        ("RATE", "0"),
        ("RATE", "inf"),
        ("MAX_CONTENT", "1e6"),
        ("LOG_FORMAT", "xml"),
        ("LOG_LEVEL", "INFO"),
    ],
)
def test_what_a_setting_does_not_take_is_refused_by_name(name, text):
    with pytest.raises(SettingsError) as raised:
        settings_of({f"JOBGRANT_{name}": text})
    assert str(raised.value).startswith(f'JOBGRANT_{name} is "{text}"; it takes ')


def test_the_command_names_every_wrong_setting_and_starts_nothing():
    wrong = {"JOBGRANT_WORKERS": "many", "JOBGRANT_RATE": "-3"}
    result = CliRunner().invoke(main, ["serve"], env=wrong)
    assert result.exit_code == 2
    assert 'JOBGRANT_WORKERS is "many"' in result.stderr
    assert 'JOBGRANT_RATE is "-3"' in result.stderr


def test_what_only_looks_like_a_setting_is_named():
    environment = {"JOBGRANT_LOG_FORMT": "json", "JOBGRANT_RATE": "3", "PATH": "/bin"}
    assert unknown_settings(environment) == [
        "JOBGRANT_LOG_FORMT is no setting; did you mean 'JOBGRANT_LOG_FORMAT'?"
    ]


def test_the_documentation_lists_every_setting():
    rows = re.findall(
        r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$",
        (ROOT / "docs" / "running.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )

    def written(value):
        if value is None:
            return "nothing"
        if value == Settings().bind:
            return "`127.0.0.1:5000`"
        return f"`{','.join(value)}`" if isinstance(value, tuple) else f"`{value}`"

    assert rows == [
        (setting.name, setting.about, setting.accepted, written(default))
        for setting, default in known_settings().values()
    ]


# Headers ----------------------------------------------------------------------------------------


@pytest.fixture
def client(app):
    return app.test_client()


def test_the_law_may_be_kept_and_asked_for_again(client):
    paths = (
        "/variables",
        "/variable/federal_contribution",
        "/parameter/contribution.federal.maximum",
        "/parameters",
        "/entities",
        "/spec",
        "/scenarios",
        "/scenarios/premiers_package/variables",
    )
    for path in paths:
        first = client.get(path)
        assert first.status_code == 200
        assert first.headers["Cache-Control"] == "public, max-age=300"
        again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert client.get(path, headers={"If-None-Match": '"other"'}).data == first.data


def test_another_law_has_another_tag(client):
    path = "/parameter/contribution.federal.maximum"
    assert (
        client.get(path).headers["ETag"]
        != client.get(f"/scenarios/december_2013_offer{path}").headers["ETag"]
    )


def test_answers_about_persons_are_not_kept(client):
    answers = [
        client.post("/calculate", json={"participants": {"a": {"age": {"2014-05": None}}}}),
        client.post("/calculate", json={}),
        client.get("/variable/none"),
        client.get("/health"),
        client.get("/metrics"),
    ]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert "ETag" not in answer.headers


def test_an_answer_loads_and_frames_nothing(client):
    headers = client.get("/variables").headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Strict-Transport-Security" not in headers
    over_tls = client.get("/variables", base_url="https://localhost").headers
    assert over_tls["Strict-Transport-Security"] == "max-age=15768000"


@pytest.mark.parametrize(
    ("sent", "kept"),
    [("intake-2014.05_a", True), ("", False), ("a b", False), ("é", False), ("x" * 81, False)],
)
def test_a_request_has_an_id(client, sent, kept):
    found = client.get("/health", headers={"X-Request-Id": sent.encode().decode("latin-1")})
    assert (found.headers["X-Request-Id"] == sent) == kept
    assert re.fullmatch(r"[A-Za-z0-9._\-]{1,80}", found.headers["X-Request-Id"])


def test_requests_without_an_id_get_one_each(client):
    ids = {client.get("/health").headers["X-Request-Id"] for _ in range(20)}
    assert len(ids) == 20


def test_only_the_origins_that_are_named_may_read(system):
    client = create_app(system, origins=[PORTAL]).test_client()

    def allowed(origin):
        return client.get("/variables", headers={"Origin": origin}).headers.get(
            "Access-Control-Allow-Origin"
        )

    assert allowed(PORTAL) == PORTAL
    assert allowed("https://other.example.ca") is None
    # A name that only begins like it, and a dot that stands for any letter.
    assert allowed(f"{PORTAL}.evil.example") is None
    assert allowed("https://portalxexample.ca") is None
    asked = {"Origin": PORTAL, "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "content-type, x-request-id"
    preflight = client.options("/calculate", headers=asked)
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["Access-Control-Allow-Methods"]
    assert preflight.headers["Access-Control-Allow-Headers"] == "content-type, x-request-id"


def test_no_origin_may_read_where_none_is_named(system):
    headers = create_app(system, origins=()).test_client().get("/variables").headers
    assert "Access-Control-Allow-Origin" not in headers


def test_a_proxy_is_believed_only_where_there_is_one(system):
    def statuses(proxies):
        client = create_app(system, requests_per_second=0.2, proxies=proxies).test_client()
        return [
            client.get("/health", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code
            for number in range(3)
        ]

    assert statuses(0) == [200, 429, 429]
    assert statuses(1) == [200, 200, 200]


def test_a_proxy_is_not_believed_about_host_path_or_odd_schemes(system):
    client = create_app(system, Scenarios(system), proxies=1).test_client()
    claimed = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Prefix": "/evil",
        "X-Forwarded-Proto": "javascript",
    }
    hrefs = [law["href"] for law in client.get("/scenarios", headers=claimed).json]
    assert all(href.startswith("http://localhost/scenarios/") for href in hrefs)
    secure = client.get("/scenarios", headers={"X-Forwarded-Proto": "https"}).json
    assert all(law["href"].startswith("https://localhost/") for law in secure)


@pytest.mark.parametrize(
    "path", ["/variables", "/variable/age", "/parameters", "/spec", "/scenarios/plan/spec"]
)
def test_the_head_of_a_page_is_that_of_the_page(system, path):
    # The first request to an app, so that nothing was kept of an earlier one.
    client = create_app(system, Scenarios(system)).test_client()
    head = client.head(path)
    page = client.get(path)
    assert head.status_code == page.status_code == 200
    assert head.headers["ETag"] == page.headers["ETag"]
    assert head.headers["Content-Length"] == str(len(page.data))


def test_every_process_describes_the_api_alike(system):
    pages = [create_app(system, Scenarios(system)).test_client().get("/spec") for _ in range(2)]
    assert pages[0].data == pages[1].data


def test_a_batch_has_its_limits_too(system):
    client = create_app(system, limits=Limits(content=100, key=40, depth=6)).test_client()
    body = {"period": "2014-05", "inputs": {"tuition_fees": [1] * 400}, "outputs": ["age"]}
    assert client.post("/batch", json=body).status_code == 200
    body["inputs"]["tuition_fees"] = [1] * 4000
    assert client.post("/batch", json=body).status_code == 413
    body["inputs"] = {"k" * 41: [1]}
    answer = client.post("/batch", json=body)
    assert answer.status_code == 400
    assert "at most 40" in answer.json["detail"]


# The log ----------------------------------------------------------------------------------------


def test_an_unexpected_error_is_logged_without_what_was_sent(system, caplog, monkeypatch):
    app = create_app(system, Scenarios(system))

    def fail(*_):
        raise ZeroDivisionError(f"division of {SECRET}")

    monkeypatch.setattr("openfisca_jobgrant.web.app.calculate", fail)
    body = {"participants": {SECRET: {"age": {"2014-05": None}}}}
    with caplog.at_level(logging.INFO):
        answer = app.test_client().post(f"/calculate?name={SECRET}", json=body)
    assert answer.status_code == 500
    assert answer.json["detail"].endswith(answer.headers["X-Request-Id"])
    said = [
        logging.Formatter().format(record) for record in caplog.records if Discreet().filter(record)
    ]
    assert any("unexpected ZeroDivisionError at /calculate" in line for line in said)
    assert any("test_running.py" in line and " fail" in line for line in said)
    assert SECRET not in "\n".join(said)
    assert SECRET not in answer.get_data(as_text=True)


def test_lines_of_libraries_are_made_discreet():
    def line(message, *arguments, error=None):
        record = logging.LogRecord(
            "gunicorn.error",
            logging.ERROR,
            "glogging.py",
            1,
            message,
            arguments,
            (type(error), error, error.__traceback__) if error else None,
        )
        assert Discreet().filter(record)
        return logging.Formatter("%(message)s").format(record)

    assert line(f"Invalid request from ip=192.0.2.7: {SECRET}") == "refused what is no HTTP request"
    try:
        int(SECRET)
    except ValueError as error:
        found = line("Error handling request %s", f"/x?{SECRET}", error=error)
    assert found.startswith("unexpected ValueError:\n  ")
    assert SECRET not in found
    assert line("Booting worker with pid: %s", 7) == "Booting worker with pid: 7"


# The server -------------------------------------------------------------------------------------


def post(port, path, body):
    connection = http.client.HTTPConnection(load.HOST, port, timeout=load.PATIENCE)
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def raw(port, content):
    """What the server answers to bytes of any kind: its head and its body."""
    with socket.create_connection((load.HOST, port), timeout=load.PATIENCE) as connection:
        connection.sendall(content)
        found = b""
        while piece := connection.recv(65536):
            found += piece
    head, _, body = found.partition(b"\r\n\r\n")
    return head.decode("latin-1"), body


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found as on Linux")
class TestServer:
    def test_the_log_is_of_json_lines_without_what_was_sent(self):
        with load.Server(1, JOBGRANT_LOG_LEVEL="info", JOBGRANT_LOG_FORMAT="json") as server:
            body = {"participants": {SECRET: {"age": {"2014-05": None}}}}
            assert post(server.port, f"/calculate?who={SECRET}", body)[0] == 200
            assert load.get(server.port, f"/variable/{SECRET}")[0] == 404
            head, answer = raw(server.port, f"GET /{SECRET}\x01 HTTP/9\r\n\r\n".encode())
            assert head.startswith("HTTP/1.1 400 ")
            assert "Content-Type: application/problem+json" in head
            assert json.loads(answer)["detail"] == "this is no HTTP request that can be read"
        assert SECRET not in server.said
        lines = [json.loads(line) for line in server.said.splitlines()]
        requests = [line for line in lines if "route" in line and line["route"] != "/health"]
        assert [(line["method"], line["route"], line["status"]) for line in requests] == [
            ("POST", "/calculate", 200),
            ("GET", "/variable/<string:id>", 404),
        ]
        for line in requests:
            assert {"time", "level", "milliseconds", "bytes", "request_id"} <= line.keys()
        assert server.code == 0

    def test_an_address_that_is_too_long_is_told_as_its_reader_reads(self):
        with load.Server(1) as server:
            asked = "GET /workbench/?title={} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{}\r\n"
            french = "Accept: text/html\r\nAccept-Language: fr\r\n"
            head, body = raw(server.port, asked.format("x" * 9000, french).encode())
            assert head.startswith("HTTP/1.1 414 ")
            assert "Content-Type: text/html" in head
            assert "L&#39;adresse est trop longue." in body.decode()
            # What no server should read is refused before it is.
            head, body = raw(server.port, asked.format("x" * 70_000, french).encode())
            assert head.startswith("HTTP/1.1 414 ")
            assert json.loads(body)["detail"] == "the address is too long"
            head, _ = raw(server.port, asked.format("x" * 200, french).encode())
            assert head.startswith("HTTP/1.1 200 ")

    def test_content_in_chunks_that_are_none_is_refused(self):
        with load.Server(1) as server:
            head, body = raw(
                server.port,
                b"POST /calculate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            )
            assert head.startswith("HTTP/1.1 400 ")
            assert "no HTTP" in json.loads(body)["detail"]

    def test_a_client_that_goes_silent_is_told_so(self):
        with load.Server(1, JOBGRANT_READ_TIMEOUT="1") as server:
            head, body = raw(
                server.port,
                b"POST /calculate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 100\r\n\r\n{",
            )
            assert head.startswith("HTTP/1.1 408 ")
            assert json.loads(body)["detail"] == "the request stopped before its end"
            assert load.get(server.port, "/health")[0] == 200

    def test_what_has_begun_is_finished_before_it_stops(self):
        situation = {
            "participants": {
                "a": {"tuition_fees": {"2014-06": 3000}, "federal_contribution": {"2014-06": None}}
            }
        }
        body = json.dumps(situation).encode()
        head = (
            "POST /calculate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        with load.Server(1) as server:
            with socket.create_connection(("127.0.0.1", server.port), load.PATIENCE) as connection:
                connection.sendall(head.encode() + body[:10])
                time.sleep(0.5)
                server.stop()
                time.sleep(0.5)
                connection.sendall(body[10:])
                found = b""
                while piece := connection.recv(65536):
                    found += piece
            assert found.startswith(b"HTTP/1.1 200 ")
            answer = json.loads(found.partition(b"\r\n\r\n")[2])
            # A third of 3,000.
            assert answer["participants"]["a"]["federal_contribution"] == {"2014-06": 1000.0}
        assert server.code == 0
