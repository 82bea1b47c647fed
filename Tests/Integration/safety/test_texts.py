# SPDX-License-Identifier: Apache-2.0
"""Texts of clients cannot be made to read as something else."""

import pytest

CONTROLS = [0x061C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF, 0xE0001, 0xE0041,
            0xE007F]


@pytest.mark.parametrize("code", CONTROLS, ids=[f"U+{code:04X}" for code in CONTROLS])
def test_what_changes_how_a_text_reads_is_refused(daemon, code):
    assert daemon.ask(f"message a{chr(code)}b") == "error: message: byte 2 is a control character"
    assert daemon.request("M", f"Plymouth{chr(code)}b".encode()) == b"\6"
    assert 'message="Plymouth b"' in daemon.ask("status")


@pytest.mark.parametrize("code", [0x061B, 0x200A, 0x2010, 0x2029, 0x202F, 0x205F, 0x20AA, 0xFEFC, 0xE0100])
def test_its_neighbours_are_not(daemon, code):
    assert daemon.ask(f"message a{chr(code)}b") == "ok"


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "\U0001f468\u200d\U0001f469"],
                         ids=["Persian", "Hindi", "emoji"])
def test_a_joiner_that_has_an_effect_is_not(daemon, text):
    assert daemon.ask(f"message {text}") == "ok"
    assert daemon.message() == text
