# SPDX-License-Identifier: Apache-2.0
"""psplash's pipe."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.root


def test_the_pipe_is_where_writers_look_for_it(daemon):
    Path("/run/psplash_fifo").write_text("MSG Starting\n")
    daemon.wait_for_message("Starting")
