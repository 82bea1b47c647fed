# SPDX-License-Identifier: Apache-2.0
"""A machine with a layer above the files of a root: an installation is removed with the layer."""

import os
import signal
import subprocess
from pathlib import Path

from daemon_process import ROOT

SECONDS = 300  # far more than anything takes
# What dpkg must not ask, and what must not reach this machine's own service manager.
ENVIRONMENT = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "HOME": "/root",
               "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


class Machine:
    """A root of its own: an overlay above another, in namespaces that a sleeping process holds.

    It has no kernel, whatever this machine has: what a trigger would rebuild is nobody's initramfs.
    """

    def __init__(self, folder: Path, lower: Path) -> None:
        folder.mkdir()
        self.root = folder / "root"
        script = f"""set -e
            mount -t tmpfs none '{folder}'
            mkdir '{folder}/upper' '{folder}/work' '{folder}/root'
            mount -t overlay overlay -o 'lowerdir={lower},upperdir={folder}/upper,workdir={folder}/work' \
              '{folder}/root'
            mount -t tmpfs none '{folder}/root/run'
            mount -t tmpfs none '{folder}/root/tmp'
            mount -t tmpfs none '{folder}/root/boot'
            mkdir -p '{folder}/root/var/lib/initramfs-tools'
            mount -t tmpfs none '{folder}/root/var/lib/initramfs-tools'
            mount --rbind /dev '{folder}/root/dev'
            mount -t proc none '{folder}/root/proc'
            mount --rbind /sys '{folder}/root/sys'
            echo ready
            exec sleep infinity"""
        self._holder = subprocess.Popen(["unshare", "--mount", "--net", "--pid",
                                         "--fork", "--kill-child", "sh", "-c", script],
                                        stdout=subprocess.PIPE, text=True, start_new_session=True)

        holder = f"/proc/{self._holder.pid}/ns"
        # A network of its own: the abstract names of a splash belong to that.
        self._enter = ["nsenter", f"--mount={holder}/mnt", f"--net={holder}/net",
                       f"--pid={holder}/pid_for_children", "chroot", self.root]

    def __enter__(self) -> "Machine":
        assert self._holder.stdout.readline() == "ready\n"
        return self

    def __exit__(self, *_) -> None:
        os.killpg(self._holder.pid, signal.SIGKILL)
        self._holder.wait()
        self._holder.stdout.close()

    def run(self, *words: str, **environment: str) -> subprocess.CompletedProcess:
        """Runs a program there as root, to its end; its output is one text."""
        return subprocess.run(
            [*self._enter, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=SECONDS, env={**ENVIRONMENT, **environment})

    def shell(self, script: str) -> str:
        """Runs a script there that must succeed; returns its output."""
        run = self.run("sh", "-ec", script)
        assert run.returncode == 0, run.stdout
        return run.stdout

    def copy(self, *files: Path) -> list[str]:
        """Puts files into /tmp there; their names there."""
        for file in files:
            with open(file, "rb") as source:
                subprocess.run(
                    [*self._enter, "sh", "-c", 'cat >"$1"', "sh", f"/tmp/{file.name}"], stdin=source, check=True)
        return [f"/tmp/{file.name}" for file in files]

    def install(self, *files: Path, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
        """Has dpkg install packages there."""
        return self.run("dpkg", *options, "--install", *self.copy(*files))

    def files(self) -> set[str]:
        """All files, links and folders, but for the kernel's, what people have, and /tmp."""
        listed = self.shell("find /boot /etc /opt /run /srv /usr /var")
        return set(listed.splitlines())


def flipbook_files(names: set[str]) -> list[str]:
    """The files with Flipbook's names."""
    return sorted(name for name in names if "flipbook" in name and not name.startswith(str(ROOT)))
