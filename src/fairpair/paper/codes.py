"""QR codes as small pictures for paper."""

import io

import segno


def qr_picture(address: str) -> str:
    """The code of an address as the text of an SVG file.

    The pattern is not the best of all eight but always the same one, which is found much faster:
    a stack of slips has hundreds.
    """
    made = io.BytesIO()
    code = segno.make_qr(address, error="m", mask=2, boost_error=False)
    code.save(made, kind="svg", border=2, light="#ffffff", svgns=True)
    return made.getvalue().decode()
