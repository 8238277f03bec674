"""Pictures that people upload: checked, cut to size and written anew, without anything else that
was in the file.
"""

import hashlib
import io
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.stored import PICTURE_TYPES
from fairpair.formats.reader_process import FileReader, Limits, read_here
from fairpair.process_limits import MIB

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

LARGEST_FILE = 8 * MIB
MOST_MEGAPIXELS = 30
_FORMATS = ("PNG", "JPEG", "WEBP")
_LIMITS = Limits(10, 700 * MIB)
"""A WebP file of that many pixels takes most: about twenty bytes for each."""
_PNG = b"\x89PNG\r\n\x1a\n"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN = b"\xda"
"""Markers in a JPEG file (ISO/IEC 10918-1, table B.1): the start of a frame, and of a scan."""
_SVG = (b"<svg", b"<?xml", b"<!doctype svg")


class PictureKind(StrEnum):
    """What a picture is for."""

    LOGO = "logo"
    BANNER = "banner"


@dataclass(frozen=True, slots=True)
class PictureSize:
    """The pixels of a picture as it is stored, the least it may have before, and its most bytes."""

    width: int
    height: int
    least: tuple[int, int]
    bytes: int


SIZES = {
    PictureKind.LOGO: PictureSize(512, 512, (32, 32), 200_000),
    PictureKind.BANNER: PictureSize(1600, 400, (400, 100), 400_000),
}


@dataclass(frozen=True, slots=True)
class NewPicture:
    """A picture as it is stored; its name says what is in it."""

    name: str
    data: bytes


def read_picture(data: bytes, kind: PictureKind, read: FileReader = read_here) -> NewPicture:
    """The picture of a PNG, JPEG or WebP file, whatever the file is called.

    `InvalidInputError` says what is wrong with any other. A server takes `read_in_process`.
    """
    if len(data) > LARGEST_FILE:
        raise InvalidInputError("bad-picture.file-size", most=LARGEST_FILE // MIB)
    if data[:200].lstrip().lower().startswith(_SVG):
        raise InvalidInputError("bad-picture.svg")
    return read(write_anew, data, kind, limits=_LIMITS)


def write_anew(data: bytes, kind: PictureKind) -> NewPicture:
    """The same in this process."""
    from PIL import Image, ImageOps  # noqa: PLC0415  large, and few requests need it

    size = SIZES[kind]
    try:
        picture = Image.open(io.BytesIO(data), formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except Exception as error:  # a decoder may raise anything
        raise InvalidInputError("bad-picture") from error
    _require_size(picture.size, size)
    try:
        if kind is PictureKind.BANNER:
            picture.draft("RGB", (2 * size.width, 2 * size.width))
        shown = _with_8_bits(ImageOps.exif_transpose(picture)).convert("RGBA")
    except MemoryError:
        raise
    except Exception as error:
        raise InvalidInputError("bad-picture.damaged") from error
    for ending, made in _logos(shown) if kind is PictureKind.LOGO else _banners(shown):
        if len(made) <= size.bytes:
            return NewPicture(f"{hashlib.sha256(made).hexdigest()}.{ending}", made)
    raise AssertionError(f"a {kind} is never that large")


def _with_8_bits(picture: "Picture") -> "Picture":
    """Grey of 16 bits in 8, which Pillow would cut off: nearly everything would become white."""
    if not picture.mode.startswith("I"):
        return picture
    return picture.convert("I").point(lambda grey: grey * (1 / 256) + 0).convert("L")


def is_stored_picture(name: str, data: bytes) -> bool:
    """Whether a picture is one that `read_picture` could have made, for those of other servers."""
    digest, _, ending = name.partition(".")
    if hashlib.sha256(data).hexdigest() != digest:
        return False
    kind, width, height = _declared(data)
    return PICTURE_TYPES.get(ending) == kind and any(
        len(data) <= one.bytes and 0 < width <= one.width and 0 < height <= one.height
        for one in SIZES.values()
    )


def _declared(data: bytes) -> tuple[str, int, int]:
    """Type, width and height as the head of a file has them: a small file can say it is huge."""
    if data.startswith(_PNG) and data[12:16] == b"IHDR":
        return "image/png", int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data.startswith(b"\xff\xd8"):
        sizes = list(_frames(data))
        if len(sizes) == 1:
            return "image/jpeg", *sizes[0]
    return "", 0, 0


def _frames(data: bytes) -> Iterator[tuple[int, int]]:
    """Width and height of each frame that a JPEG file declares before its first scan."""
    place = 2
    while data[place : place + 1] == b"\xff" and data[place + 1 : place + 2] not in (b"", _SCAN):
        if data[place + 1] in _FRAMES:
            yield (
                int.from_bytes(data[place + 7 : place + 9]),
                int.from_bytes(data[place + 5 : place + 7]),
            )
        place += 2 + int.from_bytes(data[place + 2 : place + 4])


def _require_size(found: tuple[int, int], size: PictureSize) -> None:
    if found[0] * found[1] > MOST_MEGAPIXELS * 1_000_000:
        raise _too_many_pixels()
    if found[0] < size.least[0] or found[1] < size.least[1]:
        raise InvalidInputError(
            "bad-picture.too-small",
            width=size.least[0],
            height=size.least[1],
            found_width=found[0],
            found_height=found[1],
        )


def _too_many_pixels() -> InvalidInputError:
    return InvalidInputError("bad-picture.pixels", most=MOST_MEGAPIXELS)


def _logos(shown: "Picture") -> Iterator[tuple[str, bytes]]:
    """All of the picture in a square, smaller and smaller; transparent beside it."""
    from PIL import Image, ImageOps  # noqa: PLC0415

    opaque = shown.width == shown.height and shown.getchannel("A").getextrema() == (255, 255)
    for side in (512, 384, 256, 128):
        square = ImageOps.pad(shown, (side, side), Image.Resampling.LANCZOS, color=(0, 0, 0, 0))
        yield ("png", _written(square, "PNG", optimize=True))
        if opaque:
            yield ("jpg", _written(square.convert("RGB"), "JPEG", quality=88, optimize=True))


def _banners(shown: "Picture") -> Iterator[tuple[str, bytes]]:
    """The middle of the picture, on white where it is transparent; coarser and coarser."""
    from PIL import Image, ImageOps  # noqa: PLC0415

    size = SIZES[PictureKind.BANNER]
    cut = ImageOps.fit(shown, (size.width, size.height), Image.Resampling.LANCZOS)
    white = Image.new("RGBA", cut.size, "white")
    flat = Image.alpha_composite(white, cut).convert("RGB")
    for quality in (84, 70, 50, 30, 10):
        yield ("jpg", _written(flat, "JPEG", quality=quality, optimize=True, progressive=True))


def _written(picture: "Picture", form: str, **options: object) -> bytes:
    made = io.BytesIO()
    picture.save(made, form, **options)
    return made.getvalue()
