# SPDX-License-Identifier: Apache-2.0
"""The studio's server: who may use it, and what it writes."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from daemon_process import ROOT, as_nobody, theme_tool, wait_until
from namespaces import new_namespaces
from playground.studio_server import Studio

LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20h-40z" fill="#14B88A"/></svg>'


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "config/themes/installer", tmp_path / "installer")
    return tmp_path / "installer"


@pytest.fixture
def studio(folder):
    studio = Studio(folder)
    yield studio
    assert studio.end() == 0


def error_of(reply) -> str:
    return json.loads(reply[1])["error"]


def contents(folder) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_page_and_its_parts(studio):
    for name in ("", "studio.html", "studio.js", "studio.css", "gallery.html", "flipbook.wasm", "api/theme", "api/schema"):
        assert studio.request("GET", studio.path + name)[0] == 200, name


@pytest.mark.parametrize("path", ["/", "/studio.html", "/api/theme", "/0123456789abcdef0123456789abcdef/", "//", "/%s"])
def test_nothing_without_the_secret(studio, path):
    secret = studio.path.strip("/")
    for wrong in (path.replace("%s", secret[:-1]), path.replace("%s", secret[:-1] + "x/"), path.replace("%s", secret)):
        status, body = studio.request("GET", wrong)
        assert status == 403 and secret.encode() not in body
        assert studio.request("POST", wrong, b"flipbook = 1")[0] == 403


@pytest.mark.parametrize("host", [None, "", "example.org", "example.org:{port}", "127.0.0.1", "127.0.0.2:{port}",
                                  "localhost.example.org:{port}", "[::1]:{port}"])
def test_another_host_name_is_refused(studio, host):
    host = host and host.format(port=studio.port)
    assert studio.request("GET", studio.path, Host=host)[0] in ((403,) if host else (400, 403))


def test_localhost_is_a_name_of_it(studio):
    name = f"localhost:{studio.port}"
    assert studio.request("GET", studio.path, Host=name)[0] == 200
    # An origin is the page's own, by the name that it has.
    assert studio.request("POST", f"{studio.path}api/compile", b"flipbook = 1", Host=name)[0] == 403
    assert studio.request("POST", f"{studio.path}api/compile", b"flipbook = 1", Host=name, Origin=f"http://{name}")[0] == 200


def test_the_port_of_the_protocol_may_be_left_out(folder):
    with new_namespaces():
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        with Studio(folder, "--port", "80") as studio:
            for name in ("127.0.0.1", "localhost", "127.0.0.1:80"):
                reply = studio.request("POST", f"{studio.path}api/compile", b"flipbook = 1", Host=name, Origin=f"http://{name}")
                assert reply[0] == 200, name
            assert studio.request("GET", studio.path, Host="example.org")[0] == 403


@pytest.mark.parametrize("origin", ["http://example.org", "null", "http://127.0.0.1", "https://127.0.0.1:{port}",
                                    "http://127.0.0.1:1", "http://localhost:{port}", ""])
def test_another_origin_is_refused(studio, folder, origin):
    before = contents(folder)
    origin = origin.format(port=studio.port)
    assert studio.request("GET", f"{studio.path}api/theme", Origin=origin)[0] == 403
    assert studio.request("POST", f"{studio.path}api/save", b"flipbook = 1", Origin=origin)[0] == 403
    assert contents(folder) == before


def test_a_form_of_another_page_is_refused(studio, folder):
    before = contents(folder)
    assert studio.request("POST", f"{studio.path}api/save", b"flipbook = 1", Origin=None)[0] == 403
    for site in ("cross-site", "same-site"):
        assert studio.request("GET", studio.path, Sec_Fetch_Site=site)[0] == 403
    for site in ("none", "same-origin"):
        assert studio.request("GET", studio.path, Sec_Fetch_Site=site)[0] == 200
    assert contents(folder) == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
def test_other_methods_do_nothing(studio, folder, method):
    before = contents(folder)
    assert studio.request(method, "/", Origin=f"http://{studio.host}")[0] == 403
    assert studio.request(method, f"{studio.path}api/save", Origin=f"http://{studio.host}")[0] == 404
    assert contents(folder) == before


@pytest.mark.parametrize("path", [
    "../theme.toml", "..%2ftheme.toml", "%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "studio.html/..", ".studio.html",
    "api/../studio.html", "studio.html%00.js", "..\\studio.html", "theme.toml", "api/file", "nothing.js"])
def test_paths_lead_to_the_parts_alone(studio, path):
    status, body = studio.request("GET", studio.path + path)
    assert status == 404 and b"root:" not in body and b"flipbook = 1" not in body


def test_it_listens_on_loopback_alone(studio):
    lines = open("/proc/net/tcp").read().splitlines() + open("/proc/net/tcp6").read().splitlines()
    listening = [line.split()[1] for line in lines if f":{studio.port:04X}" in line.split()[1] and line.split()[3] == "0A"]
    assert listening == [f"0100007F:{studio.port:04X}"]


def test_a_page_may_do_little(studio):
    with socket.create_connection(("127.0.0.1", studio.port)) as client:
        client.sendall(f"GET {studio.path} HTTP/1.1\r\nHost: {studio.host}\r\nConnection: close\r\n\r\n".encode())
        head = b"".join(iter(lambda: client.recv(65536), b"")).split(b"\r\n\r\n")[0].decode()
    assert "default-src 'none'" in head and "frame-ancestors 'self'" in head and "unsafe-inline" not in head
    assert "no-store" in head and "no-referrer" in head and "nosniff" in head


def compiled(studio, text: bytes, query: str = "") -> tuple[dict, bytes]:
    """The report and the pack of a text."""
    with socket.create_connection(("127.0.0.1", studio.port)) as client:
        client.sendall(f"POST {studio.path}api/compile{query} HTTP/1.1\r\nHost: {studio.host}\r\nOrigin: http://{studio.host}"
                       f"\r\nConnection: close\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
        head, body = b"".join(iter(lambda: client.recv(1 << 20), b"")).split(b"\r\n\r\n", 1)
    size = int(next(line for line in head.decode().splitlines() if line.startswith("Flipbook-Report:")).split()[1])
    return json.loads(body[:size]), body[size:]


@pytest.mark.parametrize("name", sorted(folder.name for folder in (ROOT / "config/themes").iterdir()))
def test_the_pack_is_that_of_compile(tmp_path, name):
    folder = ROOT / "config/themes" / name
    shutil.copytree(folder, tmp_path / name)
    subprocess.run([theme_tool(), "compile", folder, "-o", tmp_path / "one.pack"], check=True)
    studio = Studio(tmp_path / name)
    # The second time all is in its cache.
    for _ in range(2):
        report, pack = compiled(studio, (folder / "theme.toml").read_bytes())
        assert report["diagnostics"] == [] and pack == (tmp_path / "one.pack").read_bytes()
    studio.end()


def test_a_changed_image_is_seen(studio, folder, tmp_path):
    text = (folder / "theme.toml").read_bytes()
    before = compiled(studio, text)[1]
    (folder / "logo.svg").write_bytes(LOGO)
    after = compiled(studio, text)[1]
    subprocess.run([theme_tool(), "compile", folder, "-o", tmp_path / "two.pack"], check=True)
    assert after != before and after == (tmp_path / "two.pack").read_bytes()


def test_links_are_not_followed(studio, folder, tmp_path):
    def others(path="api/changes") -> str:
        return json.loads(studio.request("GET", studio.path + path)[1])["others"]
    before = others("api/theme")
    (tmp_path / "large").mkdir()
    (folder / "link").symlink_to(tmp_path / "large")
    assert others() == before
    (tmp_path / "large/a.svg").write_bytes(LOGO)
    assert others() == before
    (folder / "a.svg").write_bytes(LOGO)
    assert others() != before


def test_displays_are_checked_apart_from_compiling(studio, folder):
    """The page asks for it when nothing is typed any more."""
    # Of this size in points the logo leaves no room on small displays.
    large = re.sub(r"(\[image\.logo\]\nfile = .*\n)height = .*", r"\1height = 300", (folder / "theme.toml").read_text())
    result, pack = compiled(studio, large.encode())
    assert pack and result["diagnostics"] == [] and not result["report"]["checked"]
    status, body = studio.request("POST", f"{studio.path}api/check", large.encode())
    found = json.loads(body)
    assert status == 200 and found["report"]["checked"]
    assert {one["severity"] for one in found["diagnostics"]} == {"warning"}
    (folder / "theme.toml").write_text(large)
    checked = subprocess.run([theme_tool(), "check", folder], capture_output=True, text=True)
    assert [f"theme.toml:{one['line']}:{one['column']}: warning: {one['key']}: " for one in found["diagnostics"]] == \
        re.findall(r"theme\.toml:\d+:\d+: warning: [\w.-]+: ", checked.stderr)
    assert sum(bool(one["displays"]) for one in found["report"]["diagnostics"]) == len(found["diagnostics"])


def test_mistakes_have_their_lines(studio):
    report, pack = compiled(studio, b'flipbook = 1\n[background]\ncolour = "000000"\n')
    assert pack == b"" and [(one["line"], one["suggestion"]) for one in report["diagnostics"]] == [(3, "color")]


def test_saving(studio, folder):
    os.chmod(folder / "theme.toml", 0o640)
    theme = json.loads(studio.request("GET", f"{studio.path}api/theme")[1])
    assert theme["text"].encode() == (folder / "theme.toml").read_bytes() and theme["files"] == ["logo.svg", "theme.toml"]
    changed = theme["text"].encode() + "# gr\u00f6\u00dfer\n".encode()
    status, body = studio.request("POST", f"{studio.path}api/save", changed, If_Match=theme["base"])
    assert status == 200 and (folder / "theme.toml").read_bytes() == changed
    assert (folder / "theme.toml").stat().st_mode & 0o777 == 0o640 and sorted(contents(folder)) == ["logo.svg", "theme.toml"]
    # What another program has written since is not lost.
    (folder / "theme.toml").write_bytes(b"flipbook = 1\n# another\n")
    reply = studio.request("POST", f"{studio.path}api/save", changed + b"#", If_Match=json.loads(body)["base"])
    assert reply[0] == 409 and "another program" in error_of(reply)
    assert (folder / "theme.toml").read_bytes() == b"flipbook = 1\n# another\n"
    assert studio.request("POST", f"{studio.path}api/save", changed + b"#")[0] == 200
    assert (folder / "theme.toml").read_bytes() == changed + b"#"


def test_a_written_file_is_like_the_old_one(studio, folder):
    """Its owner stays, no other file is touched, and a link that is replaced gives no permissions."""
    (folder / "theme.toml.new").write_bytes(b"mine")
    if os.getuid() == 0:
        os.chown(folder / "theme.toml", 65534, 65533)
    before = (folder / "theme.toml").stat()
    assert studio.request("POST", f"{studio.path}api/save", b"flipbook = 1\n")[0] == 200
    after = (folder / "theme.toml").stat()
    assert (after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode)
    (folder / "link.svg").symlink_to("logo.svg")
    assert studio.request("POST", f"{studio.path}api/file?name=link.svg&replace=1", LOGO)[0] == 200
    assert (folder / "link.svg").stat().st_mode & 0o133 == 0
    assert sorted(contents(folder)) == ["link.svg", "logo.svg", "theme.toml", "theme.toml.new"]
    assert (folder / "theme.toml.new").read_bytes() == b"mine"


@pytest.mark.parametrize(("wish", "name"), [
    ("Logo.SVG", "logo.svg"), ("../../evil.svg", "evil.svg"), ("..%5C..%5Cx.png", "x.svg"), ("a%20b%C3%A4.svg", "a-b.svg"),
    (".hidden", "logo.svg"), ("-rf.svg", "rf.svg"), ("", "logo.svg"), ("theme.toml", "theme.svg"), ("x" * 300, "x" * 64 + ".svg")])
def test_a_dropped_file_gets_a_safe_name(studio, folder, wish, name):
    (folder / "logo.svg").unlink()
    status, body = studio.request("POST", f"{studio.path}api/file?name={wish}", LOGO)
    assert status == 200 and json.loads(body) == {"name": name, "kind": "image"}
    assert (folder / name).read_bytes() == LOGO and sorted(contents(folder)) == sorted([name, "theme.toml"])


def test_no_file_is_overwritten_silently(studio, folder):
    before = (folder / "logo.svg").read_bytes()
    assert studio.request("POST", f"{studio.path}api/file?name=logo.svg", before)[0] == 200
    reply = studio.request("POST", f"{studio.path}api/file?name=logo.svg", LOGO)
    assert reply[0] == 409 and json.loads(reply[1])["name"] == "logo.svg"
    assert (folder / "logo.svg").read_bytes() == before
    # Nor is a file written that a link leads to.
    outside = folder.parent / "outside.svg"
    outside.write_bytes(before)
    (folder / "link.svg").symlink_to(outside)
    assert studio.request("POST", f"{studio.path}api/file?name=link.svg", LOGO)[0] == 409
    assert studio.request("POST", f"{studio.path}api/file?name=link.svg&replace=1", LOGO)[0] == 200
    assert outside.read_bytes() == before and not (folder / "link.svg").is_symlink()
    assert studio.request("POST", f"{studio.path}api/file?name=logo.svg&replace=1", LOGO)[0] == 200
    assert (folder / "logo.svg").read_bytes() == LOGO


def test_only_images_and_fonts_are_taken(studio, folder):
    before = contents(folder)
    for body in (b"#!/bin/sh\n", b"", b"GIF89a", b"\x7fELF"):
        reply = studio.request("POST", f"{studio.path}api/file?name=a.svg", body)
        assert reply[0] == 422 and error_of(reply) == \
            "a.svg is neither an SVG, PNG or JPEG nor a TrueType or OpenType font"
    assert contents(folder) == before


def test_a_large_body_is_refused_before_it_is_read(studio):
    for path in ("/", f"{studio.path}api/file?name=a.svg"):
        with socket.create_connection(("127.0.0.1", studio.port), timeout=30) as client:
            client.sendall(f"POST {path} HTTP/1.1\r\nHost: {studio.host}\r\nOrigin: http://{studio.host}\r\n"
                           f"Content-Length: {(1 << 20) + 1}\r\n\r\n".encode())
            assert client.recv(12) == b"HTTP/1.1 413"
    assert studio.request("GET", studio.path)[0] == 200


def test_many_connections_are_ended(studio):
    clients = [socket.create_connection(("127.0.0.1", studio.port), timeout=30) for _ in range(80)]
    for client in clients:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    replies = [received(client) for client in clients]
    # Some of the numbers are those of the server's own files.
    assert 48 <= replies.count(b"HTTP/1.1 403") <= 64 and set(replies[:48]) == {b"HTTP/1.1 403"}
    for client in clients:
        client.close()
    assert studio.request("GET", studio.path)[0] == 200


def received(client) -> bytes:
    try:
        return client.recv(12)
    except ConnectionResetError:
        return b""


def test_a_large_file_comes_in_pieces(studio, folder):
    image = LOGO + b"<!--" + b" " * (5 << 19) + b"-->"
    for at in (0, 1 << 20):
        assert studio.request("POST", f"{studio.path}api/piece?at={at}", image[at:at + (1 << 20)])[0] == 200
    # A piece that is missing is no file.
    assert studio.request("POST", f"{studio.path}api/file?name=a.svg&at={3 << 20}", image[3 << 20:])[0] == 422
    reply = studio.request("POST", f"{studio.path}api/file?name=a.svg&at={2 << 20}", image[2 << 20:])
    assert reply[0] == 200 and (folder / "a.svg").read_bytes() == image


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_by_a_signal(folder, number):
    studio = Studio(folder)
    # A connection that a browser keeps open is no reason to stay.
    with socket.create_connection(("127.0.0.1", studio.port)) as client:
        client.sendall(f"GET {studio.path} HTTP/1.1\r\nHost: {studio.host}\r\n\r\n".encode())
        assert client.recv(12) == b"HTTP/1.1 200"
        assert studio.end(number) == 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", studio.port))


def test_apply_runs_where_a_loader_has_started_the_program(folder):
    """In an unpacked release the script starts the loader, with its own path as the program's name."""
    loader = next(Path("/lib64").glob("ld-linux-*.so.2"))
    with new_namespaces(network=False, mounts=True):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        studio = Studio(folder, program=(loader, "--argv0", theme_tool(), theme_tool()))
    job = json.loads(studio.request("POST", f"{studio.path}api/apply?now", b"")[1])
    assert job["line"] == f"flipbook-theme apply -- {folder}"

    def result():
        return json.loads(studio.request("GET", f"{studio.path}api/apply")[1])
    assert wait_until(lambda: result()["status"] is not None)
    # Without a daemon the pack is written, and the reason for the rest is said.
    assert result()["status"] == 3 and result()["output"].startswith("/run/flipbook/theme.pack: ")
    assert studio.end() == 0


def test_a_port_can_be_chosen_and_must_be_free(studio, folder):
    run = edit(folder, "--port", str(studio.port))
    assert run.returncode == 2 and run.stdout == ""
    assert run.stderr == f"flipbook-theme: edit: cannot listen at 127.0.0.1:{studio.port}: address in use\n"


def edit(*arguments, **options) -> subprocess.CompletedProcess:
    return subprocess.run([theme_tool(), "edit", "--no-browser", *arguments], capture_output=True, text=True, timeout=60,
                          **options)


def test_what_cannot_be_edited_gets_a_line(folder, tmp_path):
    run = edit(tmp_path / "nothing")
    assert (run.returncode, run.stderr) == (
        2, f"flipbook-theme: edit: there is no folder {tmp_path}/nothing; flipbook-theme new {tmp_path}/nothing makes a theme\n")
    (tmp_path / "empty").mkdir()
    run = edit(tmp_path / "empty")
    assert run.returncode == 2 and run.stderr.startswith(f"flipbook-theme: cannot read {tmp_path}/empty/theme.toml: ")
    subprocess.run([theme_tool(), "compile", folder, "-o", tmp_path / "a.pack"], check=True)
    run = edit(tmp_path / "a.pack")
    assert (run.returncode, run.stderr) == (
        2, f"flipbook-theme: edit: {tmp_path}/a.pack is not a theme's folder; a compiled pack cannot be edited\n")


def test_a_theme_that_is_no_utf8_gets_a_line(folder):
    (folder / "theme.toml").write_bytes(b"flipbook = 1  # gr\xf6\xdfer\n")
    run = edit(folder)
    assert (run.returncode, run.stdout, run.stderr) == (
        2, "", f"flipbook-theme: edit: {folder}/theme.toml is not UTF-8: convert it, or correct it in an editor\n")


def test_a_folder_that_cannot_be_written_gets_a_line(folder):
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o755)
        shutil.copytree(folder, f"{place}/theme")
        os.chmod(f"{place}/theme", 0o555)
        run = edit(f"{place}/theme", **({"preexec_fn": as_nobody} if os.getuid() == 0 else {}))
        os.chmod(f"{place}/theme", 0o755)
    assert (run.returncode, run.stderr) == (
        2, f"flipbook-theme: edit: cannot write {place}/theme: permission denied; edit a copy of the folder\n")


def test_the_browser_gets_an_address_that_works_once(folder, tmp_path):
    """Command lines are visible to other users: the secret is not in that of the browser."""
    fake = tmp_path / "bin/xdg-open"
    fake.parent.mkdir()
    fake.write_text(f'#!/bin/sh\necho "$1" >{tmp_path}/address.new && mv {tmp_path}/address.new {tmp_path}/address\n')
    fake.chmod(0o755)
    process = subprocess.Popen([theme_tool(), "edit", folder], stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL,
                               env={**os.environ, "PATH": f"{fake.parent}:{os.environ['PATH']}", "DISPLAY": ":9"})
    address = process.stdout.readline().strip()
    assert wait_until((tmp_path / "address").exists)
    once = (tmp_path / "address").read_text().strip()
    studio = Studio.__new__(Studio)
    studio.port, studio.host = int(address.split(":")[2].split("/")[0]), address.split("/")[2]
    secret = address.split("/")[3]
    assert secret not in once and once.startswith(f"http://{studio.host}/")
    path = "/" + once.split("/")[3]
    if os.getuid() == 0:
        # Another user gets nothing by it, and does not use it up.
        script = ("import http.client, sys; connection = http.client.HTTPConnection(sys.argv[1]); "
                  "connection.request('GET', sys.argv[2]); print(connection.getresponse().status)")
        run = subprocess.run(["/usr/bin/python3", "-c", script, studio.host, path], capture_output=True, text=True,
                             preexec_fn=as_nobody, cwd="/", check=True)
        assert run.stdout == "403\n"
    assert [studio.request("GET", path)[0] for _ in range(2)] == [303, 403]
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    process.stdout.close()
