"""Formulas of the site as MathML, made when it is built: no script, no network."""

import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert

#: What the Markdown extension arithmatex leaves of $…$ and $$…$$.
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Replace the formulas of a page."""
    html = _INLINE.sub(lambda found: convert(unescape(found[1])), html)
    return _BLOCK.sub(lambda found: f"<div>{convert(unescape(found[1]), display='block')}</div>", html)
