# SPDX-License-Identifier: Apache-2.0
"""Makes the folder of a web site, which any server can serve: `/usr/bin/python3 Toolchain/site [FOLDER]`.
With `--check` before the folder it only says whether the folder may be replaced, which is known before a long build.

`Scripts/docs site` calls it, after it has built what the site contains: the playground in .build/playground, the symbol
graphs of the library in .build/site-symbols, and pages of themes in .build/site-gallery.
"""

import shutil
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import front  # noqa: E402
import gallery  # noqa: E402
import manuals  # noqa: E402
import playground  # noqa: E402
import reference  # noqa: E402
from documents import Documents  # noqa: E402
from layout import Site  # noqa: E402
from problem import Problem  # noqa: E402


# The name of a file that each folder of a site has: only such a folder may be replaced.
MARK = ".flipbook-site"


def check(folder: Path) -> None:
    """Fails if a folder has something that this program has not made."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise Problem(f"{folder} is not a folder")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise Problem(f"{folder} is neither empty nor a site that 'Scripts/docs site' has made: name another folder, or remove it")


def beside(target: Path) -> Path:
    """Where the site is made; fails if it or the folder itself may not be replaced."""
    unfinished = target.with_name(target.name + ".unfinished")
    for folder in (target, unfinished):
        check(folder)
    return unfinished


def make(target: Path) -> Site:
    """Makes the whole site beside the folder, and then puts it in its place: a failed run leaves the former site."""
    unfinished = beside(target)
    if unfinished.exists():
        shutil.rmtree(unfinished)
    unfinished.mkdir(parents=True)
    (unfinished / MARK).touch()
    site = Site(unfinished)
    documents = Documents(site)
    site.navigation = documents.navigation()
    front.write(site, documents)
    documents.write()
    manuals.write(site)
    gallery.write(site, documents)
    playground.write(site)
    reference.write(site, documents)
    site.write_assets()
    if target.exists():
        shutil.rmtree(target)
    unfinished.rename(target)
    return site


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--check"]
    target = Path(words[0] if words else ".build/site")
    try:
        if "--check" in sys.argv[1:]:
            beside(target)
            sys.exit()
        site = make(target)
    except Problem as problem:
        sys.exit(f"docs: {problem}")
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
    print(f"docs: {target}/index.html: {len(site.pages)} pages, {size >> 10} KiB with images; any web server can serve the folder")
