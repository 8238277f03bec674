"""Team records: 013, 310, 300, 320, 330, 352, 362."""

from fairpair.formats.trf.draft import Draft
from fairpair.formats.trf.fields import Record, quoted
from fairpair.formats.trf.teams import TrfForfeitedMatch, TrfLineUp, TrfTeam, TrfTeamPab


def read_old_team(record: Record, draft: Draft) -> None:
    """013: name 5-36, players 37-40, 42-45 ..."""
    players = record.numbers(37)
    draft.mention_players(record.line, 37, players)
    draft.old_teams.append((record.line, TrfTeam(record.line.cut(5, 36), players)))


def read_team(record: Record, draft: Draft) -> None:
    """310: number 5-7, name 9-40, nick 42-46, strength 48-53, MP 55-60, GP 62-67, rank 69-71,
    players 74-77, 79-82 ...
    """
    number = record.whole(5, 7, "team number", needed=True)
    team = TrfTeam(
        name=record.line.cut(9, 40),
        players=record.numbers(74),
        number=number,
        nickname=record.line.cut(42, 46),
        strength=record.exact(48, 53, "strength"),
        match_points=record.exact(55, 60, "match points"),
        game_points=record.exact(62, 67, "game points"),
        rank=record.whole(69, 71, "rank"),
    )
    if number in draft.team_numbers:
        record.found.error(record.line.number, 5, "duplicate-team", f"Team {number} stands twice.")
    draft.team_numbers.add(number)
    draft.mention_players(record.line, 74, team.players)
    draft.teams.append((record.line, team))


def read_line_up(record: Record, draft: Draft) -> None:
    """300: round 5-7, team 9-11, opponent 13-15, players 17-20, 22-25 ... (0000 = empty)."""
    round_no = record.round_no(5, 7)
    team = record.whole(9, 11, "team", needed=True)
    opponent = record.whole(13, 15, "opponent")
    players = record.numbers(17)
    draft.mention_players(record.line, 17, tuple(filter(None, players)))
    if round_no is not None and team is not None:
        boards = tuple(player or None for player in players)
        draft.line_ups.append(TrfLineUp(round_no, team, opponent or None, boards))


def read_team_pab(record: Record, draft: Draft) -> None:
    """320: MP 5-8, GP 10-13, team with the bye in round 1, 2 ... at 15-17, 19-21 ... (000 none)."""
    match_points = record.exact(5, 8, "match points")
    game_points = record.exact(10, 13, "game points")
    teams = record.numbers(15, width=3, what="team")
    draft.team_pab = TrfTeamPab(match_points, game_points, tuple(t or None for t in teams))


def read_forfeited_match(record: Record, draft: Draft) -> None:
    """330: type 5-6 (`+-` `-+` `--`), round 8-10, White team 12-14, Black team 16-18."""
    kind = record.line.cut(5, 6)
    if kind not in ("+-", "-+", "--"):
        record.bad(5, f"the type must be +-, -+ or --, not {kind!r}")
    round_no = record.round_no(8, 10)
    white = record.whole(12, 14, "White team", needed=True)
    black = record.whole(16, 18, "Black team", needed=True)
    if round_no is not None and white is not None and black is not None:
        draft.forfeited.append(TrfForfeitedMatch(kind, round_no, white, black))


def read_board_colours(record: Record, draft: Draft) -> None:
    """352: colours of the first-named team's boards, `WBWB`."""
    draft.texts.setdefault(record.line.key, record.line)
    if not record.line.value or set(record.line.value.upper()) - {"W", "B"}:
        record.bad(5, f"the colours must be W and B, one a board, not {quoted(record.line.value)}")
