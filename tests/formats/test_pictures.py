"""Uploaded pictures: taken by their content, cut to size, refused with the limit."""

import hashlib
import io
import random
from contextlib import suppress

import pytest
from PIL import Image

from fairpair.core.errors import InvalidInputError
from fairpair.formats.pictures import (
    LARGEST_FILE,
    MOST_MEGAPIXELS,
    SIZES,
    NewPicture,
    PictureKind,
    is_stored_picture,
    read_picture,
)
from fairpair.formats.reader_process import read_in_process
from picture_files import bomb_file, noise_file, picture_file

LOGO, BANNER = PictureKind.LOGO, PictureKind.BANNER
FORMS = ("PNG", "JPEG", "WEBP")


def opened(made: NewPicture) -> Image.Image:
    return Image.open(io.BytesIO(made.data))


def refusal(data: bytes, kind: PictureKind = LOGO) -> InvalidInputError:
    with pytest.raises(InvalidInputError) as caught:
        read_picture(data, kind)
    return caught.value


@pytest.mark.parametrize("kind", PictureKind)
@pytest.mark.parametrize("form", FORMS)
def test_a_picture_has_the_size_of_its_kind(form: str, kind: PictureKind) -> None:
    made = read_picture(picture_file(form, (900, 500)), kind)
    size = SIZES[kind]
    assert opened(made).size == (size.width, size.height)
    assert len(made.data) <= size.bytes
    assert made.name.startswith(hashlib.sha256(made.data).hexdigest())
    assert is_stored_picture(made.name, made.data)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_picture_that_cannot_be_compressed_is_small_enough(mode: str) -> None:
    made = read_picture(noise_file(mode=mode), LOGO)
    assert len(made.data) <= 200_000
    wide, high = opened(made).size
    assert wide == high >= 128
    assert len(read_picture(noise_file(size=(1700, 500)), BANNER).data) <= 400_000


def test_all_of_a_logo_is_kept_and_nothing_behind_it() -> None:
    shown = opened(read_picture(picture_file(size=(400, 100)), LOGO)).convert("RGBA")
    assert shown.getpixel((256, 10)) == (0, 0, 0, 0)
    middle = shown.getpixel((256, 256))
    assert isinstance(middle, tuple)
    assert middle[3] == 255


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "I;16"])
def test_every_kind_of_pixel_is_read(mode: str) -> None:
    form = "JPEG" if mode == "CMYK" else "PNG"
    picture = Image.new(mode, (200, 120))
    file = io.BytesIO()
    picture.save(file, form)
    for kind, size in ((LOGO, (512, 512)), (BANNER, (1600, 400))):
        if kind is LOGO:
            assert opened(read_picture(file.getvalue(), kind)).size == size


def test_grey_of_16_bits_stays_grey() -> None:
    file = io.BytesIO()
    Image.new("I;16", (200, 200), 0x4000).save(file, "PNG")
    shown = opened(read_picture(file.getvalue(), LOGO)).convert("RGB")
    assert shown.getpixel((256, 256)) == (0x40, 0x40, 0x40)


def test_a_photo_is_turned_and_tells_nothing_else() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = "where I live"
    data = picture_file("JPEG", (600, 900), exif=exif)
    made = read_picture(data, LOGO)
    assert b"where I live" in data
    assert b"where I live" not in made.data
    assert not opened(made).getexif()
    shown = opened(made).convert("RGBA")
    assert shown.getpixel((256, 20)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("data", "code", "limit"),
    [
        (b"", "bad-picture", "PNG"),
        (b"GIF89a" + bytes(100), "bad-picture", "PNG"),
        (b"%PDF-1.7 " + bytes(100), "bad-picture", "PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "bad-picture.svg", "SVG"),
        (b" \n<?xml version='1.0'?><svg/>", "bad-picture.svg", "SVG"),
        (bomb_file(), "bad-picture.pixels", "30 million"),
        (bomb_file(7_000), "bad-picture.pixels", "30 million"),
        (bytes(LARGEST_FILE + 1), "bad-picture.file-size", "8 MiB"),
        (picture_file(size=(31, 200)), "bad-picture.too-small", "32 pixels wide"),
    ],
    ids=("empty", "gif", "pdf", "svg", "xml", "bomb", "large", "bytes", "small"),
)
def test_what_is_refused_is_said_with_the_limit(data: bytes, code: str, limit: str) -> None:
    error = refusal(data)
    assert error.text.code == code
    assert error.code == "bad-picture"
    assert limit in str(error)


def test_a_banner_must_not_be_blurred() -> None:
    assert "400 pixels wide and 100 pixels high" in str(refusal(picture_file(), BANNER))


@pytest.mark.parametrize("form", FORMS)
def test_damaged_files_are_refused_and_nothing_else_happens(form: str) -> None:
    whole, chance = picture_file(form, (80, 60)), random.Random(form)
    files = [whole[: chance.randrange(len(whole))] for _ in range(12)]
    for _ in range(12):
        place = chance.randrange(len(whole))
        files.append(whole[:place] + chance.randbytes(4) + whole[place + 4 :])
    for data in files:
        with suppress(InvalidInputError):
            assert opened(read_picture(data, LOGO)).size == (512, 512)


def test_a_server_reads_pictures_in_a_process_of_its_own() -> None:
    data = picture_file("WEBP", (900, 500))
    assert read_picture(data, BANNER, read_in_process) == read_picture(data, BANNER)
    with pytest.raises(InvalidInputError, match="30 million"):
        read_picture(bomb_file(), BANNER, read_in_process)


def test_the_largest_picture_that_is_promised_can_be_read_on_a_server() -> None:
    made = io.BytesIO()
    side = 1000 * MOST_MEGAPIXELS // 6
    Image.new("RGBA", (6000, side), (11, 107, 80, 200)).save(made, "WEBP", method=0)
    assert opened(read_picture(made.getvalue(), BANNER, read_in_process)).size == (1600, 400)


def test_pictures_of_other_servers_are_what_their_names_say() -> None:
    made = read_picture(picture_file(), LOGO)
    digest = made.name.partition(".")[0]
    assert not is_stored_picture(made.name, made.data + b"x")
    assert not is_stored_picture(f"{digest}.jpg", made.data)
    assert not is_stored_picture(f"{digest}.svg", made.data)


def named(data: bytes, ending: str) -> tuple[str, bytes]:
    return f"{hashlib.sha256(data).hexdigest()}.{ending}", data


def test_pictures_of_other_servers_are_no_larger_than_ours() -> None:
    """A few kilobytes can say that they are a picture of a billion pixels."""
    assert not is_stored_picture(*named(bomb_file(), "png"))
    for form, ending in (("PNG", "png"), ("JPEG", "jpg")):
        for size in ((512, 512), (1600, 400), (128, 128)):
            assert is_stored_picture(*named(picture_file(form, size), ending))
        for size in ((513, 512), (1600, 401), (512, 2000)):
            assert not is_stored_picture(*named(picture_file(form, size), ending))


def test_a_jpeg_file_of_another_server_says_its_size_once() -> None:
    made = picture_file("JPEG", (64, 64))
    frame = made.index(b"\xff\xc0")
    length = 2 + int.from_bytes(made[frame + 2 : frame + 4])
    one = made[frame : frame + length]
    huge = one[:5] + b"\xff\xff\xff\xff" + one[9:]
    assert is_stored_picture(*named(made, "jpg"))
    for damaged in (
        made.replace(one, one + huge),
        made.replace(one, huge),
        made.replace(one, b""),
        made[: frame + 6],
        made[: frame + 1],
        b"\xff\xd8",
        b"",
    ):
        assert not is_stored_picture(*named(damaged, "jpg"))
