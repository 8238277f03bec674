"""From data to a PDF or a picture: the data go to a template as JSON, never as markup."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from fairpair.core.extras import require_package
from fairpair.language.message import encode_message
from fairpair.language.texts import current_texts
from fairpair.paper.fonts import families, fonts
from fairpair.paper.layout import breakable
from fairpair.paper.model import JoinedData, SheetData

TEMPLATES = Path(__file__).parent / "templates"
_PICTURES = ("code", "logo")
"""The fields that hold a picture, not a text."""
_PIXELS_PER_INCH = 72
"""A point of a page is a pixel of a picture."""


_TEXT = re.compile(r'\bw\("([^"]+)"\)')


class Paper(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def points(self) -> tuple[float, float]:
        """Width and height, upright, in points of 1/72 inch."""
        return (595.276, 841.89) if self is Paper.A4 else (612.0, 792.0)


class Task(msgspec.Struct):
    """What is to be set: the name of the sheet, what templates read, and the form of it."""

    name: str
    inputs: dict[str, str]
    form: Literal["pdf", "png"] = "pdf"


def pdf(sheet: SheetData, paper: Paper = Paper.A4) -> bytes:
    """The sheet as a PDF with text that can be searched.

    It takes about a second for 20 pages and leaves Python free meanwhile; but some 300 MB of memory
    after large ones: a server takes `pdf_process.pdf_in_process`.
    """
    return run_task(task_of(sheet, paper))


def png(sheet: SheetData) -> bytes:
    """The sheet as a picture; a server takes `pdf_process.png_in_process`."""
    return run_task(picture_task(sheet))


def picture_task(sheet: SheetData) -> Task:
    """A sheet that becomes a picture, as it goes to its template."""
    return msgspec.structs.replace(task_of(sheet, Paper.A4), form="png")


def task_of(sheet: SheetData, paper: Paper) -> Task:
    """The sheet as it goes to its template; refused if nothing is there to typeset it."""
    for package in ("typst", "pymupdf_fonts", "noto_cjk_sans_otc"):
        require_package(package)
    sheets = sheet.sheets if isinstance(sheet, JoinedData) else [sheet]
    told = [{"template": one.template, "data": one} for one in sheets]
    plain = msgspec.json.encode(told, enc_hook=encode_message).decode()
    inputs = {
        "sheets": msgspec.json.encode(_breakable(msgspec.json.decode(plain))).decode(),
        "paper": "us-letter" if paper is Paper.LETTER else "a4",
        "words": msgspec.json.encode(_template_words()).decode(),
        "fonts": msgspec.json.encode(families(plain)).decode(),
    }
    return Task(sheet.template, inputs)


@cache
def template_texts() -> tuple[str, ...]:
    """The English texts in the templates."""
    sources = (path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("*.typ")))
    return tuple(sorted({text for source in sources for text in _TEXT.findall(source)}))


def _template_words() -> dict[str, str]:
    """The texts of the templates in the current language."""
    return {text: current_texts().gettext(text) for text in template_texts()}


def run_task(task: Task, folder: str = "") -> bytes:
    """The PDF or picture; `folder` is where fonts are unpacked already."""
    import typst  # noqa: PLC0415  large, and a server leaves it to another process

    made = typst.compile(
        str(TEMPLATES / "main.typ"),
        root=str(TEMPLATES),
        font_paths=fonts(folder),
        sys_inputs=task.inputs,
        format=task.form,
        ppi=_PIXELS_PER_INCH,
    )
    if not isinstance(made, bytes):
        raise AssertionError(f"{task.name} gave {type(made)}")
    return made


def _breakable(value: object) -> object:
    match value:
        case str():
            return breakable(value)
        case list():
            return [_breakable(one) for one in value]
        case dict():
            return {key: one if key in _PICTURES else _breakable(one) for key, one in value.items()}
        case _:
            return value
