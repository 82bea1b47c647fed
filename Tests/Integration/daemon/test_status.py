# SPDX-License-Identifier: Apache-2.0
"""The keys of `status`."""

OUTPUT_KEYS = ("frames", "missed", "size", "refresh", "scale")


def test_the_first_output_has_plain_keys(daemon):
    status = daemon.status()
    assert status.keys() >= {"state", "animation", "target", "clients", "dropped", "display", *OUTPUT_KEYS}
    assert not [key for key in status if key.endswith("2")]


def test_the_second_output_has_numbered_keys(start_daemon):
    status = start_daemon("--output", "memory:64x64@50").status()
    assert status["size"] == "320x180" and status["size2"] == "64x64"
    assert status["refresh2"] == "50.000"
    assert status.keys() >= {f"{key}2" for key in OUTPUT_KEYS} | {"display2"}


def test_the_number_of_outputs_has_its_former_key_too(start_daemon):
    status = start_daemon("--output", "memory:64x64@50").status()
    assert status["outputs"] == status["screens"] == "2"


def test_the_message_is_last(daemon):
    daemon.ask('message a "b"')
    assert daemon.ask("status").endswith(' message="a \\"b\\""')


def test_messages_of_other_slots_leave_the_first_one(daemon):
    daemon.ask("message a")
    assert daemon.ask("message/2 b") == "ok"
    assert daemon.ask("message/5 b") == "error: message/'5': slots are 1 to 4"
    assert daemon.ask("status").endswith(' message="a"')
    daemon.ask("message/1")
    assert daemon.ask("status").endswith(' message=""')


def test_messages_of_other_slots_have_numbered_keys(daemon):
    assert "message2" not in daemon.status()
    daemon.ask("message a")
    daemon.ask('message/2 b "c"')
    daemon.ask("message/4 d")
    assert daemon.ask("status").endswith(' message2="b \\"c\\"" message4="d" message="a"')
    daemon.ask("message/2")
    assert "message2" not in daemon.status()


def test_messages_that_do_not_fit_leave_the_first_one_whole(daemon):
    first = '"' * 255
    for slot in (1, 2, 3):
        assert daemon.ask(f"message/{slot} {first}") == "ok"
    assert daemon.ask("message/4 d") == "ok"
    reply = daemon.ask("status")
    assert reply.endswith(' message4="d" message="' + '\\"' * 255 + '"')
    assert "message2" not in reply and len(reply) <= 1000
