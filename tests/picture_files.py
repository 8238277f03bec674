"""Picture files as people upload them, made with Pillow."""

import io
import struct
import zlib

from PIL import Image


def picture_file(
    form: str = "PNG", size: tuple[int, int] = (300, 200), mode: str = "RGB", **options: object
) -> bytes:
    """A picture in which no two corners are alike."""
    made = Image.radial_gradient("L").resize(size)
    across = Image.linear_gradient("L").resize(size)
    picture = Image.merge("RGB", (made, across, across.transpose(Image.Transpose.ROTATE_180)))
    return _saved(picture.convert(mode), form, **options)


def noise_file(form: str = "PNG", size: tuple[int, int] = (600, 600), mode: str = "RGB") -> bytes:
    """A picture that cannot be made small: every pixel is another."""
    channels = [Image.effect_noise(size, 120) for _ in mode]
    return _saved(Image.merge(mode, channels), form)


def bomb_file(side: int = 30_000) -> bytes:
    """A few kilobytes that say they are a picture of this many pixels each way."""
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    content = zlib.compress(bytes(1_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", content)


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def _saved(picture: Image.Image, form: str, **options: object) -> bytes:
    made = io.BytesIO()
    picture.save(made, form, **options)
    return made.getvalue()
