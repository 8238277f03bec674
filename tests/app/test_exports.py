"""Everything in the register of exports: what is in the files, and what is read back from them."""

import io
import json
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from py4swiss.trf import TrfParser
from python_calamine import CalamineWorkbook

from fairpair.app.access.grants import Role
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS, FORMATS, Source, get_export, remarks, source_of
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.app.transfer.tables import (
    all_tables,
    pairings_table,
    players_table,
    standings_table,
)
from fairpair.app.views.document import document
from fairpair.app.views.player_rounds import cross_rows, cross_table
from fairpair.app.views.standings import standings_of
from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Entrant, Entry, Player, Team
from fairpair.core.results import Games
from fairpair.core.rounds import ByeKind, MatchRef, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import tdf, trf, wer
from fairpair.formats.archive import Archive
from fairpair.formats.list_files import read_entries, read_file
from fairpair.formats.tables import text_of, write_csv, write_xlsx
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.points import Dialect
from fairpair.formats.trf.tournament import tournament_of
from fairpair.formats.trf.writer import write as write_trf
from fairpair.language.message import encode_message
from fairpair.log import commands as c
from fairpair.log.normalise import entrant_problems, normalise_entrant_texts
from fairpair.storage import open_store
from formats.csv_files import csv_rows
from standings.oracle import gacrux_values

from .events import FORFEITS, clock, events, played

CUP = TournamentId("cup")
EVIL = "=cmd|' /C calc'!A0"
PEOPLE: tuple[Entrant, ...] = (
    Player(EVIL, 2100, "FM", "+Club", "@FED", "w", "-U18", {"fide": "123", "dci": "77"}),
    Player("Dé Ekström", None, club="Tårn; \"A\", 'B'", ids={"pokemon": "5000001"}),
    Player("李雷 🏆", 1800),
    Player("'quoted", 0),
    Player("ابن سينا"),
)
DIALECTS: tuple[Dialect, ...] = ("trf16", "trf26")
FEW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class LogDriver:
    """A tournament to be exported."""

    def __init__(self) -> None:
        self.service = Service(open_store("memory:"), clock)
        self._ids = 0
        self.do(c.CreateTournament("Cup <&> Söhne", "seed", {"rounds": 3}))
        self.do(c.RegisterPlayers(PEOPLE))

    def do(self, command: c.Command) -> None:
        self._ids += 1
        self.service.execute(CUP, command, CommandId(f"c{self._ids}"))

    def round(self, *pairs: tuple[int, int], bye: int) -> None:
        from fairpair.core.rounds import Bye, Table

        tables = tuple(Table(n, (PlayerId(a), PlayerId(b))) for n, (a, b) in enumerate(pairs, 1))
        byes = (Bye(PlayerId(bye), ByeKind.PAIRING),)
        self.do(c.DraftRound(tables, byes, confirmed=tuple(SOFT)))

    def file(self, form: str, what: str = "", *, staff: bool = True, round_no: int = 0) -> bytes:
        ref = RoundRef(1, round_no) if round_no else None
        return get_export(form, what).make(source_of(self.service, CUP, ref, staff=staff))

    @property
    def t(self) -> Tournament:
        return self.service.journal(CUP).tournament


@pytest.fixture
def desk() -> Iterator[LogDriver]:
    made = LogDriver()
    made.round((1, 2), (3, 4), bye=5)
    made.do(c.PublishRound(confirmed=tuple(SOFT)))
    made.do(c.RecordResult(MatchRef(1, 1, 1), Games((2, 1))))
    made.do(c.RecordResult(MatchRef(1, 1, 2), Games((1, 1), 1)))
    made.do(c.CompleteRound())
    made.round((1, 3), (5, 2), bye=4)
    yield made
    made.service.close()


def test_every_file_can_be_made_and_has_a_name(desk: LogDriver) -> None:
    for one in EXPORTS:
        source = source_of(desk.service, CUP)
        assert one.make(source)
        name = one.file_name(source)
        assert name.startswith("cup")
        assert name.endswith(f".{one.ending}")
        assert one.title
        assert one.media_type
    every = {"archive", "csv", "json", "pgn", "proof", "tdf", "trf16", "trf26", "wer", "xlsx"}
    assert set(FORMATS) == every
    by_round = Source(
        CUP, source_of(desk.service, CUP).journal, lambda: Archive(CUP, ()), RoundRef(2, 3)
    )
    assert get_export("csv", "pairings").file_name(by_round) == "cup-pairings-stage-2-3.csv"


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_players_read_back_the_same(desk: LogDriver, form: str) -> None:
    data = desk.file(form, "players")
    found = read_file(data).listing
    assert not found.bad
    assert not found.notes
    expected = tuple(
        p if p.rating != 0 else Player(p.name) for p in PEOPLE if isinstance(p, Player)
    )
    assert found.entrants() == expected
    if form == "csv":
        assert read_entries(data) == PEOPLE


WORDS = st.one_of(st.sampled_from(["", EVIL, "+1", "'x", 'a "b"; c, d', "-"]), st.text(max_size=8))


def _tidy(player: Player) -> Player:
    made = normalise_entrant_texts(player)
    assert isinstance(made, Player)
    return made


def _is_possible(player: Player) -> bool:
    """What the log takes; a list also takes blanks of any kind off the ends."""
    texts = (player.name, player.club, player.title, player.category, player.federation)
    blanks = any(text != text.strip() for text in texts)
    return not blanks and not list(entrant_problems(player))


PERSONS = st.lists(
    st.builds(
        Player,
        WORDS.map(lambda word: f"N{word}"),
        st.none() | st.integers(1, 9999),
        WORDS,
        WORDS,
        WORDS,
        st.sampled_from(["", "w", "m"]),
        WORDS,
        st.dictionaries(st.sampled_from(["fide", "dci", "pokemon"]), st.just("123"), max_size=2),
    )
    .map(_tidy)
    .filter(_is_possible),
    min_size=1,
    max_size=6,
    unique_by=lambda player: player.name.casefold(),
)


@settings(max_examples=60, deadline=None)
@given(PERSONS)
def test_any_players_read_back_the_same(people: list[Player]) -> None:
    entries = {PlayerId(n): Entry(one, ()) for n, one in enumerate(people, 1)}
    table = players_table(Tournament(created=True, entries=entries))
    data = write_csv(table)
    assert read_entries(data) == tuple(people)
    for file in (data, write_xlsx([table])):
        listing = read_file(file).listing
        assert not listing.bad
        assert listing.entrants() == tuple(people)


def test_teams_read_back_the_same(desk: LogDriver) -> None:
    teams = (
        Team("Rooks", (Player("=Ana", 2000), Player("Bo"))),
        Team("Knights", (Player("Cy"),)),
        Team("Nobody yet"),
    )
    here = TournamentId("teams")
    desk.service.execute(here, c.CreateTournament("Teams", "x", {"boards": 2}), CommandId("t1"))
    desk.service.execute(here, c.RegisterPlayers(teams), CommandId("t2"))
    for form in ("csv", "xlsx"):
        data = get_export(form, "players").make(source_of(desk.service, here))
        assert read_file(data).listing.entrants()[:2] == teams[:2]
    for_chess = ("games", "ratings", "norms")
    for one in (one for one in EXPORTS if one.what not in for_chess):
        assert one.fits(desk.t)
        assert one.fits(desk.service.journal(here).tournament) == (one.least == Role.PUBLIC) or (
            one.format in ("archive", "proof")
        )
    for form in ("trf16", "tdf", "wer"):
        with pytest.raises(InvalidInputError, match=r"[Tt]eam"):
            get_export(form).make(source_of(desk.service, here))


def test_a_formula_is_nowhere(desk: LogDriver) -> None:
    for what in ("pairings", "standings", "crosstable", "players"):
        text = desk.file("csv", what).decode()
        assert EVIL in text
        assert f"'{EVIL}" in text
        for row in text.splitlines()[1:]:
            for cell in row.split(","):
                assert not cell.lstrip('"').startswith(("=", "+", "@"))
        book = CalamineWorkbook.from_filelike(io.BytesIO(desk.file("xlsx", what)))
        cells = [cell for row in book.get_sheet_by_index(0).to_python() for cell in row]
        assert EVIL in cells


def test_the_public_sees_no_draft(desk: LogDriver) -> None:
    assert len(csv_rows(desk.file("csv", "pairings"))) == 1 + 3  # all rounds: those published
    assert len(csv_rows(desk.file("csv", "pairings", round_no=2))) == 1 + 3
    with pytest.raises(NotFoundError):
        desk.file("csv", "pairings", round_no=2, staff=False)
    for one in EXPORTS:
        if one.least == "public" and one.ending == "json":
            data = json.loads(one.make(source_of(desk.service, CUP, staff=False)))
            assert data["rounds"][1]["matches"] == []


def test_pairings(desk: LogDriver) -> None:
    head, first, second, bye = csv_rows(desk.file("csv", "pairings", round_no=1))
    assert head[2:7] == ["table", "number 1", "name 1", "points 1", "result"]
    assert first == ["1", "1", "1", "1", EVIL, "0", "2-1", "0", "Dé Ekström", "2"]
    assert second[6] == "1-1-1"
    assert bye[3:7] == ["5", "ابن سينا", "0", "bye"]
    with pytest.raises(NotFoundError):
        desk.file("csv", "pairings", round_no=3)


def test_standings_have_every_tiebreak_exactly(desk: LogDriver) -> None:
    rows = csv_rows(desk.file("csv", "standings"))
    head = rows[0]
    for code in desk.t.rules.standings_tiebreakers:
        assert code in head
    exact = {row.player: row.values for row in Standings(tiebreak_input(desk.t)).rows}
    assert {int(row[1]): row[head.index("gw")] for row in rows[1:]} == {
        player: text_of(values[2]) for player, values in exact.items()
    }
    assert "2/3" in {row[head.index("gw")] for row in rows[1:]}
    after = csv_rows(desk.file("csv", "standings", round_no=1))
    assert len(after) == 6


def test_some_rows_of_the_cross_table_are_those_of_the_whole(desk: LogDriver) -> None:
    standings = standings_of(desk.t)
    some = cross_rows(desk.t, 7, standings, standings.rows[1:3])
    whole = cross_table(desk.t, 7)
    assert some.players == whole.players[1:3]
    assert some.rounds == whole.rounds


def test_the_cross_table(desk: LogDriver) -> None:
    head, *rows = csv_rows(desk.file("csv", "crosstable"))
    assert head == ["rank", "number", "name", "rating", "round 1", "points"]
    assert {row[4] for row in rows} >= {"-+"}


def test_the_document_and_the_workbook(desk: LogDriver) -> None:
    data = json.loads(desk.file("json"))
    made = {"id": "cup", "version": 12, **document(desk.t)}
    assert data == json.loads(json.dumps(made, default=encode_message))
    book = CalamineWorkbook.from_filelike(io.BytesIO(desk.file("xlsx", "all")))
    assert book.sheet_names == ["Players", "Standings", "Crosstable", "Pairings round 1"]


def test_what_is_not_there_is_told(desk: LogDriver) -> None:
    with pytest.raises(NotFoundError, match="trf62") as refusal:
        desk.file("trf62")
    assert "Did you mean trf26?" in refusal.value.hint
    with pytest.raises(InvalidInputError, match="several"):
        desk.file("csv")
    with pytest.raises(NotFoundError, match="bracket"):
        desk.file("csv", "bracket")
    with pytest.raises(NotFoundError, match="nothing"):
        source_of(desk.service, TournamentId("nothing"))


# --- reports


def test_remarks_tell_what_was_changed_by_hand(desk: LogDriver) -> None:
    swap = c.SwapPlayers(PlayerId(3), PlayerId(5), "siblings", tuple(SOFT))
    desk.do(swap)
    desk.do(c.CorrectResult(MatchRef(1, 1, 1), Games((1, 2)), "slip misread"))
    desk.do(c.GiveBye(PlayerId(4), ByeKind.FULL, reason="my mistake", confirmed=tuple(SOFT)))
    told = list(remarks(desk.service.journal(CUP)))
    assert told == [
        "Round 1 paired manually",
        "Round 2 paired manually",
        "李雷 🏆 and ابن سينا swapped in round 2 (siblings)",
        f"Round 1, table 1: {EVIL} - Dé Ekström corrected to 1-2 (slip misread)",
        "'quoted has a full-point bye in round 2 (my mistake)",
    ]
    for form in ("trf16", "trf26"):
        data = desk.file(form)
        file = trf.read(data).file
        assert file
        assert list(file.comments) == told
        assert data.count(b"\n###") + data.startswith(b"###") == len(told)
    desk.do(c.Undo())
    assert len(list(remarks(desk.service.journal(CUP)))) == 4


@FEW
@given(t=events("fide_dutch", "chess_style", "mtg_standard", cuts=False, results=FORFEITS))
def test_other_programs_read_our_reports(
    t: Tournament, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """gacrux reads both dialects, py4swiss TRF16: it knows no 142. Neither knows a played 0-0."""
    file = file_of(t, ("a remark",))
    assume(not file.byes)  # of a round to come: gacrux counts them already
    ours = {player.id: player.points for player in file.players}
    for dialect in DIALECTS:
        theirs = gacrux_values(write_trf(file, dialect=dialect), ["PTS"])
        assert theirs.values["PTS"] == ours
    path = tmp_path_factory.mktemp("trf") / "event.trf"
    path.write_bytes(write_trf(file, dialect="trf16"))
    parsed = TrfParser.parse(path)
    assert {
        one.starting_number: Fraction(one.points_times_ten, 10) for one in parsed.player_sections
    } == ours


def test_an_adjourned_game_counts_as_a_draw_for_now() -> None:
    from dataclasses import replace

    from fairpair.core.results import Adjourned

    t = played("fide_dutch", 3)
    last = max(t.rounds)
    pairings = dict(t.rounds[last].pairings)
    pairings[1] = replace(pairings[1], result=Adjourned())
    t = replace(t, rounds={**t.rounds, last: replace(t.rounds[last], pairings=pairings)})
    text = write_trf(file_of(t))
    assert b"162  X 0.5" in text
    report = trf.read(text)
    assert not report.errors
    assert report.file
    again = tournament_of(report.file).tournament.rounds[last]
    assert Adjourned() in [pairing.result for pairing in again.pairings.values()]


def test_the_rounds_that_a_late_player_missed(desk: LogDriver) -> None:
    desk.do(c.DiscardDraft())
    desk.do(c.EnterLate((Player("Late Loser"),), missed=ByeKind.LOSS))
    desk.do(c.EnterLate((Player("Late Half"),), missed=ByeKind.HALF))
    file = trf.read(desk.file("trf26")).file
    assert file
    cells = {player.name: (player.rounds[0].result, player.points) for player in file.players}
    assert cells["Late Loser"] == ("Z", Fraction(0))
    assert cells["Late Half"] == ("H", Fraction(1))
    found = tdf.read(desk.file("tdf")).tournament
    assert found.rounds[RoundRef(1, 1)].byes[PlayerId(6)] == ByeKind.LOSS


def test_a_report_needs_players_and_plain_points(desk: LogDriver) -> None:
    here = TournamentId("empty")
    desk.service.execute(here, c.CreateTournament("Empty", "x"), CommandId("e1"))
    with pytest.raises(InvalidInputError, match="no players"):
        get_export("trf26").make(source_of(desk.service, here))
    scored = played("infinity", 1)
    with pytest.raises(InvalidInputError, match="other scores"):
        file_of(scored)
    assert standings_table(scored).rows
    assert pairings_table(scored).rows
    assert write_xlsx(all_tables(scored))


@pytest.mark.parametrize("form", ["tdf", "wer"])
def test_no_event_file_of_scores(form: str) -> None:
    service, here = Service(open_store("memory:"), clock), TournamentId("scored")
    service.store.append(here, 0, log_of(commands_of(played("infinity", 1)), "x", clock()))
    source = source_of(service, here)
    assert not get_export(form).fits(source.t)
    with pytest.raises(InvalidInputError, match="other scores"):
        get_export(form).make(source)


@pytest.mark.parametrize(("form", "giver"), [("tdf", "pokemon"), ("wer", "dci")])
def test_the_organiser_gets_the_numbers_of_the_players(
    desk: LogDriver, form: str, giver: str
) -> None:
    def numbers(data: bytes) -> list[str]:
        found = tdf.read(data) if form == "tdf" else wer.read(data)
        people = (entry.entrant for entry in found.tournament.entries.values())
        return [one.ids.get(giver, "") for one in people if isinstance(one, Player)]

    given = [one.ids.get(giver, "") for one in PEOPLE if isinstance(one, Player)]
    assert numbers(desk.file(form)) == given
    assert not any(numbers(desk.file(form, staff=False)))


def test_our_event_files_are_events(desk: LogDriver) -> None:
    assert tdf.read(desk.file("tdf")).tournament.name == "Cup <&> Söhne"
    names = [e.entrant.name for e in wer.read(desk.file("wer")).tournament.entries.values()]
    assert names == [p.name for p in PEOPLE]
    assert len(wer.read(desk.file("wer")).tournament.rounds) == 1
    log_of(commands_of(desk.t), "x", clock())
