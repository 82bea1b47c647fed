# SPDX-License-Identifier: Apache-2.0
"""The pages of the site, read as a browser reads them, and what is wrong with one. Each check gives lines, best none."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import html5lib

# Of a page with its tables; of one with the renderer and a theme inside; of an image. The recording of README.md and the
# frames of the tour are the largest.
LARGEST_PAGE = 400 << 10
LARGEST_WALL = 800 << 10
LARGEST_IMAGE = 800 << 10
# What a browser loads of itself.
LOADED = {"img": "src", "script": "src", "source": "srcset", "link": "href", "iframe": "src", "video": "src", "audio": "src",
          "object": "data", "embed": "src", "input": "src", "form": "action"}
FOREIGN = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//", re.I)


@dataclass
class Page:
    """One page, by its path in the folder."""

    folder: Path
    path: str
    text: str

    def __post_init__(self):
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        self.tree = parser.parse(self.text)
        self.errors = [f"{line}:{column}: {code}" for (line, column), code, _ in parser.errors]

    def all(self, *tags: str) -> list:
        return [element for element in self.tree.iter() if element.tag in tags]

    @property
    def is_wall(self) -> bool:
        """Whether it is a page of `flipbook-theme gallery`, which has everything inside."""
        return self.path.startswith("gallery/") and self.path != "gallery/index.html"

    @property
    def anchors(self) -> list[str]:
        return [element.get("id") for element in self.tree.iter() if element.get("id") is not None]


def read(folder: Path) -> dict[str, Page]:
    files = sorted(folder.rglob("*.html"))
    return {path: Page(folder, path, file.read_text()) for file in files
            for path in [str(file.relative_to(folder))]}


def text_of(element) -> str:
    return re.sub(r"\s+", " ", "".join(element.itertext())).strip()


def markup_problems(page: Page) -> list[str]:
    """Broken HTML, and anchors that are there twice."""
    twice = sorted({anchor for anchor in page.anchors if page.anchors.count(anchor) > 1})
    missing = [] if page.text.startswith("<!doctype html>") else ["no doctype"]
    return missing + page.errors + [f"the anchor {anchor} is there twice" for anchor in twice]


def head_problems(page: Page) -> list[str]:
    """What a search, a reader of screens and a phone need."""
    problems = []
    titles = [text_of(element) for element in page.all("title")]
    if len(titles) != 1 or not 5 <= len(titles[0]) <= 80:
        problems.append(f"title: {titles}")
    if page.all("html")[0].get("lang") != "en":
        problems.append("html: no lang")
    metas = {element.get("name"): element.get("content") for element in page.all("meta")}
    if not 30 <= len(metas.get("description") or "") <= 160:
        problems.append(f"description: {metas.get('description')}")
    if "width=device-width" not in (metas.get("viewport") or ""):
        problems.append("no viewport")
    if not any(element.get("charset") == "utf-8" for element in page.all("meta")):
        problems.append("no charset")
    return problems


def outline_problems(page: Page) -> list[str]:
    """One h1, first; no level is left out on the way down; one main."""
    levels = [int(element.tag[1]) for element in page.all("h1", "h2", "h3", "h4", "h5", "h6")]
    problems = [] if levels.count(1) == 1 and levels[0] == 1 else [f"h1: {levels.count(1)}, the first heading is h{levels[0] if levels else '-'}"]
    problems += [f"h{after} follows h{before}" for before, after in zip(levels, levels[1:]) if after > before + 1]
    if len(page.all("main")) != 1:
        problems.append(f"main: {len(page.all('main'))}")
    return problems


def element_problems(page: Page) -> list[str]:
    """Images without a text or a size, links and buttons without words, fields without a label, scripts in the page."""
    problems = []
    for image in page.all("img"):
        if image.get("alt") is None:
            problems.append(f"img {image.get('src')}: no alt")
        if not (image.get("width") or "").isdigit() or not (image.get("height") or "").isdigit():
            problems.append(f"img {image.get('src')}: no size")
    for element in page.all("a", "button"):
        images = [image.get("alt") for image in element.iter("img")]
        if not text_of(element) and not any(images) and not element.get("aria-label"):
            problems.append(f"{element.tag} {element.get('href')}: no words")
    labelled = {label.get("for") for label in page.all("label")}
    inside = {field for label in page.all("label") for field in label.iter()}
    for field in page.all("input", "select", "textarea"):
        if field not in inside and field.get("id") not in labelled and not field.get("aria-label"):
            problems.append(f"{field.tag} {field.get('name')}: no label")
    for element in page.tree.iter():
        if not isinstance(element.tag, str):
            continue
        handlers = [name for name in element.keys() if name.startswith("on")]
        if handlers or (element.get("href") or "").startswith("javascript:"):
            problems.append(f"{element.tag}: a script in the page: {handlers}")
    problems += ["a script in the page" for script in page.all("script") if script.get("src") is None and not page.is_wall]
    return problems


def size_problems(page: Page) -> list[str]:
    problems = []
    if len(page.text.encode()) > (LARGEST_WALL if page.is_wall else LARGEST_PAGE):
        problems.append(f"{len(page.text.encode())} bytes")
    for image in page.all("img"):
        file = target(page, image.get("src") or "")[0]
        if file and file.is_file() and file.stat().st_size > LARGEST_IMAGE:
            problems.append(f"{image.get('src')}: {file.stat().st_size} bytes")
    return problems


def request_problems(page: Page) -> list[str]:
    """What a browser would ask other hosts for."""
    problems = []
    for tag, name in LOADED.items():
        problems += [f"{tag}: {element.get(name)}" for element in page.all(tag)
                     if FOREIGN.match(element.get(name) or "") and element.get("rel") != "canonical"]
    for element in page.all("style"):
        problems += [f"style: {address}" for address in re.findall(r"url\([^)]*//[^)]*\)|@import[^;]*", text_of(element))]
    return problems


def target(page: Page, link: str) -> tuple[Path | None, str]:
    """The file and the anchor that a link of the site leads to; no file for links to other hosts."""
    if FOREIGN.match(link) or re.match(r"[a-z][a-z0-9+.-]*:", link, re.I):
        return None, ""
    path, _, anchor = link.partition("#")
    here = page.folder / page.path
    return ((here.parent / unquote(path.partition("?")[0])).resolve() if path else here.resolve()), unquote(anchor)


def link_problems(page: Page, every: dict[str, Page]) -> list[str]:
    """Links, images, scripts and anchors that are not there, and links that leave the folder."""
    problems = []
    addresses = [(element.tag, element.get(name)) for tag, name in [("a", "href"), *LOADED.items()] for element in page.all(tag)]
    for tag, link in addresses:
        if link is None or link.startswith("data:"):
            continue
        file, anchor = target(page, link)
        if file is None:
            continue
        if not file.is_relative_to(page.folder.resolve()):
            problems.append(f"{tag} {link}: leaves the site")
        elif not file.is_file():
            problems.append(f"{tag} {link}: no such file")
        elif anchor and "=" not in anchor:
            other = every.get(str(file.relative_to(page.folder.resolve())))
            if other is None or anchor not in other.anchors:
                problems.append(f"{tag} {link}: no such anchor")
    return problems
