# SPDX-License-Identifier: Apache-2.0
"""PO files, made, updated and read by gettext's own programs, and by flipbook-theme."""

import gettext
import io
import struct
import subprocess

from themes.pack_reader import Pack

THEME = """flipbook = 1
name = "Acme"
locales = ["en", "de", "ru", "ar"]
messages = ["Checking disks", "Say \\"hello\\""]
[text.title]
text = ["Getting ready", "@failed"]
[text.left]
text = "{eta} left, {percent}"
[translations.de]
po = "po/de.po"
[translations.ru]
po = "po/ru.po"
[translations.ar]
po = "po/ar.po"
"""
TEXTS = {
    "de": {"Getting ready": "Wird vorbereitet", "Checking disks": "Laufwerke werden geprüft",
           'Say "hello"': 'Sage "Hallo" \\ „Tag“', "{eta} left, {percent}": "noch {eta}, {percent}"},
    "ru": {"Getting ready": "Подготовка", "Checking disks": "Проверка дисков", "@failed": "Ошибка",
           "@minutes": "{0} мин", 'Say "hello"': "Скажи «привет»"},
    "ar": {"Getting ready": "جارٍ التحضير", "Checking disks": "فحص الأقراص", "@failed": "فشل"},
}


def run(theme, *command: str) -> str:
    return subprocess.run(command, cwd=theme.folder, check=True, text=True, capture_output=True, timeout=60).stdout


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def texts_of(data: bytes) -> list[set[str]]:
    """The texts of each language, placeholders as their numbers."""
    sections = Pack(data).sections
    words = sections["STRS"][0]
    per_language = len(sections["TEXT"]) // len(sections["LOCL"])
    languages = []
    for locale in sections["LOCL"]:
        first = struct.unpack_from("<I", locale, 16)[0]
        found = set()
        for record in sections["TEXT"][first:first + per_language]:
            piece, count = struct.unpack_from("<IH", record)
            text = ""
            for kind, _, _, _, start, size in (struct.unpack_from("<BBBBIH", entry)
                                               for entry in sections["PIEC"][piece:piece + count]):
                text += words[start:start + size].decode() if kind == 3 else f"{{{start}}}" if kind == 2 else ""
            found.add(text)
        languages.append(found)
    return languages


def test_a_template_becomes_files_that_gettext_and_the_daemon_read_alike(theme):
    folder = theme.make("t", THEME)
    (folder / "po").mkdir()
    for language in TEXTS:
        (folder / f"po/{language}.po").write_text("")
    theme("texts", "t", "-o", "t/po/theme.pot")
    for language, texts in TEXTS.items():
        po = folder / f"po/{language}.po"
        run(theme, "msginit", "--no-translator", "-l", f"{language}.UTF-8", "-i", "t/po/theme.pot", "-o", str(po))
        content = po.read_text()
        for text, translation in texts.items():
            entry = f"msgid {quoted(text)}\nmsgstr "
            assert entry in content
            content = content.replace(entry + '""', entry + quoted(translation))
        po.write_text(content)
        # As translators' programs leave it: wrapped, sorted, with what is old at the end.
        run(theme, "msgmerge", "-q", "-U", "--backup=none", "-w", "30", "-s", str(po), "t/po/theme.pot")
        run(theme, "msgfmt", "--check-format", "-o", f"{language}.mo", str(po))
    assert theme("check", "t", "--json").stdout
    theme("compile", "t", "-o", "t.pack")
    found = dict(zip(["en", *TEXTS], texts_of((theme.folder / "t.pack").read_bytes())))
    for language, texts in TEXTS.items():
        catalogue = gettext.GNUTranslations(io.BytesIO((theme.folder / f"{language}.mo").read_bytes()))
        for text, translation in texts.items():
            own = catalogue.gettext(text)
            assert own == translation
            for name, number in (("{1}", 5), ("{0}", 4), ("{message}", 0), ("{percent}", 1), ("{eta}", 2)):
                own = own.replace(name, f"{{{number}}}")
            assert own in found[language], (language, own, found[language])
    assert "Getting ready" in found["en"]


def test_the_flag_of_an_obsolete_entry_is_not_the_next_ones(theme):
    folder = theme.make("t", THEME)
    (folder / "po").mkdir()
    for language in TEXTS:
        (folder / f"po/{language}.po").write_text("")
    (folder / "po/de.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        '#, fuzzy\n#~ msgid "Old"\n#~ msgstr "Alt"\n\nmsgid "Getting ready"\nmsgstr "Wird vorbereitet"\n\n'
        '#~ msgid "Older"\n#~ msgstr "Älter"\n\n#, fuzzy\nmsgid "Checking disks"\nmsgstr "Unklar"\n')
    run(theme, "msgfmt", "-o", "de.mo", "t/po/de.po")
    catalogue = gettext.GNUTranslations(io.BytesIO((theme.folder / "de.mo").read_bytes()))
    theme("compile", "t", "-o", "t.pack")
    german = texts_of((theme.folder / "t.pack").read_bytes())[1]
    for text, translation in {"Getting ready": "Wird vorbereitet", "Checking disks": "Checking disks"}.items():
        assert catalogue.gettext(text) == translation
        assert translation in german, german
    assert "Unklar" not in german


def test_a_mistake_in_a_file_has_its_own_line(theme):
    folder = theme.make("t", THEME)
    (folder / "po").mkdir()
    for language in TEXTS:
        (folder / f"po/{language}.po").write_text("")
    (folder / "po/ru.po").write_text('msgid "Getting ready"\nmsgid_plural "x"\nmsgstr[0] "y"\n')
    run_of_check = theme("check", "t", status=1)
    assert run_of_check.stderr.splitlines()[-3:] == [
        "t/po/ru.po:2:1: error: a theme's texts have no plural forms; expected msgid and msgstr",
        "t/po/ru.po:3:1: error: a theme's texts have no plural forms; expected msgid and msgstr",
        run_of_check.stderr.splitlines()[-1]]
