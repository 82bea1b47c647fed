# SPDX-License-Identifier: Apache-2.0
"""Permission to connect: --group, and users outside of it."""

import os
import stat

import pytest
from daemon_process import NOBODY, connected

pytestmark = pytest.mark.root

GROUP = 54321
REFUSAL = "error: only root and the daemon's group may ask"


def answer_to(user: int, group: int, groups: list[int], name: str) -> str:
    """What the status request of another user is answered, or the error of connecting."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(groups)
            os.setgid(group)
            os.setuid(user)
            with connected(name) as client:
                client.sendall(b"status\n")
                answer = client.makefile().readline().rstrip("\n")
        except OSError as error:
            answer = type(error).__name__
        os.write(writer, answer.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


@pytest.fixture
def abstract(tmp_path) -> str:
    """An abstract socket name, which file modes do not protect."""
    return f"@flipbook-group-{os.getpid()}-{tmp_path.name}"


@pytest.mark.parametrize(("user", "group", "groups", "expected"), [
    pytest.param(NOBODY, NOBODY, [], REFUSAL, id="another user"),
    pytest.param(NOBODY, GROUP, [], "ok ", id="the group"),
    pytest.param(NOBODY, NOBODY, [1, GROUP], "ok ", id="a supplementary group"),
    pytest.param(0, 0, [], "ok ", id="root"),
    pytest.param(NOBODY, NOBODY, [2], REFUSAL, id="another supplementary group"),
])
def test_group_decides_who_may_ask(start_daemon, abstract, user, group, groups, expected):
    start_daemon("--group", GROUP, native=abstract)
    assert answer_to(user, group, groups, abstract).startswith(expected)


def test_without_a_group_nobody_else_may_ask(start_daemon, abstract):
    start_daemon(native=abstract)
    assert answer_to(NOBODY, GROUP, [], abstract) == REFUSAL


@pytest.fixture
def reachable(start_daemon):
    """A daemon with a group, in a folder that all users may enter."""
    daemon = start_daemon("--group", GROUP)
    daemon.folder.chmod(0o755)
    return daemon


def test_the_sockets_file_belongs_to_the_group(reachable):
    facts = os.stat(reachable.native)
    assert facts.st_gid == GROUP
    assert stat.S_IMODE(facts.st_mode) == 0o660


def test_others_cannot_open_the_sockets_file(reachable):
    assert answer_to(NOBODY, NOBODY, [], reachable.native) == "PermissionError"


def test_the_group_can_open_the_sockets_file(reachable):
    assert answer_to(NOBODY, GROUP, [], reachable.native).startswith("ok ")


def test_an_unknown_group_is_logged(start_daemon):
    daemon = start_daemon("--group", "no-such-group")
    assert daemon.log.count("\n") == 1
    assert "no-such-group" in daemon.log
