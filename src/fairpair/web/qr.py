"""QR codes: pictures that lead a phone to a page, with a warning in them if it cannot get there."""

import io
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fairpair.http.reach import Reach
from fairpair.language.message import Message

if TYPE_CHECKING:
    import segno

_BORDER = 4
_LINE = 0.1
"""The height of a line of the warning, as a part of the width of the code."""


def qr_svg(reach: Reach, path: str) -> bytes:
    """A picture as a file; dark on white, whatever the page looks like."""
    code = _code(reach.url(path))
    picture = _svg(code, 8)
    return _with_warning(picture, code.symbol_size(8, _BORDER)[0]) if reach.is_local else picture


def qr_data(reach: Reach, path: str) -> str:
    """A picture as an address of its own, for pages with many of them.

    The pattern is not the best of all eight but always the same one, which is found much faster.
    """
    code = _code(reach.url(path), mask=2, boost_error=False)
    if not reach.is_local:
        return code.svg_data_uri(scale=4, border=_BORDER, light="#ffffff")
    picture = _with_warning(_svg(code, 4), code.symbol_size(4, _BORDER)[0])
    return f"data:image/svg+xml;charset=utf-8,{quote(picture)}"


def _code(address: str, **options: Any) -> "segno.QRCode":
    import segno  # noqa: PLC0415  few servers show codes

    return segno.make_qr(address, error="m", **options)


def _svg(code: "segno.QRCode", scale: int) -> bytes:
    made = io.BytesIO()
    code.save(made, kind="svg", scale=scale, border=_BORDER, light="#ffffff", xmldecl=False)
    return made.getvalue()


def _with_warning(picture: bytes, size: float) -> bytes:
    """The picture above a line or two that say why scanning it is no use."""
    lines = wrap(str(Message("qr.this-computer-only")), 20)
    step = size * _LINE
    height = size + step * (len(lines) + 0.5)
    words = "".join(
        f'<text x="50%" y="{size + step * (n + 0.75):.0f}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {size:.0f} {height:.0f}"><rect width="100%" height="100%" fill="#ffffff"/>'
        f"{picture.decode()}"
        f'<g fill="#b3261e" font-family="sans-serif" font-weight="bold" text-anchor="middle"'
        f' font-size="{step * 0.8:.0f}">{words}</g></svg>'
    ).encode()
