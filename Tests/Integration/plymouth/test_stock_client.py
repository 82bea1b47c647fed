# SPDX-License-Identifier: Apache-2.0
"""Plymouth's own client, where the capture has another daemon's answers."""

import subprocess
import time

import pytest
from daemon_process import NOBODY, TIMEOUT
from plymouth.stock_client import StockClient

pytestmark = pytest.mark.root


@pytest.fixture
def client(stock, daemon, person) -> StockClient:
    return StockClient(stock, daemon, person)


def test_wait_ends_with_the_daemon(client, daemon):
    waiting = client.start("--wait")
    client.run("--ping")
    assert waiting.poll() is None
    client.run("quit")
    assert daemon.wait_for_end() == 0
    assert waiting.wait(TIMEOUT) == 0


def test_another_user_is_refused(client):
    assert client.run("--ping", before=["setpriv", f"--reuid={NOBODY}", "--clear-groups"]) == 1


def test_ignore_keystroke_ends_a_watch(client):
    watcher = client.start("watch-keystroke", "--keys=Yy", stdout=subprocess.DEVNULL)
    # The watch may not be there yet: then there is none to end.
    while watcher.poll() is None:
        assert client.run("ignore-keystroke", "--keys=Yy") == 0
        time.sleep(0.02)
    assert watcher.returncode == 1


def test_a_password_is_asked_until_its_command_succeeds(client, tmp_path):
    script = tmp_path / "unlock"
    script.write_text('#!/bin/sh\nread x\ntest "x$x" = xdef\n')
    script.chmod(0o755)
    call = client.start("ask-for-password", "--prompt=Pass", f"--command={script}")
    for password in ("abc", "def"):
        assert client.is_asked("Pass", call)
        client.answer(password)
    assert call.wait(TIMEOUT) == 0


@pytest.mark.parametrize("words", [
    ["ask-for-password", "--prompt=Pass"], ["ask-question", "--prompt=a"]], ids=lambda w: w[0])
def test_without_a_keyboard_a_question_fails(start_daemon, stock, words):
    daemon = start_daemon("--keyboard", "none", plymouth="on")
    assert subprocess.run([stock, *words], timeout=TIMEOUT).returncode == 1
    subprocess.run([stock, "quit"], timeout=TIMEOUT)
    assert daemon.wait_for_end() == 0
