# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of the daemon's start, its end, and what is between them."""

import pytest
from daemon.notify_socket import NotifySocket


@pytest.fixture
def manager():
    made = NotifySocket()
    yield made
    made.close()
