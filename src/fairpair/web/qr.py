"""QR codes: pictures that lead a phone to an address."""

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import segno


def qr_svg(address: str) -> bytes:
    """A picture as a file; dark on white, whatever the page looks like."""
    made = io.BytesIO()
    _code(address).save(made, kind="svg", scale=8, border=4, light="#ffffff")
    return made.getvalue()


def qr_data(address: str) -> str:
    """A picture as an address of its own, for pages with many of them.

    The pattern is not the best of all eight but always the same one, which is found much faster.
    """
    code = _code(address, mask=2, boost_error=False)
    return code.svg_data_uri(scale=4, border=4, light="#ffffff")


def _code(address: str, **options: Any) -> "segno.QRCode":
    import segno  # noqa: PLC0415  few servers show codes

    return segno.make_qr(address, error="m", **options)
