# SPDX-License-Identifier: Apache-2.0
"""A daemon, and a message bus, for a followed installer."""

import pytest
from installers.following import Following


@pytest.fixture
def following(request, start_daemon, tmp_path):
    """A daemon, and the tool, or the program that a test's parameter names."""
    made = Following(start_daemon("--animation", "ring"), tmp_path,
                     getattr(request, "param", "flipbook"))
    yield made
    made.close()


@pytest.fixture
def bus(following) -> str:
    """The address of a message bus."""
    return following.start_bus()
