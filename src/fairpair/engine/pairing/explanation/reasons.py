"""The data of an explanation: why a round was paired as it was (C.04.3)."""

from enum import StrEnum
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import ColourPreference
from fairpair.engine.standings.sheet import Kind
from fairpair.language.message import Message

FORBIDDEN, ORDER = "forbidden", "order"
"""Reasons that are not criteria: a restriction, and which candidate comes first (4.2-4.4)."""


class Cause(StrEnum):
    """Why a bracket leaves over as many as it does.

    | cause       | what |
    |-------------|------|
    | ODD         | it has an odd number of players, and one is left over |
    | NO_OPPONENT | this player may meet no other player in it |
    | UNPAIRABLE  | not all may meet each other, so fewer pairs can be made (C1, C3) |
    | REST        | the rest of the field could not be paired otherwise (C4) |
    | BYE         | the bye would go to a higher score otherwise (C5) |
    | CUT         | its other players are still playing for the cut, and meet each other |
    """

    ODD = "odd"
    NO_OPPONENT = "no_opponent"
    UNPAIRABLE = "unpairable"
    REST = "rest"
    BYE = "bye"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class RuledOut:
    """What kept something expected from happening.

    `by` is a criterion, C1 to C21, or `FORBIDDEN` or `ORDER`; `amounts` what it counts as things
    are and as they would be, and `who` the players whom it counts only then. C1 has the round the
    two met in, C2 the round without a game and its kind. C14, C16, C18 and C20 have in `kinds` what
    the round was that counts as a downfloat, for each of `who`. ORDER has in `who` the pair that
    comes first in the way of a natural one, its upper player first. `given_earlier`: only as the
    choices that come before in the order are made; without them it would be no worse.
    """

    by: str
    amounts: tuple[tuple[Fraction, ...], tuple[Fraction, ...]] | None = None
    who: tuple[PlayerId, ...] = ()
    round_no: int | None = None
    kind: Kind | None = None
    kinds: tuple[Kind, ...] = ()
    given_earlier: bool = False
    fide: bool = True
    """Whether it is a criterion of the FIDE rules, which have numbers."""
    article: str = ""
    """Of ORDER in the FIDE rules: 4.2, 4.3 or 4.4 of C.04.3."""


@dataclass(frozen=True, slots=True)
class Group:
    """The bracket where something happened: a score group and those who moved down into it.

    `as_ruled` is false if the rules now give other pairs: they were edited manually, or results
    were corrected afterwards. Then no reasons are given. `accelerated`: scores have virtual points
    in this round, though perhaps not in this group.
    """

    score: Fraction
    size: int
    moved: tuple[PlayerId, ...]
    as_ruled: bool
    accelerated: bool = False
    kind: str = "score"
    """What its members have in common: `score`, `quarters` of the ratings, or nothing (`all`)."""
    fide: bool = True
    """Whether it was paired by the FIDE rules, whose criteria have numbers."""


@dataclass(frozen=True, slots=True)
class ExpectedOpponent:
    """The opponent a player would have in the first candidate, and why that is not so (3.3).

    `opponent_has` is whom that opponent meets instead, none if it is left over.
    """

    player: PlayerId
    opponent: PlayerId
    ruled_out: RuledOut
    opponent_has: PlayerId | None


@dataclass(frozen=True, slots=True)
class Side:
    """What the colours are decided by: a player's wish (1.7) and games, w or b, latest last."""

    player: PlayerId
    preference: ColourPreference
    wants: str
    games: str


@dataclass(frozen=True, slots=True)
class ColourExplanation:
    """The article that gave the colours, and the facts it looks at; without an article it does
    not matter who is named first.

    `games_ago` is for 5.2.3: the latest game, counted from the end, where their colours differ.
    `number` and `initial` are for 5.2.5: the higher ranked one's number, and the initial colour;
    `skipped` counts players above who have never been paired and do not count.
    """

    article: str
    white: Side
    black: Side
    higher: PlayerId
    games_ago: int | None = None
    number: int | None = None
    initial: str = ""
    skipped: int = 0
    by_table: bool = False
    """Whether `number` is the table's."""


@dataclass(frozen=True, slots=True)
class BoardExplanation:
    """A board: where it was made, who floated for it, and what was expected instead.

    `scores` are pairing scores, White's and Black's, and `virtual` is what of them is no points of
    theirs. `instead` has the natural opponents that were ruled out, for either player.
    """

    white: PlayerId
    black: PlayerId
    scores: tuple[Fraction, Fraction]
    virtual: tuple[Fraction, Fraction]
    group: Group
    down: PlayerId | None
    up: PlayerId | None
    instead: tuple[ExpectedOpponent, ...]
    colours: ColourExplanation


@dataclass(frozen=True, slots=True)
class ScheduleExplanation:
    """A board of a round robin: the numbers of the two, which meet in this round."""

    white: PlayerId
    black: PlayerId
    numbers: tuple[int | None, int | None] = (None, None)
    text: str = ""
    """What the system itself says about the pair, if it is one of an extension."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Somebody who did not float, or did not get the bye, though ranked lower; and why not."""

    player: PlayerId
    ruled_out: RuledOut


@dataclass(frozen=True, slots=True)
class FloatExplanation:
    """A player whom a bracket left over.

    `kept` are players of the same score, ranked lower, who stayed; `unasked` how many more of
    them there are who were not looked at. Where there is nobody to meet, `nobody` tells why not of
    each in the bracket, and `kept` is empty. `others` were left over with this player. `staying`
    is for one who had moved down already: what would be worse if the player were paired here,
    where a resident should float rather (C7).
    """

    player: PlayerId
    group: Group
    cause: Cause
    others: tuple[PlayerId, ...]
    kept: tuple[PassedOver, ...]
    unasked: int = 0
    staying: RuledOut | None = None
    nobody: tuple[PassedOver, ...] = ()
    across: tuple[Fraction, ...] = ()
    """The scores between the player's and the opponent's that are paired apart, for the cut."""


@dataclass(frozen=True, slots=True)
class ByeExplanation:
    """Who has the bye: `lower` have a lower score but cannot have it (C2, C4).

    `virtual` is what of the score is virtual points. `changed` is the first group on the way down
    for which the rules give other pairs now; then this is no bye of the rules.
    """

    player: PlayerId
    score: Fraction
    virtual: Fraction
    lower: tuple[PassedOver, ...]
    floated: FloatExplanation
    changed: Group | None = None


@dataclass(frozen=True, slots=True)
class ByeChoice:
    """Why a player has the bye in Swiss systems (see docs/explanation/swiss-pairing.md).

    `byes` is how many the player had before, `by` what decides among the `level` ones who have as
    few byes and points and can have it; `passed` are
    those who came before, or have fewer points, and why they cannot have it.
    """

    player: PlayerId
    score: Fraction
    byes: int
    by: str
    passed: tuple[PassedOver, ...]
    as_ruled: bool
    level: int = 1


@dataclass(frozen=True, slots=True)
class PlayerExplanation:
    """All about one player: a board or the bye, and the brackets that left the player over.

    `method` is how the round was paired, where there is a choice.
    """

    player: PlayerId
    board: BoardExplanation | None
    floats: tuple[FloatExplanation, ...]
    bye: ByeExplanation | None
    bye_choice: ByeChoice | None = None
    table: ScheduleExplanation | None = None
    method: Message | None = None


@dataclass(frozen=True, slots=True)
class RoundExplanation:
    """All boards in their order, everybody who floated, and the bye.

    The bye is one of the FIDE rules, or one by an order (`bye_choice`). Round robins have `tables`
    for boards.

    `method` is how the round was paired, where there is a choice, and `cut` the last place that
    goes on after it.
    """

    round_no: int
    boards: tuple[BoardExplanation, ...]
    floats: tuple[FloatExplanation, ...]
    bye: ByeExplanation | None
    method: Message | None = None
    cut: int | None = None
    bye_choice: ByeChoice | None = None
    tables: tuple[ScheduleExplanation, ...] = ()
