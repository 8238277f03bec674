"""The Extended Direct Encounter of teams, with what may follow it (C.07, 13.3)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from fairpair.core.ids import PlayerId
from fairpair.engine.standings.codes import Step
from fairpair.engine.standings.sums import Sum
from fairpair.engine.standings.tiebreak import Groups, Tiebreak
from fairpair.engine.standings.tiebreak_input import TiebreakInput, team_scores
from fairpair.engine.standings.tiebreaks.fide import direct_encounter

Method = tuple[
    Callable[[TiebreakInput, Step, Sequence[PlayerId]], Groups],
    Callable[[TiebreakInput, Step, Sequence[PlayerId], PlayerId], Sum],
]
"""`split` and `inside` of a tie-break that looks at the tied."""
Attempt = tuple[Groups, Callable[[PlayerId], Sum]]
"""How some teams are told apart by one method, and what each of them has in it."""


class ExtendedEncounter:
    """Direct encounter on the primary score, else on the secondary one, else by `then`.

    Article 12 (`then`) is only for exactly two teams that are level on match points and on game
    points, of the whole tournament (13.3.2). Every smaller group starts again with the primary
    score (13.3.3).
    """

    def __init__(self, *then: Method) -> None:
        self._then = then

    def split(self, inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Groups:
        """The tied in groups, best first; one group if nothing decides."""
        if len(tied) > 1:
            for groups, _ in self._attempts(inputs, step, tied):
                if len(groups) > 1:
                    return [part for group in groups for part in self.split(inputs, step, group)]
        return [list(tied)]

    def inside(
        self, inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId], team: PlayerId
    ) -> Sum:
        """What the team has in the first method that decides, or in the first one of all."""
        attempts = list(self._attempts(inputs, step, tied))
        decisive = (shown for groups, shown in attempts if len(groups) > 1)
        return next(decisive, attempts[0][1])(team)

    def _attempts(
        self, inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]
    ) -> Iterator[Attempt]:
        for score in team_scores(inputs.rules):
            yield _encounter(inputs, replace(step, score=score), tied)
        if len(tied) == 2 and _level(inputs, tied):
            for split, inside in self._then:
                yield split(inputs, step, tied), partial(inside, inputs, step, tied)


def _encounter(inputs: TiebreakInput, step: Step, tied: Sequence[PlayerId]) -> Attempt:
    groups = direct_encounter.one_pass(inputs.by_score(step.score), step, tied)
    return groups, partial(direct_encounter.inside, inputs, step, tied)


def _level(inputs: TiebreakInput, tied: Sequence[PlayerId]) -> bool:
    """Whether all have the same match points and the same game points."""
    totals = [inputs.by_score(score).totals for score in team_scores(inputs.rules)]
    return all(len({of[team] for team in tied}) == 1 for of in totals)


def entry(code: str, name: str, about: str, clause: str, *then: Method) -> Tiebreak:
    """The entry of a kind of extended encounter in the register."""
    method = ExtendedEncounter(*then)
    return Tiebreak(
        code=code,
        name=name,
        about=about,
        clause=clause,
        range="place among the tied",
        games=("chess",),
        lower_is_better=True,
        modifiers="P",
        shown="place",
        teams_only=True,
        split=method.split,
        inside=method.inside,
    )
