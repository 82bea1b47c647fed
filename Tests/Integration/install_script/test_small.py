# SPDX-License-Identifier: Apache-2.0
"""Scripts/install for a root of a few megabytes, and with units elsewhere."""

from install_script.installation import run_script


def test_the_daemon_alone(tmp_path):
    run = run_script("--destdir", tmp_path, "--daemon", "/bin/echo", "--daemon-only")
    assert run.returncode == 0, run.stderr
    found = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir())
    assert found == ["etc/init.d/S00flipbook", "usr/bin/flipbookctl", "usr/lib/systemd/system/flipbook-show.service",
                     "usr/sbin/flipbookd"]


def test_units_are_where_they_are_asked_for(tmp_path):
    run = run_script("--destdir", tmp_path, "--units", "/lib/systemd/system", "--daemon", "/bin/echo", "--no-tool")
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "lib/systemd/system/plymouth-start.service").exists()
    assert not (tmp_path / "usr/lib/systemd").exists()
