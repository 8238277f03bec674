"""Rounds with what is told about them."""

from functools import cached_property
from pathlib import Path

from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.explanation import colours, reason_wording, wording
from fairpair.engine.pairing.explanation.reasons import (
    BoardExplanation,
    ByeExplanation,
    ColourExplanation,
    FloatExplanation,
    RoundExplanation,
    RuledOut,
)
from fairpair.engine.pairing.systems import explain_round, pair_round
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.wording import NameOf
from fairpair.formats.trf import read_or_raise
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.tournament import tournament_of
from formats.sheet import good

VECTORS = Path(__file__).parent / "vectors"
CRITERIA = [f"C{number}" for number in range(6, 22)]
KINDS = {
    "U": Kind.PAIRING_BYE,
    "F": Kind.FULL_BYE,
    "H": Kind.HALF_BYE,
    "+": Kind.FORFEIT_WIN,
}


class ExplainedRound:
    """A file, the round the engine makes of it, and its explanation."""

    def __init__(self, file: TrfFile) -> None:
        self.file = file
        imported = tournament_of(file)
        self.tournament = imported.tournament
        self.past = imported.past
        self.proposal = pair_round(self.tournament, self.past)

    @cached_property
    def why(self) -> RoundExplanation:
        return explain_round(self.tournament, self.past, self.proposal)

    def board(self, player: int) -> BoardExplanation:
        return next(b for b in self.why.boards if player in (b.white, b.black))

    def floated(self, player: int) -> FloatExplanation:
        return next(one for one in self.why.floats if one.player == player)

    def instead(self, player: int) -> tuple[int, str]:
        """The natural opponent, and what rules it out."""
        found = next(one for one in self.board(player).instead if one.player == player)
        return found.opponent, found.ruled_out.by


def told(*lines: str) -> ExplainedRound:
    return ExplainedRound(good("012 Why", "142 9", "152 W", *lines))


def name_of(player: PlayerId) -> str:
    return "?ABCDEFGHIJKL"[player]


def vector(name: str) -> ExplainedRound:
    return ExplainedRound(read_or_raise((VECTORS / "faults" / f"{name}.trf").read_bytes())[0])


# What is told, in English


def round_lines(why: RoundExplanation, called: NameOf) -> list[str]:
    return list(map(str, wording.round_texts(why, called)))


def board_text(why: BoardExplanation, called: NameOf) -> str:
    return str(wording.board_text(why, called))


def float_text(why: FloatExplanation, called: NameOf) -> str:
    return str(wording.float_text(why, called))


def bye_text(why: ByeExplanation, called: NameOf) -> str:
    return str(wording.bye_text(why, called))


def colour_text(why: ColourExplanation, called: NameOf) -> str:
    return str(colours.colour_text(why, called))


def worse_text(why: RuledOut, called: NameOf) -> str:
    return str(reason_wording.worse_text(why, called))
