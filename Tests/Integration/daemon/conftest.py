# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of the daemon from its start to its end."""

import pytest
from daemon.notify_socket import NotifySocket


@pytest.fixture
def manager():
    made = NotifySocket()
    yield made
    made.close()
