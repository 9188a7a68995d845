"""The web server of the viewer: the page, a stream of frames, and commands.

It listens on this machine unless another host is given. A page of another site cannot use it: requests must name a host
of ours (which defeats DNS rebinding), come from our own origin, and carry a token that only our page knows.
Commands are small and not too many a second.
"""

import contextlib
import hmac
import ipaddress
import json
import secrets
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from rigida.errors import UsageError
from rigida.viewer.page import served_page

LOOPBACK = "127.0.0.1"
#: Largest command [bytes], most commands a second, and most pages at a time.
MOST_BYTES, MOST_COMMANDS, MOST_PAGES = 65_536, 240, 32
#: A connection that says nothing for so long is closed [s].
_PATIENCE = 30.0
#: A stream without news sends the last picture again after this time, so that lost visitors are noticed [s].
_HEARTBEAT = 2.0


class Stream:
    """Stream to connected pages: messages that describe a scene, and the newest picture; slow clients skip some."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._lasting: list[bytes] = []
        self._picture: bytes = b""
        self._number = self._generation = self._renewal = 0
        self.closed = False
        self.visitors = 0

    def begin(self, message: bytes) -> None:
        """Start a new scene: `message` describes it to all present and later clients."""
        with self._news:
            self._lasting, self._picture = [message], b""
            self._generation += 1
            self._news.notify_all()

    def renew(self, message: bytes) -> None:
        """Replace the scene: `message` takes the place of all earlier messages."""
        with self._news:
            self._lasting = [message]
            self._renewal += 1
            self._news.notify_all()

    def add(self, message: bytes) -> None:
        """Send a further message to all visitors, and to later ones."""
        with self._news:
            self._lasting.append(message)
            self._news.notify_all()

    def show(self, picture: bytes) -> None:
        """Send the newest picture."""
        with self._news:
            self._picture, self._number = picture, self._number + 1
            self._news.notify_all()

    def close(self) -> None:
        """End all streams."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    def _state(self) -> tuple[int, int, int, int]:
        return self._generation, self._renewal, len(self._lasting), self._number

    def messages(self, first: Callable[[], bytes]) -> Iterator[bytes]:
        """Yield the messages for a client; `first` returns the first one of a scene in full."""
        generation, renewal, sent, number = -1, -1, 0, -1
        while True:
            with self._news:
                if not self.closed and (generation, renewal, sent, number) == self._state():
                    self._news.wait(_HEARTBEAT)
                if self.closed:
                    return
                began = self._generation != generation
                renewed = began or self._renewal != renewal
                lasting, picture = self._lasting[0 if renewed else sent :], self._picture
                generation, renewal, sent, number = self._state()
            yield from lasting
            whole = first() if began else b""
            if whole or picture:
                yield whole or picture


class ViewerServer(ThreadingHTTPServer):
    """Serves one viewer.

    Args:
        host: Address to listen on.
        port: Of the page; 0 takes a free one.
        command: Called with each command; raises for one that cannot be carried out.
        boot: Data of the page at its start.
        first: Returns the first picture for a new visitor.
        files: Functions that return type and content of files that the page may fetch, by name.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(
        self,
        host: str,
        port: int,
        command: Callable[[dict[str, Any]], None],
        boot: dict[str, Any],
        first: Callable[[], bytes],
        files: dict[str, Callable[[], tuple[str, bytes]]],
    ) -> None:
        self.command, self.boot, self.first, self.files = command, boot, first, files
        self.stream, self.token = Stream(), secrets.token_urlsafe(24)
        self._allowance, self._counted = float(MOST_COMMANDS), time.monotonic()
        self._counting = threading.Lock()
        self.host = host
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as error:
            raise UsageError(f"Cannot serve on {host}:{port}: {error}. Give another --port.") from None
        threading.Thread(target=self.serve_forever, args=(0.1,), name="rigida viewer server", daemon=True).start()

    @property
    def port(self) -> int:
        """Port that is listened on."""
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        """Address of the page on this machine."""
        return f"http://{LOOPBACK if self.host in ('', '0.0.0.0') else self.host}:{self.port}"

    def known_host(self, given: str) -> bool:
        """Return whether a Host header names this server: by an address, or by a name of this machine."""
        name, _, port = given.rpartition(":") if not given.endswith("]") else (given, "", "")
        if port != str(self.port):
            return False
        if name.lower() in ("localhost", self.host.lower(), socket.gethostname().lower()):
            return True
        try:
            address = ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return address.is_loopback or self.host != LOOPBACK

    def may_command(self) -> bool:
        """Count a command; False if there were too many within a second."""
        with self._counting:
            now = time.monotonic()
            self._allowance = min(self._allowance + MOST_COMMANDS * (now - self._counted), float(MOST_COMMANDS))
            self._counted = now
            self._allowance -= 1.0
            return self._allowance >= 0.0

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore errors of clients that disconnect or use another protocol."""

    def close(self) -> None:
        """Stop serving."""
        self.stream.close()
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "rigida"
    sys_version = ""
    timeout = _PATIENCE
    server: ViewerServer

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if not self._accepts(path != "/"):
            return
        if path == "/":
            self._page()
        elif path == "/stream":
            self._stream()
        elif path[1:] in self.server.files:
            self._file(path[1:])
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "There is nothing here. The viewer is at /.")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        if not self._accepts(True):
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MOST_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A command has at most {MOST_BYTES} bytes.")
            return
        data = self.rfile.read(int(length))
        if urlsplit(self.path).path != "/command":
            self._refuse(HTTPStatus.NOT_FOUND, "Commands go to /command.")
        elif not self.server.may_command():
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, f"At most {MOST_COMMANDS} commands a second.")
        else:
            self._command(data)

    def log_message(self, *_: Any) -> None:
        """Suppress log output on the terminal."""

    def _accepts(self, needs_token: bool) -> bool:
        """Return whether a request is allowed; reply to foreign ones."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "same-origin")
        if not self.server.known_host(host):
            self._refuse(HTTPStatus.FORBIDDEN, "The viewer does not answer to this host name.")
        elif (origin is not None and origin != f"http://{host}") or site not in ("same-origin", "none"):
            self._refuse(HTTPStatus.FORBIDDEN, "Pages of other origins may not use the viewer.")
        elif needs_token and not hmac.compare_digest(self.headers.get("X-Rigida-Token", ""), self.server.token):
            self._refuse(HTTPStatus.FORBIDDEN, "Only the viewer's own page may ask this. Reload it.")
        else:
            return True
        return False

    def _page(self) -> None:
        nonce = secrets.token_urlsafe(16)
        text = served_page({**self.server.boot, "token": self.server.token}, nonce)
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data: blob:; "
            "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        self._answer(HTTPStatus.OK, "text/html; charset=utf-8", text.encode(), {"Content-Security-Policy": policy})

    def _file(self, name: str) -> None:
        try:
            kind, data = self.server.files[name]()
        except Exception as error:
            self._refuse(HTTPStatus.CONFLICT, str(error))
            return
        self._answer(HTTPStatus.OK, kind, data)

    def _command(self, data: bytes) -> None:
        try:
            given = json.loads(data)
            if not isinstance(given, dict):
                raise UsageError("A command is a JSON object.")
            self.server.command(given)
        except Exception as error:
            self._refuse(HTTPStatus.BAD_REQUEST, str(error) if isinstance(error, UsageError) else "Not a command.")
            return
        self._answer(HTTPStatus.NO_CONTENT, "text/plain", b"")

    def _stream(self) -> None:
        stream = self.server.stream
        if stream.visitors >= MOST_PAGES:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, f"At most {MOST_PAGES} pages at a time.")
            return
        stream.visitors += 1
        self.close_connection = True
        try:
            self._head(HTTPStatus.OK, "application/octet-stream", {"Connection": "close"})
            if self.command != "HEAD":
                for message in stream.messages(self.server.first):
                    self.wfile.write(struct.pack("<I", len(message)) + message)
        finally:
            stream.visitors -= 1

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        self.close_connection = True
        self._answer(status, "text/plain; charset=utf-8", text.encode(), {"Connection": "close"})

    def _answer(self, status: HTTPStatus, kind: str, data: bytes, more: dict[str, str] | None = None) -> None:
        self._head(status, kind, {"Content-Length": str(len(data)), **(more or {})})
        if self.command != "HEAD":
            with contextlib.suppress(ConnectionError):
                self.wfile.write(data)

    def _head(self, status: HTTPStatus, kind: str, more: dict[str, str]) -> None:
        self.send_response(status)
        steady = {
            "Content-Type": kind,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
        }
        for name, value in {**steady, **more}.items():
            self.send_header(name, value)
        self.end_headers()
