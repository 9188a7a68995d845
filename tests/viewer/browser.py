"""A real browser without a display, driven through Chromium's own debugging protocol.

A `chromium` or `google-chrome` program serves, or the Chromium inside PySide6-WebEngine. WebGL is drawn in software.
"""

import atexit
import base64
import contextlib
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

FLAGS = [
    *("--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--mute-audio"),
    *("--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--force-device-scale-factor=1"),
]
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
SIZE = {"width": 1280, "height": 720}
QT_PAGE = """
import sys
from PySide6.QtCore import QUrl
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication
app = QApplication(sys.argv)
view = QWebEngineView()
view.resize(1280, 720)
view.load(QUrl("about:blank"))
view.show()
app.exec()
"""


def available() -> str:
    """Return how a browser can be started; empty when there is none."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), "")
    if found:
        return found
    return "qt" if importlib.util.find_spec("PySide6") and importlib.util.find_spec("PySide6.QtWebEngineCore") else ""


class Program:
    """A running browser that is driven from outside."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            self._command(), env=self._environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.page = self._first_page()

    def _command(self) -> list[str]:
        program = available()
        if program == "qt":
            return [sys.executable, "-c", QT_PAGE]
        own = [f"--remote-debugging-port={self.port}", f"--user-data-dir={self._folder.name}", "--window-size=1280,720"]
        return [program, "--headless=new", *FLAGS, *own, "--remote-allow-origins=*", "about:blank"]

    def _environment(self) -> dict[str, str]:
        own = {
            "QT_QPA_PLATFORM": "offscreen",
            "QTWEBENGINE_DISABLE_SANDBOX": "1",
            "QTWEBENGINE_REMOTE_DEBUGGING": f"127.0.0.1:{self.port}",
            "QTWEBENGINE_CHROMIUM_FLAGS": " ".join([*FLAGS, "--remote-allow-origins=*"]),
        }
        return {**os.environ, **own}

    def _first_page(self) -> str:
        for _ in range(300):
            with contextlib.suppress(OSError):
                pages = [page for page in self.ask("json") if page["type"] == "page"]
                if pages:
                    return str(pages[0]["webSocketDebuggerUrl"])
            time.sleep(0.1)
        raise RuntimeError("the browser did not start")

    def ask(self, path: str) -> Any:
        """Return what the browser says of itself."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=5) as answer:
            return json.load(answer)

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait(timeout=20)
        self._folder.cleanup()


@cache
def shared_program() -> Program:
    """Return the browser of this process: to start one for each page takes seconds."""
    program = Program()
    atexit.register(program.close)
    return program


class Browser:
    """One page of a browser, with storage of its own, of half as many pixels a side as its size says."""

    def __init__(self, url: str) -> None:
        self._open = contextlib.ExitStack()
        self._number = 0
        self.requests: list[str] = []
        self.errors: list[str] = []
        if available() == "qt":  # has one page
            program = Program()
            self._open.callback(program.close)
            self._connect(program.page)
        else:
            program = shared_program()
            self._connect(program.ask("json/version")["webSocketDebuggerUrl"])
            context = self.call("Target.createBrowserContext", disposeOnDetach=True)["browserContextId"]
            asked = {"url": "about:blank", "browserContextId": context, "newWindow": True}
            page = self.call("Target.createTarget", **asked, **SIZE)["targetId"]
            self._connect(f"ws://127.0.0.1:{program.port}/devtools/page/{page}")
        self.call("Network.enable")
        self.call("Runtime.enable")
        self.call("Page.enable")
        # Software draws them one by one: most of the time of a test.
        self.call("Emulation.setDeviceMetricsOverride", **SIZE, deviceScaleFactor=0.5, mobile=False)
        self.call("Page.navigate", url=url)

    def _connect(self, address: str) -> None:
        self._socket: Any = self._open.enter_context(connect(address, max_size=None, ping_interval=None))

    def call(self, method: str, **parameters: Any) -> Any:
        """Call a protocol method and return its result; keep the requests and errors seen meanwhile."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("method") in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                found = answer["params"]
                self.requests.append(found["request"]["url"] if "request" in found else found["url"])
            if answer.get("method") == "Runtime.exceptionThrown":
                details = answer["params"]["exceptionDetails"]
                self.errors.append(str(details.get("exception", {}).get("description", details["text"])))
            if answer.get("method") == "Runtime.consoleAPICalled" and answer["params"]["type"] == "error":
                self.errors.append(str(answer["params"]["args"]))
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def evaluate(self, script: str) -> Any:
        """Return the value of a JavaScript expression in the page."""
        return self.call("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def text(self) -> str:
        """Return the text that the page shows."""
        return str(self.evaluate("document.body ? document.body.innerText : ''"))

    def click(self, label: str) -> None:
        """Press the button with this label, as soon as there is one."""
        script = f"[...document.querySelectorAll('button')].find(b => b.innerText.trim() === {json.dumps(label)})"
        self.wait(f"(() => {{ const b = {script}; if (b) b.click(); return !!b }})()")

    def press(self, key: str, code: str = "", number: int = 0) -> None:
        """Press and release a key."""
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code, windowsVirtualKeyCode=number, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code, windowsVirtualKeyCode=number)

    def wait(self, script: str, seconds: float = 60.0) -> Any:
        """Wait until a JavaScript expression is true and return its value."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            value = self.evaluate(script)
            if value:
                return value
            time.sleep(0.03)
        raise AssertionError(f"never true: {script}; the page shows: {self.text()[:500]}")

    def screenshot(self, path: Path | None = None) -> bytes:
        """Return (and keep) a picture of the page as PNG."""
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return data

    def close(self) -> None:
        """Close the page; its context ends with the connection."""
        self._open.close()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
