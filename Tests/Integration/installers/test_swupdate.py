# SPDX-License-Identifier: Apache-2.0
"""SWUpdate installs a package, as a service or at once."""

import time
from pathlib import Path

import pytest
from daemon_process import tool, wait_until
from installers.following import PROGRAMS, TIMEOUT
from installers.swupdate_package import SWUpdate


both = pytest.mark.parametrize("following", PROGRAMS, indirect=True)


@both
def test_swupdate_installs_a_package(following):
    assert SWUpdate(following.folder, is_good=True).followed(following) == 0
    following.assert_forward()
    following.assert_done()


@both
def test_swupdate_fails(following):
    assert SWUpdate(following.folder, is_good=False).followed(following) == 1
    following.assert_forward()
    following.assert_failed("The update failed in step 2 of 2 (img2.bin)")
    # SWUpdate 2022.12 ends a failed update with one more step, which is no progress.
    assert "progress 50" in following.sent() and "progress 99" not in following.sent()


@both
def test_swupdate_installs_a_package_at_once(following):
    """A process that ends with the update."""
    update = SWUpdate(following.folder, is_good=True)
    follower = following.follow("follow", "swupdate", "--once", env=update.environment)
    # By then it has tried to connect, and tries again only after growing pauses.
    time.sleep(2)
    following.start(*update.words, "-i", update.package, env=update.environment)
    assert follower.wait(TIMEOUT) == 0
    following.assert_forward()
    following.assert_done()


def has_client(path: Path) -> bool:
    """Whether a connection to this path is accepted: state 03, and an inode, which is 0 before."""
    return any(line.split()[5] == "03" and line.split()[6] != "0" and line.endswith(f" {path}")
               for line in Path("/proc/net/unix").read_text().splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(("is_good", "result"), [(True, "SUCCESS"), (False, "FAILURE")])
def test_swupdates_client_of_psplash_ends_the_daemon(following, start_daemon, is_good, result):
    """SWUpdate takes the daemon for psplash."""
    folder = following.folder
    update = SWUpdate(folder, is_good)
    update.environment["PSPLASH_FIFO_DIR"] = str(folder)
    splash = start_daemon("--psplash", "on", environment=update.environment)
    with open(folder / "events", "wb") as events:
        subscriber = following.start(tool(), "subscribe", "--socket", splash.native,
                                     stdout=events)
    assert wait_until(lambda: (folder / "events").read_text(), TIMEOUT)
    following.start("swupdate-progress", "-p", "-w", env=update.environment)
    following.start(*update.words, env=update.environment)
    assert wait_until((folder / "sockinstctrl").exists, TIMEOUT)
    # It tries to connect once a second, and must have begun to read before the update is over.
    assert wait_until(lambda: has_client(folder / "swupdateprog"), TIMEOUT)
    time.sleep(1)
    update.send()
    assert splash.wait_for_end() == 0
    assert subscriber.wait(TIMEOUT) == 0
    lines = (folder / "events").read_text()
    assert lines.endswith(f'message="{result}"\n')
    assert 'message="step ' in lines
