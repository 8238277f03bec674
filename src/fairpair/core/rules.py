"""The rules of a tournament as data: one frozen value, read key by key from a plain mapping.

The names are those that organisers' configuration files use; `swiss_rounds` is another name of
`rounds`. A default is for ever: logs of any age rely on it. A new key defaults to what was done
before the key existed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.numbers import stored
from fairpair.core.results import MOST_GAMES
from fairpair.core.rounds import FOR_MISSED_ROUNDS, MOST_ROUNDS, ByeKind
from fairpair.core.settings import (
    Reader,
    choice,
    data,
    flag,
    fraction,
    maybe,
    table,
    table_of,
    text,
    texts,
    whole,
    words_in_order,
)

OTHER_NAMES = {"swiss_rounds": "rounds"}
_POINT = fraction(-100, 100)
_GAMES = whole(0, MOST_GAMES)


@dataclass(frozen=True, slots=True)
class Points:
    """Match points by outcome."""

    win: Fraction
    draw: Fraction
    loss: Fraction


def _points(value: object) -> Points:
    return Points(**table(win=_POINT, draw=_POINT, loss=_POINT)(value))


@dataclass(frozen=True, slots=True)
class ByePoints:
    """What a pairing-allocated bye is worth: as games, as plain points, or as named scores."""

    wins: int | None = None
    draws: int | None = None
    points: Fraction | None = None
    scores: Mapping[str, Fraction] = field(default_factory=dict)


def _bye_points(value: object) -> ByePoints:
    """`{"wins": 2, "draws": 0}`, a number of points, or `{"op": 10, "vp": 0, "ap": 0}`."""
    if isinstance(value, Mapping) and "wins" in value:
        return ByePoints(**table(wins=_GAMES, draws=_GAMES)(value))
    if isinstance(value, Mapping):
        return ByePoints(scores=table_of(text, fraction(-10_000, 10_000))(value))
    return ByePoints(points=_POINT(value))


UNPLAYED = ("forfeit_win", "forfeit_loss", "full_bye", "half_bye", "zero_bye", "loss_bye")
"""The kinds of unplayed rounds whose points can be set; `bye_points` is for the bye of an odd
field."""


def _late_entry(value: object) -> ByeKind:
    return ByeKind(choice(*FOR_MISSED_ROUNDS)(value))


def _stages(value: object) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(v, Mapping) for v in value):
        raise ValueError(f"must be a list of tables, not {value!r}")
    return tuple(data(value))


def _key(reader: Reader, default: Any, *, fixed: bool = False) -> Any:
    """A key with its reader; what is `fixed` cannot change once round 1 is published."""
    metadata = {"read": reader, "fixed": fixed}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Rules:
    """Every key that can be set, with its default; the defaults are Magic's."""

    game: str = _key(text, "")
    system: str = _key(text, "swiss", fixed=True)
    mode: str = _key(choice("swiss", "swiss_with_elimination", "elimination"), "swiss", fixed=True)
    rounds: int | None = _key(maybe(whole(1, MOST_ROUNDS)), None)
    total_rounds: int | None = _key(maybe(whole(1, 199)), None)
    structure: tuple[Mapping[str, Any], ...] = _key(_stages, ())
    pairing_methods: Mapping[str, str] = _key(table_of(text, text), {})

    points: Points = _key(_points, Points(Fraction(3), Fraction(1), Fraction(0)))
    best_of: int | None = _key(maybe(whole(1, MOST_GAMES)), 3)
    draws_allowed: bool = _key(flag, True)
    unplayed_points: Mapping[str, Fraction] = _key(table_of(choice(*UNPLAYED), _POINT), {})
    scores: tuple[str, ...] = _key(texts, (), fixed=True)
    primary_score: str = _key(text, "")
    boards: int | None = _key(maybe(whole(1, 100)), None)
    unfinished_matches: str = _key(choice("ignore", "draw"), "ignore")

    max_byes_per_player: int | None = _key(maybe(whole(0, MOST_ROUNDS)), 1)
    prevent_consecutive_byes: bool = _key(flag, False)
    bye_assignment: str = _key(choice("random", "lowest_tiebreaker", "lowest_rating"), "random")
    bye_points: ByePoints | None = _key(maybe(_bye_points), None)
    late_entry: ByeKind = _key(_late_entry, ByeKind.LOSS)
    check_in: bool = _key(flag, False)

    pairing_tiebreakers: tuple[str, ...] = _key(words_in_order, ("omw", "gw", "ogw", "random"))
    standings_tiebreakers: tuple[str, ...] = _key(words_in_order, ("omw", "gw", "ogw", "random"))
    avoid_repeat_pairings: bool = _key(flag, True)
    track_pair_downs: bool = _key(flag, True)
    pairing_criteria: tuple[str, ...] = _key(words_in_order, ("pair_downs", "avoided"))
    avoid_same: tuple[str, ...] = _key(words_in_order, ())
    avoid_same_rounds: int | None = _key(maybe(whole(1, MOST_ROUNDS)), None)
    avoid_same_hard: bool = _key(flag, False)
    colours: bool = _key(flag, False)
    color_balance_strict: bool = _key(flag, False)
    initial_colour: str = _key(choice("lot", "white", "black"), "lot")
    acceleration: str = _key(choice("none", "baku"), "none")
    cycles: int = _key(whole(1, 4), 1)

    finals: str = _key(text, "single_elimination")
    cut: int | None = _key(maybe(whole(2, 512)), None)
    cut_points: Fraction | None = _key(maybe(_POINT), None)
    cut_ties: str = _key(choice("standings", "play_in", "all"), "standings")
    cut_declined: str = _key(choice("next", "walkover"), "next")
    third_place: bool = _key(flag, False)
    reseed: bool = _key(flag, False)
    best_of_rounds: Mapping[str, int] = _key(table_of(text, whole(1, MOST_GAMES)), {})
    advance: str = _key(choice("by_hand", "complete", "publish"), "by_hand")

    table_order: str = _key(choice("rank", "random"), "rank")
    table_ranges: tuple[str, ...] = _key(words_in_order, ())
    avoid_same_table: bool = _key(flag, False)

    omw_floor: Fraction = _key(fraction(0, 1), Fraction(33, 100))
    gw_floor: Fraction = _key(fraction(0, 1), Fraction(33, 100))
    min_games_for_gw: int = _key(_GAMES, 1)
    buchholz_variant: str = _key(choice("standard", "median", "modified"), "standard")
    byes_in_match_win: bool = _key(flag, True)
    draw_win_share: Fraction = _key(fraction(0, 1), Fraction(1, 2))
    dropped_cap: Fraction = _key(fraction(0, 1), Fraction(1))
    freeze_dropped: bool = _key(flag, False)
    fide_edition: str = _key(choice("2024", "2026"), "2026")
    unrated_rating: int | None = _key(maybe(whole(0, 4000)), None)

    hidden: bool = _key(flag, False)
    player_reports: bool = _key(flag, False)

    @classmethod
    def read(cls, settings: Mapping[str, object]) -> "Rules":
        """The rules these settings describe, with defaults for the rest.

        All wrong settings are told at once, each unknown key with the nearest valid name.

        >>> Rules.read({"rounds": 5, "omw_floor": 0.25}).omw_floor
        Fraction(1, 4)
        """
        return cls().changed(settings)

    def changed(self, settings: Mapping[str, object]) -> "Rules":
        """These rules with some keys set anew.

        Raises `InvalidInputError` with everything that is wrong.
        """
        values: dict[str, Any] = {}
        problems = []
        for given, value in settings.items():
            key = OTHER_NAMES.get(given, given)
            if key not in _READERS:
                problems.append(FieldProblem(given, _unknown(given)))
            elif key in values:
                problems.append(FieldProblem(given, f"sets {key}, which is set already"))
            else:
                try:
                    values[key] = _READERS[key](value)
                except ValueError as error:
                    problems.append(FieldProblem(given, str(error)))
        if problems:
            raise bad_rules(problems)
        return replace(self, **values)

    @property
    def has_colours(self) -> bool:
        """Whether it matters who has White, or begins."""
        wanted = "colours" in self.pairing_criteria
        return self.colours or self.color_balance_strict or wanted or self.system == "dutch"

    @property
    def games_to_win(self) -> int | None:
        """The won games that end a match; none where its length is open."""
        return None if self.best_of is None else self.best_of // 2 + 1

    def for_pairing(self) -> "Rules":
        """These rules without what no pairing depends on, to compare two of them."""
        same = {key: getattr(Rules(), key) for key in _NOT_FOR_PAIRING}
        return replace(self, **same)

    def as_settings(self) -> dict[str, Any]:
        """The complete rules as plain data, which `read` turns back into the same rules."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self)}


def bad_rules(problems: Sequence[FieldProblem]) -> InvalidInputError:
    """The refusal of rules, with everything that is wrong with them."""
    return InvalidInputError(
        "bad-rules",
        "These rules cannot be used.",
        "Set each of these again, or leave it out to have the default.",
        problems,
    )


_NOT_FOR_PAIRING = (
    "game",
    "rounds",
    "total_rounds",
    "best_of_rounds",
    "advance",
    "hidden",
    "player_reports",
)
_READERS: Mapping[str, Reader] = {f.name: f.metadata["read"] for f in fields(Rules)}
CHANGEABLE_AFTER_START = frozenset(f.name for f in fields(Rules) if not f.metadata["fixed"])


def plain(value: Any) -> Any:
    """A rule's value as JSON can hold it."""
    match value:
        case Fraction():
            return stored(value)
        case Points():
            return {"win": plain(value.win), "draw": plain(value.draw), "loss": plain(value.loss)}
        case ByePoints(wins=int()):
            return {"wins": value.wins, "draws": value.draws}
        case ByePoints(points=Fraction()):
            return plain(value.points)
        case ByePoints():
            return plain(value.scores)
        case Mapping():
            return {key: plain(v) for key, v in value.items()}
        case list() | tuple():
            return [plain(v) for v in value]
        case _:
            return value


def _unknown(key: str) -> str:
    near = get_close_matches(key, [*_READERS, *OTHER_NAMES], n=1)
    return f"is no rule; did you mean {near[0]}?" if near else "is no rule"
