# SPDX-License-Identifier: Apache-2.0
"""Plymouth's own client: each call of the capture ends as it did there, with our daemon."""

import pytest
from plymouth.capture import read_calls
from plymouth.stock_client import NO_ANSWER, StockClient

pytestmark = pytest.mark.root


def repeatable_calls():
    """The calls that do not depend on what the captured daemon was set to answer."""
    has_pinged = False
    for number, call in enumerate(read_calls()):
        if call.is_untrimmed or call.line == "--wait":
            continue  # see test_requests.py and test_stock_client.py
        if call.line == "--ping":
            if has_pinged:
                continue  # refused there; see test_stock_client.py
            has_pinged = True
        if NO_ANSWER in call.replies and "--command" not in call.line:
            continue  # no keyboard there; see test_stock_client.py
        if "test x$x" in call.line:
            continue  # depends on passwords there; see test_stock_client.py
        yield pytest.param(call, id=f"{number}: {call.line[:40]}")


@pytest.mark.parametrize("call", repeatable_calls())
def test_a_captured_call_ends_alike(stock, daemon, person, call):
    status, output = StockClient(stock, daemon, person).repeat(call)
    if call.line == "--has-active-vt":
        assert (status, output) == (1, b"")  # there is no terminal: the second of the two calls
    elif call.requests and call.requests[0][:1] == b"R":
        assert status == call.status
    else:
        assert (status, output) == (call.status, call.output)
    if call.arguments[0] in ("quit", "--quit"):
        assert daemon.wait_for_end() == 0
