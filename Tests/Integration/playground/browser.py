# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, driven through its debugging pipe: nothing but Python's library is needed."""

import base64
import itertools
import json
import os
import select
import subprocess
import time
from pathlib import Path

TIMEOUT = 240  # seconds for a reply; a busy machine starts a browser slowly


class Browser:
    """One page, of a file or an address; its logged errors are in `errors`."""

    def __init__(self, page: Path | str, folder: Path, width: int = 1280, height: int = 900,
                 ready: str = "window.playground !== undefined"):
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()

        def give_pipe() -> None:
            # Duplicates above 4 first: the pipe's own numbers may be these.
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.log = open(folder / "chromium.log", "wb")
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-extensions", "--hide-scrollbars", "--disable-background-networking", "--no-first-run",
             f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=give_pipe,
            pass_fds=(3, 4))
        os.close(to_browser)
        os.close(from_browser)
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.look(width, height)
        self.open(page.as_uri() if isinstance(page, Path) else page, ready)

    def open(self, address: str, ready: str = "true") -> None:
        """Goes to a page, and waits until it is there and an expression is true."""
        self.call("Page.navigate", url=address)
        # A page of the same folder was complete, too.
        self.wait(f"location.href === {json.dumps(address)} && document.readyState === 'complete' && {ready}")

    def call(self, method: str, **parameters):
        """Calls a method of the protocol; fails with its error."""
        number = self.send(method, **parameters)
        end = time.monotonic() + TIMEOUT
        while True:
            reply = self.next_message(end - time.monotonic())
            if reply.get("id") == number:
                assert "error" not in reply, f"{method}: {reply['error']}"
                return reply["result"]
            self.note(reply)

    def send(self, method: str, **parameters) -> int:
        """Calls a method without waiting for its reply, which has the number."""
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        return number

    def next_message(self, seconds: float) -> dict:
        while b"\0" not in self.buffer:
            assert select.select([self.reader], [], [], max(seconds, 0))[0], "the browser does not answer"
            got = os.read(self.reader, 1 << 16)
            assert got, "the browser has ended"
            self.buffer += got
        line, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(line)

    def note(self, event: dict) -> None:
        """Records errors of the console, and requests to a network or a file."""
        parameters = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.errors.append(str(parameters["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if parameters["type"] in ("error", "warning", "assert"):
                self.errors.append(str(parameters["args"]))
            case "Log.entryAdded" if parameters["entry"]["level"] in ("error", "warning"):
                self.errors.append(str(parameters["entry"]))
            # A page may ask before it is left: it is left.
            case "Page.javascriptDialogOpening":
                self.send("Page.handleJavaScriptDialog", accept=True)
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])

    def evaluate(self, expression: str):
        """The value of an expression of JavaScript; that of a promise once it is kept."""
        reply = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in reply, reply["exceptionDetails"]
        return reply["result"].get("value")

    def wait(self, condition: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + TIMEOUT
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"never: {condition}; {self.errors}"
            time.sleep(0.05)

    def press(self, key: str, code: int, text: str = "") -> None:
        """Presses and releases a key by its name, its code and the text that it types."""
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            words = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **words)

    def look(self, width: int, height: int, scheme: str = "light", motion: str = "no-preference") -> None:
        """Gives the page a size, a colour scheme and a preference of motion."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}])

    def screenshot(self, file: Path) -> None:
        """Writes what the page looks like, as far as it is long."""
        reply = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(reply["data"]))

    def close(self) -> None:
        """Ends the browser."""
        os.close(self.writer)
        os.close(self.reader)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
