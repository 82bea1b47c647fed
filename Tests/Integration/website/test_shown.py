# SPDX-License-Identifier: Apache-2.0
"""The site in a browser: nothing is wider than a phone, nothing is asked for elsewhere, and the themes move."""

import pytest
from daemon_process import ROOT

THEMES = sorted(folder.name for folder in (ROOT / "config/themes").iterdir() if (folder / "theme.toml").is_file())
KINDS = ("index.html", "gallery/index.html", "gallery/kiosk.html", "docs/import.html", "docs/comparison.html", "man/flipbook-theme.5.html",
         "reference/index.html", "playground/index.html")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_is_wider_than_the_screen(folder, every, browser, width, scheme):
    """Every page on a phone; one of each kind elsewhere."""
    browser.look(width, 844, scheme)
    wide = []
    for path in every if (width, scheme) == (390, "light") else KINDS:
        browser.open((folder / path).as_uri())
        if browser.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(path)
    assert not wide
    assert browser.errors == []


@pytest.mark.parametrize("scheme, paper", [("light", "rgb(246, 247, 249)"), ("dark", "rgb(18, 21, 26)")])
def test_each_scheme_has_its_colours(folder, browser, scheme, paper):
    browser.look(1280, 900, scheme)
    browser.open((folder / "docs/splash.html").as_uri())
    assert browser.evaluate("getComputedStyle(document.body).backgroundColor") == paper


def test_each_theme_of_the_gallery_moves(folder, browser):
    browser.look(1280, 4000)
    browser.open((folder / "gallery/index.html").as_uri(), "window.gallery !== undefined")
    names = browser.evaluate("[...document.querySelectorAll('.stage')].map((stage) => stage.dataset.theme)")
    assert sorted(names) == THEMES
    # The sum of all pixels, of each theme's canvas.
    browser.evaluate("""window.sums = () => [...document.querySelectorAll('.stage canvas')].map((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return data.reduce((sum, value, index) => (sum * 31 + value * (index % 251 + 1)) % 1000003, 0);
    })""")
    browser.wait(f"(window.before = sums()).length === {len(THEMES)}")
    browser.wait("(window.after = sums()).every((sum, index) => sum !== before[index])")
    assert browser.errors == []


def test_without_motion_and_without_scripts_there_are_images(folder, browser):
    browser.look(1280, 900)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.open((folder / "gallery/index.html").as_uri())
    assert browser.evaluate("document.querySelectorAll('.stage canvas').length") == 0
    assert browser.evaluate("[...document.querySelectorAll('.stage img')].length") == len(THEMES)
    browser.open((folder / "index.html").as_uri(), "document.querySelector('.moving').complete")
    assert browser.evaluate("document.querySelector('.moving').currentSrc").endswith("installer.png")
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.call("Page.navigate", url=(folder / "gallery/index.html").as_uri())
    try:
        browser.wait("document.readyState === 'complete' && document.querySelector('.stage img').naturalWidth > 0")
        assert browser.evaluate("document.querySelectorAll('.stage canvas').length") == 0
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.parametrize("name", ["kiosk", "flow"])
def test_the_gallery_leads_to_a_theme_in_the_playground(folder, browser, name):
    browser.open((folder / "playground/index.html").as_uri() + f"#theme={name}", "window.playground !== undefined")
    assert browser.evaluate("document.forms.options.elements.look.value") == f"theme:{name}"
    assert browser.errors == []


def test_nothing_else_is_asked_for(folder, browser):
    """All that the tests before have opened, too."""
    browser.open((folder / "index.html").as_uri())
    foreign = [address for address in browser.requests if not address.startswith((folder.as_uri(), "data:", "about:"))]
    assert len(browser.requests) > 3 and foreign == []
