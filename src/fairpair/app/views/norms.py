"""Title norms of a player: what is reached, what is missing, what the next games must bring."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.core.dataclass import dataclass
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.players import Player
from fairpair.core.results import (
    HALF_POINTS,
    Adjourned,
    Decided,
    Forfeit,
    Games,
    Mark,
    marks_of,
)
from fairpair.core.rounds import ByeKind, Pairing, RoundRef
from fairpair.core.time_control import TimeControl
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import official_rating
from fairpair.engine.ratings.forecast import Forecast, forecast_known, forecast_unknown
from fairpair.engine.ratings.norms import (
    NORMS,
    NormEvent,
    NormGame,
    NormResult,
    NormRule,
    Requirement,
    best_norm,
)
from fairpair.engine.ratings.tables import rounded
from fairpair.engine.stages.progress import plan_for
from fairpair.language.message import Message

_HOLDS = {
    "GM": ("GM", "IM", "WGM", "WIM"),
    "IM": ("IM", "WGM", "WIM"),
    "WGM": ("WGM", "WIM"),
    "WIM": ("WIM",),
}
"""The titles that a title makes needless."""
_LEAST_MINUTES = 120
_ABROAD, _FEDERATIONS, _TITLED = 20, 3, 10


@dataclass(frozen=True, slots=True)
class NormLine:
    """A requirement with what was found. `at_most`: more would be too many."""

    code: str
    text: Message
    found: str
    needed: str
    at_most: bool
    met: bool


@dataclass(frozen=True, slots=True)
class NormRound:
    """A round and what became of it: `counted`, or why not: `unplayed` or `left_out`."""

    round: int
    opponent: str
    rating: int | None
    title: str
    federation: str
    score: str
    state: str


@dataclass(frozen=True, slots=True)
class NormView:
    """The chances of a title norm. `summary` says them in one sentence."""

    title: str
    met: bool
    games: int
    average: int
    percent: int
    performance: int
    summary: Message
    requirements: Sequence[NormLine]
    rounds: Sequence[NormRound]


def norm_views(t: Tournament, player: PlayerId) -> list[NormView]:
    """The norms that a player has made or can still make; none in tournaments without them."""
    entrant = t.entries[player].entrant
    if not isinstance(entrant, Player) or not _can_have_norms(t):
        return []
    card = _card_of(t, player, entrant)
    if not card.played:
        return []
    found = []
    for rule in NORMS.values():
        if rule.title in _HOLDS.get(entrant.title, ()) or (rule.women and not _is_woman(entrant)):
            continue
        view = _norm_view(card, rule)
        if view is not None:
            found.append(view)
    return found


@dataclass(frozen=True, slots=True)
class _Card:
    """The rounds of a player: played, paired but open, and how many are still to be paired."""

    played: Sequence[NormGame]
    coming: Sequence[NormGame]
    rounds: Sequence[NormRound]
    unpaired: int
    event: NormEvent


def _can_have_norms(t: Tournament) -> bool:
    """Enough rounds, and time enough where the time control is known."""
    minutes = None
    if t.header.time_control_code:
        minutes = TimeControl.read(t.header.time_control_code).minutes
        if minutes is None or minutes < _LEAST_MINUTES:
            return False
    return _main_rounds(t) >= NormEvent("").minimum


def _main_rounds(t: Tournament) -> int:
    return sum(one.ref.stage == 1 for one in plan_for(t).rounds)


def _is_woman(player: Player) -> bool:
    return player.sex.lower() in ("w", "f")


def _card_of(t: Tournament, player: PlayerId, entrant: Player) -> _Card:
    """What the published rounds of stage 1 are for a norm."""
    played, coming, rounds, won_unplayed = [], [], [], 0
    published = [ref for ref in t.published_rounds if ref.stage == 1]
    for ref in published:
        bye = t.rounds[ref].byes.get(player)
        table = t.rounds[ref].table_of(player)
        if table is None:
            won_unplayed += bye in (ByeKind.PAIRING, ByeKind.FULL)
            continue
        pairing = t.rounds[ref].pairings[table]
        game, state = _norm_game(t, player, ref, pairing)
        won_unplayed += state == "forfeit_win"
        if state == "counted":
            played.append(game)
        elif state == "open":
            coming.append(game)
        rounds.append(_norm_round(t, pairing, player, game, state))
    total = max(_main_rounds(t), len(published))
    event = NormEvent(
        entrant.federation,
        total,
        exempt=_is_international(t),
        round_robin=t.rules.system == "round_robin",
        one_unplayed=won_unplayed == 1,
    )
    gone = t.entries[player].dropped or t.finished
    return _Card(played, coming, rounds, 0 if gone else total - len(published), event)


def _norm_game(
    t: Tournament, player: PlayerId, ref: RoundRef, pairing: Pairing
) -> tuple[NormGame, str]:
    """The game of a round, and its state: `counted`, `open`, `forfeit_win` or `unplayed`."""
    opponent = next(one for one in pairing.seats if one != player)
    rival = t.entries[opponent].entrant
    title = rival.title if isinstance(rival, Player) else ""
    rating = official_rating(rival, t.header) if isinstance(rival, Player) else None
    game = NormGame(rating, title, rival.federation, 0, ref.round_no)
    pairing = pairing.rated
    result = pairing.result
    if result is None or isinstance(result, Adjourned):
        return game, "open"
    mark = marks_of(result)[pairing.seats.index(player)]
    if isinstance(result, Forfeit):
        return game, "forfeit_win" if mark == Mark.WIN else "unplayed"
    if not isinstance(result, Decided | Games) or not getattr(result, "rated", True):
        return game, "unplayed"
    return replace(game, half_points=HALF_POINTS[mark]), "counted"


def _norm_round(
    t: Tournament, pairing: Pairing, player: PlayerId, game: NormGame, state: str
) -> NormRound:
    opponent = next(one for one in pairing.seats if one != player)
    score = _points(game.half_points) if state == "counted" else ""
    return NormRound(
        game.round_no,
        t.name_of(opponent),
        game.rating,
        game.title,
        game.federation,
        score,
        state if state in ("counted", "open") else "unplayed",
    )


def _is_international(t: Tournament) -> bool:
    """Whether the rules about federations do not apply (1.4.3.5): 20 rated players from at least 3
    other federations than the host's, 10 of them with titles, who miss one round at most.
    """
    if not t.header.federation:
        return False
    published = [one for ref, one in t.published_rounds.items() if ref.stage == 1]
    seated = [one.seated for one in published]
    flags, titled = [], 0
    for player, entry in t.entries.items():
        one = entry.entrant
        if not isinstance(one, Player) or not one.federation:
            continue
        if official_rating(one, t.header) is None:
            continue
        missed = sum(
            player not in there and round_.byes.get(player) != ByeKind.PAIRING
            for there, round_ in zip(seated, published, strict=True)
        )
        if one.federation != t.header.federation and missed <= 1:
            flags.append(one.federation)
            titled += one.title in ("GM", "IM", "WGM", "WIM")
    return len(flags) >= _ABROAD and len(set(flags)) >= _FEDERATIONS and titled >= _TITLED


def _norm_view(card: _Card, rule: NormRule) -> NormView | None:
    """The norm if it is made or within reach, else nothing."""
    best = best_norm(card.played, rule, card.event)
    forecast = None if best.met else _forecast(card, rule)
    within_reach = forecast.half_points is not None if forecast else _is_near(best)
    if not best.met and not within_reach:
        return None
    left_out = set(best.left_out)
    rounds = [
        replace(one, state="left_out") if one.round in left_out else one for one in card.rounds
    ]
    return NormView(
        rule.title,
        best.met,
        len(best.games),
        best.average,
        best.percent,
        best.performance,
        _summary(best, forecast, rule),
        [*map(_line, best.requirements)],
        rounds,
    )


def _is_near(best: NormResult) -> bool:
    """Whether only points are missing, and not many."""
    return best.short_by is not None and best.short_by <= 2


def _forecast(card: _Card, rule: NormRule) -> Forecast | None:
    """What the games must bring that are paired, or else those that are not paired yet."""
    if card.coming and not card.unpaired:
        return forecast_known(card.played, card.coming, rule, card.event)
    left = len(card.coming) + card.unpaired
    if not left:
        return None
    ratings = [one.rating for one in card.played if one.rating is not None]
    average = rounded(sum(ratings), len(ratings)) if ratings else 0
    return forecast_unknown(card.played, left, max(average, rule.average), rule, card.event)


def _summary(best: NormResult, forecast: Forecast | None, rule: NormRule) -> Message:
    """`GM norm: needs 1.5 from 2 games against an average of 2480.`"""
    title = rule.title
    if best.met:
        numbers = {"average": best.average, "performance": best.performance}
        return Message("norm.made", title=title, games=len(best.games), **numbers)
    if forecast is None:
        return Message("norm.missed", title=title, points=_points(best.short_by or 0))
    values: dict[str, object] = {"title": title, "n": forecast.games, "average": forecast.average}
    needed = forecast.half_points or 0
    if not needed:
        return Message("norm.any-result", **values)
    conditions: list[Message] = [_requirement_name(code) for code in forecast.open]
    code = "norm.needs-and" if conditions else "norm.needs"
    return Message(code, points=_points(needed), conditions=conditions, **values)


def _line(one: Requirement) -> NormLine:
    in_points = one.code == "score"
    found, needed = (
        (_points(one.found), _points(one.needed))
        if in_points
        else (str(one.found), str(one.needed))
    )
    return NormLine(one.code, _requirement_name(one.code), found, needed, one.at_most, one.met)


def _requirement_name(code: str) -> Message:
    return Message(f"norm.requirement.{code}")


def _points(half_points: int) -> str:
    return format_number(Fraction(half_points, 2))


def all_norms(t: Tournament) -> Iterator[tuple[PlayerId, NormView]]:
    """Everybody's norms that are made or within reach."""
    for player in t.entries:
        for view in norm_views(t, player):
            yield player, view
