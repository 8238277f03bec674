"""Why a Swiss round is as it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.contender import Contender
from fairpair.engine.pairing.colours import first_colour_of, white_of
from fairpair.engine.pairing.explanation.explainer import RoundExplainer, explain_bracketed_round
from fairpair.engine.pairing.explanation.reasons import RoundExplanation
from fairpair.engine.pairing.explanation.why_not import RulesOfRound, Two, WhyNot, why_not_paired
from fairpair.engine.pairing.proposal import Past, Proposal, seated_in
from fairpair.engine.pairing.swiss.byes import bye_choice, worse_bye
from fairpair.engine.pairing.swiss.cut_off import fields_without
from fairpair.engine.pairing.swiss.methods import method_text
from fairpair.engine.pairing.swiss.position import Position
from fairpair.engine.pairing.swiss.system import proposal_of
from fairpair.language.message import Message


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
        return self._position.points(one)


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


def why_not(tournament: Tournament, past: Past, proposal: Proposal, players: Two) -> WhyNot:
    """Why two players do not meet in a round."""
    position = Position(tournament, past, proposal.round_no, seated_in(tournament, proposal))
    rules = RulesOfRound(
        position.players,
        partial(proposal_of, position),
        partial(BracketView, position),
        partial(worse_bye, position),
    )
    return why_not_paired(rules, proposal, players)


def _cut_after(position: Position) -> int | None:
    """The last place that advances, if the next stage of the plan has a size."""
    if position.method_name != "power" or position.round_no != position.rules.rounds:
        return None
    stages = (stage.get("participants") for stage in position.rules.structure)
    named = (int(who["top_k"]) for who in stages if isinstance(who, Mapping))
    return position.rules.cut or next(named, None)
