# SPDX-License-Identifier: Apache-2.0
"""Input devices that are pipes, and uevents that are datagrams."""

import contextlib
import fcntl
import os
import socket
import struct
import termios
from pathlib import Path

from c_helpers import shared_library
from daemon_process import wait_until

FOLDER = Path(__file__).resolve().parent

# linux/input-event-codes.h
KEYS = {"enter": 28, "shift": 42, "ctrl": 29, "caps": 58, "backspace": 14,
        **{letter: 16 + index for index, letter in enumerate("qwertyuiop")},
        **{letter: 30 + index for index, letter in enumerate("asdfghjkl")},
        **{letter: 44 + index for index, letter in enumerate("zxcvbnm")},
        **{digit: 2 + index for index, digit in enumerate("1234567890")}}
EV_SYN, EV_KEY, EV_REL, EV_ABS = 0, 1, 2, 3
REL_X, REL_Y, ABS_X, ABS_Y, BTN_LEFT = 0, 1, 0, 1, 0x110
ABS_MT_SLOT, ABS_MT_X, ABS_MT_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
SYN_DROPPED = 3
# Sockets of uevents that input_devices.c has.
READERS = range(2)
MOUSE = 0o700
WITH_SHIFT_HELD = 0o610
GRABBED_BY_ANOTHER = 0o620
PLAIN = 0o600
# input_devices.c has their ranges.
TOUCH_SCREEN, TABLET, BUTTON_MOUSE = 0o1600, 0o2600, 0o4600


class Keyboard:
    """A pipe that the daemon takes for an input device."""

    def __init__(self, path: Path, mode: int) -> None:
        os.mkfifo(path)
        os.chmod(path, mode)
        self.path = path
        # Open for both, so that it never blocks and never ends.
        self.pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def event(self, key: str, value: int) -> None:
        os.write(self.pipe, struct.pack("llHHi", 0, 0, EV_KEY, KEYS[key], value)
                 + struct.pack("llHHi", 0, 0, EV_SYN, 0, 0))

    def report(self, *events: tuple) -> None:
        """Events of a type, a code and a value, as one report."""
        os.write(self.pipe, b"".join(struct.pack("llHHi", 0, 0, *event) for event in (*events, (EV_SYN, 0, 0))))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.event(key, 1)
            self.event(key, 0)

    @property
    def has_events(self) -> bool:
        """Whether something is still to be read."""
        return fcntl.ioctl(self.pipe, termios.FIONREAD, bytes(4)) != bytes(4)

    def close(self) -> None:
        if self.pipe >= 0:
            os.close(self.pipe)
        self.pipe = -1

    def remove(self) -> None:
        """Removes the device: its reader finds the end, as the last writer is gone."""
        os.unlink(self.path)
        self.close()


class InputDevices:
    """A folder of input devices, and the uevents of them."""

    def __init__(self, folder: Path, has_uevents: bool = True) -> None:
        self.devices = folder / "input"
        self.devices.mkdir()
        self.log = folder / "log"
        self.events = str(folder / "uevents")
        library = shared_library("input_devices", [FOLDER / "input_devices.c"], "-ldl")
        self.environment = {**os.environ, "LD_PRELOAD": str(library),
                            "FAKE_INPUT_LOG": str(self.log)}
        if has_uevents:
            self.environment["FAKE_INPUT_UEVENTS"] = self.events
        self._keyboards: list[Keyboard] = []

    def add(self, number: int, mode: int = PLAIN) -> Keyboard:
        """A new device, without a uevent."""
        self._keyboards.append(Keyboard(self.devices / f"event{number}", mode))
        return self._keyboards[-1]

    def send_uevent(self, number: int, action: str = "add") -> None:
        """Sends each reader of the daemon a uevent; like the kernel, drops it where a queue is full."""
        text = f"{action}@/devices/x/input/input1/event{number}\0SUBSYSTEM=input\0"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as kernel:
            for reader in READERS:
                with contextlib.suppress(BlockingIOError):
                    kernel.sendto(text.encode(), socket.MSG_DONTWAIT, f"{self.events}{reader}")

    def count(self, word: str) -> int:
        """How often something was done: 'grab', 'free', or a look at a device's 'keys', 'mouse'."""
        return self.log.read_text().split().count(word) if self.log.exists() else 0

    def wait_for(self, word: str, count: int) -> None:
        assert wait_until(lambda: self.count(word) == count), self.log.read_text()

    def close(self) -> None:
        for keyboard in self._keyboards:
            keyboard.close()
