"""QR codes: pictures that lead a phone to an address."""

import io

import segno


def qr_svg(address: str) -> bytes:
    """A picture as a file; dark on white, whatever the page looks like."""
    made = io.BytesIO()
    segno.make_qr(address, error="m").save(made, kind="svg", scale=8, border=4, light="#ffffff")
    return made.getvalue()


def qr_data(address: str) -> str:
    """A picture as an address of its own, for pages with many of them.

    The pattern is not the best of all eight but always the same one, which is found much faster.
    """
    code = segno.make_qr(address, error="m", mask=2, boost_error=False)
    return code.svg_data_uri(scale=4, border=4, light="#ffffff")
