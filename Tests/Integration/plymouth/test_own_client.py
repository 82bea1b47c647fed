# SPDX-License-Identifier: Apache-2.0
"""Our client by Plymouth's name: the requests, exit status and output of Plymouth's own client."""

import pytest
from plymouth.capture import Call, read_calls
from plymouth.scripted_daemon import TRIMMED, UNTRIMMED, run_client

pytestmark = pytest.mark.root

ACK, NAK, NO_ANSWER = b"\x06", b"\x15", b"\x05"
CLOSED = None  # in place of a reply


def answer(text: bytes) -> bytes:
    return b"\x02" + len(text).to_bytes(4, "little") + text


def is_improved(call: Call) -> bool:
    """Where our client is better on purpose; see flipbook(1)."""
    return (
        # The captured version knows the mode and does not send it.
        call.arguments[-1] == "--system-reset"
        # A text of 255 bytes breaks the frame, a longer one the client.
        or any(len(argument.encode()) > 254 for argument in call.arguments)
        # Newer versions have it.
        or call.arguments[0] == "reload"
    )


def is_repeatable(call: Call) -> bool:
    """How often Plymouth's client asks then depends on uninitialised memory: it differed between runs."""
    return not any("--command=false" in word or "--number" in word for word in call.arguments)


CALLS = [pytest.param(call, id=f"{number}: {call.line[:40]}")
         for number, call in enumerate(read_calls()) if not is_improved(call)]

# Calls that are not in the capture, and the replies to their requests.
MORE = [
    (["ask-question", "--prompt=N", "--command=false"], [ACK, answer(b"s"), ACK]),
    (["ask-question", "--dont-pause-progress", "--prompt=N"], [answer(b"s"), ACK]),
    (["ask-question", "--dont-pause-progress"], [NO_ANSWER]),
    (["ask-question", "--prompt=N"], [ACK, NAK, ACK]),
    (["watch-keystroke", "--command=false"], [answer(b"y")]),
    (["watch-keystroke", "--keys="], [answer(b"s")]),
    (["ask-for-password"], [ACK, answer(b"\x03"), ACK]),
    (["ask-for-password"], [ACK, answer(b""), ACK]),
    (["ask-for-password", "--prompt=x"], [ACK, NAK]),
    (["ask-for-password", "--prompt="], [ACK, answer(b"s"), ACK]),
    (["--ask-for-password"], [answer(b"s")]),
    (["--ask-for-password"], [NO_ANSWER]),
    (["quit"], [CLOSED]),
    (["--ping"], [CLOSED]),
    (["--wait", "quit"], [ACK]),
    (["--wait", "quit"], [CLOSED]),
    (["quit"], [NAK]),
    (["message", "--text=hi"], [ACK]),
    (["update-root-fs", "--read-write", "--new-root-dir=/a"], [ACK, ACK]),
    (["ignore-keystroke"], [ACK]),
    (["system-update"], [ACK]),
    (["system-update", "--progress", "7"], [ACK]),
    (["system-update", "--progress=abc"], [ACK]),
    (["update", "--status", "foo"], [ACK]),
    (["change-mode", "--updates", "--shutdown"], [ACK]),
    (["--ping", "--quit"], [ACK]),
    (["--update=a", "--sysinit"], [ACK]),
    (["--debug", "--ping"], [ACK]),
    (["--ping=1"], [ACK]),
    (["update", "--status=x", "--bogus"], [ACK]),
    (["deactivate"], [NAK]),
    (["display-message", "--text=a", "--text=b"], [ACK]),
    (["bogus"], []),
    (["--bogus"], []),
    (["-h"], []),
]


def run(program: str, call: Call):
    return run_client(program, call.arguments, call.replies,
                      UNTRIMMED if call.is_untrimmed else TRIMMED)


@pytest.mark.parametrize("call", CALLS)
def test_our_client_does_as_captured(ours, call):
    assert run(ours, call) == (call.requests, call.status, call.output)


@pytest.mark.parametrize("call", [call for call in CALLS if is_repeatable(call.values[0])])
def test_plymouths_client_does_as_captured(stock, call):
    """That the capture is still what the installed version does."""
    assert run(stock, call) == (call.requests, call.status, call.output)


@pytest.mark.parametrize(("words", "replies"), [
    pytest.param(words, replies, id=f"{number}: {' '.join(words)}")
    for number, (words, replies) in enumerate(MORE)])
def test_our_client_does_as_plymouths(ours, stock, words, replies):
    assert run_client(ours, words, replies) == run_client(stock, words, replies)
