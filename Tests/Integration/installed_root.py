# SPDX-License-Identifier: Apache-2.0
"""A root with the contents of the packages: the programs, and the libraries that they depend on."""

import contextlib
import re
import shutil
import subprocess
from pathlib import Path

from daemon_process import TIMEOUT, ROOT, flipbookd, tool, wait_until


def packages_of(programs: list[str]) -> list[str]:
    """The names of the packages that dpkg-shlibdeps finds for programs."""
    with_control = ROOT / ".build/shlibdeps/debian"
    with_control.mkdir(parents=True, exist_ok=True)
    (with_control / "control").write_text("Source: flipbook\n\nPackage: flipbook\nArchitecture: any\n")
    run = subprocess.run(["dpkg-shlibdeps", "-O", "--warnings=0", *programs], check=True,
                         capture_output=True, text=True, cwd=with_control.parent)
    depends = run.stdout.split("shlibs:Depends=", 1)[1]
    return re.findall(r"(?:^|, )([a-z0-9.+-]+)", depends.strip())


def files_of(package: str) -> list[str]:
    """The libraries and the loader of a package, and where links to them lie."""
    listed = subprocess.run(["dpkg-query", "--listfiles", package], check=True,
                            capture_output=True, text=True).stdout.splitlines()
    return [name for name in listed if re.search(r"(^/lib64/|\.so[.0-9]*$)", name)]


def with_dependencies(packages: list[str]) -> set[str]:
    """Packages with all that they depend on, where that is installed."""
    found: set[str] = set()
    waiting = list(packages)
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        run = subprocess.run(["dpkg-query", "--show", "--showformat=${Depends}", package],
                             capture_output=True, text=True)
        if run.returncode == 0:
            found.add(package)
            waiting += [re.split(r"[ :(]", word.strip())[0]
                        for word in re.split(r"[,|]", run.stdout) if word.strip()]
    return found


class InstalledRoot:
    """A folder to change the root to, with Scripts/install's programs and packages' libraries."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        programs = [flipbookd(), tool()]
        subprocess.run([ROOT / "Scripts/install", "--destdir", folder, "--daemon", flipbookd(),
                        "--tool", tool()], check=True, stdout=subprocess.DEVNULL)
        for name in ("bin", "lib", "lib64"):
            (folder / "usr" / name).mkdir(parents=True, exist_ok=True)
            if not (folder / name).exists():
                (folder / name).symlink_to(f"usr/{name}")
        for name in ("dev", "proc", "run", "tmp"):
            (folder / name).mkdir()
        (folder / "dev/null").touch()
        self.packages = with_dependencies(packages_of(programs))
        for package in self.packages:
            for name in files_of(package):
                self._copy(name)

    def _copy(self, name: str) -> None:
        target = self.folder / name.lstrip("/")
        if target.exists() or not Path(name).is_file():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(name, target, follow_symlinks=False)

    def command(self, *words: str) -> list[str]:
        """The words that run a program in here, as root, without access to other files."""
        mounts = (f"mount --bind /dev/null {self.folder}/dev/null && "
                  f"mount --bind /proc {self.folder}/proc")
        # No namespace of processes or users: the daemon does not trust the root of another namespace.
        return ["unshare", "--mount", "sh", "-c", f'{mounts} && exec chroot {self.folder} "$@"', "sh",
                *words]

    def run(self, *words: str, environment=None) -> subprocess.CompletedProcess:
        """Runs a program in here to its end; its output as text, or as bytes where it is none."""
        run = subprocess.run(
            self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT,
            env={"PATH": "/usr/sbin:/usr/bin", **(environment or {})})
        run.stderr = run.stderr.decode()
        return run

    @contextlib.contextmanager
    def daemon(self, *options: str):
        """The installed daemon with an in-memory output and its usual socket; ended afterwards."""
        process = subprocess.Popen(
            self.command("/usr/sbin/flipbookd", "--output", "memory:320x180", "--no-stdin",
                         "--plymouth", "off", *options),
            stdin=subprocess.DEVNULL, env={"PATH": "/usr/sbin:/usr/bin"})
        try:
            assert wait_until(lambda: (self.folder / "run/flipbook.sock").exists())
            yield process
        finally:
            process.terminate()
            process.wait(TIMEOUT)
