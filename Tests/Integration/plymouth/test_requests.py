# SPDX-License-Identifier: Apache-2.0
"""Each request of the capture has the reply that it had there, at both of Plymouth's names."""

import pytest
from daemon_process import connected, received
from plymouth.capture import read_calls
from plymouth.scripted_daemon import TRIMMED, UNTRIMMED

pytestmark = pytest.mark.root

NAMES = pytest.mark.parametrize("name", [TRIMMED, UNTRIMMED], ids=["trimmed", "untrimmed"])
NO_ANSWER, NAK = b"\x05", b"\x15"


def requests():
    """The requests with a reply of one byte, which does not depend on what that daemon was set to."""
    replies = {}
    for call in read_calls():
        if call.is_untrimmed:
            continue
        for (_, request), (_, reply) in zip(call.wire[::2], call.wire[1::2]):
            if len(reply) == 1 and reply not in (NO_ANSWER, NAK) and request != b"V\0":
                replies.setdefault(request, reply)
    for request, reply in replies.items():
        yield pytest.param(request, reply, id=f"{request[:24]!r}")


@NAMES
@pytest.mark.parametrize(("request_bytes", "reply"), requests())
def test_a_request_has_the_captured_reply(daemon, name, request_bytes, reply):
    with connected(name) as client:
        client.sendall(request_bytes)
        assert received(client, 1) == reply
    if request_bytes[:1] == b"Q":
        assert daemon.wait_for_end() == 0


@NAMES
def test_pipelined_requests_are_answered_in_order(daemon, name):
    with connected(name) as client:
        client.sendall(b"P\0U\2\2x\0P\0V\0")
        assert received(client, 4) == b"\6\6\6\x15"


@NAMES
def test_an_unknown_request_is_refused(daemon, name):
    with connected(name) as client:
        client.sendall(b"?\0")
        assert received(client, 1) == NAK
