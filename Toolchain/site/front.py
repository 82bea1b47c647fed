# SPDX-License-Identifier: Apache-2.0
"""The front page: what README.md says, and three doors."""

import markup
from documents import Documents
from layout import Site
from PIL import Image
from problem import ROOT, Problem

PAGE = "index.html"
STILL = "installer.png"
DOORS = (
    ("Get it", "The splash of a machine: packages that replace Plymouth, or one static file for a device.",
     (("Debian", "docs/install/debian.html"), ("Any other Linux", "docs/install/other.html"),
      ("Yocto", "docs/install/yocto.html"), ("Buildroot", "docs/install/buildroot.html"),
      ("All systems", "docs/index.html#install"))),
    ("Make a theme", "A logo and a few lines are a theme. Or import the splash that you have: Plymouth, Android, GIF, video.",
     (("A first theme", "docs/first-theme.html"), ("Import", "docs/import.html"), ("Gallery", "gallery/index.html"),
      ("Playground", "playground/index.html"))),
    ("Use the library", "A Swift library draws your own stage into memory, and your tests compare its frames with golden images.",
     (("A stage of your own", "docs/stages.html"), ("Reference", "reference/index.html"),
      ("Architecture", "docs/architecture.html"))),
)


def section(tree: markup.Element, title: str) -> list[markup.Element]:
    """What README.md has below a heading."""
    elements = list(tree)
    for index, element in enumerate(elements):
        if element.tag == "h2" and markup.text_of(element) == title:
            below = elements[index + 1:]
            end = next((at for at, other in enumerate(below) if other.tag == "h2"), len(below))
            return below[:end]
    raise Problem(f"README.md: no section '{title}', which the front page has")


def write(site: Site, documents: Documents) -> None:
    tree = documents.finish("README.md", PAGE)
    paragraphs = [element for element in tree if element.tag == "p"]
    lead = markup.serialise(paragraphs[0])
    moving = next(tree.iter("img"))
    write_still(site, ROOT / "Documentation/installer.gif")
    why = section(tree, "Why")
    reasons = "".join(markup.serialise(item) for part in why if part.tag == "ul" for item in part)
    limits = "".join(markup.serialise(part) for part in why if part.tag == "p")
    doors = "".join(
        f'<section class="door"><h2>{title}</h2><p>{text}</p><ul>'
        + "".join(f'<li><a href="{address}">{words}</a></li>' for words, address in links) + "</ul></section>"
        for title, text, links in DOORS)
    commands = next(part for part in section(tree, "Get it") if part.tag == "pre")
    site.write(PAGE, "Flipbook – a splash for boots, installers and updates", markup.summary(tree), f"""<main id="content">
<div class="hero"><div><h1>A splash at the display’s own pace</h1>{lead}
<p><a class="button" href="docs/install/debian.html">Get it</a> <a class="button quiet" href="gallery/index.html">See it move</a></p></div>
<picture><source srcset="docs/{STILL}" media="(prefers-reduced-motion: reduce)">
<img class="moving" src="{moving.get("src")}" alt="{moving.get("alt")}" width="{moving.get("width")}" height="{moving.get("height")}"></picture></div>
<div class="doors">{doors}</div>
<section class="why"><h2 id="why">Why</h2><ul>{reasons}</ul>{limits}
<p><a href="docs/comparison.html">A comparison with Plymouth and psplash</a> names the test behind each claim, and what the others do better.</p></section>
<section class="why"><h2 id="get-it">Try it</h2><p>On Debian 12 or newer, in a checkout, with a <a href="https://swift.org/install">Swift toolchain</a>:</p>
{markup.serialise(commands)}
<p>The first command needs no installation. <a href="docs/tour.html">A tour of a boot</a> shows what it looks like on a machine.</p></section>
</main>""", kind="front")


def write_still(site: Site, moving) -> None:
    """A frame of the moving image, for who wants no motion."""
    with Image.open(moving) as image:
        image.seek(image.n_frames // 2)
        image.convert("RGB").save(site.file(f"docs/{STILL}"), optimize=True)
