# SPDX-License-Identifier: Apache-2.0
"""APT installs a small package again, and one that does not exist."""

import os

import pytest

pytestmark = [pytest.mark.root, pytest.mark.apt, pytest.mark.slow]


def apt_status(following, package: str) -> int:
    process = following.follow(
        "run", command=["--", "apt-get", "--yes", "-o", "Dpkg::Use-Pty=0",
                        "-o", "DPkg::Lock::Timeout=300", "install", "--reinstall", package],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    return process.wait(600)


def test_apt_installs_a_package(following):
    assert apt_status(following, "hostname") == 0
    following.assert_forward()
    following.assert_done()


def test_apt_fails(following):
    assert apt_status(following, "no-such-package-here") != 0
    assert following.sent()[-2:] == ["message apt-get ended with status 100", "fail"]
