"""From data to a PDF: the data go to a template as JSON, never as markup."""

from enum import StrEnum
from pathlib import Path

import msgspec
import typst

from fairpair.paper.fonts import families, fonts
from fairpair.paper.languages import words_of
from fairpair.paper.layout import breakable
from fairpair.paper.model import SheetData

TEMPLATES = Path(__file__).parent / "templates"
_PICTURE = "code"
"""The field that holds a picture, not a text."""


class Paper(StrEnum):
    """The size of a page."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def points(self) -> tuple[float, float]:
        """Width and height, upright, in points of 1/72 inch."""
        return (595.276, 841.89) if self is Paper.A4 else (612.0, 792.0)


class Task(msgspec.Struct):
    """What is to be set: the name of a template and what it reads."""

    template: str
    inputs: dict[str, str]


def pdf(sheet: SheetData, paper: Paper = Paper.A4) -> bytes:
    """The sheet as a PDF with text that can be searched.

    It takes about a second for 20 pages and leaves Python free meanwhile; but some 300 MB of memory
    after large ones: a server takes `pdf_process.pdf_in_process`.
    """
    return run_task(task_of(sheet, paper))


def task_of(sheet: SheetData, paper: Paper) -> Task:
    """The sheet as it goes to its template."""
    plain = msgspec.json.encode(sheet).decode()
    inputs = {
        "data": msgspec.json.encode(_breakable(msgspec.json.decode(plain))).decode(),
        "paper": "us-letter" if paper is Paper.LETTER else "a4",
        "words": msgspec.json.encode(words_of(sheet.head.language)).decode(),
        "fonts": msgspec.json.encode(families(plain)).decode(),
    }
    return Task(sheet.template, inputs)


def run_task(task: Task, folder: str = "") -> bytes:
    """The PDF; `folder` is where fonts are unpacked already."""
    made = typst.compile(
        str(TEMPLATES / f"{task.template}.typ"),
        root=str(TEMPLATES),
        font_paths=fonts(folder),
        sys_inputs=task.inputs,
        format="pdf",
    )
    if not isinstance(made, bytes):
        raise AssertionError(f"{task.template} gave {type(made)}")
    return made


def _breakable(value: object) -> object:
    match value:
        case str():
            return breakable(value)
        case list():
            return [_breakable(one) for one in value]
        case dict():
            return {key: one if key == _PICTURE else _breakable(one) for key, one in value.items()}
        case _:
            return value
