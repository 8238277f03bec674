"""Random `TrfFile` values such as reading gives them: every record, with and without teams.

Declared points are there only where no 299 changes them; a round is never without a cell.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

from fairpair.formats.trf.model import (
    TrfAbnormal,
    TrfAcceleration,
    TrfBye,
    TrfCell,
    TrfEvent,
    TrfFile,
    TrfForbidden,
    TrfForfeitedMatch,
    TrfLineUp,
    TrfNational,
    TrfPlayer,
    TrfTeam,
    TrfTeamPab,
    TrfTeams,
)
from fairpair.formats.trf.points import GROUPS, PointSystem, point_system

_LETTERS = "aZ 09.,-=+'(ßÆł日½#"
_GAMES = ("10", "01", "==", "00", "=0", "0=", "WL", "LW", "DD", "1L", "??")
_FORFEITS = ("+-", "-+", "--", "  ")
_ROUND_TO_COME = 3
_CODES = (*GROUPS, *(code for members in GROUPS.values() for code in members), "PAB", "X")
_UNKNOWN = ("801 cross table", "802   1 OSL", "999 what is this", "XXQ 1", "BEL no number", "?")

decimals = st.one_of(
    st.integers(-30, 90).map(lambda tenths: Fraction(tenths, 10)),
    st.sampled_from([Fraction("0.25"), Fraction("-0.5"), Fraction("0.125"), Fraction(100)]),
)


def texts(most: int) -> st.SearchStrategy[str]:
    """Texts without blanks around them."""
    return st.text(_LETTERS, max_size=most).map(lambda text: text[:most].strip())


@st.composite
def point_systems(draw: st.DrawFn) -> PointSystem:
    """What any 162, BB and XXS together could say."""
    explicit = st.dictionaries(st.sampled_from(_CODES), decimals, max_size=4)
    return point_system(draw(st.just({}) | explicit))


@dataclass(frozen=True)
class Size:
    ids: list[int]
    played: int
    rounds: int | None

    @property
    def last(self) -> int:
        return self.rounds or self.played + _ROUND_TO_COME

    def some(self, draw: st.DrawFn, least: int = 1) -> tuple[int, ...]:
        return tuple(draw(st.lists(st.sampled_from(self.ids), min_size=least, max_size=4)))

    def span(self, draw: st.DrawFn) -> tuple[int, int]:
        one, other = draw(st.integers(1, self.last)), draw(st.integers(1, self.last))
        return min(one, other), max(one, other)


@st.composite
def trf_files(draw: st.DrawFn) -> TrfFile:
    """A whole file that reading accepts."""
    ids = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=7, unique=True))
    played = draw(st.integers(0, 4))
    rounds = draw(st.none() | st.integers(max(1, played), max(1, played) + _ROUND_TO_COME))
    size = Size(ids, played, rounds)
    teams = draw(st.sampled_from([_no_teams, _old_teams, _numbered_teams]))(draw, size)
    named = size if not teams.numbered else replace(size, ids=_numbers(teams))
    file = TrfFile(
        event=_event(draw, size),
        players=_players(draw, size, alone=bool(teams.teams)),
        rounds=rounds,
        rounds_played=played,
        initial_colour=draw(st.sampled_from(["w", "b", None])),
        rank_by_position=draw(st.booleans()),
        points=draw(point_systems()),
        system=draw(st.sampled_from(["", "FIDE_DUTCH_2026", "FIDE_DUBOV_BAKU"])),
        tiebreaks=tuple(draw(st.lists(st.sampled_from(["BH/C1", "SB", "DE"])))),
        ranking=tuple(draw(st.lists(st.sampled_from(["PTS", "BH:GP", "DE"])))),
        byes=_byes(draw, size, leave_one=teams.numbered),
        forbidden=tuple(_forbidden(draw, named) for _ in range(draw(st.integers(0, 2)))),
        acceleration=tuple(_accelerated(draw, named) for _ in range(draw(st.integers(0, 2)))),
        abnormal=tuple(_abnormal(draw, named) for _ in range(draw(st.integers(0, 1)))),
        teams=teams,
        national=tuple(_national(draw, size) for _ in range(draw(st.integers(0, 2)))),
        comments=tuple(draw(st.lists(texts(30), max_size=2))),
        unknown=tuple(text for text in draw(st.lists(st.sampled_from(_UNKNOWN), max_size=2))),
    )
    return _with_points(draw, file)


def _event(draw: st.DrawFn, size: Size) -> TrfEvent:
    text, count = texts(90), st.none() | st.integers(0, 9999)
    dates = draw(st.lists(st.sampled_from(["26/04/01", ""]), max_size=size.last))
    while dates and not dates[-1]:
        dates.pop()
    return TrfEvent(
        name=draw(text),
        city=draw(text),
        federation=draw(texts(3)),
        start=draw(st.sampled_from(["2026/04/01", ""])),
        players_declared=draw(count),
        rated_declared=draw(count),
        teams_declared=draw(count),
        kind=draw(text),
        chief_arbiter=draw(text),
        deputy_arbiters=tuple(draw(st.lists(texts(5), max_size=2))),
        time_control=draw(text),
        time_control_code=draw(st.sampled_from(["", "5400+30"])),
        round_dates=tuple(dates),
        ranking_method=draw(st.sampled_from(["", "NOR NRO"])),
        program=draw(text),
    )


def _players(draw: st.DrawFn, size: Size, *, alone: bool) -> tuple[TrfPlayer, ...]:
    cells: dict[int, list[TrfCell]] = {one: [] for one in size.ids}
    for _ in range(size.played):
        for one, cell in _round(draw, size, alone=alone).items():
            cells[one].append(cell)
    return tuple(
        TrfPlayer(
            id=one,
            name=draw(texts(40)),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WFM", "c"])),
            rating=draw(st.none() | st.integers(1, 9999)),
            federation=draw(texts(3)),
            fide_id=draw(texts(11)),
            birth=draw(st.sampled_from(["", "1990", "1990/11/30"])),
            rank=draw(st.none() | st.integers(1, 9999)),
            rounds=tuple(cells[one]),
        )
        for one in size.ids
    )


def _round(draw: st.DrawFn, size: Size, *, alone: bool) -> dict[int, TrfCell]:
    order = draw(st.permutations(size.ids))
    games = draw(st.integers(0, len(order) // 2))
    cells = {}
    for white, black in zip(order[: 2 * games : 2], order[1 : 2 * games : 2], strict=True):
        codes = draw(st.sampled_from(_GAMES + _FORFEITS))
        colours = draw(st.booleans()) or codes in _GAMES
        mine, theirs = (code.strip() for code in codes)
        cells[white] = TrfCell(black, "w" if colours else None, mine)
        cells[black] = TrfCell(white, "b" if colours else None, theirs)
    for one in order[2 * games :]:
        kinds = "HFUZ+-" if alone else "HFUZ"
        cells[one] = TrfCell(None, None, draw(st.sampled_from(kinds)))
    return cells


def _byes(draw: st.DrawFn, size: Size, *, leave_one: bool) -> tuple[TrfBye, ...]:
    """Of rounds to come; in a team event one player has none, as they can only be cells there.

    After the last round there can only be absences, from an XXZ that nobody took out.
    """
    ids = size.ids[1:] if leave_one else size.ids
    if not ids:
        return ()
    first = size.played + 1
    if first > size.last:
        absent = draw(st.lists(st.sampled_from(sorted(ids)), unique=True))
        return tuple(TrfBye(first, "Z", one) for one in sorted(absent))
    keys = st.tuples(st.integers(first, size.last), st.sampled_from(ids))
    byes = draw(st.dictionaries(keys, st.sampled_from("FHZ"), max_size=8))
    if draw(st.booleans()):
        byes |= dict.fromkeys(((first, one) for one in ids), draw(st.sampled_from("FHZ")))
    return tuple(TrfBye(round_no, kind, one) for (round_no, one), kind in sorted(byes.items()))


def _forbidden(draw: st.DrawFn, size: Size) -> TrfForbidden:
    ids = size.some(draw, 2)
    if draw(st.booleans()):
        return TrfForbidden(ids)
    whole = (1, size.last)
    return TrfForbidden(ids, *(whole if draw(st.booleans()) else size.span(draw)))


def _accelerated(draw: st.DrawFn, size: Size) -> TrfAcceleration:
    points = Fraction(draw(st.integers(-10, 40)), 2)
    match_points = draw(st.none() | st.none() | decimals)
    one, other = draw(st.sampled_from(size.ids)), draw(st.integers(1, 9999))
    return TrfAcceleration(points, *size.span(draw), min(one, other), max(one, other), match_points)


def _abnormal(draw: st.DrawFn, size: Size) -> TrfAbnormal:
    kind = draw(st.sampled_from(["", *"WDLFHZ+-"]))
    points, other = draw(decimals), draw(st.none() | decimals)
    round_no = draw(st.none() | st.integers(1, size.last))
    if other is not None and draw(st.booleans()):
        return TrfAbnormal(kind, None, other, round_no, size.some(draw))
    return TrfAbnormal(kind, points, other, round_no, size.some(draw))


def _national(draw: st.DrawFn, size: Size) -> TrfNational:
    return TrfNational(
        federation=draw(st.sampled_from(["NOR", "BEL"])),
        player=draw(st.sampled_from(size.ids)),
        title=draw(st.sampled_from(["", "nm"])),
        name=draw(texts(40)),
        rating=draw(st.none() | st.integers(1, 9999)),
        origin=draw(texts(3)),
        national_id=draw(texts(11)),
        birth=draw(st.sampled_from(["", "1990/11/30"])),
    )


def _with_points(draw: st.DrawFn, file: TrfFile) -> TrfFile:
    """Points as the point system makes them, for those whom no 299 names."""
    special = () if file.teams.numbered else file.abnormal
    left_out = {number for one in special for number in one.ids}
    players = []
    for player in file.players:
        worth = (file.points.worth(cell.result, cell.colour) for cell in player.rounds)
        total = sum(worth, Fraction(0))
        known = player.id not in left_out and draw(st.integers(0, 3))
        short = abs(total) < 1000 and (total * 10).denominator == 1
        players.append(replace(player, points=total if known and short else None))
    return replace(file, players=tuple(players))


# Teams


def _no_teams(draw: st.DrawFn, size: Size) -> TrfTeams:
    return TrfTeams()


def _old_teams(draw: st.DrawFn, size: Size) -> TrfTeams:
    names = draw(st.lists(texts(40), min_size=1, max_size=3))
    return TrfTeams(tuple(TrfTeam(name, size.some(draw, 0)) for name in names))


def _numbered_teams(draw: st.DrawFn, size: Size) -> TrfTeams:
    numbers = draw(st.lists(st.integers(1, 999), min_size=2, max_size=3, unique=True))
    points = st.none() | decimals
    team, round_no = st.sampled_from(numbers), st.integers(1, size.last)
    teams = tuple(
        TrfTeam(
            name=draw(texts(40)),
            players=size.some(draw, 0),
            number=number,
            nickname=draw(texts(8)),
            strength=draw(points),
            match_points=draw(points),
            game_points=draw(points),
            rank=draw(st.none() | st.integers(1, 999)),
        )
        for number in numbers
    )
    boards = st.lists(st.none() | st.sampled_from(size.ids), max_size=3).map(tuple)
    line_ups = st.lists(st.builds(TrfLineUp, round_no, team, st.none() | team, boards), max_size=2)
    kinds = st.sampled_from(["+-", "-+", "--"])
    forfeited = st.lists(st.builds(TrfForfeitedMatch, kinds, round_no, team, team), max_size=2)
    byes = st.lists(st.builds(TrfBye, round_no, st.sampled_from("FHZ"), team), max_size=4)
    with_bye = st.lists(st.none() | team, max_size=3).map(tuple)
    return TrfTeams(
        teams=teams,
        line_ups=tuple(draw(line_ups)),
        pab=draw(st.none() | st.builds(TrfTeamPab, points, points, with_bye)),
        forfeited=tuple(draw(forfeited)),
        byes=tuple(draw(byes)),
        board_colours=draw(st.sampled_from(["", "WBWB"])),
        match_win=draw(decimals),
        match_draw=draw(decimals),
        match_loss=draw(decimals),
    )


def _numbers(teams: TrfTeams) -> list[int]:
    return [team.number for team in teams.teams if team.number is not None]
