"""The bodies that contain results."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fairpair.api.bodies import RequestBody, examples, invalid_fields_error
from fairpair.api.commands.schemas import PlayerNo, Text
from fairpair.core.errors import FieldProblem, InvalidValueError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import parse_number
from fairpair.core.results import MOST_GAMES, Adjourned, Board, Boards, Games, Result, Scored
from fairpair.formats.result_words import WORDS
from fairpair.language.message import Message

Word = Literal[
    "1-0",
    "0-1",
    "1/2-1/2",
    "0-0",
    "1/2-0",
    "0-1/2",
    "1-0F",
    "0-1F",
    "0-0F",
    "1-0U",
    "0-1U",
    "1/2-1/2U",
    "adjourned",
]
Count = Annotated[int, Field(ge=0, le=MOST_GAMES)]
Score = int | float | Annotated[str, Field(max_length=40)]
_WAYS = ("result", "games", "scores", "boards")
_EXAMPLES = (
    {"result": "1-0"},
    {"games": [2, 1, 0]},
    {"scores": [{"op": 7, "vp": 120, "ap": 30}, {"op": 3, "vp": 80, "ap": 10}]},
    {"boards": [{"result": "1-0", "members": [1, 2]}, {"result": "1/2-1/2"}]},
    {"result": "0-1", "correction": True, "reason": "the slip was read wrongly"},
)


class BoardData(RequestBody):
    """One board of a team match; `members` are positions in the team lists, 0 is nobody."""

    result: Word
    members: list[Annotated[int, Field(ge=0, le=100)]] = Field(default_factory=list, max_length=2)


class ResultData(RequestBody):
    """The result from the first player's side, in one of four ways.

    `result` is a word; `games` are games won by the first player, by the second, and drawn games;
    `scores` are the named scores of both; `boards` is a team match. `winner` is the side, 1 or 2,
    that won a tied match.
    """

    result: Word | None = None
    games: list[Count] | None = Field(None, min_length=2, max_length=3)
    scores: list[dict[str, Score]] | None = Field(None, min_length=2, max_length=2)
    boards: list[BoardData] | None = Field(None, min_length=1, max_length=100)
    winner: Literal[1, 2] | None = None
    players: list[PlayerNo] | None = Field(
        None,
        min_length=2,
        max_length=2,
        description="Reject the request if the players at the table have changed.",
    )

    @model_validator(mode="after")
    def require_one_result(self) -> "ResultData":
        """One way, unless it may be left out."""
        ways = [way for way in _WAYS if getattr(self, way) is not None]
        if len(ways) != 1 and not (self.may_be_silent and not ways):
            raise InvalidValueError(Message("request.one-result", fields=_WAYS))
        if self.winner is not None and self.result is not None:
            raise InvalidValueError(Message("request.winner-alone"))
        return self

    @property
    def may_be_silent(self) -> bool:
        """Whether no result is fine."""
        return False

    def outcome(self) -> Result | None:
        """The result, if one is said."""
        winner = None if self.winner is None else self.winner - 1
        if self.result is not None:
            return result_of(self.result)
        if self.games is not None:
            draws = self.games[2] if len(self.games) > 2 else 0
            return Games((self.games[0], self.games[1]), draws, winner)
        if self.boards is not None:
            boards = (Board(result_of(b.result), tuple(b.members)) for b in self.boards)
            return Boards(tuple(boards), winner)
        return None if self.scores is None else self._scored_result(winner)

    def seats(self) -> tuple[PlayerId, ...]:
        """Who is meant to sit there."""
        return tuple(self.players or ())

    def _scored_result(self, winner: int | None) -> Scored:
        problems, sides = [], []
        for n, side in enumerate(self.scores or (), 1):
            read = {}
            for name, value in side.items():
                try:
                    read[name] = parse_number(value)
                except InvalidValueError as error:
                    problems.append(FieldProblem(f"scores.{n}.{name[:40]}", error.text))
            sides.append(read)
        if problems:
            raise invalid_fields_error(problems)
        return Scored(tuple(sides), winner)


class ResultRequest(ResultData, json_schema_extra=examples(*_EXAMPLES, any_field=True)):
    """A result from staff; in a completed round, a `correction` with a reason.

    With `void_later`, later knockout matches whose players would change are voided; without it,
    such a correction returns 409 `later-matches` with their names.
    """

    correction: bool = False
    reason: Text = ""
    void_later: bool = False


class RatingResultRequest(
    ResultData,
    json_schema_extra=examples(
        {"result": "0-1", "reason": "the slip was read wrongly"},
        {"swap_colours": True, "reason": "they sat the other way round"},
        any_field=True,
    ),
):
    """A result for the rating report only, from the first player's side; with `swap_colours` that
    player had the other colour. Without a result, only the colours are exchanged.
    """

    swap_colours: bool = False
    reason: Text = ""

    @property
    def may_be_silent(self) -> bool:
        """The result stays if only the colours are wrong."""
        return self.swap_colours


class ColoursRequest(RequestBody, json_schema_extra=examples({"reason": "wrong sheet"})):
    """Why White and Black of a game are exchanged."""

    reason: Text = ""


class ReportRequest(
    ResultData, json_schema_extra=examples({"games": [2, 1]}, {"confirm": True}, any_field=True)
):
    """A result reported by a player, or `confirm` for the opponent's report."""

    confirm: bool = False

    @model_validator(mode="after")
    def require_report_or_confirmation(self) -> "ReportRequest":
        """To confirm is to say nothing new."""
        if self.confirm and any(getattr(self, way) is not None for way in _WAYS):
            raise InvalidValueError(Message("request.confirm-or-result"))
        return self

    @property
    def may_be_silent(self) -> bool:
        """What the opponent said can just be confirmed."""
        return self.confirm


def result_of(word: str) -> Result:
    """The result that a word says."""
    return Adjourned() if word == "adjourned" else WORDS[word]
