# SPDX-License-Identifier: Apache-2.0
"""The percentage of a boot: by the times of earlier boots, with a systemd that this plays."""

import random
import subprocess
import threading
import time
from pathlib import Path

import pytest
from daemon_process import connected, flipbookd, plymouth_reply, plymouth_request, wait_until

UNITS = [f"unit-{number:02}.service" for number in range(40)]


@pytest.fixture
def boot(start_daemon, tmp_path):
    """Starts a daemon for a boot with its files in a folder."""
    def start(*options: str, **settings):
        return start_daemon("--mode", "boot-up", "--boot-times", str(tmp_path), *options, **settings)

    return start


def remember(folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(["flipbookctl", "remember-boot", str(folder)], executable=flipbookd(),
                          capture_output=True, text=True)


def quit_daemon(daemon) -> None:
    assert daemon.request("Q") == b"\6"
    assert daemon.wait_for_end() == 0


def write_memory(folder: Path, total: int, **units: int) -> None:
    """A file with three equal boots."""
    lines = ["flipbook-boot-times 1", "total" + f" {total}" * 3]
    lines += [f"{name}.service" + f" {time}" * 3 for name, time in units.items()]
    (folder / "boot-times").write_text("\n".join(lines) + "\n")


def percent(daemon) -> float:
    return float(daemon.status()["target"])


def is_unknown(daemon) -> bool:
    return daemon.status().get("unknown") == "yes"


class Sampler(threading.Thread):
    """Reads the percentage of a subscription, with the times of its lines."""

    def __init__(self, daemon) -> None:
        super().__init__()
        self.samples: list[tuple[float, float | None]] = []
        self._client = connected(daemon.native)
        self._client.sendall(b"subscribe\n")
        self._lines = self._client.makefile(errors="replace")
        assert self._lines.readline() == "ok\n"
        self.start()

    def run(self) -> None:
        for line in self._lines:
            now = time.monotonic()
            words = dict(word.split("=", 1) for word in line.split(' message="')[0].split() if "=" in word)
            self.samples.append((now, None if words.get("unknown") else float(words["target"])))

    def stop(self) -> None:
        self.join(20)
        assert not self.is_alive()
        self._client.close()


def play_systemd(daemon, plan: list[tuple[float, str]], total: float) -> tuple[float, float]:
    """Sends each unit at its time, and quits at the end; the time of both ends."""
    begin = time.monotonic()
    for moment, unit in plan:
        time.sleep(max(0, begin + moment - time.monotonic()))
        assert daemon.request("U", unit.encode()) == b"\6"
    time.sleep(max(0, begin + total - time.monotonic()))
    end = time.monotonic()
    quit_daemon(daemon)
    return begin, end


def noisy_plan(chance: random.Random, gaps: list[tuple[float, float]]) -> tuple[list[tuple[float, str]], float]:
    """The units with their times, each boot and each unit of another speed, in one of seven with a long wait."""
    speed = chance.uniform(0.85, 1.15)
    slow = chance.randrange(len(gaps) * 7)
    moment, plan = 0.0, []
    for index, (own, beside) in enumerate(gaps):
        moment += own * chance.lognormvariate(0, 0.35) * speed + (0.8 if index == slow else 0)
        plan.append((moment + beside * chance.lognormvariate(0, 0.35), UNITS[index]))
    total = max(moment for moment, _ in plan) + 0.2 * chance.lognormvariate(0, 0.3)
    return sorted(plan), total


def mean_error(samples: list[tuple[float, float | None]], begin: float, end: float) -> float:
    """The mean difference to the elapsed part of the boot, in points, by a sample every 20 ms."""
    errors, moment = [], begin
    while moment < end:
        shown = [value for at, value in samples if at <= moment and value is not None]
        errors.append(abs((shown[-1] if shown else 0) - 100 * (moment - begin) / (end - begin)))
        moment += 0.02
    return sum(errors) / len(errors)


@pytest.mark.slow
def test_ten_noisy_boots(boot, tmp_path):
    chance = random.Random(39)
    gaps = [(chance.expovariate(1 / 0.08), chance.expovariate(1 / 0.2) if chance.random() < 0.4 else 0)
            for _ in UNITS]
    errors = []
    for number in range(10):
        daemon = boot()
        sampler = Sampler(daemon)
        begin, end = play_systemd(daemon, *noisy_plan(chance, gaps))
        sampler.stop()
        known = [value for _, value in sampler.samples if value is not None]
        if number == 0:
            assert known == []
        else:
            assert known == sorted(known)
            assert known[-1] == 100 and known[-2] <= 99
            errors.append(mean_error(sampler.samples, begin, end))
        run = remember(tmp_path)
        assert (run.returncode, run.stderr) == (0, "")
        assert not (tmp_path / "boot-record").exists()
    print("mean errors in points:", " ".join(f"{error:.1f}" for error in errors))
    assert sum(errors) / len(errors) < 8
    memory = (tmp_path / "boot-times").read_text()
    assert len(memory) <= 4096 and len(memory.splitlines()[1].split()) == 9
    assert {line.split()[0] for line in memory.splitlines()[2:]} == set(UNITS)


def test_without_earlier_boots_it_is_unknown(boot, tmp_path):
    daemon = boot()
    daemon.request("U", b"a.service")
    assert is_unknown(daemon)
    record = (tmp_path / "boot-record").read_text().splitlines()
    assert record[0].startswith("flipbook-boot 1 ") and record[1].endswith(" a.service")


def test_it_waits_while_a_password_is_asked_for(boot, tmp_path, person):
    write_memory(tmp_path, 20_000)
    daemon = boot("--keyboard", person.path)
    assert wait_until(lambda: percent(daemon) > 0)
    with daemon.send("*", b"Passphrase") as client:
        daemon.wait_for_message("Passphrase")
        before = percent(daemon)
        time.sleep(1.5)
        assert percent(daemon) == before
        person.type("secret\r")
        assert plymouth_reply(client) == b"\2secret"
    assert wait_until(lambda: percent(daemon) > before)
    quit_daemon(daemon)
    # A second and a half of asking is 7.5 points of these 20 s.
    end = int((tmp_path / "boot-record").read_text().splitlines()[-1])
    assert end < before * 200 + 20_000


def test_a_clients_progress_wins(boot, tmp_path):
    write_memory(tmp_path, 2000)
    daemon = boot()
    assert wait_until(lambda: percent(daemon) > 5)
    daemon.ask("progress 3")
    time.sleep(0.5)
    assert percent(daemon) == 3


def test_a_disk_check_is_shown_and_then_the_boot_again(boot, tmp_path):
    write_memory(tmp_path, 60_000)
    daemon = boot()
    daemon.request("U", b"fsckd:1:50.5:fsck")
    assert percent(daemon) == 50.5
    daemon.request("U", b"fsckd:0:0:")
    assert wait_until(lambda: 0 < percent(daemon) < 20)


def test_late_units_slow_it_down(boot, tmp_path):
    write_memory(tmp_path, 1000, a=500)
    daemon = boot()
    time.sleep(2)
    # Without the unit half a second is left: after two seconds that is a fifth.
    assert 70 <= percent(daemon) < 90
    daemon.request("U", b"a.service")
    assert 70 <= percent(daemon) <= 99


@pytest.mark.parametrize("text, problem", [
    (b"", "boot-times:1: expected 'flipbook-boot-times 1'"),
    (b"flipbook-boot-times 1\ntotal 5 x\n", "boot-times:2: expected milliseconds, 1 to 3600000"),
    (b"flipbook-boot-times 1\ntotal 5\na 1\na 1\n", "boot-times:4: the unit has a line already"),
    (b"\0" * 5000, "boot-times: larger than 4096 bytes"),
], ids=["empty", "time", "twice", "large"])
def test_a_wrong_file_is_one_line_in_the_log(boot, tmp_path, text, problem):
    (tmp_path / "boot-times").write_bytes(text)
    daemon = boot()
    assert is_unknown(daemon)
    assert problem in daemon.log and len(daemon.log.splitlines()) == 1
    quit_daemon(daemon)
    run = remember(tmp_path)
    assert run.returncode == 0 and problem in run.stderr
    # The next boot has a percentage.
    assert not is_unknown(boot())


def test_a_folder_that_is_missing_is_one_line_in_the_log(start_daemon, tmp_path):
    missing = tmp_path / "none" / "such"
    daemon = start_daemon("--mode", "boot-up", "--boot-times", str(missing))
    assert "boot-record" in daemon.log and len(daemon.log.splitlines()) == 1
    quit_daemon(daemon)


def test_other_modes_and_none_have_no_files(start_daemon, tmp_path):
    write_memory(tmp_path, 2000)
    for options in (["--mode", "shutdown", "--boot-times", str(tmp_path)], ["--mode", "boot-up"],
                    ["--boot-times", str(tmp_path)], ["--mode", "boot-up", "--boot-times", "none"]):
        daemon = start_daemon(*options)
        time.sleep(0.3)
        assert percent(daemon) == 0
        assert not (tmp_path / "boot-record").exists()


def test_a_daemon_that_is_killed_is_continued(boot, tmp_path):
    write_memory(tmp_path, 30_000, a=15_000)
    first = boot()
    first.request("U", b"a.service")
    time.sleep(1.5)
    before = percent(first)
    first.process.kill()
    first.wait_for_end()
    second = boot()
    assert percent(second) >= before / 2
    second.request("U", b"b.service")
    quit_daemon(second)
    record = (tmp_path / "boot-record").read_text().splitlines()
    assert [line.split()[1:] for line in record[1:]] == [["a.service"], ["b.service"], []]
    assert int(record[-1]) >= 1500


def test_a_failed_boot_is_not_remembered(boot, tmp_path):
    daemon = boot()
    daemon.ask("fail")
    quit_daemon(daemon)
    run = remember(tmp_path)
    assert run.returncode == 1 and "no hand-over is recorded" in run.stderr
    assert not (tmp_path / "boot-times").exists()


def test_an_update_is_not_remembered(boot, tmp_path):
    daemon = boot()
    daemon.ask("mode updates")
    quit_daemon(daemon)
    assert remember(tmp_path).returncode == 1


def test_without_a_record_the_command_fails(tmp_path):
    run = remember(tmp_path)
    assert run.returncode == 1 and "boot-record" in run.stderr


def test_names_that_no_unit_has_are_ignored(boot, tmp_path):
    daemon = boot()
    for name in (b"a b", b"\xff", b"x" * 200, b"a\nb"):
        daemon.request("U", name)
    quit_daemon(daemon)
    assert len((tmp_path / "boot-record").read_text().splitlines()) == 2


def test_many_units_do_not_make_the_record_grow(boot, tmp_path):
    daemon = boot()
    with connected(daemon.plymouth) as client:
        for number in range(400):
            client.sendall(plymouth_request("U", f"{number}-{'x' * 100}".encode()))
            assert plymouth_reply(client) == b"\6"
    quit_daemon(daemon)
    assert (tmp_path / "boot-record").stat().st_size <= 16_384
    assert remember(tmp_path).returncode == 0


def test_a_confined_daemon_records_a_boot(boot, tmp_path):
    daemon = boot()
    assert "Seccomp:\t2" in Path(f"/proc/{daemon.pid}/status").read_text()
    daemon.request("U", b"a.service")
    quit_daemon(daemon)
    assert remember(tmp_path).returncode == 0
