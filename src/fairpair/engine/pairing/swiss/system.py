"""Swiss pairing behind the interface of all systems."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.bracket import pairs_of_bracket
from fairpair.engine.pairing.brackets.completion import can_be_paired
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.brackets.task import Style, Task, brackets
from fairpair.engine.pairing.check import verify_round
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.deadlock import Deadlock
from fairpair.engine.pairing.explanation.explainer import RoundExplainer, explain_bracketed_round
from fairpair.engine.pairing.explanation.reasons import RoundExplanation
from fairpair.engine.pairing.proposal import Board, Past, Proposal, present_in, seated_in
from fairpair.engine.pairing.swiss.byes import bye_choice, bye_of
from fairpair.engine.pairing.swiss.cut_off import fields_without
from fairpair.engine.pairing.swiss.methods import method_text
from fairpair.engine.pairing.swiss.position import Position
from fairpair.language.message import Message

Pairs = list[tuple[Contender, Contender]]


def pair(tournament: Tournament, past: Past, round_no: int) -> Proposal:
    """The round; `ImpossiblePairingError` if there is no legal one."""
    position = Position(tournament, past, round_no, present_in(tournament, round_no))
    players = position.players
    found = proposal_of(position, players)
    if found is None:
        again = partial(proposal_of, position)
        raise Deadlock(tournament, round_no, players, again).refusal()
    return found


def proposal_of(position: Position, players: Sequence[Contender]) -> Proposal | None:
    """These players paired by the position's rules; none if there is no legal way."""
    bye = bye_of(position, players) if len(players) % 2 else None
    field = [c for c in players if c is not bye]
    if not players or len(field) % 2 or not (bye or can_be_paired(Task.of_field(field))):
        return None
    pairs = [pair for part in position.fields(field) for pair in _pairs(part, position.style)]
    boards = _boards(position, pairs)
    verify_round(players, [(white, black) for white, black, _ in boards], bye)
    made = (Board(white.player, black.player, by) for white, black, by in boards)
    return Proposal(position.round_no, tuple(made), bye.player if bye else None)


def _pairs(field: Sequence[Contender], style: Style) -> Pairs:
    walk = brackets(field, None, pairs_of_bracket, style)
    return [(task.left[a], task.left[b]) for task, made in walk for a, b in made]


def _boards(position: Position, pairs: Pairs) -> list[tuple[Contender, Contender, str]]:
    """In order from the top match down; who sits first, or has White, comes first."""
    ranked = sorted(pairs, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))
    first = first_colour_of(position.tournament)
    if not position.rules.has_colours:
        return [(higher, lower, "") for higher, lower in ranked]
    return [
        white_of(higher, lower, first_colour=first, effective=number)
        for number, (higher, lower) in enumerate(ranked, 1)
    ]


class BracketView:
    """The brackets of a Swiss round: all but the one with the bye."""

    bye_score, fide = None, False

    def __init__(self, position: Position, proposal: Proposal) -> None:
        self._position = position
        self.players: Sequence[Contender] = position.group(
            [c for c in position.players if c.player != proposal.bye]
        )
        self.sheet, self.style = position.sheet, position.style
        self.grouping = position.method.groups
        self.has_colours = position.rules.has_colours
        self.first_colour = first_colour_of(position.tournament)
        self.numbers: dict[PlayerId, int] = {
            player: number
            for number, board in enumerate(proposal.boards, 1)
            for player in (board.white, board.black)
        }
        self._white = {board.white for board in proposal.boards}
        self.contested = position.contested
        self.fields: Sequence[Sequence[Contender]] = (self.players,)
        if self.contested:
            self.fields = fields_without(self.players, self.contested, self._leavers(proposal))

    def _leavers(self, proposal: Proposal) -> Iterator[Contender]:
        """Players on a contested score whose opponent is on another one."""
        here = {c.player: c for c in self.players}
        for board in proposal.boards:
            pair = here[board.white], here[board.black]
            if pair[0].score != pair[1].score:
                yield from pair

    @cached_property
    def split_as_ruled(self) -> bool:
        """Whether the rules would pair the same players apart, for the cut."""
        ruled = self._position.fields(self.players)
        return [[c.player for c in part] for part in ruled] == [
            [c.player for c in part] for part in self.fields
        ]

    def colours(self, higher: Contender, lower: Contender) -> tuple[Contender, Contender, str]:
        """White, Black and the article that decided it; without colours as they are named."""
        if not self.has_colours:
            named = higher.player in self._white
            return (higher, lower, "") if named else (lower, higher, "")
        number = self.numbers[higher.player]
        return white_of(higher, lower, first_colour=self.first_colour, effective=number)

    def points(self, one: Contender) -> int:
        """The player's points, whatever the groups are made by."""
        return self._position.totals[one.player]


def explain(
    tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None
) -> RoundExplanation:
    """Why a round is as it is, or what of it concerns one player."""
    position = Position(tournament, past, proposal.round_no, seated_in(tournament, proposal))
    explainer = RoundExplainer(BracketView(position, proposal), proposal)
    why = explain_bracketed_round(explainer, proposal, player, lambda: None)
    if player in (None, proposal.bye):
        why = replace(why, bye_choice=bye_choice(position, proposal))
    method = method_text(position.method_name)
    if position.contested:
        scores = [Fraction(one, position.sheet.unit) for one in sorted(position.contested)[::-1]]
        shown = list(map(format_number, scores))
        method = Message("pairing-method.cut-aware", method=method, scores=shown)
    return replace(why, method=method, cut=_cut_after(position))


def _cut_after(position: Position) -> int | None:
    """The last place that advances, if the next stage of the plan has a size."""
    if position.method_name != "power" or position.round_no != position.rules.rounds:
        return None
    stages = (stage.get("participants") for stage in position.rules.structure)
    named = (int(who["top_k"]) for who in stages if isinstance(who, Mapping))
    return position.rules.cut or next(named, None)
