# SPDX-License-Identifier: Apache-2.0
"""The playground, as Scripts/build --arch wasm32 leaves it, with the navigation of the site."""

from layout import Site
from problem import ROOT, Problem

BUILT = ROOT / ".build/playground"


def write(site: Site) -> None:
    if not (BUILT / "flipbook.wasm.js").is_file():
        raise Problem("no .build/playground; 'Scripts/build --arch wasm32' makes it")
    page = "playground/index.html"
    site.pages.append(page)
    for file in BUILT.iterdir():
        # The page loads the module as a script, so that it also works from a file.
        if file.suffix != ".wasm":
            site.copy(file, f"playground/{file.name}")
    text = (BUILT / "index.html").read_text()
    style = '<link rel="stylesheet"'
    if style not in text or text.count("<body>\n") != 1:
        raise Problem(f"{BUILT}/index.html: no stylesheet or no body, where the navigation belongs")
    # Before the page's own styles, which win.
    text = text.replace(style, f'<link rel="stylesheet" href="../style.css">\n{style}', 1)
    text = text.replace("<body>\n", f"<body>\n{site.header(page)}\n")
    # The mark beside the name is an image of the site's.
    text = text.replace("img-src data:", "img-src 'self' data:")
    site.file(page).write_text(text)
