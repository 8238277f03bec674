"""Why a round cannot be paired, and what the organiser can do about it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.brackets.completion import (
    can_be_completed,
    complete_pairing,
    lowest_bye_score,
)
from fairpair.engine.pairing.brackets.contender import ColourPreference, Contender, may_meet
from fairpair.engine.pairing.brackets.task import Task
from fairpair.engine.pairing.proposal import (
    DeadlockCause,
    ImpossiblePairingError,
    Lonely,
    Proposal,
    Suggestion,
)
from fairpair.engine.standings.wording import listed

NAMED = 5
"""How many names a sentence has at most."""
TRIED = 8000
"""How many are looked at in all when players are tried out for leaving."""
Pairs = Sequence[tuple[Contender, Contender]]
PairWithout = Callable[[Sequence[Contender]], Proposal | None]


def deadlock_cause(players: Sequence[Contender]) -> DeadlockCause:
    """Why these players cannot all be paired."""
    odd = len(players) % 2
    may_have_bye = tuple(c for c in players if c.may_have_bye) if odd else ()
    if not players:
        return DeadlockCause("nobody")
    if odd and not may_have_bye:
        return DeadlockCause("no_bye")
    lonely = [one for one in players if not any(one is not c and may_meet(one, c) for c in players)]
    # One who may meet nobody can still have the bye.
    if len(lonely) > odd or any(not one.may_have_bye for one in lonely):
        return DeadlockCause("lonely", tuple(_explain_lonely(one, players) for one in lonely))
    return DeadlockCause(_common_cause(players), (), may_have_bye)


def _explain_lonely(one: Contender, players: Sequence[Contender]) -> Lonely:
    """Each of the others for the first reason that holds."""
    others = sorted((c for c in players if c is not one), key=lambda c: c.number)
    met = tuple(c for c in others if c.player in one.met)
    forbidden = tuple(c for c in others if c.player in one.forbidden and c not in met)
    return Lonely(
        one, met, forbidden, tuple(c for c in others if c not in met and c not in forbidden)
    )


def _common_cause(players: Sequence[Contender]) -> str:
    """Everybody has somebody to meet, but not all at once: the first rule without which it goes."""
    free = [replace(one, forbidden=frozenset()) for one in players]
    has_forbidden = any(one.forbidden for one in players)
    if has_forbidden and lowest_bye_score(free) is not None:
        return "forbidden"
    if lowest_bye_score(_colourless(players)) is not None:
        return "colours"
    if has_forbidden and lowest_bye_score(_colourless(free)) is not None:
        return "forbidden_colours"
    return "met"


def _colourless(players: Sequence[Contender]) -> list[Contender]:
    return [replace(one, preference=ColourPreference.NONE, colour=None) for one in players]


class Deadlock:
    """Players who cannot all be paired; `again` pairs the round with facts that were eased."""

    def __init__(
        self,
        tournament: Tournament,
        round_no: int,
        players: Sequence[Contender],
        again: PairWithout,
    ) -> None:
        self._tournament, self._round_no = tournament, round_no
        self._players, self._again = players, again
        self._odd = len(players) % 2

    def refusal(self) -> ImpossiblePairingError:
        """The error, with its cause and with suggestions that would work."""
        found = tuple(self._suggestions())
        cause = deadlock_cause(self._players)
        text, problems = self._cause_text(cause)
        error = ImpossiblePairingError(
            "no-legal-pairing",
            f"Round {self._round_no} cannot be paired with these {len(self._players)} players: "
            f"{text}.",
            " ".join(f"{one.text}." for one in found),
            problems,
            found,
        )
        error.cause = cause
        return error

    def _cause_text(self, cause: DeadlockCause) -> tuple[str, tuple[FieldProblem, ...]]:
        if cause.kind == "nobody":
            return "nobody is there", ()
        if cause.kind == "no_bye":
            return "their number is odd, and nobody may have the bye", ()
        if cause.kind == "lonely":
            named = cause.lonely[:NAMED]
            problems = tuple(FieldProblem(self._name(c.player), self._obstacles(c)) for c in named)
            names = self._names([one.player for one in cause.lonely])
            return f"nobody is left that {names} may meet", problems
        few = cause.may_have_bye
        if few and len(few) <= NAMED:
            bye = f"only {self._names(few)} may have the bye, and without them"
            return f"{bye} the others cannot all be paired", ()
        return "too many of them have met, or may not meet, for all to be paired at once", ()

    def _obstacles(self, one: Lonely) -> str:
        kinds = {
            "met": one.met,
            "is to be kept from": one.forbidden,
            "must have the same colour as": one.colour,
        }
        return "; ".join(
            f"{kind} {self._names(sorted(who, key=lambda c: c.player))}"
            for kind, who in kinds.items()
            if who
        )

    # --- suggestions -----------------------------------------------------------------------------

    def _suggestions(self) -> Iterator[Suggestion]:
        leaving = list(self._who_can_leave())
        if leaving:
            names = self._names(leaving, "or")
            yield Suggestion(
                "drop", f"Let {names} out of the round", tuple(c.player for c in leaving)
            )
        yield from self._rematches()
        yield from self._another_bye()
        yield from self._colours()
        yield from self._forbidden()
        if self._round_no > 1:
            yield Suggestion("end", "End these rounds here")

    def _who_can_leave(self) -> Iterator[Contender]:
        """Those without whom the others can be paired, the lowest ranked first."""
        for one in list(reversed(self._players))[: TRIED // max(1, len(self._players))]:
            others = [c for c in self._players if c is not one]
            if others and can_be_completed(Task.of_field(others), any_bye=True):
                yield one

    def _rematches(self) -> Iterator[Suggestion]:
        """As few as can be; if that is not enough, with a bye too many."""
        eased, bye = [replace(c, met=frozenset()) for c in self._players], ""
        pairs, players = self._fewest(eased, lambda a, b: b.player in a.met), self._players
        if pairs is None and self._odd:
            eased = [replace(c, may_have_bye=True) for c in eased]
            players = [replace(c, may_have_bye=True) for c in players]
            pairs, bye = self._fewest(eased, lambda a, b: b.player in a.met), ", and a bye more"
        if not pairs:
            return
        many = "one rematch" if len(pairs) == 1 else f"{len(pairs)} rematches"
        text = f"Allow {many}{bye}: {self._listed(pairs)}"
        found = self._again(_met_again(players, pairs))
        yield Suggestion("rematch", text, pairs=_ids(pairs), proposal=found)

    def _forbidden(self) -> Iterator[Suggestion]:
        eased = [replace(c, forbidden=frozenset()) for c in self._players]
        pairs = self._fewest(eased, lambda a, b: b.player in a.forbidden)
        if pairs:
            text = f"Let meet who are to be kept apart: {self._listed(pairs)}"
            yield Suggestion("allow", text, pairs=_ids(pairs))

    def _another_bye(self) -> Iterator[Suggestion]:
        """If only the limit of byes stands in the way."""
        if not self._odd:
            return
        eased = [replace(c, may_have_bye=True) for c in self._players]
        found = self._again(eased)
        if found is not None and found.bye is not None:
            name = self._tournament.name_of(found.bye)
            text = f"Give {name} the bye, beyond the limit"
            yield Suggestion("bye", text, (found.bye,), proposal=found)

    def _colours(self) -> Iterator[Suggestion]:
        """If only the colours stand in the way."""
        eased = [replace(c, topscorer=True) for c in self._players]
        found = self._again(eased)
        if found is not None:
            yield Suggestion("colours", "Let colours go for this round", proposal=found)

    def _fewest(
        self, eased: Sequence[Contender], broken: Callable[[Contender, Contender], bool]
    ) -> Pairs | None:
        """The fewest pairs that break a rule, if the round is possible without it."""
        players, size = self._players, len(self._players)
        mate = complete_pairing(
            Task.of_field(eased),
            lambda a, b: int(b < size and broken(players[a], players[b])),
            any_bye=True,
        )
        if mate is None:
            return None
        made = [(players[a], players[b]) for a, b in enumerate(mate) if a < b < size]
        return [pair for pair in made if broken(*pair)]

    # --- words -----------------------------------------------------------------------------------

    def _name(self, one: Contender) -> str:
        return self._tournament.name_of(one.player)

    def _names(self, players: Sequence[Contender], joint: str = "and") -> str:
        names = [self._name(c) for c in players[:NAMED]]
        more = len(players) - NAMED
        return listed([*names, f"{more} more"] if more > 0 else names, joint)

    def _listed(self, pairs: Pairs) -> str:
        listed = ", ".join(f"{self._name(a)} - {self._name(b)}" for a, b in pairs[:NAMED])
        return f"{listed} and more" if len(pairs) > NAMED else listed


def _ids(pairs: Pairs) -> tuple[tuple[PlayerId, PlayerId], ...]:
    return tuple((a.player, b.player) for a, b in pairs)


def _met_again(players: Sequence[Contender], pairs: Pairs) -> list[Contender]:
    """The players, with these pairs as if they had not met."""
    again = {a.player: b.player for a, b in (*pairs, *((b, a) for a, b in pairs))}
    return [replace(c, met=c.met - {again[c.player]}) if c.player in again else c for c in players]
