# SPDX-License-Identifier: Apache-2.0
"""The theme of several tests: a logo above a bar, to be given their colours."""

LOGO = (b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        b'<rect width="40" height="40" fill="%s"/></svg>')
THEME = """
flipbook = 1
variants = ["dark"]
[background]
color = "%s"
[image.logo]
file = "logo.svg"
width = 80
anchor = [0.5, 0.25]
[animation.total]
kind = "bar"
width = "50%%w"
height = 20
palette = ["0B6E4F"]
[when.dark.background]
color = "101418"
"""
