# SPDX-License-Identifier: Apache-2.0
"""A daemon of another architecture on display devices in memory: displays/fake_kms/README.md."""

import pytest
from displays.display_daemon import DisplayDaemon, living_to_the_end

HD = "1920x1080@60"
SMALL = "320x180@60"


@pytest.fixture
def start_display(dynamic_build):
    """A function that starts a daemon of the architecture on devices."""
    with living_to_the_end() as daemons:

        def start(*setup: str, options=()) -> DisplayDaemon:
            library = dynamic_build.fake_kms
            # The emulator passes the variable to the program, and does not load the library itself.
            before = ["env", "-u", "LD_PRELOAD", *dynamic_build.emulator, "-E", f"LD_PRELOAD={library}"]
            daemons.append(DisplayDaemon(
                list(setup), *options, preloaded=library, program=str(dynamic_build.daemon), before=before))
            return daemons[-1]

        yield start


def test_a_real_mode(start_display):
    """A mode with a clock that exceeds 32 bits when multiplied by a million, and buffers mapped above 4 GiB."""
    daemon = start_display(f"card 0 1 {HD}")
    daemon.ask("progress unknown")
    daemon.assert_flips()
    assert "refresh=60.000" in daemon.ask("status") or "refresh=59.9" in daemon.ask("status")


def test_an_older_kernel(dynamic_build, start_display):
    """Before Linux 5.1 there are no calls with times of 64 bits."""
    daemon = start_display("fault time64:ENOSYS:0:0", f"card 0 1 {SMALL}")
    daemon.ask("progress unknown")
    daemon.assert_flips()
    assert (daemon.kms.state()["hits"] > 0) == dynamic_build.has_32_bits
