# SPDX-License-Identifier: Apache-2.0
"""Root of a container is no root of ours; a service in a mount namespace is."""

import subprocess
import sys

import pytest
from daemon_process import wait_until

pytestmark = pytest.mark.root

PING = """
import socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(20)
client.connect(b"\\0" + sys.argv[1].encode())
client.sendall(b"P\\0")
print(client.recv(1).hex())
"""

STATUS = """
import socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(20)
client.connect(sys.argv[1])
client.sendall(b"status\\n")
print(client.recv(2000).decode().split(" ")[0].strip())
"""


def ping(daemon, *before: str) -> str:
    return run(before, PING, daemon.name)


def run(before, script: str, argument: str) -> str:
    return subprocess.run(
        [*before, sys.executable, "-c", script, argument], check=True, capture_output=True,
        text=True).stdout.strip()


@pytest.mark.parametrize("options", [
    ["--mount"], ["--mount", "--uts", "--ipc", "--cgroup"],
], ids=["mount", "more"])
def test_a_service_with_a_mount_namespace_of_its_own_is_a_client(daemon, options):
    assert ping(daemon, "unshare", *options) == "06"
    assert run(["unshare", *options], STATUS, daemon.native) == "ok"


def test_root_without_capabilities_is_a_client(daemon):
    """Some installers are such: they could not be traced, and still are known."""
    assert ping(daemon, "setpriv", "--bounding-set=-all", "--inh-caps=-all") == "06"


@pytest.mark.parametrize("options", [
    ["--pid", "--fork"], ["--pid", "--fork", "--mount-proc"], ["--user", "--map-root-user"],
    ["--user", "--map-root-user", "--pid", "--fork"],
], ids=["pid", "proc", "user", "both"])
def test_root_of_a_container_is_untrusted(daemon, options):
    assert ping(daemon, "unshare", *options) == "15"
    assert run(["unshare", *options], STATUS, daemon.native) == "error:"
    assert daemon.ping()


def test_many_groups_do_not_hide_a_container(daemon):
    """The kernel lists a process's groups before its numbers."""
    script = "import os\nos.setgroups(range(1, 3000))\n" + PING
    assert run(["unshare", "--pid", "--fork"], script, daemon.name) == "15"


def test_a_peer_outside_of_the_daemons_container_is_untrusted(start_daemon):
    daemon = start_daemon(before=["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"],
                          wait=False)
    try:
        def answer() -> str:
            try:
                return ping(daemon)
            except subprocess.CalledProcessError:
                return ""

        assert wait_until(lambda: answer() != "")
        assert answer() == "15"
    finally:
        daemon.is_ended = True
        daemon.stop()


def test_who_is_gone_before_it_is_let_in_has_asked_natively_only(daemon):
    """Only a process with the folder can use a path; all processes can use an abstract name."""
    script = """
import os, socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.sendall(b"message from who is gone\\n")
os._exit(0)
"""
    run([], script, daemon.native)
    assert wait_until(lambda: "from who is gone" in daemon.ask("status"))
