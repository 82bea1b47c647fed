# SPDX-License-Identifier: Apache-2.0
"""A daemon that answers from a list, at Plymouth's own abstract names."""

import os
import select
import socket
import subprocess
import time

TRIMMED = b"\0/org/freedesktop/plymouthd"
UNTRIMMED = (b"\0/ply-boot-protocol").ljust(108, b"\0")
TIMEOUT = 30  # seconds; far more than anything takes


def frame_end(data):
    """The length of the first request in the data, or None while it is not whole."""
    if len(data) < 2:
        return None
    if data[1] != 2:
        return 2
    if len(data) < 3:
        return None
    return 3 + data[2] if len(data) >= 3 + data[2] else None


def run_client(program, arguments, replies, name=TRIMMED, environment=None):
    """Runs a client with replies, one for each request: bytes, or None to close the connection.

    Returns the requests, the exit status and the standard output.
    """
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(name)
    listener.listen(4)
    client = subprocess.Popen(
        [program, *arguments], executable=program, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    requests, replies = [], list(replies)
    connection, data = None, b""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and client.poll() is None:
        watched = [connection or listener]
        ready, _, _ = select.select(watched, [], [], 0.02)
        if not ready:
            # A client that waits for the end gets it when no other request is to be expected.
            if "--wait" in arguments and connection and not replies and not data:
                time.sleep(0.1)
                connection.close()
                connection = None
            continue
        if connection is None:
            connection, _ = listener.accept()
            continue
        try:
            more = connection.recv(4096)
        except ConnectionResetError:
            more = b""  # it has ended with a reply unread
        if not more:
            connection.close()
            connection = None
            continue
        data += more
        while (size := frame_end(data)) is not None:
            requests.append(data[:size])
            data = data[size:]
            reply = replies.pop(0) if replies else None
            if reply is None:
                connection.close()
                connection, data = None, b""
                break
            try:
                connection.sendall(reply)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has ended, which is seen above
    if client.poll() is None:
        client.kill()
        status = "hangs"
    else:
        status = client.returncode
    output = client.stdout.read()
    client.wait()
    listener.close()
    if connection:
        connection.close()
    return requests, status, output
