# SPDX-License-Identifier: Apache-2.0
"""Plymouth's request for a new root directory, as the initramfs sends it at its end."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from daemon_process import connected, flipbookd, plymouth_request, received

pytestmark = pytest.mark.root


def test_the_daemon_changes_to_the_new_root(start_daemon, tmp_path):
    daemon = start_daemon()
    root = tmp_path / "sysroot"
    (root / "etc").mkdir(parents=True)
    with connected(daemon.plymouth) as early:
        early.sendall(plymouth_request("P"))
        assert received(early, 1) == b"\6"
        assert daemon.request("R", str(root).encode()) == b"\6"
        assert os.readlink(f"/proc/{daemon.pid}/root") == str(root)
        assert os.readlink(f"/proc/{daemon.pid}/cwd") == str(root)
        # Clients that were connected before still are.
        early.sendall(plymouth_request("P"))
        assert received(early, 1) == b"\6"
    # New clients can connect, and their commands are shown.
    assert daemon.ask("progress 40") == "ok"
    daemon.wait_for_status("shown=40.00")
    # There is no answer to a question yet.
    assert daemon.request("c") == b"\5"
    daemon.send("Q", b"").close()
    assert daemon.wait_for_end() == 0


def test_a_missing_root_changes_nothing(start_daemon):
    daemon = start_daemon()
    assert daemon.request("R", b"/no") == b"\6"
    assert os.readlink(f"/proc/{daemon.pid}/root") == "/"
    assert "'/no': no such file or directory" in daemon.log


@pytest.fixture
def small_root(tmp_path) -> Path:
    """A root directory with the daemon and its libraries."""
    listed = subprocess.run(["ldd", flipbookd()], check=True, capture_output=True, text=True)
    for file in {flipbookd(), *re.findall(r"/\S+", listed.stdout)} - {f"{flipbookd()}:"}:
        copy = Path(f"{tmp_path}{file}")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    (tmp_path / "etc").mkdir(exist_ok=True)
    return tmp_path


@pytest.mark.parametrize(("is_initramfs", "first"), [(False, b"/"), (True, b"@")],
                         ids=["real root", "initramfs"])
def test_the_process_name_asks_to_survive_an_initramfs(start_daemon, small_root, is_initramfs,
                                                       first):
    if is_initramfs:
        (small_root / "etc/initrd-release").write_text("ID=test\n")
    abstract = f"@flipbook-initramfs-{os.getpid()}-{is_initramfs}"
    daemon = start_daemon(before=["chroot", str(small_root)], native=abstract)
    name = Path(f"/proc/{daemon.pid}/cmdline").read_bytes().split(b"\0")[0]
    assert name == first + flipbookd().encode()[1:]
