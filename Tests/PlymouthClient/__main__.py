"""Compares Flipbook's plymouth client with a capture of the real one, and with the real one where
it is installed: the bytes of every request, the exit status and the standard output.

Usage: unshare --net python3 Tests/PlymouthClient PROGRAM CAPTURE [STOCK]
The names of the sockets are those of a running system; in a network namespace they are free.
"""

import sys

import capture
import server

ACK, NAK, NONE = b"\x06", b"\x15", b"\x05"


def answer(text):
    return b"\x02" + len(text).to_bytes(4, "little") + text


def answers(*texts):
    body = b"".join(text + b"\0" for text in texts)
    return b"\x09" + len(body).to_bytes(4, "little") + body


# Where this client is better on purpose; see flipbook(1).
def is_improved(call):
    word = call.arguments[0]
    return (
        # The version that was captured knows the mode and forgets to send it.
        call.arguments[-1] == "--system-reset"
        # A text of 255 bytes breaks the frame, a longer one the client.
        or any(len(argument.encode()) > 254 for argument in call.arguments)
        # Newer versions have it.
        or word == "reload"
    )


# Calls that are not in the capture: arguments, and the replies to their requests.
MORE = [
    (["ask-question", "--prompt=N", "--command=false"], [ACK, answer(b"s"), ACK]),
    (["ask-question", "--dont-pause-progress", "--prompt=N"], [answer(b"s"), ACK]),
    (["ask-question", "--dont-pause-progress"], [NONE]),
    (["ask-question", "--prompt=N"], [ACK, NAK, ACK]),
    (["watch-keystroke", "--command=false"], [answer(b"y")]),
    (["watch-keystroke", "--keys="], [answer(b"s")]),
    (["ask-for-password"], [ACK, answer(b"\x03"), ACK]),
    (["ask-for-password"], [ACK, answer(b""), ACK]),
    (["ask-for-password", "--prompt=x"], [ACK, NAK]),
    (["ask-for-password", "--prompt="], [ACK, answer(b"s"), ACK]),
    (["--ask-for-password"], [answer(b"s")]),
    (["--ask-for-password"], [NONE]),
    (["quit"], [None]),
    (["--ping"], [None]),
    (["--wait", "quit"], [ACK]),
    (["--wait", "quit"], [None]),
    (["quit"], [NAK]),
    (["message", "--text=hi"], [ACK]),
    (["update-root-fs", "--read-write", "--new-root-dir=/a"], [ACK, ACK]),
    (["ignore-keystroke"], [ACK]),
    (["system-update"], [ACK]),
    (["system-update", "--progress", "7"], [ACK]),
    (["system-update", "--progress=abc"], [ACK]),
    (["update", "--status", "foo"], [ACK]),
    (["change-mode", "--updates", "--shutdown"], [ACK]),
    (["--ping", "--quit"], [ACK]),
    (["--update=a", "--sysinit"], [ACK]),
    (["--debug", "--ping"], [ACK]),
    (["--ping=1"], [ACK]),
    (["update", "--status=x", "--bogus"], [ACK]),
    (["deactivate"], [NAK]),
    (["display-message", "--text=a", "--text=b"], [ACK]),
    (["bogus"], []),
    (["--bogus"], []),
    (["-h"], []),
]


class Total:
    passed = failed = 0

    def check(self, title, wanted, got):
        if wanted == got:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED  plymouth {title}\n  wanted {wanted}\n  got    {got}")


def main(program, path, stock=None):
    total = Total()
    for call in capture.read(path):
        title = " ".join(call.arguments)[:60]
        name = server.UNTRIMMED if call.is_untrimmed else server.TRIMMED
        wanted = call.requests, call.status, call.output
        if is_improved(call):
            continue
        total.check(title, wanted, server.play(program, call.arguments, call.replies, name))
        # How often the real client asks is left to what is in its memory: seen to differ from run
        # to run.
        if stock and not any("--command=false" in a or "--number" in a for a in call.arguments):
            total.check("(stock) " + title, wanted,
                        server.play(stock, call.arguments, call.replies, name))
    if stock:
        for arguments, replies in MORE:
            wanted = server.play(stock, arguments, replies)
            total.check(" ".join(arguments), wanted, server.play(program, arguments, replies))
    print(f"{total.passed} passed, {total.failed} failed")
    return total.failed > 0


sys.exit(main(*sys.argv[1:]))
