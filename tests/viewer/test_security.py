"""The viewer's server answers its own page only: host, origin, token, sizes and rates."""

import contextlib
import http.client
import json
import socket
import time

import pytest

import rigida as rg
from rigida.viewer import server as served
from rigida.viewer.page import page
from rigida.viewer.viewer import Viewer


@pytest.fixture(scope="module")
def viewer():
    world = rg.Scene(title="Guarded", gravity=(0, 0, 0))
    world.add_body(rg.Box((1, 1, 1)), name="a")
    with Viewer(world) as running:
        yield running


def ask(viewer, method, path, headers=None, body=None, host=None):
    """Return status, headers and text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", viewer.server.port, timeout=20)
    given = {"Host": host or f"127.0.0.1:{viewer.server.port}", **(headers or {})}
    with contextlib.closing(connection):
        connection.request(method, path, body, given)
        with connection.getresponse() as answer:
            return answer.status, dict(answer.getheaders()), answer.read().decode(errors="replace")


def token(viewer, **more):
    return {"X-Rigida-Token": viewer.server.token, **more}


def test_head_is_answered_without_a_word_on_the_terminal(viewer, capfd):
    status, headers, text = ask(viewer, "HEAD", "/")
    assert (status, text) == (200, "")
    assert headers["Content-Type"].startswith("text/html")
    assert ask(viewer, "OPTIONS", "/")[0] == 501
    assert capfd.readouterr() == ("", "")


def test_noise_on_the_port_is_survived_silently(viewer, capfd):
    with socket.create_connection(("127.0.0.1", viewer.server.port)) as noise:
        noise.sendall(b"\x16\x03\x01\x02\x00 nonsense\r\n\r\n")
        noise.recv(1000)
    with socket.create_connection(("127.0.0.1", viewer.server.port)) as noise:
        noise.sendall(b"GET / HTTP/1.1\r\n")
    assert ask(viewer, "GET", "/")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_page_may_run_its_own_script_only(viewer):
    _, headers, text = ask(viewer, "GET", "/")
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    nonce = policy.split("'nonce-")[1].split("'")[0]
    assert f'<script nonce="{nonce}">' in text
    assert nonce not in ask(viewer, "GET", "/")[2]


@pytest.mark.parametrize(
    "name", ["evil.example:{port}", "127.0.0.1:1", "evil.example", "127.0.0.1.evil.example:{port}"]
)
def test_foreign_host_names_are_refused(viewer, name):
    status, _, text = ask(viewer, "GET", "/", host=name.format(port=viewer.server.port))
    assert status == 403
    assert viewer.server.token not in text


def test_names_of_this_machine_are_known(viewer):
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert ask(viewer, "GET", "/", host=f"{name}:{viewer.server.port}")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_pages_of_other_origins_are_refused_even_with_the_token(viewer, headers):
    for method, path in (("GET", "/"), ("GET", "/stream"), ("POST", "/command")):
        assert ask(viewer, method, path, token(viewer, **headers), b"{}" if method == "POST" else None)[0] == 403


def test_commands_streams_and_files_need_the_token(viewer):
    playing = viewer.playing
    body = json.dumps({"do": "toggle"})
    assert ask(viewer, "POST", "/command", {}, body)[0] == 403
    assert ask(viewer, "POST", "/command", {"X-Rigida-Token": "guess"}, body)[0] == 403
    assert ask(viewer, "GET", "/stream")[0] == 403
    assert ask(viewer, "GET", "/film")[0] == 403
    assert viewer.playing == playing
    own = f"http://127.0.0.1:{viewer.server.port}"
    assert ask(viewer, "POST", "/command", token(viewer, Origin=own), json.dumps({"do": "step"}))[0] == 204


@pytest.mark.parametrize(("body", "status"), [(b"[]", 400), (b"{", 400), (b'{"do": "no"}', 400), (b"x" * 70_000, 413)])
def test_what_is_no_command_is_refused(viewer, body, status):
    assert ask(viewer, "POST", "/command", token(viewer), body)[0] == status
    assert ask(viewer, "GET", "/")[0] == 200


def test_odd_values_in_commands_are_told_and_change_nothing(viewer):
    before = viewer.source.simulation.state_hash()
    for given in (
        {"do": "pull", "body": "nobody", "at": [0, 0, 0], "to": [0, 0, 0]},
        {"do": "pull", "body": "a", "at": "x", "to": [0, 0, 0]},
        {"do": "seek", "time": "later"},
        {"do": "speed", "value": -1},
        {"do": "tune", "what": "joint", "name": "<b>", "quantity": "motor_target", "value": 1},
        {"do": "restart", "settings": {"kind": "no such"}},
    ):
        assert ask(viewer, "POST", "/command", token(viewer), json.dumps(given))[0] == 204
        assert viewer.error
    assert viewer.source.simulation.state_hash() == before


def test_too_many_commands_are_put_off(viewer, monkeypatch):
    monkeypatch.setattr(served, "MOST_COMMANDS", 3)
    viewer.server._allowance = 3.0
    answers = [ask(viewer, "POST", "/command", token(viewer), b'{"do": "release"}')[0] for _ in range(8)]
    assert answers[:2] == [204, 204]
    assert 429 in answers


def test_too_many_pages_are_refused(viewer, monkeypatch):
    monkeypatch.setattr(served, "MOST_PAGES", 0)
    assert ask(viewer, "GET", "/stream", token(viewer))[0] == 503


def test_names_are_data_and_never_markup():
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    world = rg.Scene(title=evil, gravity=(0, 0, 0))
    world.add_body(rg.Box((1, 1, 1)), name=evil)
    text = page(rg.Simulation(world).run(0.0))
    assert "alert(1)" not in text
    assert text.count("<script") == 3


def test_a_client_that_does_not_read_is_let_go_and_holds_nothing_up(monkeypatch):
    monkeypatch.setattr(served._Handler, "timeout", 0.3)
    world = rg.Scene(title="Patient")
    world.add_body(rg.Box((1, 1, 1)), name="a")
    with Viewer(world) as viewer, socket.create_connection(("127.0.0.1", viewer.server.port)) as deaf:
        host, known = f"127.0.0.1:{viewer.server.port}", viewer.server.token
        deaf.sendall(f"GET /stream HTTP/1.1\r\nHost: {host}\r\nX-Rigida-Token: {known}\r\n\r\n".encode())
        deadline = time.monotonic() + 20.0
        while not viewer.server.stream.visitors and time.monotonic() < deadline:
            time.sleep(0.01)
        while viewer.server.stream.visitors and time.monotonic() < deadline:
            viewer.server.stream.show(bytes(1_000_000))
            time.sleep(0.01)
        assert viewer.server.stream.visitors == 0
        assert ask(viewer, "POST", "/command", token(viewer), b'{"do": "release"}')[0] == 204
