"""The letters of all scripts: fonts that come with two packages, and those of the system after."""

import atexit
import re
import shutil
import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typst

_WRITTEN = {
    "figo": "FiraGO-Regular.ttf",
    "figbo": "FiraGO-Bold.ttf",
    "notos": "NotoSans-Regular.ttf",
    "notosbo": "NotoSans-Bold.ttf",
    "symbol1": "NotoSansSymbols-Regular.ttf",
    "symbol2": "NotoSansSymbols2-Regular.ttf",
}
_BESIDE = ("Noto Sans", "Noto Sans Symbols", "Noto Sans Symbols2")
_KANA = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff]")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fairpair-fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def font_folder() -> Path:
    """The folder with the fonts of a package, for as long as the program runs.

    Systems that clean their temporary files may empty it: then they are written again.
    """
    from pymupdf_fonts import fontbuffers  # noqa: PLC0415  comes with an extra

    folder = _folder()
    for code, name in _WRITTEN.items():
        if not (folder / name).is_file():
            folder.mkdir(mode=0o700, exist_ok=True)
            part = folder / f"{name}.{threading.get_ident()}"
            part.write_bytes(fontbuffers[code]())
            part.replace(folder / name)
    return folder


@cache
def fonts(folder: str = "") -> "typst.Fonts":
    """All fonts, found once; `folder` is where those of the package are unpacked already."""
    import typst  # noqa: PLC0415  large, and a server leaves it to another process
    from noto_cjk_sans_otc import FONT_PATH  # noqa: PLC0415  comes with an extra

    shipped = [folder or str(font_folder()), str(Path(str(FONT_PATH)).parent)]
    return typst.Fonts(font_paths=shipped)


def families(text: str) -> Sequence[str]:
    """Which fonts to take for a text, in this order.

    Chinese, Japanese and Korean draw the same characters differently: kana or hangul anywhere in
    the text tell whose they are.

    >>> families("Ana")[1], families("佐藤 さくら")[1], families("김민준")[1]
    ('Noto Sans CJK SC', 'Noto Sans CJK JP', 'Noto Sans CJK KR')
    """
    country = "JP" if _KANA.search(text) else "KR" if _HANGUL.search(text) else "SC"
    return ("FiraGO", f"Noto Sans CJK {country}", *_BESIDE)
