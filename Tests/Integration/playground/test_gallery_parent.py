# SPDX-License-Identifier: Apache-2.0
"""A page that has the gallery in a frame replaces its pack, from the same origin alone."""

import base64
import functools
import http.server
import json
import re
import subprocess
import threading

import pytest
from daemon_process import ROOT, theme_tool
from playground.browser import Browser
from playground.test_page import HASH, differs, render

PARENT = """<!doctype html>
<title>A studio</title>
<link rel="icon" href="data:,">
<iframe src="%s" width="1200" height="2000"></iframe>
<script>
const frame = document.querySelector("iframe");
const replies = [];
addEventListener("message", ({ data }) => replies.push(data));
function send(pack, report, generation) {
  const { buffer } = Uint8Array.from(atob(pack), (letter) => letter.charCodeAt(0));
  frame.contentWindow.postMessage({ flipbook: "pack", bytes: buffer, report, generation }, "*");
}
window.isReady = new Promise((done) => frame.addEventListener("load", done));
</script>
"""
PANEL = "frame.contentDocument.querySelector('.panel canvas')"
SHOWN = HASH + f"hashOf({PANEL}.getContext('2d'))"


class Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@pytest.fixture(scope="module")
def folder(write_gallery, tmp_path_factory):
    """Galleries of two themes and their packs."""
    folder = tmp_path_factory.mktemp("served")
    for name in ("installer", "kiosk"):
        theme = ROOT / "config/themes" / name
        (folder / f"{name}.html").write_bytes(write_gallery(theme).read_bytes())
        subprocess.run([theme_tool(), "compile", theme, "-o", folder / f"{name}.pack"], check=True)
    (folder / "parent.html").write_text(PARENT % "installer.html")
    return folder


@pytest.fixture(scope="module")
def origin(folder):
    """A server of that folder, as its origin."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def open_parent(tmp_path):
    """Opens a page in a browser, as a function."""
    browsers = []

    def opened(page) -> Browser:
        browsers.append(Browser(page, tmp_path / f"browser{len(browsers)}", 1280, 2100,
                                ready="window.isReady !== undefined"))
        browsers[-1].evaluate("isReady.then(() => true)")
        return browsers[-1]
    (tmp_path / "browser0").mkdir()
    yield opened
    for browser in browsers:
        browser.close()


def words(folder, name: str) -> str:
    """The arguments of `send`: a theme's pack and its report."""
    report = re.search(r'id="report">(.*?)</script>', (folder / f"{name}.html").read_text(), re.S).group(1)
    return f"'{base64.b64encode((folder / f'{name}.pack').read_bytes()).decode()}', {report}"


def click(page, selector: str) -> None:
    page.evaluate(f"frame.contentDocument.querySelector({json.dumps(selector)}).click()")


@pytest.mark.slow
def test_a_pack_is_replaced_and_the_controls_stay(open_parent, origin, folder, tmp_path):
    page = open_parent(f"{origin}/parent.html")
    page.wait("frame.contentWindow.gallery !== undefined")
    # Still frames, after a failure at 42 %.
    for selector in ("[name=reduced]", "[name=phase][value=failed]", "[name=message][value=short]"):
        click(page, selector)
    percent = page.evaluate("frame.contentDocument.querySelector('#progress').value")
    page.evaluate("frame.contentWindow.gallery.shown()")
    before = page.evaluate(SHOWN)
    page.evaluate(f"send({words(folder, 'kiosk')}, 7)")
    page.wait("replies.length === 1")
    assert page.evaluate("replies[0]") == {"flipbook": "shown", "generation": 7, "problem": ""}
    commands = [(0, f"progress {percent}"), (5000, "fail"), (10_000, "message Unpacking hello (2.10-3) …")]
    image = render(tmp_path, ["--theme", folder / "kiosk.pack", "--canvas", "480x320"], commands, 60_000)
    assert differs(page, image, PANEL) == 0
    assert page.evaluate("frame.contentDocument.querySelector('[name=phase]:checked').value") == "failed"
    assert page.evaluate("frame.contentDocument.querySelector('#name').textContent") == "kiosk"
    # And back: the same frame as at first, in the same document.
    page.evaluate(f"send({words(folder, 'installer')})")
    page.wait("replies.length === 2")
    assert page.evaluate("replies[1].generation") == 8
    assert page.evaluate(SHOWN) == before
    assert page.errors == []


@pytest.mark.slow
def test_a_broken_pack_changes_nothing(open_parent, origin, folder):
    page = open_parent(f"{origin}/parent.html")
    page.wait("frame.contentWindow.gallery !== undefined")
    click(page, "[name=reduced]")
    page.evaluate("frame.contentWindow.gallery.shown()")
    before = page.evaluate(SHOWN)
    page.evaluate("send(btoa('FLIPPACK'), {name: 'broken'}, 3)")
    page.wait("replies.length === 1")
    reply = page.evaluate("replies[0]")
    assert reply["generation"] == 3 and reply["problem"].startswith("theme broken: ")
    assert page.evaluate("frame.contentDocument.querySelector('#problem').textContent") == reply["problem"]
    page.evaluate("frame.contentWindow.gallery.shown()")
    assert page.evaluate(SHOWN) == before
    assert page.evaluate("frame.contentDocument.querySelector('#name').textContent") == "installer"


def test_another_origin_is_not_heard(open_parent, origin, folder):
    # The same server under another name is another origin.
    other = origin.replace("127.0.0.1", "localhost")
    (folder / "stranger.html").write_text(PARENT % f"{origin}/installer.html")
    page = open_parent(f"{other}/stranger.html")
    page.evaluate(f"send({words(folder, 'kiosk')})")
    page.evaluate("new Promise((done) => setTimeout(done, 1500))")
    assert page.evaluate("replies") == []


def test_a_page_of_a_file_does_not_listen(open_parent, folder):
    page = open_parent(folder / "parent.html")
    page.evaluate(f"send({words(folder, 'kiosk')})")
    page.evaluate("new Promise((done) => setTimeout(done, 1500))")
    assert page.evaluate("replies") == []
