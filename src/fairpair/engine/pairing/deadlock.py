"""Why a round cannot be paired, and what the organiser can do about it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fairpair.core.errors import FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import RoundRef
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
from fairpair.language.message import Message

NAMED = 5
"""How many names a sentence has at most."""
TRIED = 8000
"""The most players examined in total when searching for one who could be left out."""
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
    # A player without a possible opponent can still have the bye.
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
    """Everybody has an opponent, but not all at once: the first rule that must be lifted."""
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
    """Players who cannot all be paired; `again` pairs the round with relaxed rules."""

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
        error = ImpossiblePairingError(
            f"no-legal-pairing.{self._text_variant(cause)}",
            Message("no-legal-pairing.suggestions", suggestions=[one.text for one in found]),
            tuple(self._problems(cause)),
            found,
            round=RoundRef(1, self._round_no).name,
            count=Message("explanation.players", n=len(self._players)),
            players=self._names([one.player for one in cause.lonely] or cause.may_have_bye),
        )
        error.cause = cause
        return error

    def _text_variant(self, cause: DeadlockCause) -> str:
        if cause.kind in ("nobody", "no_bye", "lonely"):
            return cause.kind.replace("_", "-")
        return "few-byes" if 0 < len(cause.may_have_bye) <= NAMED else "rules"

    def _problems(self, cause: DeadlockCause) -> Iterator[FieldProblem]:
        """Why there is no opponent for each of the first players without one."""
        for one in cause.lonely[:NAMED]:
            obstacles = list(self._obstacles(one))
            text = Message("no-legal-pairing.obstacles", obstacles=obstacles)
            yield FieldProblem(self._name(one.player), text)

    def _obstacles(self, one: Lonely) -> Iterator[Message]:
        for kind, who in (("met", one.met), ("restricted", one.forbidden), ("colour", one.colour)):
            if who:
                players = self._names(sorted(who, key=lambda c: c.player))
                yield Message(f"no-legal-pairing.obstacle-{kind}", players=players)

    # --- suggestions -----------------------------------------------------------------------------

    def _suggestions(self) -> Iterator[Suggestion]:
        leaving = list(self._who_can_leave())
        if leaving:
            text = Message("remedy.drop", players=self._names(leaving))
            yield Suggestion("drop", text, tuple(c.player for c in leaving))
        yield from self._rematches()
        yield from self._another_bye()
        yield from self._colours()
        yield from self._forbidden()
        if self._round_no > 1:
            yield Suggestion("end", Message("remedy.end"))

    def _who_can_leave(self) -> Iterator[Contender]:
        """The players without whom the others can be paired, the lowest ranked first."""
        for one in list(reversed(self._players))[: TRIED // max(1, len(self._players))]:
            others = [c for c in self._players if c is not one]
            if others and can_be_completed(Task.of_field(others), any_bye=True):
                yield one

    def _rematches(self) -> Iterator[Suggestion]:
        """As few rematches as possible; if that is not enough, with an extra bye."""
        eased, code = [replace(c, met=frozenset()) for c in self._players], "remedy.rematch"
        pairs, players = self._fewest(eased, lambda a, b: b.player in a.met), self._players
        if pairs is None and self._odd:
            eased = [replace(c, may_have_bye=True) for c in eased]
            players = [replace(c, may_have_bye=True) for c in players]
            pairs = self._fewest(eased, lambda a, b: b.player in a.met)
            code = "remedy.rematch-and-bye"
        if not pairs:
            return
        text = Message(code, pairs=self._pair_names(pairs), n=len(pairs))
        found = self._again(_met_again(players, pairs))
        yield Suggestion("rematch", text, pairs=_ids(pairs), proposal=found)

    def _forbidden(self) -> Iterator[Suggestion]:
        eased = [replace(c, forbidden=frozenset()) for c in self._players]
        pairs = self._fewest(eased, lambda a, b: b.player in a.forbidden)
        if pairs:
            text = Message("remedy.allow", pairs=self._pair_names(pairs), n=len(pairs))
            yield Suggestion("allow", text, pairs=_ids(pairs))

    def _another_bye(self) -> Iterator[Suggestion]:
        """If only the limit of byes prevents the round."""
        if not self._odd:
            return
        eased = [replace(c, may_have_bye=True) for c in self._players]
        found = self._again(eased)
        if found is not None and found.bye is not None:
            text = Message("remedy.bye", player=self._tournament.name_of(found.bye))
            yield Suggestion("bye", text, (found.bye,), proposal=found)

    def _colours(self) -> Iterator[Suggestion]:
        """If only the colours prevent the round."""
        eased = [replace(c, topscorer=True) for c in self._players]
        found = self._again(eased)
        if found is not None:
            yield Suggestion("colours", Message("remedy.colours"), proposal=found)

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

    # --- names -----------------------------------------------------------------------------------

    def _name(self, one: Contender) -> str:
        return self._tournament.name_of(one.player)

    def _names(self, players: Sequence[Contender]) -> list[str | Message]:
        return first_names([self._name(c) for c in players])

    def _pair_names(self, pairs: Pairs) -> list[str | Message]:
        return first_names([f"{self._name(a)} - {self._name(b)}" for a, b in pairs])


def first_names(names: Sequence[str]) -> list[str | Message]:
    """The first names, and how many more there are."""
    more = len(names) - NAMED
    rest = [Message("pairing.more", n=more)] if more > 0 else []
    return [*names[:NAMED], *rest]


def _ids(pairs: Pairs) -> tuple[tuple[PlayerId, PlayerId], ...]:
    return tuple((a.player, b.player) for a, b in pairs)


def _met_again(players: Sequence[Contender], pairs: Pairs) -> list[Contender]:
    """The players, with these pairs as if they had not met."""
    again = {a.player: b.player for a, b in (*pairs, *((b, a) for a, b in pairs))}
    return [replace(c, met=c.met - {again[c.player]}) if c.player in again else c for c in players]
