# SPDX-License-Identifier: Apache-2.0
"""RAUC installs a bundle into two files, by a message bus."""

import pytest
from installers.following import PROGRAMS
from installers.rauc_bundle import COMPATIBLE, followed_rauc

pytestmark = pytest.mark.parametrize("following", PROGRAMS, indirect=True)


def test_rauc_installs_a_bundle(following, bus):
    assert followed_rauc(following, bus)(COMPATIBLE) == 0
    following.assert_forward()
    following.assert_done()


def test_rauc_refuses_an_incompatible_bundle(following, bus):
    assert followed_rauc(following, bus)("Other") == 1
    following.assert_forward()
    following.assert_failed("ompatible")
