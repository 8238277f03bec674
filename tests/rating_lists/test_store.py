"""Rating lists in the store: imported as a whole, found while typing, each in place of its like."""

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.imports import ImportProgress, ListImport, import_list
from fairpair.app.rating_lists.lookup import search_lists
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.listed import ListedPlayer, RatingList
from fairpair.storage import open_store
from rating_lists.fide_lines import CARLSEN, PEOPLE, XML_CARLSEN, file_of, line, xml_of
from timeouts import PATIENCE

NOW = "2026-11-18T12:00:00+00:00"


@pytest.fixture
def store(address: str) -> Iterator[RatingListStore]:
    with closing(open_store(address)) as opened:
        yield opened.rating_lists


def _import(store: RatingListStore, folder: Path, lines: Iterable[str], **more: str) -> RatingList:
    path = folder / f"players_{len(list(folder.iterdir()))}.txt"
    path.write_bytes(file_of(lines))
    wanted = ListImport(path=path, period="2026-11")
    return import_list(store, replace(wanted, **more), NOW).list  # type: ignore[arg-type]


def _names(found: Iterable[ListedPlayer]) -> list[str]:
    return [one.name for one in found]


def _many(count: int) -> list[str]:
    return [line(n, f"Player, N{n}", standard=(1500, 0, 20)) for n in range(1, count + 1)]


def test_search_by_name_and_number(store: RatingListStore, tmp_path: Path) -> None:
    made = _import(store, tmp_path, PEOPLE)
    assert (made.active, made.rows, made.name) == (True, len(PEOPLE), "FIDE")
    for text in ("carl mag", "magnus carl", "1503014", "Carlsen, M", "CARLSEN", "magnus"):
        assert _names(store.search(made, text, ""))[0] == "Carlsen, Magnus", text
    found = store.search(made, "150301", "")
    assert [one.number for one in found] == ["150301", "1503014"]
    assert _names(store.search(made, "15030", "")) == ["Olsen, Per", "Carlsen, Magnus"]
    assert _names(store.search(made, "jorg", "")) == ["Müller, Jörg"]
    assert _names(store.search(made, "Jörg", "")) == ["Müller, Jörg"]
    assert _names(store.search(made, "joerg", "")) == ["Mueller, Joerg"]
    assert [one.birth_year for one in store.search(made, "de vet", "")] == [1961, 1999]
    assert _names(store.search(made, "vet syl", "")) == ["De Vet, Sylvin"] * 2
    assert _names(store.search(made, "carls", "SWE")) == ["Carlsson, Magda", "Carlsen, Magnus"]
    assert _names(store.search(made, "carls", "")) == ["Carlsen, Magnus", "Carlsson, Magda"]
    for nothing in ("carl xyz", "!!", '"', "99999999999", "'; DROP", "100%", "a & b"):
        assert store.search(made, nothing, "") == []


def test_a_search_finds_at_most_twenty(store: RatingListStore, tmp_path: Path) -> None:
    made = _import(store, tmp_path, _many(60))
    assert len(store.search(made, "player", "")) == 20
    assert len(store.search(made, "n1", "")) == 11
    assert len(store.search(made, "1", "")) == 11


def test_find_by_number(store: RatingListStore, tmp_path: Path) -> None:
    made = _import(store, tmp_path, PEOPLE)
    found = store.find(made, ["1503014", "7"])
    assert {number: one.standard for number, one in found.items()} == {"1503014": 2823}
    assert found["1503014"].inactive is False
    assert store.find(made, ["200002"])["200002"].inactive is True


def test_in_a_list_that_was_replaced_nobody_is_found(
    store: RatingListStore, tmp_path: Path
) -> None:
    """Whoever has just looked up which list it is hears of no damage."""
    before = _import(store, tmp_path, PEOPLE)
    _import(store, tmp_path, [*PEOPLE[1:], line(99, "Later, Joined")])
    assert store.search(before, "carls", "") == store.search(before, "1503014", "") == []
    assert store.find(before, ["1503014"]) == store.find_by_fide_id(before, ["1503014"]) == {}


def test_what_no_database_can_keep_is_not_found(store: RatingListStore, tmp_path: Path) -> None:
    made = _import(store, tmp_path, PEOPLE)
    assert store.find(made, ["\0", "15\x0003014"]) == {}
    hits = search_lists(store, "carls\0", federation="\0")
    assert [one.name for one in hits.hits] == ["Carlsen, Magnus", "Carlsson, Magda"]


def test_a_national_list_is_found_by_the_number_of_fide(
    store: RatingListStore, tmp_path: Path
) -> None:
    path = tmp_path / "nor.csv"
    path.write_text("ID;Name;Elo;FIDE-ID\nA1;Carlsen, Magnus;2900;1503014\n", encoding="utf-8")
    made = import_list(store, ListImport(path=path, key="nat.NOR", period="2026-11"), NOW).list
    assert made.federation == "NOR"
    found = store.find_by_fide_id(made, ["1503014"])
    assert (found["1503014"].number, found["1503014"].standard) == ("A1", 2900)
    again = tmp_path / "nor2.csv"
    again.write_text(path.read_text(encoding="utf-8") + "A2;Olsen, Per;1500;\n", encoding="utf-8")
    made = import_list(store, ListImport(path=again, key="nat.NOR", period="2026-12"), NOW).list
    assert '"number": "ID"' in made.mapping


def test_a_much_shorter_list_asks_and_the_old_one_stays(
    store: RatingListStore, tmp_path: Path
) -> None:
    old = _import(store, tmp_path, _many(100), period="2026-10")
    with pytest.raises(InvalidStateError) as refused:
        _import(store, tmp_path, _many(89))
    assert refused.value.code == "needs-confirmation"
    assert [one.where for one in refused.value.problems] == ["shorter-list"]
    assert store.lists() == [old]
    assert store.search(old, "100", "")
    new = _import(store, tmp_path, _many(89), confirmed=("shorter-list",))  # type: ignore[arg-type]
    assert [(one.id, one.active) for one in store.lists()] == [(new.id, True), (old.id, False)]
    assert store.find(old, ["100"])  # the month that a long event began in


def test_three_months_are_kept_and_the_newest_is_used(
    store: RatingListStore, tmp_path: Path
) -> None:
    for month in ("08", "10", "11", "09"):
        _import(store, tmp_path, PEOPLE, period=f"2026-{month}")
    kept = store.lists()
    assert [(one.period, one.active) for one in kept] == [
        ("2026-11", True),
        ("2026-10", False),
        ("2026-09", False),
    ]
    store.remove(kept[0].id)
    assert [(one.period, one.active) for one in store.lists()] == [
        ("2026-10", True),
        ("2026-09", False),
    ]


def test_the_same_file_is_not_imported_twice(store: RatingListStore, tmp_path: Path) -> None:
    _import(store, tmp_path, PEOPLE)
    with pytest.raises(InvalidStateError) as refused:
        _import(store, tmp_path, PEOPLE)
    assert refused.value.code == "nothing-changed"


def test_a_number_twice_is_named_and_nothing_is_imported(
    store: RatingListStore, tmp_path: Path
) -> None:
    old = _import(store, tmp_path, PEOPLE, period="2026-10")
    with pytest.raises(InvalidInputError, match="1503014") as refused:
        _import(store, tmp_path, [*PEOPLE, CARLSEN])
    [problem] = refused.value.problems
    assert (problem.where, problem.message) == ("row 9", "the number 1503014 is also in row 2")
    assert store.lists() == [old]
    assert store.search(old, "carl", "")


def test_xml_on_a_single_line_is_imported(store: RatingListStore, tmp_path: Path) -> None:
    path = tmp_path / "players_list_xml.xml"
    path.write_bytes(xml_of(XML_CARLSEN, XML_CARLSEN.replace("1503014", "1503015")))
    done = import_list(store, ListImport(path=path, period="2026-11"), NOW)
    assert done.list.rows == 2
    assert [one.number for one in store.search(done.list, "carlsen", "")] == ["1503014", "1503015"]


def test_the_wrong_month_is_refused(store: RatingListStore, tmp_path: Path) -> None:
    from rating_lists.fide_lines import SINGLE

    path = tmp_path / "standard_oct26frl.txt"
    path.write_bytes(file_of([CARLSEN[:126] + CARLSEN[152:]], SINGLE))
    with pytest.raises(InvalidInputError) as refused:
        import_list(store, ListImport(path=path, period="2026-11"), NOW)
    assert refused.value.text.code == "bad-rating-list.month"
    done = import_list(store, ListImport(path=path), NOW)
    assert (done.list.key, done.list.period) == ("fide.standard", "2026-10")


def test_progress_is_told(store: RatingListStore, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_bytes(file_of(_many(45_000)))
    told: list[tuple[int, int]] = []
    progress = ImportProgress(heard=lambda now: told.append((now.rows, now.share)))
    done = import_list(store, ListImport(path=path), NOW, progress)
    assert [rows for rows, _ in told] == [20_000, 40_000, 45_000]
    assert told[-1][1] == 100
    assert done.list.period == "2026-11"
    assert [note.code for note in done.notes] == ["rating-list.month-assumed"]


_KILLED = """
import sys, time
from pathlib import Path
from fairpair.app.rating_lists.imports import ImportProgress, ListImport, import_list
from fairpair.storage import open_store

def stop(progress):
    print(progress.rows, flush=True)
    time.sleep(90)

wanted = ListImport(path=Path(sys.argv[2]), period="2026-11")
import_list(open_store(sys.argv[1]).rating_lists, wanted, "2026-11-18", ImportProgress(heard=stop))
"""


def _is_busy(address: str, old: RatingList, folder: Path) -> None:
    """The old list is used, and nobody else can import."""
    with closing(open_store(address)) as opened:
        lists = opened.rating_lists
        assert lists.lists() == [old]
        assert _names(lists.search(old, "carl", ""))
        with pytest.raises(InvalidStateError, match="being imported"):
            _import(lists, folder, PEOPLE)


def test_a_killed_import_leaves_the_old_list_and_is_cleared_at_the_next_start(
    address: str, tmp_path: Path
) -> None:
    if address == "memory:":
        pytest.skip("ends with the process")
    with closing(open_store(address)) as opened:
        old = _import(opened.rating_lists, tmp_path, PEOPLE, period="2026-10")
    path = tmp_path / "many.txt"
    path.write_bytes(file_of(_many(40_000)))
    command = [sys.executable, "-c", _KILLED, address, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == b"20000"
            _is_busy(address, old, tmp_path)
        finally:
            process.kill()
    deadline = time.monotonic() + PATIENCE
    while True:  # PostgreSQL notices a while later that the process has gone
        with closing(open_store(address)) as opened:
            lists = opened.rating_lists
            assert lists.lists() == [old]
            try:
                new = _import(lists, tmp_path, PEOPLE)
                break
            except InvalidStateError:
                assert time.monotonic() < deadline
                time.sleep(0.1)
    assert new.id == old.id + 1
