"""Runs the daemon with the capabilities that systemd/plymouth-start.service leaves it, as root.

What takes one of them must work: a socket for a group, a new root directory. And the devices that
it opens must be among those that the unit allows. Prints what is wrong; the exit status tells.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

UNIT = Path(__file__).resolve().parent.parent.parent / "systemd/plymouth-start.service"
GROUP = 54321  # nobody's
DEVICES = {"char-drm", "char-fb", "char-input", "char-tty"}
PATIENCE = 10  # seconds; far more than anything takes


def setting(name: str) -> list[str]:
    """The words of all lines of a setting."""
    lines = re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.M)
    return [word for line in lines for word in line.split()]


def wait_for(condition) -> bool:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def new_root(name: str, directory: str) -> bytes:
    """Plymouth's request R; gives the answer, of which 6 is a yes."""
    argument = directory.encode() + b"\0"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(PATIENCE)
        client.connect("\0" + name)
        client.sendall(b"R\2" + bytes([len(argument)]) + argument)
        return client.recv(1)


def problems(daemon: str, folder: str) -> list[str]:
    path, name, root = f"{folder}/socket", f"units-{os.getpid()}", f"{folder}/root"
    os.mkdir(root)
    kept = ",".join("+" + word.removeprefix("CAP_").lower() for word in setting("CapabilityBoundingSet"))
    process = subprocess.Popen(
        ["setpriv", f"--bounding-set=-all,{kept}", "--inh-caps=-all", "--no-new-privs", daemon,
         "--output", "memory:64x64", "--no-stdin", "--socket", path, "--group", str(GROUP),
         "--plymouth", f"@{name}"],
        stdin=subprocess.DEVNULL,
    )
    found = []
    try:
        if not wait_for(lambda: os.path.exists(path) and os.stat(path).st_gid == GROUP):
            found.append("its socket is not the group's (--group)")
        answer = new_root(name, root)
        if answer != b"\6" or os.readlink(f"/proc/{process.pid}/root") != root:
            found.append(f"it has not gone into the new root directory (answer {answer!r})")
    except OSError as error:
        found.append(str(error))
    finally:
        process.terminate()
        if process.wait(PATIENCE) != 0:
            found.append(f"it left with status {process.returncode}")
    return found


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="flipbook-units-") as folder:
        found = problems(sys.argv[1], os.path.realpath(folder))
    missing = DEVICES - set(setting("DeviceAllow"))
    if missing:
        found.append(f"DeviceAllow lacks {', '.join(sorted(missing))}")
    if "yes" in setting("PrivateNetwork"):
        found.append("PrivateNetwork hides Plymouth's names and the kernel's events")
    for problem in found:
        print(f"units: {problem}")
    return 1 if found else 0


sys.exit(main())
