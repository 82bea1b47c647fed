# SPDX-License-Identifier: Apache-2.0
"""Plymouth's name in the service manager's store: no other program can bind it while the daemon is dead."""

import os
import signal
import socket
import subprocess

from daemon_process import connected, flipbookd, plymouth_reply, plymouth_request


def restarted(start_daemon, listeners, name, *options):
    """A daemon that gets listeners as the service manager passes those of its store."""
    saved = [os.dup(number) for number in listeners.values()]
    places = " ".join(f"{place}<&{source} {source}<&-" for place, source in enumerate(saved, 3))
    script = (f"exec {places}; export LISTEN_PID=$$ LISTEN_FDS={len(saved)} "
              f'LISTEN_FDNAMES={":".join(listeners)}; exec "$@"')
    try:
        return start_daemon("--plymouth", "@" + name, *options,
                            before=["bash", "-c", script, "bash"], pass_fds=tuple(saved))
    finally:
        for number in saved:
            os.close(number)


def test_the_name_outlives_a_crash(start_daemon, manager):
    daemon = start_daemon(environment=manager.environment)
    manager.wait("READY=1")
    # Before it is ready: from then on other programs may rely on it.
    assert list(manager.descriptors) == ["plymouth"]
    (listener,) = manager.descriptors["plymouth"]
    assert manager.messages[0] == "FDSTORE=1\nFDNAME=plymouth\n"
    with socket.socket(fileno=os.dup(listener)) as held:
        assert held.getsockname() == daemon.plymouth
        assert held.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
    name, address = daemon.name, daemon.plymouth
    daemon.process.send_signal(signal.SIGSEGV)
    assert daemon.process.wait(20) == -signal.SIGSEGV
    daemon.is_ended = True
    # A client that connects meanwhile waits.
    waiting = connected(address)
    waiting.sendall(plymouth_request("P"))
    with socket.socket(socket.AF_UNIX) as squatter:
        try:
            squatter.bind(address)
            raise AssertionError("the name is free")
        except OSError:
            pass
    second = restarted(start_daemon, {"plymouth": listener}, name)
    with waiting:
        assert plymouth_reply(waiting) == b"\6"
    assert second.log == ""
    # New clients reach the new daemon. Therefore a third daemon finds that another runs.
    third = subprocess.run([flipbookd(), "--output", "memory:64x64", "--no-socket", "--plymouth",
                            "@" + name, "--no-stdin"], stdin=subprocess.DEVNULL, timeout=20,
                           capture_output=True, text=True)
    assert third.returncode == 0
    assert f"in use by process {second.pid} (flipbookd)" in third.stderr


def test_both_names_are_taken_back(start_daemon):
    listeners = {}
    name = f"flipbook-stored-{os.getpid()}"
    old = f"\0flipbook-stored-old-{os.getpid()}"
    for key, address in (("plymouth", "\0" + name), ("plymouth-old", old)):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(address)
        listener.listen()
        listeners[key] = listener.detach()
    daemon = restarted(start_daemon, listeners, name, "--plymouth-user", str(os.geteuid()))
    for address in ("\0" + name, old):
        with connected(address) as client:
            client.sendall(plymouth_request("P"))
            assert plymouth_reply(client) == b"\6"
    assert daemon.log == ""
    for number in listeners.values():
        os.close(number)


def test_the_name_is_let_go_by_quit(start_daemon, manager):
    daemon = start_daemon("--plymouth-user", str(os.geteuid()), environment=manager.environment)
    manager.wait("READY=1")
    assert daemon.request("Q", b"") == b"\6"
    manager.wait("FDSTOREREMOVE=1\nFDNAME=plymouth\n")
    assert daemon.process.wait(20) == 0
    daemon.is_ended = True
