# SPDX-License-Identifier: Apache-2.0
"""The colours of a stylesheet in both schemes, and the contrast of two (WCAG 2.1, 1.4.3)."""

import re

# Text stands on paper: (text, paper).
PAIRS = [(text, paper) for text in ("ink", "dim", "accent", "hover") for paper in ("page", "card", "code")] + [
    ("accent-ink", "accent"), ("accent-ink", "hover")]
ENOUGH = 4.5


def schemes(style: str) -> dict[str, dict[str, str]]:
    """The variables of :root, by scheme."""
    light, _, rest = style.partition("@media (prefers-color-scheme: dark)")
    find = re.compile(r"--([\w-]+): *(#[0-9a-fA-F]{6})\b")
    first = dict(find.findall(light))
    return {"light": first, "dark": first | dict(find.findall(rest.partition("\n}")[0]))}


def luminance(colour: str) -> float:
    channels = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def problems(style: str) -> list[str]:
    found = []
    for scheme, colours in schemes(style).items():
        for text, paper in PAIRS:
            if (value := contrast(colours[text], colours[paper])) < ENOUGH:
                found.append(f"{scheme}: {text} on {paper}: {value:.2f}")
    return found
