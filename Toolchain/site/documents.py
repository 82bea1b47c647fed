# SPDX-License-Identifier: Apache-2.0
"""The Markdown of the repository as pages: each file that a link leads to, from README.md on."""

import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

import markup
from layout import Site, relative
from PIL import Image
from problem import ROOT, Problem

INDEX = "Documentation/README.md"
MANUAL = re.compile(r"^Documentation/(.+\.[1-8])$")
IMAGES = (".png", ".gif", ".svg", ".apng", ".webp")


def address_of(path: str) -> str:
    """Where a file of the repository is on the site."""
    if path == "README.md":
        return "index.html"
    if manual := MANUAL.match(path):
        return f"man/{manual[1]}.html"
    place = path.removeprefix("Documentation/") if path.startswith("Documentation/") else path
    if path.endswith(".md"):
        folder, name = posixpath.split(place)
        stem = "index" if name == "README.md" else name.removesuffix(".md").lower()
        return posixpath.join("docs", folder.lower(), f"{stem}.html")
    if path.endswith(IMAGES):
        return f"docs/{place}"
    # Sources and settings: as plain text, which every browser shows.
    return f"files/{path}.txt"


class Documents:
    """All pages of Markdown, with the files that they need."""

    def __init__(self, site: Site):
        self.site = site
        self.trees = {}
        waiting = ["README.md", INDEX]
        while waiting:
            path = waiting.pop()
            if path not in self.trees:
                self.trees[path] = markup.markdown((ROOT / path).read_text())
                waiting += [link for link in self.links(path) if link.endswith(".md")]

    def links(self, path: str) -> list[str]:
        """The files of the repository that a page leads to."""
        found = [element.get("href") for element in self.trees[path].iter("a")]
        return [target for link in found if (target := self.target(path, link))]

    def target(self, path: str, link: str | None) -> str:
        """The file of the repository that a link means; nothing for another page's part or another host."""
        if link and link.startswith("doc:"):  # An article of the library's catalogue, as DocC names it.
            link = f"{link.removeprefix('doc:')}.md"
        if not link or link.startswith("#") or re.match(r"[a-z]+:", link):
            return ""
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(link.partition("#")[0])))
        if not (ROOT / target).is_file():
            raise Problem(f"{path}: no file for the link {link}")
        return target

    def navigation(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The lists of the index of the documentation, but that of manuals, which have an index of their own."""
        lists, tree = [], self.trees[INDEX]
        for element in tree:
            if element.tag == "h2":
                lists.append((markup.text_of(element), []))
            elif element.tag == "ul":
                for link in element.iter("a"):
                    address = address_of(self.target(INDEX, link.get("href")))
                    words = markup.text_of(link)
                    lists[-1][1].append((words[0].upper() + words[1:], address))
        return [(heading, entries) for heading, entries in lists if heading != "Manual pages"]

    def finish(self, path: str, page: str) -> markup.Element:
        """A page's tree with the links and images of the site."""
        tree = self.trees[path]
        markup.add_anchors(tree)
        markup.make_scrollable(tree)
        for link in tree.iter("a"):
            target = self.target(path, link.get("href"))
            if not target:
                continue
            address = address_of(target)
            if address.startswith("files/"):
                self.site.copy(ROOT / target, address)
            anchor = link.get("href").partition("#")[2]
            link.set("href", relative(address, page) if not anchor else relative(f"{address}#{anchor}", page))
        for position, image in enumerate(tree.iter("img")):
            source = ROOT / posixpath.normpath(posixpath.join(posixpath.dirname(path), image.get("src")))
            self.place(image, source, page, is_first=position == 0)
        return tree

    def place(self, image: markup.Element, source: Path, page: str, is_first: bool) -> None:
        """Copies an image, and reserves its room on the page."""
        if not source.is_file():
            raise Problem(f"{page}: no image {source.relative_to(ROOT)}")
        address = address_of(str(source.relative_to(ROOT)))
        self.site.copy(source, address)
        image.set("src", relative(address, page))
        width, height = Image.open(source).size
        image.set("width", str(width))
        image.set("height", str(height))
        if not is_first:
            image.set("loading", "lazy")

    def write(self) -> None:
        """All pages but the front page."""
        for path, tree in self.trees.items():
            if path == "README.md":
                continue
            page = address_of(path)
            title = markup.text_of(next(tree.iter("h1")))
            if path == INDEX:
                # Its manuals are in the navigation, too.
                description = "Install Flipbook, use it as the splash of a machine or on a device, make a theme, and all manual pages."
            else:
                description = markup.summary(tree) or f"{title}: a page of Flipbook's documentation."
            self.site.write_document(page, title, description, self.finish(path, page))
