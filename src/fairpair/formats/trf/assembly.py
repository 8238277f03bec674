"""What tournaments of players and of teams are made of in the same way: rules, entries, pairs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import combinations

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Entry, Period, Player
from fairpair.core.ratings import (
    EFFECTIVE,
    MOST_RATINGS,
    ListRating,
    find_tournament_rating,
    is_list_key,
    method_in,
)
from fairpair.core.rounds import FIRST_ROUND, ByeKind
from fairpair.core.rules import Rules
from fairpair.core.tournament import PairingRestriction
from fairpair.core.tournament_ratings import usual_sequence
from fairpair.formats.days import read_birth
from fairpair.formats.trf.cells import BYES
from fairpair.formats.trf.model import TrfFile, TrfForbidden, TrfPlayer, TrfTeamPab
from fairpair.language.message import Message

TIEBREAKS = {"dutch": ("BH/C1", "BH", "SB", "PS", "DE"), "round_robin": ("DE", "WIN", "SB", "KS")}
"""What is taken where a file names none: the usual lists."""

MOST_AVOIDED = 200_000
_FROM_START = (Period(FIRST_ROUND),)
_EDITION_2026 = date(2026, 3, 1)
_NO_LETTER = re.compile(r"[\W_]+")
# Who meets whom is known from the start in all of these, which is what C.07, 15.2 asks.
_PREDETERMINED = ("roundrobin", "berger", "allplayall", "scheveningen", "schiller")
_GAME_POINTS = {"GPTS", "GP", "PTS:GP"}
_MATCH_POINTS = {"MPTS", "MP", "PTS:MP"}
_BY_GAME_POINTS = re.compile(r"TEAM(_SWISS)?(_TYPE[AB])?_GP(_|$)")


def rules_of(file: TrfFile) -> Rules:
    """The rules of a tournament of individuals."""
    points = file.points
    settings = {
        "points": {"win": points.win, "draw": points.draw, "loss": points.loss},
        "bye_points": points.pairing_bye,
        "unplayed_points": {
            "forfeit_win": points.forfeit_win,
            "forfeit_loss": points.forfeit_loss,
            "full_bye": points.full_point_bye,
            "half_bye": points.half_point_bye,
            "zero_bye": points.zero_point_bye,
            "loss_bye": points.loss,
        },
    }
    return _read(_common(file) | settings)


def team_rules_of(file: TrfFile, boards: int) -> Rules:
    """The rules of a tournament of teams; points are match points unless game points rank."""
    teams, by_games = file.teams, by_game_points(file)
    win, draw, loss = teams.match_win, teams.match_draw, teams.match_loss
    if by_games:
        full, half = Fraction(boards), Fraction(boards, 2)
    else:
        full, half = win, draw
    settings = {
        "points": {"win": win, "draw": draw, "loss": loss},
        "bye_points": _team_bye(teams.pab, draw, Fraction(boards, 2)),
        "unplayed_points": {
            "forfeit_win": full,
            "forfeit_loss": 0,
            "full_bye": full,
            "half_bye": half,
            "zero_bye": 0,
            "loss_bye": 0 if by_games else loss,
        },
        "boards": boards or None,
        "primary_score": "gp" if by_games else "",
    }
    return _read(_common(file) | settings)


def by_game_points(file: TrfFile) -> bool:
    """Whether game points rank teams: so says 192, or 212 where 192 leaves it open."""
    if re.search(r"_(MP|GP)(_|$)", file.system.upper()):
        return bool(_BY_GAME_POINTS.search(file.system.upper()))
    return bool(file.ranking) and file.ranking[0].upper() in _GAME_POINTS


def _common(file: TrfFile) -> dict[str, object]:
    start = file.event.start_date
    return {
        "game": "chess",
        "system": _system(file),
        "rounds": file.rounds or file.rounds_played or None,
        "best_of": 1,
        "draws_allowed": True,
        "late_entry": ByeKind.ZERO,
        "pairing_tiebreakers": ("player_number",),
        "initial_colour": "black" if file.initial_colour == "b" else "white",
        "acceleration": "baku" if file.system.upper().endswith("_BAKU") else "none",
        "standings_tiebreakers": _tiebreaks(file),
        "fide_edition": "2024" if start and start < _EDITION_2026 else "2026",
    }


def _read(settings: Mapping[str, object]) -> Rules:
    try:
        return Rules.read(settings)
    except InvalidInputError as error:
        raise InvalidInputError("trf-rules", problems=error.problems) from error


def _system(file: TrfFile) -> str:
    """By 192, or by the free text of 092 in a file without it."""
    said = _NO_LETTER.sub("", (file.system or file.event.kind).lower())
    return "round_robin" if any(word in said for word in _PREDETERMINED) else "dutch"


def _tiebreaks(file: TrfFile) -> tuple[str, ...]:
    """212 or else 202, without the points it begins with and without repetitions."""
    listed = file.ranking or file.tiebreaks
    if not listed:
        return TIEBREAKS[_system(file)]
    points = {"PTS"}
    if file.teams.numbered:
        points |= _GAME_POINTS if by_game_points(file) else _MATCH_POINTS
    return tuple(dict.fromkeys(listed[1:] if listed[0].upper() in points else listed))


def _team_bye(pab: TrfTeamPab | None, draw: Fraction, half: Fraction) -> dict[str, Fraction]:
    """What 320 says, and else the points of a drawn match (C.04.6, 1.4)."""
    match_points = pab.match_points if pab else None
    game_points = pab.game_points if pab else None
    return {
        "mp": draw if match_points is None else match_points,
        "gp": half if game_points is None else game_points,
    }


def player_of(player: TrfPlayer) -> Player:
    """The person of a 001 record, as written there."""
    return Player(
        name=player.name,
        rating=player.rating,
        title=player.title,
        federation=player.federation,
        sex=player.sex,
        ids={"fide": player.fide_id} if player.fide_id.strip("0") else {},
        birth=read_birth(player.birth),
    )


def players_of(file: TrfFile) -> dict[int, Player]:
    """The persons by number. Where federations have rated some, everybody has the ratings of FIDE
    and those; which one counts is found by the method of the file (172).
    """
    players = {one.id: player_of(one) for one in file.players}
    if not file.national:
        return players
    sequence = usual_sequence(file.event.time_control_code)
    fide = EFFECTIVE.get(sequence[0], sequence)[0]
    rated: dict[int, dict[str, ListRating]] = {
        number: {fide: ListRating(one.rating)} if one.rating else {}
        for number, one in players.items()
    }
    ids = {number: dict(one.ids) for number, one in players.items()}
    for record in file.national:
        key, of = f"nat.{record.federation}", rated.get(record.player, {})
        if record.rating and is_list_key(key) and len(of) < MOST_RATINGS:
            of[key] = ListRating(record.rating)
            if record.national_id:
                ids[record.player].setdefault(record.federation.lower(), record.national_id)
    said = file.event.ranking_method
    method, own = method_in(said), f"nat.{said[:3]}"
    order = (*sequence, *([own] if is_list_key(own) else []))
    for number, one in players.items():
        found = find_tournament_rating(rated[number], method, order)
        value = found.rating.value if found else None
        if method in ("", "OTHER"):  # nothing says what else was taken
            value = one.rating
        players[number] = replace(one, rating=value, ratings=rated[number], ids=ids[number])
    return players


def entries_of(
    entrants: Mapping[int, Entrant], requests: Iterable[tuple[int, int, str]]
) -> dict[PlayerId, Entry]:
    """Entries by number. Requests are an entrant, a round to come and the code of a bye."""
    byes: dict[int, dict[int, ByeKind]] = {}
    for entrant, round_no, code in requests:
        byes.setdefault(entrant, {})[round_no] = BYES[code]
    return {
        PlayerId(number): Entry(entrant, _FROM_START, requested_byes=byes.get(number, {}))
        for number, entrant in sorted(entrants.items())
    }


def avoided_of(
    forbidden: Sequence[TrfForbidden], next_round: int
) -> dict[frozenset[PlayerId], PairingRestriction]:
    """Pairs that may not meet (260, XXP).

    The core knows one range of rounds a pair: ranges that touch grow together, and of two with a
    gap between them the nearer one to come is kept, else the last.
    """
    _require_not_too_many(forbidden)
    avoided: dict[frozenset[PlayerId], PairingRestriction] = {}
    for one in sorted(forbidden, key=lambda one: one.first_round or 1):
        new = PairingRestriction(
            hard=True, from_round=one.first_round or 1, until_round=one.last_round
        )
        for pair in combinations(sorted({PlayerId(number) for number in one.ids}), 2):
            key = frozenset(pair)
            known = avoided.get(key)
            avoided[key] = new if known is None else _merge_ranges(known, new, next_round)
    return avoided


def _require_not_too_many(forbidden: Sequence[TrfForbidden]) -> None:
    count = sum(map(_pairs, forbidden))
    if count > MOST_AVOIDED:
        most = max(forbidden, key=_pairs)
        place = Message("place.line-column", line=most.line, column=5)
        problem = FieldProblem(place, Message("trf.most-forbidden", count=_pairs(most)))
        raise InvalidInputError(
            "too-many-forbidden",
            problems=[problem] if most.line else [],
            count=count,
            most=MOST_AVOIDED,
        )


def _pairs(one: TrfForbidden) -> int:
    return len(one.ids) * (len(one.ids) - 1) // 2


def _merge_ranges(
    one: PairingRestriction, later: PairingRestriction, next_round: int
) -> PairingRestriction:
    """Both ranges as one; if there is a gap between them the first that is not over."""
    if one.until_round is None:
        return one
    if later.from_round > one.until_round + 1:
        return one if one.until_round >= next_round else later
    ends = (one.until_round, later.until_round)
    last = None if later.until_round is None else max(end for end in ends if end is not None)
    return PairingRestriction(True, one.from_round, last)
