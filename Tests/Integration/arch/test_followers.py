# SPDX-License-Identifier: Apache-2.0
"""The client of another architecture follows this machine's RAUC and SWUpdate, under an emulator of processors."""

import pytest
from installers.following import Following
from installers.rauc_bundle import COMPATIBLE, followed_rauc
from installers.swupdate_package import SWUpdate

pytestmark = pytest.mark.slow


@pytest.fixture
def following(build, start_daemon, tmp_path):
    made = Following(start_daemon("--animation", "ring"), tmp_path, "flipbookctl", str(build.daemon),
                     tuple(build.emulator))
    yield made
    made.close()


@pytest.mark.parametrize("compatible", [COMPATIBLE, "Other"])
def test_rauc(following, compatible):
    is_good = compatible == COMPATIBLE
    assert followed_rauc(following, following.start_bus())(compatible) == (0 if is_good else 1)
    following.assert_forward()
    if is_good:
        following.assert_done()
    else:
        following.assert_failed("ompatible")


@pytest.mark.parametrize("is_good", [True, False])
def test_swupdate(following, is_good):
    assert SWUpdate(following.folder, is_good).followed(following) == (0 if is_good else 1)
    following.assert_forward()
    if is_good:
        following.assert_done()
    else:
        following.assert_failed("The update failed in step 2 of 2 (img2.bin)")
