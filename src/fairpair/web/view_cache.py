"""What pages are made from and rows of them, kept while what they show is the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from fairpair.app.views.ranking import Ranks
from fairpair.app.views.rounds import points_before
from fairpair.app.views.standings import standings_of
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.table import Standings

View = TypeVar("View")


class ViewCache:
    """Keeps the newest view for each key; those not used for the longest time are dropped first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()
        self._lock = Lock()

    def get_or_build(self, key: Hashable, basis: object, make: Callable[[], View]) -> View:
        """The view that is kept under this key if it was made from the same, else a new one."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is not None and kept[0] == basis:
            found: View = kept[1]
            return found
        made = make()
        with self._lock:
            self._kept[key] = (basis, made)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


def current_standings(t: Tournament, _version: int, until: int | None = None) -> Standings:
    """The ranking after a round, else after all that are published."""
    return standings_of(t, until)


def kept_points(
    views: ViewCache, place: Hashable, t: Tournament, ref: RoundRef
) -> Mapping[PlayerId, str]:
    """Everybody's points when the round begins: they stay the same while it is played."""
    basis = (t.entries, t.rules, t.finished, _rounds_before(t, ref))
    return views.get_or_build((place, "points", ref), basis, lambda: points_before(t, ref))


def kept_ranks(kept: ViewCache, place: Hashable, t: Tournament, rounds: int) -> list[Ranks]:
    """Everybody's rank after each of the first rounds: a result of a later one changes nothing."""
    found = []
    for n in range(1, rounds + 1):
        before = _rounds_before(t, RoundRef(1, n + 1))
        basis = (t.entries, t.rules, t.finished, t.order, t.draw_seed, t.tie_orders, before)
        make = partial(_ranks_after, t, n)
        found.append(kept.get_or_build((place, n), basis, make))
    return found


def _ranks_after(t: Tournament, round_no: int) -> Ranks:
    return standings_of(t, round_no).ranks


def _rounds_before(t: Tournament, ref: RoundRef) -> Mapping[RoundRef, Round]:
    """The main rounds that count for what stands when a round begins."""
    return {
        one: round_
        for one, round_ in t.rounds.items()
        # Of a round robin the games of those who have left count or not by all rounds.
        if one.stage == 1 and (ref.stage > 1 or one < ref or t.rules.system == "round_robin")
    }
