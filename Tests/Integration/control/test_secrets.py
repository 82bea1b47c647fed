# SPDX-License-Identifier: Apache-2.0
"""A typed password is in locked memory, and nowhere else."""

import fcntl
import termios

import pytest
from daemon_process import connected, plymouth_reply, plymouth_request, wait_until
from memory_contents import copies

SECRET = b"an-unlikely-pass-phrase"


class Typist:
    """A prompt that is shown, and the terminal to type at."""

    def __init__(self, daemon, person) -> None:
        self.daemon = daemon
        self.person = person
        self.client = connected(daemon.plymouth)

    def ask(self, text: str) -> None:
        self.client.sendall(plymouth_request("*", text.encode()))
        assert wait_until(lambda: text in self.daemon.message())

    def type(self, text: bytes) -> None:
        """Types, and waits until it has been read: no status reports that."""
        self.person.type(text.decode())
        assert wait_until(lambda: fcntl.ioctl(self.person.slave, termios.FIONREAD, bytes(4))
                          == bytes(4))

    def answer(self, text: bytes) -> bytes:
        self.type(text + b"\r")
        reply = plymouth_reply(self.client)
        self.daemon.wait_for_message("")
        return reply

    def assert_locked(self) -> None:
        # What has just been written may not be at the terminal's other end yet.
        assert wait_until(lambda: copies(self.daemon.pid, SECRET))
        found = copies(self.daemon.pid, SECRET)
        assert all(is_locked for _, is_locked in found), found


@pytest.fixture
def typist(start_daemon, person):
    made = Typist(start_daemon("--keyboard", person.path), person)
    yield made
    made.client.close()


def test_a_password_being_typed_is_in_locked_memory_alone(typist):
    typist.ask("Pass:")
    typist.type(SECRET)
    typist.assert_locked()


def test_the_prompts_text_is_in_other_memory(typist):
    """That the search finds something where it looks."""
    typist.ask("Pass:")
    typist.type(SECRET)
    assert not all(is_locked for _, is_locked in copies(typist.daemon.pid, b"Pass:"))


def test_an_answered_password_is_in_locked_memory_alone(typist):
    typist.ask("Pass:")
    assert typist.answer(SECRET) == b"\2" + SECRET
    typist.assert_locked()


def test_a_cached_password_is_in_locked_memory_alone(typist):
    typist.ask("Pass:")
    typist.answer(SECRET)
    typist.client.sendall(plymouth_request("c"))
    assert plymouth_reply(typist.client) == b"\x09" + SECRET + b"\0"
    typist.daemon.ask("status")
    typist.assert_locked()


def test_a_password_whose_client_is_gone_is_wiped(typist):
    typist.ask("More:")
    typist.type(b"zz" + SECRET)
    typist.client.close()
    typist.daemon.wait_for_message("")
    assert copies(typist.daemon.pid, SECRET) == []


@pytest.mark.parametrize("options", [[], ["--console"]], ids=["display", "console"])
def test_an_answer_with_echo_is_wiped_when_it_has_been_sent(start_daemon, person, other, options):
    """Neither what was drawn of it nor what a console showed is kept."""
    daemon = start_daemon("--keyboard", person.path, *(options and [*options, other.path]))
    typist = Typist(daemon, person)
    typist.client.sendall(plymouth_request("W", b"One-time code:"))
    assert wait_until(lambda: "One-time code:" in daemon.message())
    typist.type(SECRET)
    assert wait_until(lambda: len(copies(daemon.pid, SECRET)) > 1), "it is shown from other memory"
    assert not options or other.sees(SECRET.decode())
    assert typist.answer(b"") == b"\2" + SECRET
    # Until the frame without it is drawn and shown.
    assert wait_until(lambda: copies(daemon.pid, SECRET) == []), copies(daemon.pid, SECRET)
    typist.client.close()
