"""Why a round was paired as it was: each pair, float, bye and colour, and the facts behind it."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from fairpair.app.views.people import require_player
from fairpair.app.views.rounds import require_round
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.rounds import Bye, ByeKind, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import WHITE
from fairpair.engine.pairing.colours import colour_preference
from fairpair.engine.pairing.explanation.reasons import (
    BoardExplanation,
    PlayerExplanation,
    RoundExplanation,
)
from fairpair.engine.pairing.explanation.wording import (
    board_text,
    bye_choice_text,
    bye_text,
    float_text,
    sentences_of,
    table_text,
    with_sentence,
)
from fairpair.engine.pairing.proposal import Board, Proposal
from fairpair.engine.pairing.systems import SYSTEMS, explain_player, explain_round
from fairpair.engine.stages.progress import knock_out_of, round_name
from fairpair.engine.standings.sheet import Kind
from fairpair.engine.standings.tiebreak_input import TiebreakInput, tiebreak_input
from fairpair.language.message import Message, Phrase


@dataclass(frozen=True, slots=True)
class PairReason:
    """Why these two players meet, and why with these colours."""

    pairing: str
    players: Sequence[PlayerId]
    text: Message

    @property
    def sentences(self) -> Sequence[Message]:
        """The text, sentence by sentence."""
        return sentences_of(self.text)


@dataclass(frozen=True, slots=True)
class PlayerReason:
    """Why a player floats down, or has a bye."""

    player: PlayerId
    text: Message

    @property
    def sentences(self) -> Sequence[Message]:
        """The text, sentence by sentence."""
        return sentences_of(self.text)


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """The players of the round who had this number of points before it."""

    points: str
    players: Sequence[PlayerId]


@dataclass(frozen=True, slots=True)
class ColourHistory:
    """The colours before the round, such as `wbw`; `due` is the preferred colour, and how strong
    the preference is (`none`, `mild`, `strong`, `absolute`).
    """

    player: PlayerId
    colours: str
    balance: int
    due: str | None
    strength: str


@dataclass(frozen=True, slots=True)
class ByeHistory:
    """A bye before the round; `kind` as in a player's rounds."""

    player: PlayerId
    round: int
    kind: str


@dataclass(frozen=True, slots=True)
class RoundReasons:
    """The explanation of a round. `method` is how it was paired, where there is a choice.

    `pairings` are in the order of the tables, `groups` from the top. `colours` is empty where
    colours do not matter.
    """

    version: int
    stage: int
    round: int
    title: Message
    method: Message
    pairings: Sequence[PairReason]
    floats: Sequence[PlayerReason]
    byes: Sequence[PlayerReason]
    groups: Sequence[ScoreGroup]
    colours: Sequence[ColourHistory]
    bye_history: Sequence[ByeHistory]


@dataclass(frozen=True, slots=True)
class PlayerReasons:
    """The explanation for one player in a round.

    `method` is how the round was paired, where there is a choice and the player has an opponent.
    """

    version: int
    stage: int
    round: int
    title: Message
    player: PlayerId
    name: str
    method: Message
    pairing: PairReason | None
    floats: Sequence[PlayerReason]
    byes: Sequence[PlayerReason]
    points: str
    colours: ColourHistory | None
    bye_history: Sequence[ByeHistory]

    @property
    def rival(self) -> PlayerId | None:
        """The opponent, if there is one."""
        seats = self.pairing.players if self.pairing else ()
        return next((player for player in seats if player != self.player), None)


def round_reasons(t: Tournament, version: int, stage: int, round_no: int) -> RoundReasons:
    """Why the whole round is as it is."""
    planned, round_ = require_round(t, stage, round_no)
    facts = _Facts(t, planned.ref, round_)
    why = facts.round()
    return RoundReasons(
        version=version,
        stage=planned.ref.stage,
        round=planned.ref.round_no,
        title=planned.title,
        method=(why and why.method) or Phrase(""),
        pairings=facts.pairs(why),
        floats=facts.floats(why),
        byes=facts.byes(why),
        groups=facts.groups(),
        colours=[c for player in facts.seated if (c := facts.colours(player))],
        bye_history=[bye for player in facts.seated for bye in facts.bye_history(player)],
    )


def player_reasons(
    t: Tournament, version: int, place: tuple[int, int], number: int
) -> PlayerReasons:
    """What of the round at `place` (stage, number) concerns one player.

    Raises `NotFoundError` if nothing.
    """
    planned, round_ = require_round(t, *place)
    player = require_player(t, number)
    facts = _Facts(t, planned.ref, round_)
    if player not in facts.seated:
        raise NotFoundError(
            "not-in-round.explanation", player=t.name_of(player), round=round_name(t, planned.ref)
        )
    why = facts.player(player)
    pairs = [pair for pair in facts.pairs(why) if player in pair.players]
    return PlayerReasons(
        version=version,
        stage=planned.ref.stage,
        round=planned.ref.round_no,
        title=planned.title,
        player=player,
        name=t.name_of(player),
        method=(pairs and why and why.method) or Phrase(""),
        pairing=pairs[0] if pairs else None,
        floats=facts.floats(why),
        byes=[bye for bye in facts.byes(why) if bye.player == player],
        points=facts.points(player),
        colours=facts.colours(player),
        bye_history=list(facts.bye_history(player)),
    )


def made_round(t: Tournament, ref: RoundRef, round_: Round) -> Proposal:
    """A round as a pairing system would have made it, boards in the order of the tables."""
    tables = sorted(round_.pairings.items())
    boards = tuple(Board(pairing.seats[0], pairing.seats[1], "") for _, pairing in tables)
    left_over = next((p for p, kind in round_.byes.items() if kind is ByeKind.PAIRING), None)
    resting = t.rules.system == "round_robin"
    rests = [Bye(p, kind) for p, kind in round_.byes.items() if resting and p != left_over]
    return Proposal(ref.round_no, boards, left_over, tuple(rests))


class _Facts:
    """What was known when a round was paired."""

    def __init__(self, t: Tournament, ref: RoundRef, round_: Round) -> None:
        self._t, self._ref, self._round = t, ref, round_
        until = ref.round_no - 1 if ref.stage == 1 else None
        self._inputs: TiebreakInput = tiebreak_input(t, until=until)
        tables = sorted(round_.pairings.items())
        self._tables = [(ref.at(n), pairing.seats) for n, pairing in tables]
        self.seated = [p for _, seats in self._tables for p in seats] + list(round_.byes)

    # --- from the engine -------------------------------------------------------------------------

    def round(self) -> RoundExplanation | None:
        """The engine's explanation of the whole round; a knockout has none."""
        return explain_round(self._t, None, self._made()) if self._is_explained else None

    def player(self, player: PlayerId) -> PlayerExplanation | None:
        """The engine's explanation for one player, who must not have requested a bye."""
        if not self._is_explained or self._has_requested_bye(player):
            return None
        return explain_player(self._t, None, self._made(), player)

    @property
    def _is_explained(self) -> bool:
        return self._ref.stage == 1 and self._t.rules.system in SYSTEMS

    def _has_requested_bye(self, player: PlayerId) -> bool:
        kind = self._round.byes.get(player)
        resting = self._t.rules.system == "round_robin"
        return kind is not None and kind is not ByeKind.PAIRING and not resting

    def _made(self) -> Proposal:
        return made_round(self._t, self._ref, self._round)

    # --- as messages ------------------------------------------------------------------------------

    def pairs(self, why: RoundExplanation | PlayerExplanation | None) -> list[PairReason]:
        """For each table that is explained."""
        texts = self._knock_out_texts() if self._ref.stage > 1 else self._texts(why)
        return [
            PairReason(self._t.match_id(match), seats, texts[frozenset(seats)])
            for match, seats in self._tables
            if frozenset(seats) in texts
        ]

    def _texts(
        self, why: RoundExplanation | PlayerExplanation | None
    ) -> Mapping[frozenset[PlayerId], Message]:
        if why is None:
            return {}
        name_of = self._t.name_of
        if isinstance(why, RoundExplanation):
            boards, tables = why.boards, why.tables
        else:
            boards = (why.board,) if why.board else ()
            tables = (why.table,) if why.table else ()
        found = {frozenset((b.white, b.black)): self._board_text(b) for b in boards}
        return found | {frozenset((x.white, x.black)): table_text(x, name_of) for x in tables}

    def _board_text(self, board: BoardExplanation) -> Message:
        text = board_text(board, self._t.name_of)
        swapped = (board.black, board.white) in [seats for _, seats in self._tables]
        if swapped and board.colours.article:
            return with_sentence(text, Message("explanation.other-colours"))
        return text

    def _knock_out_texts(self) -> Mapping[frozenset[PlayerId], Message]:
        tree = knock_out_of(self._t, self._ref.stage)
        found = {}
        for match in tree.in_round(self._ref.round_no) if tree else ():
            players = [
                Message("explanation.seeded", player=self._t.name_of(seat.player), seed=seat.seed)
                for seat in match.seats
                if seat.player is not None
            ]
            code = "explanation.knockout-manual" if match.by_hand else "explanation.knockout"
            found[frozenset(match.players)] = Message(code, players=players, match=match.name)
        return found

    def floats(self, why: RoundExplanation | PlayerExplanation | None) -> list[PlayerReason]:
        """Everybody who is paired with a lower score."""
        found = why.floats if why else ()
        return [PlayerReason(one.player, float_text(one, self._t.name_of)) for one in found]

    def byes(self, why: RoundExplanation | PlayerExplanation | None) -> list[PlayerReason]:
        """Everybody without an opponent."""
        name_of = self._t.name_of
        found = {p: self._plain_bye_text(p, kind) for p, kind in self._round.byes.items()}
        if why and why.bye:
            found[why.bye.player] = bye_text(why.bye, name_of)
        if why and why.bye_choice:
            found[why.bye_choice.player] = bye_choice_text(why.bye_choice, name_of)
        return [PlayerReason(player, text) for player, text in found.items()]

    def _plain_bye_text(self, player: PlayerId, kind: ByeKind) -> Message:
        """A bye that the engine does not explain."""
        code = "explanation.has-bye"
        if self._ref.stage > 1:
            code = "explanation.knockout-bye"
        elif self._t.entries[player].requested_byes.get(self._ref.round_no) == kind:
            code = "explanation.requested-bye"
        elif self._t.rules.system == "round_robin":
            code = "explanation.schedule-bye"
        bye = Message(f"explanation.{kind.value}-bye")
        return Message(code, player=self._t.name_of(player), bye=bye)

    # --- the facts behind it ----------------------------------------------------------------------

    def points(self, player: PlayerId) -> str:
        """The points before the round."""
        inputs = self._inputs
        return format_number(Fraction(inputs.totals[player], inputs.sheet.unit))

    def groups(self) -> list[ScoreGroup]:
        """Those of the round by their points, most first."""
        totals = self._inputs.totals
        groups: dict[int, list[PlayerId]] = {}
        for player in self.seated:
            groups.setdefault(totals[player], []).append(player)
        unit = self._inputs.sheet.unit
        ordered = sorted(groups, reverse=True)
        return [ScoreGroup(format_number(Fraction(n, unit)), sorted(groups[n])) for n in ordered]

    def colours(self, player: PlayerId) -> ColourHistory | None:
        """The colours so far, and which is due."""
        if not self._t.rules.has_colours:
            return None
        rounds = self._inputs.sheet.rows[player]
        had = [o.side for o in rounds if o.kind is Kind.PLAYED]
        colours, balance, preference, due, _ = colour_preference(had)
        text = "".join("w" if colour == WHITE else "b" for colour in colours)
        wanted = None if due is None else ("white" if due == WHITE else "black")
        return ColourHistory(
            player=player,
            colours=text,
            balance=balance,
            due=wanted,
            strength=preference.name.lower(),
        )

    def bye_history(self, player: PlayerId) -> Iterator[ByeHistory]:
        """The rounds so far without an opponent."""
        for round_ in self._inputs.sheet.rows[player]:
            if not round_.paired:
                yield ByeHistory(player, round_.round_no, round_.kind.value)
