# SPDX-License-Identifier: Apache-2.0
"""QEMU's monitor (the QEMU Machine Protocol)."""

import json
import socket
import time

from kms.checks import GuestError
from kms.commands import TIMEOUT_FACTOR


class Monitor:
    """A connection to one QEMU."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.connection.settimeout(30 * TIMEOUT_FACTOR)
        self.lines = connection.makefile("rb")
        self._receive()
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments):
        """Carries out one command and returns its result."""
        request = {"execute": command, "arguments": arguments}
        self.connection.sendall(json.dumps(request).encode() + b"\n")
        while True:
            answer = self._receive()
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise GuestError(f"QEMU refused {command}: {answer['error'].get('desc')}")

    def wait_for_status(self, wanted: tuple, timeout: float = 30 * TIMEOUT_FACTOR) -> None:
        """Waits until the machine is in one of some states."""
        self._wait(timeout, "the machine", lambda: self.ask("query-status")["status"] in wanted)

    def wait_for_migration(self, timeout: float = 60 * TIMEOUT_FACTOR) -> None:
        """Waits until the state has been written."""

        def finished() -> bool:
            state = self.ask("query-migrate")
            if state.get("status") == "failed":
                raise GuestError(f"QEMU could not write a snapshot: {state.get('error-desc')}")
            return state.get("status") == "completed"

        self._wait(timeout, "the snapshot", finished)

    def _wait(self, timeout: float, what: str, finished) -> None:
        end = time.monotonic() + timeout
        while not finished():
            if time.monotonic() > end:
                raise GuestError(f"{what} was not ready after {timeout:.0f} s")
            time.sleep(0.01)

    def _receive(self) -> dict:
        line = self.lines.readline()
        if not line:
            raise GuestError("QEMU closed its monitor")
        return json.loads(line)
