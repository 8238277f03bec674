"""The colours a tournament can have. A page names one; the style sheet knows what it looks like."""

from collections.abc import Mapping

from fairpair.core.dataclass import dataclass

DEFAULT_ACCENT = "ink"


@dataclass(frozen=True, slots=True)
class Accent:
    """A colour, checked against white, black and grey: on light pages, on dark ones, and behind
    white text in a banner. `title` is English, for shells to translate.
    """

    title: str
    light: str
    dark: str
    banner: str


ACCENTS: Mapping[str, Accent] = {
    "pine": Accent("Pine", "#0b6b50", "#62d1aa", "#0c3b30"),
    "ocean": Accent("Ocean", "#0b628a", "#74c8f2", "#0c3346"),
    "ultramarine": Accent("Ultramarine", "#3148c8", "#a6b5ff", "#1b2566"),
    "violet": Accent("Violet", "#6a3dc2", "#c5aaff", "#33205e"),
    "magenta": Accent("Magenta", "#a02478", "#f59dd3", "#4d1540"),
    "crimson": Accent("Crimson", "#b0213d", "#ff9dab", "#541322"),
    "ember": Accent("Ember", "#a64100", "#ffab6e", "#51230a"),
    "gold": Accent("Gold", "#7a5500", "#ecc063", "#40300b"),
    "slate": Accent("Slate", "#45566a", "#b4c4d6", "#253140"),
    DEFAULT_ACCENT: Accent("Ink", "#22282c", "#e6eaec", "#14181a"),
}
