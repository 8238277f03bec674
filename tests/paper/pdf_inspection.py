"""What stands on a PDF: its pages as pictures, its words, and where each letter is."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pypdfium2 as pdfium
from PIL.Image import Image


@dataclass(frozen=True)
class Letter:
    page: int
    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.top - self.bottom)

    def squares(self) -> Iterator[tuple[int, int, int]]:
        """The parts of the page that it touches."""
        for x in range(int(self.left // 20), int(self.right // 20) + 1):
            for y in range(int(self.bottom // 20), int(self.top // 20) + 1):
                yield self.page, x, y

    def shared_with(self, other: "Letter") -> float:
        """How much of the smaller one is covered."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, wide) * max(0.0, high) / min(self.area, other.area)


@dataclass(frozen=True)
class InspectedPdf:
    """A PDF that was read: the sizes of its pages in points, their words, all letters."""

    sizes: list[tuple[float, float]]
    texts: list[str]
    letters: list[Letter]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def outside(self) -> list[Letter]:
        """Letters that do not lie on their page."""
        return [
            one
            for one in self.letters
            if one.text.strip()
            and not (
                one.left >= -0.5
                and one.bottom >= -0.5
                and one.right <= self.sizes[one.page][0] + 0.5
                and one.top <= self.sizes[one.page][1] + 0.5
            )
        ]

    def overlapping(self) -> list[tuple[Letter, Letter]]:
        """Letters that stand on each other; those of a ligature, next to each other, may."""
        found = []
        near: dict[tuple[int, int, int], list[tuple[int, Letter]]] = defaultdict(list)
        for number, one in enumerate(self.letters):
            if one.text.strip() and one.area > 0.1:
                for square in one.squares():
                    found += [
                        (one, other)
                        for place, other in near[square]
                        if number - place > 2 and one.shared_with(other) > 0.35
                    ]
                    near[square].append((number, one))
        return list(dict.fromkeys(found))


def inspect_pdf(pdf: bytes) -> InspectedPdf:
    sizes: list[tuple[float, float]] = []
    texts: list[str] = []
    letters: list[Letter] = []
    with closing(pdfium.PdfDocument(pdf)) as document:
        for number in range(len(document)):
            page = document[number]
            sizes.append(page.get_size())
            words = page.get_textpage()
            texts.append(words.get_text_range())
            letters += _letters(words, number)
            words.close()
            page.close()
    return InspectedPdf(sizes, texts, letters)


def _letters(words: pdfium.PdfTextPage, number: int) -> Iterator[Letter]:
    for place in range(words.count_chars()):
        text = words.get_text_range(place, 1)
        yield Letter(number, text, *words.get_charbox(place))


def pictures(pdf: bytes, scale: float = 1.0) -> list[Image]:
    """Each page as it is printed."""
    with closing(pdfium.PdfDocument(pdf)) as document:
        return [document[n].render(scale=scale).to_pil() for n in range(len(document))]


def plain(text: str) -> str:
    """A text without what only tells where lines break; PDFium marks a hyphen there."""
    return "".join(text.replace("\u200b", "").replace("\ufffe", "-").split())
