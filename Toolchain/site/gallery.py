# SPDX-License-Identifier: Apache-2.0
"""The shipped themes, each on a small stage that plays a boot, and on a wall of displays of its own page."""

import re
from base64 import b64encode
from html import escape

import markup
from documents import Documents
from layout import ASSETS, Site
from problem import ROOT, Problem

PAGE = "gallery/index.html"
SOURCE = "Documentation/themes/README.md"
# What `flipbook-theme gallery` has written of each theme.
WALLS = ROOT / ".build/site-gallery"
SCRIPTS = ("../playground/flipbook.wasm.js", "../playground/themes.js", "../playground/flipbook.js", "../gallery.js")


def write(site: Site, documents: Documents) -> None:
    cards = []
    tree = markup.markdown((ROOT / SOURCE).read_text())
    name, text = "", []
    for element in tree:
        if element.tag == "h2":
            name, text = markup.text_of(element).lower(), []
        elif name and (image := element.find("img")) is not None:
            documents.place(image, ROOT / "Documentation/themes" / image.get("src"), PAGE, is_first=not cards)
            write_wall(site, name)
            cards.append(card(name, "".join(text), markup.serialise(image)))
        elif name and element.tag == "p":
            text.append(markup.serialise(element))
    scripts = "".join(f'<script defer src="{source}"></script>\n' for source in SCRIPTS)
    site.write(PAGE, "Gallery", "The shipped themes of Flipbook, live: the daemon's own renderer draws each of them in the page.",
               f"""<main id="content">
<div class="lead"><h1>Gallery</h1>
<p>The shipped themes play a boot. The daemon’s own renderer draws them in this page, to the bit: nothing is a recording.
Without scripts each stage is a still image.</p></div>
<div class="themes">{"".join(cards)}</div>
<p class="after"><a class="button" href="../docs/first-theme.html">Make a theme</a>
<a href="../docs/import.html">Bring your splash along</a> · <a href="../playground/index.html">Try commands and packs of your own</a></p>
</main>""", kind="wide", scripts=scripts)


def write_wall(site: Site, name: str) -> None:
    """The page of `flipbook-theme gallery` with the navigation of the site; all of it stays in the page."""
    source = WALLS / f"{name}.html"
    if not source.is_file():
        raise Problem(f"no {source.relative_to(ROOT)}; 'Scripts/docs site' makes it")
    page = f"gallery/{name}.html"
    site.pages.append(page)
    style = (ASSETS / "style.css").read_text().partition("\n.page {")[0]
    mark = "data:image/svg+xml;base64," + b64encode((ASSETS / "mark.svg").read_bytes()).decode()
    header = site.header(page).replace("../mark.svg", mark)
    description = f"The theme {name} of Flipbook on a wall of displays: each mode, phase and prompt, drawn by the daemon's own renderer."
    text = source.read_text()
    for place, new in (("<title>", f'<meta name="description" content="{escape(description)}">\n<style>{style}</style>\n<title>'),
                       ("<body>\n", f"<body>\n{header}\n")):
        if text.count(place) != 1:
            raise Problem(f"{source.relative_to(ROOT)}: '{place.strip()}' is not there once")
        text = text.replace(place, new)
    text = re.sub("<title>[^<]*</title>", f"<title>{name.capitalize()} on a wall of displays – Flipbook</title>", text, count=1)
    site.file(page).write_text(text)


def card(name: str, text: str, image: str) -> str:
    return (f'<article class="theme" id="{name}"><div class="stage" data-theme="{name}">{image}</div>'
            f'<div><h2>{name.capitalize()}</h2>{text}'
            f'<p class="links"><a href="{name}.html">On a wall of displays</a> · <a href="../playground/index.html#theme={name}">In the playground</a> · '
            f'<a href="../docs/themes/{name}.html">Its source</a></p></div></article>')
