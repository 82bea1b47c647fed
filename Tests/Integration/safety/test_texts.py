# SPDX-License-Identifier: Apache-2.0
"""Texts of clients cannot be made to read as something else."""

import pytest

CONTROLS = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]


@pytest.mark.parametrize("code", CONTROLS, ids=[f"U+{code:04X}" for code in CONTROLS])
def test_who_turns_the_direction_of_writing_is_refused(daemon, code):
    assert daemon.ask(f"message a{chr(code)}b") == "error: message: byte 2 is a control character"
    assert daemon.request("M", f"Plymouth{chr(code)}b".encode()) == b"\6"
    assert 'message="Plymouth b"' in daemon.ask("status")


@pytest.mark.parametrize("code", [0x2029, 0x202F, 0x2065, 0x206A, 0x20AA])
def test_its_neighbours_are_not(daemon, code):
    assert daemon.ask(f"message a{chr(code)}b") == "ok"
