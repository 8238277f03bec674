"""PGN: headers of games out, results in."""

from dataclasses import replace

import pytest

from app.events import clock, played
from archives import forged, import_archive
from fairpair.app.service import Service
from fairpair.app.transfer.exports import get_export, source_of
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.chess960 import number_of, position
from fairpair.formats import archive, pgn
from fairpair.storage import open_store

FIRST = RoundRef(1, 1)


@pytest.fixture
def event() -> Tournament:
    return played("fide_dutch", 3, 9)


def games(t: Tournament) -> str:
    return pgn.write(t, FIRST).decode()


def test_what_is_written_is_read_back(event: Tournament) -> None:
    tables = event.rounds[FIRST].pairings
    known = {n: str(one.result) for n, one in tables.items() if str(one.result)[:3] != "0-0"}
    found = pgn.results_in(games(event), event, FIRST)
    assert {one.table: one.result.upper() for one in found} == known
    assert pgn.results_in(pgn.write(event).decode(), event, FIRST)[0].table == found[0].table


def test_the_headers(event: Tournament) -> None:
    text = games(event)
    one = next(iter(event.rounds[FIRST].pairings.values()))
    assert f'[White "{event.name_of(one.seats[0])}"]' in text
    assert '[Round "1.1"]' in text
    assert text.count("[Event ") == len(event.rounds[FIRST].pairings)
    assert pgn.is_pgn(text)


def test_the_time_control_and_the_position_of_chess960(event: Tournament) -> None:
    assert "TimeControl" not in games(event)
    assert "FEN" not in games(event)
    header = replace(event.header, time_control_code="40/5400+30:1800+30")
    rules = event.rules.with_changes({"chess960": True})
    text = games(replace(event, header=header, rules=rules))
    assert '[TimeControl "40/5400+30:1800+30"]' in text
    pieces = position(number_of(replace(event, rules=rules), FIRST) or 0)
    fen = f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"
    assert f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n' in text
    assert pgn.results_in(text, event, FIRST)


def test_names_in_either_order_moves_and_other_rounds(event: Tournament) -> None:
    one = event.rounds[FIRST].pairings[1]
    white, black = (event.name_of(p) for p in one.seats)
    turned = ", ".join(reversed(black.split(" ", 1)))
    game = (
        f'[Event "x"]\n[Round "1"]\n[White "{white}"]\n[Black "{turned}"]\n[Result "0-1"]\n\n'
        '1. e4 {[%clk 1:00:00] said "so"} e5\n[%eval 0.1] 0-1\n\n'
    )
    text = game + game.replace('"1"', '"2"').replace(white, "Nobody")
    (found,) = pgn.results_in(text + game.replace("0-1", "*"), event, FIRST)
    assert (found.game, found.table, found.result) == (1, 1, "0-1")


@pytest.mark.parametrize(
    ("white", "black", "result", "code"),
    [
        (1, 0, "1-0", "pgn.reversed"),
        (0, 2, "1-0", "pgn.no-table"),
        (0, 0, "1-0", "pgn.no-table"),
        (0, 1, "9-0", "pgn.result"),
        (0, None, "1-0", "pgn.unknown-player"),
    ],
)
def test_games_that_do_not_fit(
    event: Tournament, white: int, black: int | None, result: str, code: str
) -> None:
    tables = event.rounds[FIRST].pairings
    names = [event.name_of(p) for n in (1, 2) for p in tables[n].seats]
    other = "Nobody" if black is None else names[black]
    game = f'[Event "x"]\n[White "{names[white]}"]\n[Black "{other}"]\n[Result "{result}"]\n\n*\n'
    with pytest.raises(InvalidInputError) as refusal:
        pgn.results_in(game, event, FIRST)
    (problem,) = refusal.value.problems
    assert getattr(problem.text, "code", "") == code
    assert str(problem.place) == "game 1"


@pytest.mark.parametrize(("tag", "fits"), [("?", True), ("-", True), ("Round 1", False)])
def test_a_round_that_is_not_a_number_is_told(event: Tournament, tag: str, fits: bool) -> None:
    white, black = (event.name_of(p) for p in event.rounds[FIRST].pairings[1].seats)
    tags = {"Round": tag, "White": white, "Black": black, "Result": "1-0"}
    game = "".join(f'[{key} "{value}"]\n' for key, value in tags.items())
    if fits:
        assert [one.table for one in pgn.results_in(game, event, FIRST)] == [1]
        return
    with pytest.raises(InvalidInputError) as refusal:
        pgn.results_in(game, event, FIRST)
    (problem,) = refusal.value.problems
    assert getattr(problem.text, "code", "") == "pgn.round"


def test_a_file_without_results_is_refused(event: Tournament) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        pgn.results_in('[Event "x"]\n\n*\n', event, FIRST)
    assert refusal.value.text.code == "pgn.empty"


def test_the_export_is_one_round_or_all(event: Tournament) -> None:
    service, here = Service(open_store("memory:"), clock), TournamentId("cup")
    log = forged(here, log_of(commands_of(event), "x", clock()))
    import_archive(service, archive.write(log).encode(), here)
    export = get_export("pgn")
    whole, one = (export.make(source_of(service, here, ref)) for ref in (None, FIRST))
    assert whole.count(b"[Event ") > one.count(b"[Event ") > 0


def test_there_is_none_without_colours() -> None:
    assert not get_export("pgn").fits(played("mtg_standard", 1, 6))
