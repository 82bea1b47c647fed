# SPDX-License-Identifier: Apache-2.0
"""Daemons on fake display devices."""

import pytest
from displays.display_daemon import DisplayDaemon, FakeKMS, living_to_the_end


@pytest.fixture
def start_display_daemon(request):
    """A function that starts a daemon on devices; all live to the end, or have been ended."""
    with living_to_the_end() as daemons:

        def start(*setup: str, options=(), **arguments) -> DisplayDaemon:
            daemons.append(DisplayDaemon(list(setup), *options, **arguments))
            return daemons[-1]

        yield start


@pytest.fixture
def display_daemon(request, start_display_daemon) -> DisplayDaemon:
    """A daemon on the cards of the mark `cards`, with its options."""
    mark = request.node.get_closest_marker("cards")
    return start_display_daemon(*mark.args, options=mark.kwargs.get("options", ()))


@pytest.fixture
def fake_kms(display_daemon) -> FakeKMS:
    """The devices of that daemon."""
    return display_daemon.kms
