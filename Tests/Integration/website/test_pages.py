# SPDX-License-Identifier: Apache-2.0
"""Each page of the site is whole, and has what readers, phones and readers of screens need."""

import re

import pytest
from website import colours, pages

CHECKS = (pages.markup_problems, pages.head_problems, pages.outline_problems, pages.element_problems, pages.size_problems,
          pages.request_problems)
BROKEN = """<html><head><meta charset="utf-8"><title>x</title><script src="//cdn.example/x.js"></script>
<link rel="stylesheet" href="https://fonts.example/x.css"></head>
<body><h2 id="a">A</h2><h4 id="a">B</h4><p><img src="gone.png"><a href="gone.html#b"></a><a href="#c">c</a>
<a href="../../outside.html">o</a><b><i></b></i><input name="n"><p onclick="x()">y<script>alert(1)</script></body></html>"""


@pytest.fixture
def broken(tmp_path) -> pages.Page:
    (tmp_path / "index.html").write_text(BROKEN)
    return pages.Page(tmp_path, "index.html", BROKEN)


def test_there_is_each_part(every):
    for path in ("index.html", "gallery/index.html", "playground/index.html", "man/index.html", "man/flipbookd.8.html",
                 "docs/index.html", "docs/install/debian.html", "docs/comparison.html", "reference/index.html"):
        assert path in every
    assert len(every) > 50


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removesuffix("_problems"))
def test_no_page_has_a_problem(every, check):
    assert not [f"{path}: {problem}" for path, page in every.items() for problem in check(page)]


def test_each_link_and_anchor_resolves(every):
    assert not [f"{path}: {problem}" for path, page in every.items() for problem in pages.link_problems(page, every)]


def test_each_page_can_be_reached_from_the_front_page(every):
    waiting, found = ["index.html"], set()
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        page = every[path]
        files = [pages.target(page, link.get("href") or "")[0] for link in page.all("a")]
        waiting += [str(file.relative_to(page.folder.resolve())) for file in files if file and file.suffix == ".html"]
    assert found == set(every)


def test_each_page_has_the_navigation(every):
    words = ["Get it", "Guides", "Gallery", "Playground", "Manuals", "Library", "Comparison"]
    for path, page in every.items():
        links = [pages.text_of(link) for header in page.all("header") if header.get("class") == "site"
                 for link in header.iter("a")]
        assert links == ["Flipbook", *words], path


def test_titles_are_different(every):
    titles = [pages.text_of(page.all("title")[0]) for page in every.values()]
    assert len(set(titles)) == len(titles)


def test_no_file_names_another_host(folder):
    """Scripts and the stylesheet ask for nothing by themselves."""
    for file in [*folder.glob("*.css"), *folder.glob("*.js"), *folder.glob("playground/*.js"), *folder.glob("playground/*.css")]:
        assert not re.findall(r"https?://|\bfetch\(|XMLHttpRequest|WebSocket|@import|url\((?!data:)", file.read_text()), file.name


def test_the_contrast_of_all_colours_is_enough(folder):
    style = (folder / "style.css").read_text()
    assert set(colours.schemes(style)["light"]) == set(colours.schemes(style)["dark"])
    assert not colours.problems(style)


def test_a_faint_colour_is_found(folder):
    style = (folder / "style.css").read_text()
    faint = re.sub(r"--dim: #\w+", "--dim: #8a92a0", style)
    assert [line for line in colours.problems(faint) if line.startswith("light: dim on ")]
    assert round(colours.contrast("#000000", "#ffffff"), 6) == 21
    assert round(colours.contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("check, words", [
    (pages.markup_problems, ["no doctype", "adoption-agency", "the anchor a is there twice"]),
    (pages.head_problems, ["title", "no lang", "description", "no viewport"]),
    (pages.outline_problems, ["h1: 0", "h4 follows h2", "main: 0"]),
    (pages.element_problems, ["no alt", "no size", "no words", "no label", "onclick", "a script in the page"]),
    (pages.request_problems, ["script: //cdn", "link: https://fonts"]),
])
def test_a_broken_page_is_noticed(broken, check, words):
    found = "\n".join(check(broken))
    assert not [word for word in words if word not in found], found


def test_broken_links_are_noticed(broken):
    found = "\n".join(pages.link_problems(broken, {"index.html": broken}))
    for words in ("img gone.png: no such file", "a gone.html#b: no such file", "a #c: no such anchor", "a ../../outside.html: leaves"):
        assert words in found


def test_a_large_page_is_noticed(tmp_path):
    page = pages.Page(tmp_path, "index.html", "<p>" + "x" * pages.LARGEST_PAGE + "<img src=a.png>")
    (tmp_path / "a.png").write_bytes(bytes(pages.LARGEST_IMAGE + 1))
    assert len(pages.size_problems(page)) == 2
