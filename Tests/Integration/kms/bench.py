# SPDX-License-Identifier: Apache-2.0
"""The environment of every test: machines under one kernel, and expected images."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from kms.checks import GuestError
from kms.commands import run
from kms.image import Image
from kms.kernel import Kernel
from kms.machine import Guest, Machine
from kms.payload import LARGE, Payload

SAMPLE = Path(__file__).resolve().parents[2] / "Captures" / "apt-status-sample.txt"


@dataclass
class Bench:
    """The bench with one kernel; those of all kernels share their images."""

    kernel: Kernel
    payload: Payload
    large_payload: Payload  # with the tool, for who needs it
    cache: Path
    tool: Path
    scratch: Path
    images: dict = field(default_factory=dict)  # and what else is made once

    def machine(self, guest: Guest, has_tool: bool = False) -> Machine:
        payload = self.large_payload if has_tool else self.payload
        return Machine(guest, self.kernel, payload, self.cache)

    def kiosk_machine(self, guest: Guest) -> Machine:
        """A guest with the program of Examples/Kiosk, which has Swift's runtime in it."""
        return self._example_machine(guest, "Kiosk")

    def panel_machine(self, guest: Guest) -> Machine:
        """A guest with the program Panel of Examples/Kiosk, which libseat gives the card, and seatd."""
        return self._example_machine(guest, "Panel", "/usr/sbin/seatd", "/usr/bin/setpriv")

    def _example_machine(self, guest: Guest, product: str, *others: str) -> Machine:
        if product not in self.images:
            program = self.scratch / product.lower()
            run(["strip", "-o", str(program), str(self.example(product))])
            payload = Payload(self.scratch / f"payload-with-{product}", LARGE)
            payload.files = dict(self.payload.files)
            payload.add_program(f"bin/{program.name}", program)
            for file in others:
                if not Path(file).exists():
                    raise GuestError(f"{file} is missing: Scripts/setup all installs it")
                payload.add_program(file, Path(file))
            payload.add_file("etc/group", b"video:x:44:\n")
            payload.write()
            self.images[product] = payload
        return Machine(guest, self.kernel, self.images[product], self.cache)

    def example(self, product: str) -> Path:
        """A program of the package Examples/Kiosk, built as a user of the library would."""
        folder = SAMPLE.parents[2] / "Examples" / "Kiosk"
        command = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", product]
        run([*command, "--package-path", str(folder)], timeout=3600)
        return folder / ".build" / "release" / product

    def expected(
        self, animation: str, timeline: tuple, width: int, height: int, format: str = "XR24"
    ) -> Image:
        """The stage at rest after a timeline of commands and pauses, as the tool renders it."""
        key = (animation, timeline, width, height, format)
        if key not in self.images:
            self.images[key] = self._render(*key)
        return self.images[key]

    def _render(
        self, animation: str, timeline: tuple, width: int, height: int, format: str
    ) -> Image:
        now = 100
        lines = []
        for line in timeline:
            if line.startswith("sleep "):
                now += round(float(line.removeprefix("sleep ")) * 1000)
            else:
                lines.append(f"{now} {line}")
        file, image = self.scratch / "timeline", self.scratch / "expected.ppm"
        file.write_text("\n".join(lines) + "\n")
        self._run_tool(
            "render",
            animation,
            "--stage",
            "--canvas",
            f"{width}x{height}",
            "--scale",
            "1",
            "--format",
            format,
            "--timeline",
            str(file),
            "--at",
            str(now + 20_000),
            "-o",
            str(image),
        )
        return Image.read(image)

    def replay(self) -> list[str]:
        """The commands that `flipbook follow apt` sends for a recorded installation."""
        if "replay" not in self.images:
            self.images["replay"] = self._replay()
        return self.images["replay"]

    def _replay(self) -> list[str]:
        record = self.scratch / "record"
        # It needs no daemon for its record.
        nobody = str(self.scratch / "no-socket")
        self._run_tool(
            "follow", "apt", "--socket", nobody, "--record", str(record), given=SAMPLE.read_bytes()
        )
        return [line.split(" ", 1)[1] for line in record.read_text().splitlines()]

    def _run_tool(self, *arguments: str, given: bytes = b"") -> None:
        command = [str(self.tool), *arguments]
        done = subprocess.run(command, input=given, capture_output=True, timeout=900)
        if done.returncode:
            said = done.stderr.decode(errors="replace")
            raise GuestError(f"failed: {' '.join(command)}\n{said}")
