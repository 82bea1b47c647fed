"""A machine whose input devices are pipes, and the kernel's word that one has come a socket."""

import fcntl
import os
import socket
import struct
import subprocess
import tempfile
import termios
from pathlib import Path

from bench import ROOT, Daemon

# linux/input-event-codes.h
KEYS = {"enter": 28, "shift": 42, "ctrl": 29, "caps": 58, "backspace": 14,
        **{letter: 16 + place for place, letter in enumerate("qwertyuiop")},
        **{letter: 30 + place for place, letter in enumerate("asdfghjkl")},
        **{letter: 44 + place for place, letter in enumerate("zxcvbnm")},
        **{digit: 2 + place for place, digit in enumerate("1234567890")}}


class Keyboard:
    """A pipe that passes for an input device."""

    def __init__(self, path, mode=0o600):
        os.mkfifo(path)
        os.chmod(path, mode)
        self.path = path
        # Open for both, so that it never blocks and never ends.
        self.pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def event(self, key, action):
        os.write(self.pipe, struct.pack("llHHi", 0, 0, 1, KEYS[key], action)
                 + struct.pack("llHHi", 0, 0, 0, 0, 0))

    def press(self, *keys):
        for key in keys:
            self.event(key, 1)
            self.event(key, 0)

    @property
    def has_events(self):
        """Whether something is still to be read."""
        return fcntl.ioctl(self.pipe, termios.FIONREAD, bytes(4)) != bytes(4)

    def close(self):
        if self.pipe >= 0:
            os.close(self.pipe)
        self.pipe = -1

    def remove(self):
        """Pulls it out: who reads it finds its end, as the last who could write is gone."""
        os.unlink(self.path)
        self.close()


class Machine:
    """A folder of input devices, and the kernel that tells of them."""

    def __init__(self, tells=True):
        self.folder = tempfile.TemporaryDirectory()
        self.devices = Path(self.folder.name, "input")
        self.devices.mkdir()
        self.log = Path(self.folder.name, "log")
        self.events = f"{self.folder.name}/uevents"
        library = f"{self.folder.name}/keyboard.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library,
                        str(ROOT / "Tests/FakeKeyboard/keyboard.c"), "-ldl"], check=True)
        self.environment = dict(os.environ, LD_PRELOAD=library, FAKE_KEYBOARD_LOG=str(self.log))
        if tells:
            self.environment["FAKE_KEYBOARD_UEVENTS"] = self.events
        self.made = []

    def keyboard(self, number, mode=0o600):
        self.made.append(Keyboard(self.devices / f"event{number}", mode))
        return self.made[-1]

    def tell(self, number, action="add"):
        text = f"{action}@/devices/x/input/input1/event{number}\0SUBSYSTEM=input\0"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as kernel:
            kernel.sendto(text.encode(), self.events)

    def count(self, word):
        return self.log.read_text().split().count(word) if self.log.exists() else 0

    def daemon(self):
        return Daemon("--plymouth", "{plymouth}", "--plymouth-user", os.geteuid(), "--keyboard",
                      self.devices, env=self.environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for keyboard in self.made:
            keyboard.close()
        self.folder.cleanup()
