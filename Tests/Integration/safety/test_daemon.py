# SPDX-License-Identifier: Apache-2.0
"""The daemon that all other tests rely on."""


def test_answers_in_both_protocols(daemon):
    assert daemon.ask("status").startswith("ok ")
    assert daemon.ping()


def test_ends_well_when_asked_to(start_daemon):
    assert start_daemon().end() == 0
