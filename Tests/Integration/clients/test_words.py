# SPDX-License-Identifier: Apache-2.0
"""The full tool has each word of the small client, and sends the daemon the same line for it."""

import subprocess

import pytest
from daemon_process import tool

CALLS = [
    ["progress", "42.5"], ["progress", "unknown"], ["progress", "7", "--channel", "2"], ["message", "two", "words"],
    ["message", "two", "--slot", "2"], ["message"], ["eta", "60"], ["start"], ["done"], ["fail"], ["reset"],
    ["status"], ["subscribe"], ["has-active-terminal"], ["theme"], ["theme", "kiosk"], ["theme", "kiosk:dark"],
    ["theme", "--reset"], ["mode", "shutdown"], ["details"], ["details", "on"],
    ["deactivate"], ["reactivate"], ["quit"], ["quit", "--retain"],
]


def words_of_client(clients) -> set[str]:
    help_text = clients.run("flipbookctl", "--help")[1].decode()
    section = help_text.split("Commands:\n")[1].split("Options:")[0]
    lines = [line[2:29] for line in section.splitlines() if line[:2] == "  " and line[2:3].isalpha()]
    return {name.split()[0] for line in lines for name in line.split(", ")}


def test_each_word_of_the_client_is_compared(clients):
    # Followers of both programs are compared in Tests/Integration/installers. Only units use the two others.
    assert words_of_client(clients) - {"follow", "wait-for-frame", "remember-boot"} == {words[0] for words in CALLS}


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_both_send_the_same_line(clients, serve, words):
    received = []

    def answer(connection):
        received.append(connection.recv(4096).strip())
        connection.sendall(b"ok\n")
        connection.close()

    server = serve(answer)
    path = getattr(server, "path", server)
    clients.run("flipbookctl", *words, socket_name=path)
    subprocess.run([tool(), *words, "--socket", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert len(received) == 2 and received[0] == received[1]
