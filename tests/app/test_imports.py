"""Events of other programs become tournaments like any other: they go on and can be undone."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from app.events import clock
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS, get_export, source_of
from fairpair.app.transfer.imports import ImportOptions, event_of, import_event
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.core.errors import ConflictError, InvalidInputError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import DropKind, Entry, Period, Player
from fairpair.core.results import Adjourned, Decided, Forfeit, Games, Mark, Result, marks_of
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.tournament import Phase, Tournament
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import tdf, trf, wer
from fairpair.formats.kinds import FileKind
from fairpair.formats.trf.from_tournament import file_of, numbers_of
from fairpair.formats.trf.tournament import tournament_of
from fairpair.formats.trf.writer import convert_to_dialect
from fairpair.formats.trf.writer import write as write_trf
from fairpair.formats.xml_files import byes_in
from fairpair.log import commands as c
from fairpair.log.codec import Codec
from fairpair.log.events import TournamentFinished
from fairpair.log.journal import Record, read_journal
from fairpair.log.stored import StoredEvent
from fairpair.storage import open_store
from formats.sheet import Person, player, text

from .events import MOMENTS, events, played

DATA = Path(__file__).parents[1] / "formats" / "data"
AT = "2026-01-01T00:00:00+00:00"
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ANY = events("mtg_standard", "pokemon_standard", "fide_dutch", "simple_random", "chess_style")


@pytest.fixture
def service(address: str) -> Iterator[Service]:
    made = Service(open_store(address), clock)
    yield made
    made.close()


def folded(rows: list[StoredEvent]) -> Tournament:
    codec = Codec()
    events = (codec.decode(r.type, r.version, r.payload) for r in rows)
    return read_journal(
        Record(r.seq, r.action, x) for r, x in zip(rows, events, strict=True)
    ).tournament


def with_end(period: Period) -> Period:
    """A drop whose kind is not known is a withdrawal."""
    unknown = period.last is not None and period.end is None
    return replace(period, end=DropKind.WITHDRAWN) if unknown else period


def as_played(t: Tournament) -> object:
    """What a log must tell of it, whatever it says beside."""
    return (
        {p: (e.entrant, [*map(with_end, e.periods)]) for p, e in t.entries.items()},
        {ref: (r.status, r.pairings, dict(r.byes)) for ref, r in t.rounds.items()},
        t.seeds,
        t.rules,
    )


@FEW
@given(ANY)
def test_a_tournament_told_as_commands_is_the_same_tournament(t: Tournament) -> None:
    again = folded(log_of(commands_of(t), "x", AT))
    assert as_played(again) == as_played(t)
    assert Standings(tiebreak_input(again)).rows == Standings(tiebreak_input(t)).rows


def test_numbers_with_gaps_are_closed() -> None:
    file = trf.read((DATA / "tiebreaks-005.trf").read_bytes()).file
    assert file
    t = event_of(tournament_of(file))[0]
    moved = {p: PlayerId(10 * p) for p in t.entries}
    rounds = {
        ref: replace(
            r,
            pairings={
                n: replace(x, seats=tuple(moved[p] for p in x.seats)) for n, x in r.pairings.items()
            },
            byes={moved[p]: kind for p, kind in r.byes.items()},
        )
        for ref, r in t.rounds.items()
    }
    entries = {moved[p]: e for p, e in t.entries.items()}
    gaps = replace(t, entries=entries, rounds=rounds, order=tuple(moved[p] for p in t.order))
    assert as_played(folded(log_of(commands_of(gaps), "x", AT))) == as_played(t)


def test_a_bye_that_cannot_be_set_gives_way_to_the_usual_one() -> None:
    file = trf.read((DATA / "tiebreaks-005.trf").read_bytes()).file
    assert file
    found = tournament_of(replace(file, points=replace(file.points, pairing_bye=Fraction(3, 10))))
    t, notes = event_of(found)
    assert t.rules.bye_points is None
    assert [note for note in notes if note.code == "import.rule"]
    assert as_played(folded(log_of(commands_of(t), "x", AT))) == as_played(t)


# --- the formats, there and back


@FEW
@given(events("mtg_standard", "fide_dutch", "simple_random", "chess_style"))
@pytest.mark.parametrize("dialect", ["trf16", "trf26"])
def test_a_report_reads_back_as_it_was_written(dialect: str, t: Tournament) -> None:
    file = file_of(t, ("Ana and Bo swapped in round 1",))
    report = trf.read(write_trf(file, dialect=dialect))  # type: ignore[arg-type]
    assert not report.errors
    assert report.file == convert_to_dialect(file, dialect)  # type: ignore[arg-type]
    again, _ = event_of(tournament_of(report.file))
    number = numbers_of(t)
    points = {number[row.player]: row.points for row in Standings(tiebreak_input(t)).rows}
    assert {row.player: row.points for row in Standings(tiebreak_input(again)).rows} == points
    assert {
        (ref, frozenset(x.seats)) for ref, r in again.rounds.items() for x in r.pairings.values()
    } == {
        (ref, frozenset(PlayerId(number[p]) for p in x.seats))
        for ref, r in t.rounds.items()
        if ref.stage == 1
        for x in r.pairings.values()
    }
    log_of(commands_of(again), "x", AT)


def plainer(result: Result | None) -> Result | None:
    """What a TDF file keeps of a result."""
    return None if result is None else Decided(marks_of(result))


def in_tdf(t: Tournament) -> object:
    """What a TDF file keeps of a tournament."""
    kept = {ByeKind.HALF: ByeKind.ZERO}
    return (
        [(e.entrant.name, e.periods[-1].last, of(e, "pokemon")) for e in t.entries.values()],
        {
            ref: (
                {n: (x.seats, plainer(x.result)) for n, x in r.pairings.items()},
                {p: kept.get(k, k) for p, k in byes_in(t, ref).items()},
            )
            for ref, r in t.rounds.items()
        },
        t.seeds,
    )


def of(entry: Entry, giver: str) -> str:
    """The number that somebody gave."""
    assert isinstance(entry.entrant, Player)
    return entry.entrant.ids.get(giver, "")


@FEW
@given(ANY)
def test_tdf_reads_back_as_it_was_written(t: Tournament) -> None:
    again, notes = event_of(tdf.read(tdf.write(t, MOMENTS)))
    assert in_tdf(again) == in_tdf(t)
    assert not notes
    log_of(commands_of(again), "x", AT)
    standings = Standings(tiebreak_input(replace(again, rules=t.rules, draw_seed=t.draw_seed)))
    if t.rules.game == "Pokémon TCG":
        points = {row.player: row.points for row in Standings(tiebreak_input(t)).rows}
        assert {row.player: row.points for row in standings.rows} == points


def in_wer(t: Tournament) -> object:
    """What a WER file keeps: the winner first, no tables, one kind of bye."""

    def match(x: Pairing) -> object:
        result, seats = x.result, x.seats
        swapped = result is not None and marks_of(result)[1] == Mark.WIN
        seats = seats[::-1] if swapped else seats
        match result:
            case Games():
                wins = result.wins[::-1] if swapped else result.wins
                return seats, wins, result.draws
            case None:
                return seats, None
            case Forfeit():
                return seats, "forfeit"
            case _:
                return seats, marks_of(result)[::-1] if swapped else marks_of(result)

    def round_(ref: RoundRef, r: Round) -> object:
        kinds = (ByeKind.PAIRING, ByeKind.FULL)
        byes = {p for p, k in byes_in(t, ref).items() if k in kinds}
        both_lost = {Mark.LOSS}
        matches = [
            match(x)
            for _, x in sorted(r.pairings.items())
            if x.result is None or set(marks_of(x.result)) != both_lost
        ]
        return matches, byes

    return (
        [(e.entrant.name, e.periods[-1].last, of(e, "dci")) for e in t.entries.values()],
        {ref: round_(ref, r) for ref, r in t.rounds.items()},
    )


@FEW
@given(ANY)
def test_wer_reads_back_as_it_was_written(t: Tournament) -> None:
    again, notes = event_of(wer.read(wer.write(t, MOMENTS)))
    assert in_wer(again) == in_wer(t)
    assert not notes
    log_of(commands_of(again), "x", AT)
    rounds = [list(r.pairings.values()) for ref, r in sorted(again.rounds.items()) if ref.stage > 1]
    for earlier, later in pairwise(rounds):
        winners = {x.seats[0] for x in earlier}
        assert {p for x in later for p in x.seats} <= winners | {x.seats[1] for x in earlier}


# --- through the service


@pytest.mark.parametrize("name", ["league.tdf", "friday.wer"])
def test_the_seeds_of_a_knock_out_give_its_matches(name: str, service: Service) -> None:
    data = (DATA / name).read_bytes()
    done = import_event(
        service, name, data, ImportOptions(division="Masters" if "tdf" in name else "")
    )
    t = service.journal(done.tournament).tournament
    from fairpair.engine.stages.progress import knock_out_of

    tree = knock_out_of(t, 2)
    assert tree is not None
    assert not any(match.by_hand for match in tree.matches)
    assert tree.over
    champion = {"league.tdf": "Bo O'Chen", "friday.wer": "Dé Ekström"}[name]
    assert [t.name_of(p) for p in tree.winners] == [champion]
    assert t.phase == Phase.FINISHED
    events = [record.event for record in service.journal(done.tournament).records]
    assert events[-1] == TournamentFinished(early=False)


def test_a_match_for_third_place_has_its_place(service: Service) -> None:
    from fairpair.engine.stages.progress import knock_out_of

    text = (DATA / "friday.wer").read_text(encoding="utf-8")
    third = (
        '<match person="70000001" opponent="70000003" outcome="1" win="2" loss="0" draw="0"'
        ' winbydrop="False" />\n    </round>\n  </matches>'
    )
    data = re.sub(r"</round>\s*</matches>", third, text).encode()
    done = import_event(service, "", data)
    t = service.journal(done.tournament).tournament
    tree = knock_out_of(t, 2)
    assert t.rules.third_place
    assert tree is not None
    assert not any(match.by_hand for match in tree.matches)
    names = [None if p is None else t.name_of(p) for p in tree.podium]
    assert names == ["Dé Ekström", "Bo Chen", "Ana Lima", "Cy Dahl"]


def test_an_event_that_ended_early_says_so(service: Service) -> None:
    data = (DATA / "friday.wer").read_bytes().replace(b'numberofrounds="3"', b'numberofrounds="5"')
    data = data.replace(b'playoffstartround="4"', b'playoffstartround="0"')
    done = import_event(
        service, "", data.partition(b'<round number="4"')[0] + b"</matches></event>"
    )
    journal = service.journal(done.tournament)
    assert journal.records[-1].event == TournamentFinished(early=True)
    assert len(journal.tournament.rounds) == 3


def test_who_leaves_after_the_final_has_left(service: Service) -> None:
    text = (DATA / "league.tdf").read_text(encoding="utf-8")
    dropped = "<seed>1</seed><dropped><status>1</status><round>5</round></dropped>"
    data = text.replace("<seed>1</seed>", dropped).encode()
    done = import_event(service, "", data, ImportOptions(division="Masters"))
    t = service.journal(done.tournament).tournament
    assert t.entries[PlayerId(1)].periods[-1].last == RoundRef(2, 2)
    again = event_of(tdf.read(tdf.write(t, MOMENTS)))[0]
    assert again.entries[PlayerId(1)].dropped


def test_an_imported_event_goes_on_and_can_be_undone(service: Service) -> None:
    data = (DATA / "dutch-small-060.trf").read_bytes()
    done = import_event(service, "city.trf", data)
    assert done.kind == FileKind.TRF
    here = done.tournament
    from fairpair.app.requests import CommandContext
    from fairpair.app.use_cases import rounds

    before = service.journal(here).tournament
    ref = before.upcoming
    context = CommandContext(here, CommandId("go"))
    service.run(context, rounds.generate, ref, rounds.RoundOptions())
    t = service.journal(here).tournament
    assert t.rounds[ref].status == RoundStatus.PUBLISHED
    for number in range(3):
        service.execute(here, c.Undo(), CommandId(f"undo-{number}"))
    assert len(service.journal(here).tournament.rounds) <= len(before.rounds)


CONFIRMED = ImportOptions(confirmed=("import-differs",))


@pytest.mark.parametrize("path", sorted(DATA.glob("*.trf")), ids=lambda path: path.stem)
def test_real_reports_become_tournaments(path: Path) -> None:
    service = Service(open_store("memory:"), clock)
    done = import_event(service, path.name, path.read_bytes(), CONFIRMED)
    t = service.journal(done.tournament).tournament
    file = trf.read(path.read_bytes(), repair=True).file
    assert file
    assert len(t.entries) == len(file.players)
    assert len(t.rounds) == file.rounds_played
    assert service.store.load(done.tournament)[0].command_id.startswith("import-")


def test_an_event_gets_an_id_from_its_name(service: Service) -> None:
    data = (DATA / "friday.wer").read_bytes()
    first = import_event(service, "", data)
    second = import_event(service, "", data)
    ids = (first.tournament, second.tournament)
    assert ids == ("friday-at-rook-house", "friday-at-rook-house-2")
    named = TournamentId("mine")
    once = ImportOptions(named, request="r1")
    assert import_event(service, "", data, once).tournament == named
    with pytest.raises(ConflictError, match="mine"):
        import_event(service, "", data, ImportOptions(named))
    again = import_event(service, "", data, once)
    assert (again.tournament, again.repeated) == (named, True)
    for _ in range(2):
        third = import_event(service, "", data, ImportOptions(request="r2"))
        assert third.tournament == "friday-at-rook-house-3"
    with pytest.raises(InvalidInputError, match="not a valid tournament ID"):
        import_event(service, "", data, ImportOptions(TournamentId("../x")))


def test_a_list_is_no_event(service: Service) -> None:
    with pytest.raises(InvalidInputError, match="list of players"):
        import_event(service, "x.txt", b"Ana Lima\nBo Chen\n")
    assert not service.store.tournaments()


def test_a_contradiction_changes_nothing(service: Service) -> None:
    text = (DATA / "friday.wer").read_text(encoding="utf-8")
    twins = text.replace('id="70000002" first="Bo" last="Chen"', 'id="70000002" first="" last=""')
    with pytest.raises(InvalidInputError) as refusal:
        import_event(service, "x.wer", twins.encode())
    assert refusal.value.code == "event-impossible"
    assert not service.store.tournaments()


def test_unknown_tiebreaks_give_way_to_the_usual_ones(service: Service) -> None:
    data = (DATA / "tiebreaks-005.trf").read_bytes()
    lines = [line for line in data.splitlines() if not line.startswith((b"202", b"212"))]
    odd = b"\n".join([*lines, b"202 XYZ,BH"])
    done = import_event(service, "odd.trf", odd)
    assert any("XYZ" in str(note) for note in done.notes)
    rules = service.journal(done.tournament).tournament.rules
    assert rules.standings_tiebreakers == ("BH/C1", "BH", "SB", "PS", "DE")


def test_wrong_rounds_are_imported_and_shown(service: Service) -> None:
    lines = [player(1, "2 w 1"), player(2, "1 b 0"), player(3, "4 w 1"), player(4, "3 b 0")]
    data = text("012 Open", "142 3", "152 W", *lines)
    made = import_event(service, "x.trf", data, CONFIRMED)
    differences = [str(note) for note in made.notes if note.code == "import.difference"]
    assert len(differences) == 2
    assert "Round 1, board 1: expected 1-3, found 1-2 and 3-4" in differences[0]
    t = service.journal(made.tournament).tournament
    assert t.rounds[RoundRef(1, 1)].pairings[1].seats == (1, 2)
    right = [player(1, "3 w 1"), player(2, "4 b 0"), player(3, "1 b 0"), player(4, "2 w 1")]
    made = import_event(service, "x.trf", text("012 Open", "142 3", "152 W", *right))
    assert not [note for note in made.notes if note.code == "import.difference"]


def test_many_differences_are_counted(service: Service) -> None:
    pairs = [((n, n + 1) if n % 2 else (n, n - 1)) for n in range(1, 61)]
    lines = [player(a, f"{b} {'w 1' if a % 2 else 'b 0'}") for a, b in pairs]
    made = import_event(service, "x.trf", text("012 Open", "142 3", "152 W", *lines), CONFIRMED)
    assert [note.code for note in made.notes].count("import.difference") == 20
    [more] = [note for note in made.notes if note.code == "import.more-differences"]
    assert str(more) == "10 more differences were found; `fairpair check` lists them all."


def test_players_of_one_name_are_told_apart(service: Service) -> None:
    zero = Person("0", rating="")
    lines = [player(1, "2 w 1", who=zero), player(2, "1 b 0", who=zero), player(3, "- - U")]
    made = import_event(service, "x.trf", text("012 Open", "142 3", "152 W", *lines))
    t = service.journal(made.tournament).tournament
    assert [t.name_of(PlayerId(n)) for n in (1, 2)] == ["0", "0"]
    [note] = [str(note) for note in made.notes if note.code == "import.same-name"]
    assert note.startswith("Several players are called 0: numbers 1, 2 in the file.")
    exported = get_export("trf26").make(source_of(service, made.tournament))
    again = trf.read(exported).file
    assert again is not None
    assert sorted(one.name for one in again.players) == ["0", "0", "Doe, Jane"]


def test_an_open_game_of_an_earlier_round_is_adjourned() -> None:
    t = played("fide_dutch", 1)
    first = RoundRef(1, 1)
    open_ = {1: replace(t.rounds[first].pairings[1], result=None)}
    rounds = {
        **t.rounds,
        first: replace(t.rounds[first], pairings={**t.rounds[first].pairings, **open_}),
    }
    again = folded(log_of(commands_of(replace(t, rounds=rounds)), "x", AT))
    assert again.rounds[first].pairings[1].result == Adjourned()
    last = max(ref for ref in t.rounds)
    open_last = replace(
        t.rounds[last],
        status=RoundStatus.PUBLISHED,
        pairings={n: replace(x, result=None) for n, x in t.rounds[last].pairings.items()},
    )
    running = folded(log_of(commands_of(replace(t, rounds={**t.rounds, last: open_last})), "x", AT))
    assert running.rounds[last].status == RoundStatus.PUBLISHED
    assert running.rounds[last].pending


def test_what_is_arranged_comes_along() -> None:
    t = played("fide_dutch", 2)
    t = replace(t, rounds={RoundRef(1, 1): t.rounds[RoundRef(1, 1)]}, finished=False)
    stays = next(p for p, e in t.entries.items() if not e.dropped)
    entries: dict[PlayerId, Entry] = dict(t.entries)
    entries[stays] = replace(entries[stays], requested_byes={3: ByeKind.HALF}, fixed_table=7)
    from fairpair.core.tournament import PairingRestriction

    pair = frozenset(list(t.entries)[:2])
    wanted = replace(t, entries=entries, avoided={pair: PairingRestriction(True, 2, 4)})
    again = folded(log_of(commands_of(wanted), "x", AT))
    assert again.entries[stays].requested_byes == {3: ByeKind.HALF}
    assert again.entries[stays].fixed_table == 7
    assert again.avoided == wanted.avoided
    assert MatchRef(1, 1, 1).round in again.rounds


def test_an_archive_comes_back_bit_for_bit(service: Service) -> None:
    import_event(service, "", (DATA / "friday.wer").read_bytes(), ImportOptions(TournamentId("a")))
    data = get_export("archive").make(source_of(service, TournamentId("a")))
    done = import_event(service, "a.json", data, ImportOptions(TournamentId("b")))
    assert done.kind == FileKind.ARCHIVE
    rows = service.store.load(TournamentId("a"))
    assert service.store.load(TournamentId("b")) == rows
    assert len(EXPORTS) == len({one.path for one in EXPORTS})


def test_a_report_of_teams_becomes_a_tournament_of_teams(service: Service) -> None:
    from formats.sheet import player, team, text

    lines = (
        player(1, "3 w 1"),
        player(2, "4 b ="),
        player(3, "1 b 0"),
        player(4, "2 w ="),
        team(1, 1, 2),
        team(2, 3, 4),
    )
    done = import_event(service, "teams.trf", text("012 Team cup", "142 3", *lines))
    t = service.journal(done.tournament).tournament
    assert [entry.entrant.name for entry in t.entries.values()] == ["Team 1", "Team 2"]
    assert len(t.rounds) == 1
    assert t.rules.boards == 2
