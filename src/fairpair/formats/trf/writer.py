"""The way back: from the values of a file to its text."""

from collections.abc import Mapping

from fairpair.formats.trf.columns import Sheet
from fairpair.formats.trf.dialects import Dialect, spelled
from fairpair.formats.trf.records import TrfEvent, TrfFile
from fairpair.formats.trf.teams import TrfTeams
from fairpair.formats.trf.write_pairing import bye_places, write_pairing_records
from fairpair.formats.trf.write_players import write_national, write_player
from fairpair.formats.trf.write_points import write_match_points, write_points
from fairpair.formats.trf.write_teams import write_teams

_COLOURS = {"w": "white1", "b": "black1"}


def write(file: TrfFile, *, dialect: Dialect = "trf26") -> bytes:
    """The TRF text of a file, UTF-8 with line feeds; reading it gives `spelled(file, dialect)`.

    That is the same file, but for what `dialects` lists: TRF16 has its own words for acceleration,
    and names longer than their columns (33 for players, 32 for teams, 5 for a team's short name)
    are cut. A bye to come, forbidden pairs, the point system, the number of rounds and the initial
    colour read back the same, whichever records say them.

    | | TRF16 | TRF26 |
    |---|---|---|
    | rounds, initial colour | XXR, XXC | 142, 152 |
    | points | 162 `W D L P`, BB and XXS | 162 |
    | byes of the next round | cells of 001 | 240 |
    | acceleration, forbidden pairs | XXA, XXP | 250, 260 |
    | teams | 013, and 310 if they have numbers | 310; 013 without numbers |

    TRF26 also writes what only extensions can say: XXC `rank`, points by colour (XXS). TRF16 also
    writes what only TRF26 has: 172 to 222, 240 of later rounds, 260 of some rounds, 299, 300 to
    362. Programs skip records they do not know, except that bbpPairings stops at 299 and at teams.

    `InvalidInputError` (`trf-columns`) lists everything that has no place: pairing numbers above
    9999, team numbers above 999, points that are no short decimal, texts with line breaks.
    """
    sheet = Sheet()
    _write_records(sheet, spelled(file, dialect), dialect)
    return "".join(f"{line}\n" for line in sheet.lines()).encode()


def _write_records(sheet: Sheet, file: TrfFile, dialect: Dialect) -> None:
    """All records in their order; `file` has the words of the dialect already."""
    byes = bye_places(file, dialect)
    _write_event(sheet, file.event)
    _write_settings(sheet, file, dialect)
    _write_match_settings(sheet, file.teams)
    for player in file.players:
        write_player(sheet, player, byes.cells.get(player.id, {}))
    for national in file.national:
        write_national(sheet, national)
    write_teams(sheet, file.teams, dialect)
    write_pairing_records(sheet, file, byes, dialect)
    for unknown in file.unknown:
        sheet.raw(unknown.text, "unknown record")
    for comment in file.comments:
        sheet.line("###", comment)


def _write_event(sheet: Sheet, event: TrfEvent) -> None:
    """012 to 132; what is not known has no line."""
    _write_texts(
        sheet,
        {
            "012": event.name,
            "022": event.city,
            "032": event.federation,
            "042": event.start,
            "052": event.end,
            "062": event.players_declared,
            "072": event.rated_declared,
            "082": event.teams_declared,
            "092": event.kind,
            "102": event.chief_arbiter,
        },
    )
    for deputy in event.deputy_arbiters:
        sheet.line("112", deputy)
    _write_texts(sheet, {"122": event.time_control})
    if any(event.round_dates):
        row = sheet.row("132")
        for index, date in enumerate(event.round_dates):
            column = 92 + 10 * index
            row.text(column, column + 7, date, "date of a round")


def _write_settings(sheet: Sheet, file: TrfFile, dialect: Dialect) -> None:
    """142 to 222, or what engines read in their place."""
    in_16 = dialect == "trf16"
    colour = file.initial_colour
    words = [_COLOURS[colour]] if in_16 and colour else []
    _write_texts(
        sheet,
        {
            "XXR" if in_16 else "142": file.rounds,
            "152": colour.upper() if colour and not in_16 else None,
            "XXC": " ".join([*words, *(["rank"] if file.rank_by_position else [])]),
        },
    )
    write_points(sheet, file.points, dialect)
    _write_texts(
        sheet,
        {
            "172": file.event.ranking_method,
            "182": file.event.program,
            "192": file.system,
            "202": ",".join(file.tiebreaks),
            "212": ",".join(file.ranking),
            "222": file.event.time_control_code,
        },
    )


def _write_match_settings(sheet: Sheet, teams: TrfTeams) -> None:
    """352 and 362, the latter only where it is not 2, 1, 0."""
    usual = TrfTeams()
    points = {
        "TW": (teams.match_win, usual.match_win),
        "TD": (teams.match_draw, usual.match_draw),
        "TL": (teams.match_loss, usual.match_loss),
    }
    _write_texts(sheet, {"352": teams.board_colours})
    write_match_points(sheet, {key: mine for key, (mine, other) in points.items() if mine != other})


def _write_texts(sheet: Sheet, texts: Mapping[str, str | int | None]) -> None:
    for key, text in texts.items():
        if text is not None and text != "":
            sheet.line(key, str(text))
