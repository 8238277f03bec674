"""Tournaments of Challonge and TopDeck."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.events import clock
from fairpair.app.service import Service
from fairpair.app.transfer.imports import import_event
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.formats import challonge, topdeck
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.formats.list_files import read_file
from fairpair.storage import open_store

DATA = Path(__file__).parent / "data"
CHALLONGE, CHALLONGE_2, TOPDECK = (
    (DATA / f"{name}.json").read_bytes() for name in ("challonge", "challonge-v2", "topdeck")
)


def stored(data: bytes) -> Tournament:
    service = Service(open_store("memory:"), clock)
    return service.journal(import_event(service, "x", data).tournament).tournament


def results(t: Tournament, n: int) -> list[str]:
    return [str(one.result) for one in t.rounds[RoundRef(1, n)].pairings.values()]


def test_a_swiss_of_challonge() -> None:
    t = stored(CHALLONGE)
    assert (t.name, t.rules.rounds, t.rules.best_of) == ("Friday Cup", 3, 3)
    assert [t.name_of(p) for p in t.entries][:2] == ["Ana Lima", "Bo Chen"]
    assert [results(t, n) for n in (1, 2, 3)] == [["2-1", "0-2"], ["1-1", "0-1"], ["None"] * 2]
    assert t.rounds[RoundRef(1, 1)].byes == {5: ByeKind.PAIRING}


def changed(*changes: tuple[tuple[Any, ...], object]) -> bytes:
    """The file with other values at some places."""
    file = json.loads(CHALLONGE)
    for path, value in changes:
        here = file["tournament"]
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = value
    return json.dumps(file).encode()


def in_first_match(**values: object) -> bytes:
    return changed(*((("matches", 0, "match", key), value) for key, value in values.items()))


ANA, BO = 16543990, 16543991


@pytest.mark.parametrize(
    ("winner", "score", "result"),
    [
        (ANA, "2-1", "2-1"),
        (str(ANA), "2-1", "2-1"),
        (ANA, " 2-1 ", "2-1"),
        (ANA, "", "1-0"),
        (ANA, "21-15", "21-15"),
        (ANA, "101-15", "1-0"),
        (BO, "15-21,21-15,15-21", "0-1"),
        (BO, "-1-0", "0-1F"),
        (ANA, "0--1", "1-0F"),
        (None, "1-1", "1-1"),
        (None, "", "1/2-1/2"),
    ],
)
def test_a_result_of_challonge(winner: object, score: str, result: str) -> None:
    t = challonge.read(in_first_match(winner_id=winner, scores_csv=score)).tournament
    assert results(t, 1)[0] == result


@pytest.mark.parametrize(
    ("winner", "score", "code"),
    [
        (BO, "2-1", "json-event.score"),
        (BO, "21-15", "json-event.score"),
        (ANA, "15-21,21-15,15-21", "json-event.score"),
        (ANA, "1-1", "json-event.score"),
        (None, "2-1", "json-event.score"),
        (ANA, "-1-0", "json-event.score"),
        (ANA, "2:1", "json-event.unreadable-score"),
        (ANA, "2-1-0", "json-event.unreadable-score"),
        (ANA, {"a": 1}, "json-event.unreadable-score"),
        (ANA, [[2]], "json-event.unreadable-score"),
        (ANA, [[True, 0]], "json-event.unreadable-score"),
        (ANA, [[10**30, 0]], "json-event.unreadable-score"),
        (999, "2-1", "json-event.winner"),
        (False, "2-1", "json-event.winner"),
    ],
)
def test_a_result_of_challonge_that_cannot_be(winner: object, score: object, code: str) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        challonge.read(in_first_match(winner_id=winner, scores_csv=score))
    (problem,) = refusal.value.problems
    assert (str(problem.place), problem.text.code) == ("game 1", code)  # type: ignore[union-attr]


def test_a_forfeited_match_of_challonge() -> None:
    data = in_first_match(forfeited=True, scores_csv="")
    assert results(challonge.read(data).tournament, 1)[0] == "1-0F"


def test_who_is_not_active_has_dropped() -> None:
    """After the last match; those who stay are left over alone."""
    data = changed((("participants", 3, "participant", "active"), False))
    file = json.loads(data)
    file["tournament"]["matches"] = [
        one for one in file["tournament"]["matches"] if one["match"]["round"] == 1
    ]
    third = {"round": 2, "player1_id": ANA, "player2_id": BO, "state": "open", "winner_id": None}
    file["tournament"]["matches"].append({"match": third})
    found = challonge.read(json.dumps(file).encode())
    t = found.tournament
    assert t.entries[PlayerId(4)].periods[-1].last == RoundRef(1, 1)
    assert t.rounds[RoundRef(1, 2)].byes == {3: ByeKind.ZERO, 5: ByeKind.ZERO}
    assert [str(n) for n in found.notes if n.code == "json-event.absent"] == [
        "In round 2, 2 players have no match: Cy Dahl, Ed Fox. They were absent."
    ]


def answers() -> tuple[Any, Any, Any]:
    """What version 2.1 answers for the tournament, its participants and its matches."""
    file = json.loads(CHALLONGE_2)
    people, played = (
        {"data": [one for one in file["included"] if one["type"] == kind], "meta": {"count": 9}}
        for kind in ("participant", "match")
    )
    return {"data": file["data"]}, people, played


def test_both_versions_of_challonge_are_the_same_tournament() -> None:
    about, people, played = answers()
    old = json.loads(CHALLONGE_2.replace(b"score_in_sets", b"scoreInSets"))
    old["data"]["attributes"]["tournamentType"] = old["data"]["attributes"].pop("tournament_type")
    for one in old["included"]:
        if one["type"] == "match":
            one["attributes"]["winners"] = one["attributes"].pop("winner_id")
    without = json.loads(json.dumps(played))
    for one in without["data"]:
        del one["relationships"]
    files = (
        json.loads(CHALLONGE_2),
        old,
        [about, people, played],
        [about, people, without],
        {"tournament": about, "participants": people, "matches": played},
    )
    for file in files:
        data = json.dumps(file).encode()
        assert kind_of(data) == FileKind.CHALLONGE
        assert challonge.read(data) == challonge.read(CHALLONGE)


@pytest.mark.parametrize(
    ("number", "path", "value", "place"),
    [
        (5, ("attributes", "round"), "1", "game 1"),
        (5, ("attributes", "round"), None, "game 1"),
        (5, ("attributes", "winner_id"), 1, "game 1"),
        (5, ("attributes", "score_in_sets"), [[1, 2]], "game 1"),
        (5, ("attributes", "score_in_sets"), "x", "game 1"),
        (5, ("relationships", "player1", "data", "id"), "1", "game 1"),
        (5, ("relationships", "player1", "data", "id"), ["1"], "game 1"),
        (5, ("relationships", "player1", "data", "id"), str(16543992), "round 1"),
        (1, ("id",), str(ANA), "player 2"),
        (1, ("attributes", "name"), "", "player 2 name"),
        (1, ("attributes",), 7, "player 2 name"),
    ],
)
def test_what_is_wrong_in_version_2_is_told_with_its_place(
    number: int, path: tuple[str, ...], value: object, place: str
) -> None:
    file = json.loads(CHALLONGE_2)
    here = file["included"][number]
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    with pytest.raises(InvalidInputError) as refusal:
        challonge.read(json.dumps(file).encode())
    assert place in [str(one.place) for one in refusal.value.problems]


def test_a_part_of_version_2_is_refused_with_what_else_to_save() -> None:
    about, people, played = answers()
    for parts in (about, [about, played], [people, played], [about, about, people]):
        with pytest.raises(InvalidInputError) as refusal:
            challonge.read(json.dumps(parts).encode())
        assert refusal.value.code == "not-challonge"
    with pytest.raises(InvalidInputError, match="Swiss"):
        challonge.read(CHALLONGE_2.replace(b'"swiss"', b'"round robin"'))


@pytest.mark.parametrize("data", [CHALLONGE, CHALLONGE_2, TOPDECK])
def test_every_value_of_the_wrong_type_is_read_or_refused(data: bytes) -> None:
    """One value after the other becomes something else."""
    values: list[object] = [None, True, -1, 10**30, 1.5, "", "²", "x" * 5000, [], {}, [[]], "0-0"]
    file, refused = json.loads(data), 0
    for n, (holder, key) in enumerate(list(_places(file))):
        before, holder[key] = holder[key], values[n % len(values)]
        try:
            list_of = read_file(json.dumps(file).encode())
            assert list_of.listing.lines
        except InvalidInputError:
            refused += 1
        holder[key] = before
    assert refused > 0


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


@pytest.mark.slow
@pytest.mark.parametrize("count", [100_000])
def test_many_matches_are_refused_with_their_places(count: int) -> None:
    about, people, played = answers()
    played["data"] = played["data"][:1] * count
    with pytest.raises(InvalidInputError) as refusal:
        challonge.read(json.dumps([about, people, played]).encode())
    assert [str(one.place) for one in refusal.value.problems] == ["round 1"]


def test_a_tournament_of_topdeck() -> None:
    t = stored(TOPDECK)
    assert t.name == "Store Championship"
    assert [results(t, n) for n in (1, 2)] == [["1-0", "1/2-1/2"], ["None", "0-1"]]
    assert t.rounds[RoundRef(1, 2)].byes == {3: ByeKind.PAIRING}
    notes = [note.code for note in topdeck.read(TOPDECK).notes]
    assert notes == ["json-event.knockout"]
    listed = json.dumps([json.loads(TOPDECK) | {"TID": "abc", "tournamentName": "Cup"}]).encode()
    assert kind_of(listed) == FileKind.TOPDECK
    assert topdeck.read(listed).tournament.rounds


def test_they_are_told_apart_and_are_lists_too() -> None:
    assert [kind_of(one) for one in (CHALLONGE, TOPDECK)] == [
        FileKind.CHALLONGE,
        FileKind.TOPDECK,
    ]
    assert kind_of(b'{"format": "fairpair-archive"}') == FileKind.ARCHIVE
    assert len(read_file(CHALLONGE_2).listing.lines) == len(read_file(TOPDECK).listing.lines) == 5


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("matches", 0, "match", "player1_id"), 9, "game 1"),
        (("matches", 0, "match", "scores_csv"), "0-2", "game 1"),
        (("matches", 0, "match", "round"), -1, "game 1"),
        (("matches", 0, "match", "round"), 10**30, "game 1"),
        (("matches", 0, "match", "player2_id"), 16543992, "round 1"),
        (("participants", 1, "participant", "id"), 16543990, "player 2"),
        (("participants", 1, "participant", "name"), "\u202ex", "player 2 name"),
        (("participants",), None, "players"),
        (("matches",), "none", "matches"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    path: tuple[Any, ...], value: object, place: str
) -> None:
    with pytest.raises(InvalidInputError) as refusal:
        challonge.read(changed((path, value)))
    assert place in [str(one.place) for one in refusal.value.problems]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"winner": "Anna Lima", "winner_id": None}, "json-event.winner"),
        ({"winner": "Bo Chen"}, "json-event.winners"),
        ({"winner_id": "Draw"}, "json-event.winners"),
        ({"winner": 7, "winner_id": None}, "json-event.winner"),
        ({"status": "Bye"}, "json-event.bye"),
    ],
)
def test_a_table_of_topdeck_that_cannot_be(values: dict[str, object], code: str) -> None:
    file = json.loads(TOPDECK)
    file["rounds"][0]["tables"][0] |= values
    with pytest.raises(InvalidInputError) as refusal:
        topdeck.read(json.dumps(file).encode())
    (problem,) = refusal.value.problems
    assert (str(problem.place), problem.text.code) == ("round 1", code)  # type: ignore[union-attr]


def test_several_tournaments_of_topdeck_are_refused_by_name() -> None:
    file = json.loads(TOPDECK)
    several = [file | {"data": {"name": name}} for name in ("First", "Second")]
    with pytest.raises(InvalidInputError, match="2 tournaments: First, Second"):
        topdeck.read(json.dumps(several).encode())


def test_brackets_and_pods_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="Swiss"):
        challonge.read(CHALLONGE.replace(b'"swiss"', b'"double elimination"'))
    file = json.loads(TOPDECK)
    tables = file["rounds"][0]["tables"]
    tables[0]["players"] += tables.pop(1)["players"]
    with pytest.raises(InvalidInputError) as refusal:
        topdeck.read(json.dumps(file).encode())
    assert "4 players" in str(refusal.value.problems[0].text)


@pytest.mark.parametrize("data", [b"{}", b"[]", b"[1]", b'{"tournament": 1}', b"{", b"null"])
def test_other_json_is_refused(data: bytes) -> None:
    for read in (challonge.read, topdeck.read):
        with pytest.raises(InvalidInputError):
            read(data)
