# SPDX-License-Identifier: Apache-2.0
"""A daemon, and a message bus, for a followed installer."""

import pytest
from daemon_process import wait_until
from installers.following import TIMEOUT, Following

BUS = """<busconfig><type>session</type><listen>unix:path={0}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/>
<allow send_destination="*" eavesdrop="false"/><allow receive_sender="*"/></policy></busconfig>
"""


@pytest.fixture
def following(start_daemon, tmp_path):
    made = Following(start_daemon("--animation", "ring"), tmp_path)
    yield made
    made.close()


@pytest.fixture
def bus(following) -> str:
    """The address of a message bus."""
    folder = following.folder
    (folder / "bus.conf").write_text(BUS.format(folder))
    following.start("dbus-daemon", f"--config-file={folder}/bus.conf", "--nofork")
    assert wait_until((folder / "bus").exists, TIMEOUT)
    return f"unix:path={folder}/bus"
