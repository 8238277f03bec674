"""Rating lists over HTTP: searched by staff, and players updated from them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairpair.app.access.grants import Role
from fairpair.app.rating_lists.imports import ListImport, import_list
from fairpair.core.ids import TournamentId
from formats import sheet
from formats.sheet import Person
from rating_lists.fide_lines import PEOPLE, SINGLE, file_of, line
from rating_lists.list_server import list_server
from timeouts import PATIENCE, wait_until

from .role_server import ADMIN_KEY
from .states import StateServer, open_state_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StateServer]:
    path = tmp_path_factory.mktemp("lists") / "players.txt"
    path.write_bytes(file_of(PEOPLE))
    with open_state_server() as found:
        lists, now = found.service.store.rating_lists, found.service.now
        import_list(lists, ListImport(path=path, period="2026-11"), now)
        yield found


@pytest.fixture
def admin(server: StateServer) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {ADMIN_KEY}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=PATIENCE) as client:
        yield client


def test_staff_search_and_others_do_not(server: StateServer, admin: httpx.Client) -> None:
    [one] = admin.get("/api/lists").json()["lists"]
    assert (one["key"], one["period"], one["rows"]) == ("fide", "2026-11", len(PEOPLE))
    key = server.access.make(Role.SCOREKEEPER, server.copy("running")).key
    wanted = {"q": "carls", "federation": "SWE"}
    hits = admin.get("/api/lists/search", params={**wanted, "key": key}).json()["hits"]
    assert [hit["name"] for hit in hits] == ["Carlsson, Magda", "Carlsen, Magnus"]
    assert admin.get("/api/lists/search", params={"q": "ca"}).json() == {"hits": []}
    none = admin.get("/api/lists/search", params={"q": "carls", "lists": "nat.GER"})
    assert none.json() == {"hits": []}
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as anybody:
        assert anybody.get("/api/lists/search", params=wanted).status_code == 401


def test_players_are_compared_and_updated(server: StateServer, admin: httpx.Client) -> None:
    here = server.copy("set up") if "set up" in server.states else server.copy("running")
    base = f"/api/tournaments/{here}"
    made = {"name": "Carlsen, Magnus", "ids": {"fide": "1503014"}}
    number = admin.post(f"{base}/players", json=made).json()["players"][0]["id"]
    check = admin.get(f"{base}/rating-check").json()
    [player] = check["players"]
    assert player["player"] == number
    assert {"field": "fide.rapid", "old": "", "new": "2801", "counts": False} in player["changes"]
    done = admin.post(f"{base}/rating-check", json={"players": [number]})
    assert done.status_code == 200, done.text
    chosen = admin.put(f"{base}/players/{number}/rating", json={"list": "fide.rapid"})
    assert chosen.status_code == 200, chosen.text
    found = admin.get(f"{base}/players/{number}").json()
    assert (found["rating"], found["ratings"]["fide.rapid"]["chosen"]) == (2801, True)
    wrong = admin.put(f"{base}/players/{number}/rating", json={"list": "nat.GER"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "no-list-rating")
    found = admin.get(f"{base}/players/{number}").json()
    assert (found["title"], found["ratings"]["fide.blitz"]["value"]) == ("GM", 2860)
    again = admin.post(f"{base}/rating-check", json={"players": [number]})
    assert (again.status_code, again.json()["code"]) == (409, "nothing-changed")
    shown = httpx.get(f"{server.url}{base}/players/{number}", timeout=PATIENCE).json()
    assert shown["birth"] == ""
    assert server.service.journal(TournamentId(here)).tournament.entries


def test_an_import_runs_in_the_background(server: StateServer, admin: httpx.Client) -> None:
    def send(content: bytes, **query: str) -> httpx.Response:
        headers = {"Content-Type": "application/octet-stream"}
        return admin.post("/api/lists", params=query, content=content, headers=headers)

    def ended() -> dict[str, Any]:
        wait_until(lambda: admin.get("/api/lists/import").json()["state"] != "running")
        found: dict[str, Any] = admin.get("/api/lists/import").json()
        return found

    csv = b"ID;Name;DWZ\n1;Lima, Ana;1500\n2;Chen, Bo;1600\n"
    assert send(csv, key="nat.GER", period="2026-11").status_code == 202
    done = ended()
    assert (done["state"], done["list"], done["rows"], done["share"]) == ("done", "nat.GER", 2, 100)
    hits = admin.get("/api/lists/search", params={"q": "lima"}).json()["hits"]
    assert [hit["list"] for hit in hits] == ["nat.GER"]
    assert send(b"Name;Elo\n", key="fide").status_code == 202
    failed = ended()
    assert (failed["state"], failed["code"]) == ("failed", "bad-rating-list")
    assert "not a FIDE rating list" in failed["message"]
    assert send(csv, key="other").json()["code"] == "bad-rating-list"
    [one] = [x for x in admin.get("/api/lists").json()["lists"] if x["key"] == "nat.GER"]
    assert admin.delete(f"/api/lists/{one['id']}").status_code == 204
    assert admin.delete(f"/api/lists/{one['id']}").status_code == 404


def test_a_refused_import_leaves_no_file(
    admin: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    headers = {"Content-Type": "application/octet-stream"}
    for query in ({"perid": "2026-11"}, {"period": "November 2026"}, {"key": "other"}):
        refused = admin.post("/api/lists", params=query, content=b"x" * 1000, headers=headers)
        assert refused.status_code in (400, 422), refused.text
        assert list(tmp_path.iterdir()) == []


REPORT = (
    *("012 Open", "042 2026/11/01", "052 2026/11/02", "142 3", "152 W", "192 FIDE_DUTCH_2026"),
    sheet.player(1, "3 w 1", who=Person("Carlsen, Magnus", "2850", fide_id="1503014", title="IM")),
    sheet.player(2, "4 b 1", who=Person("Somebody, Else", "1500", fide_id="150301")),
    sheet.player(3, "1 b 0", who=Person("Mueller, Joerg", "1900", fide_id="4600002")),
    sheet.player(4, "2 w 0", who=Person("Nobody", "1450", fide_id="999")),
)
"""Each player contradicts the list in something else."""


def import_report(admin: httpx.Client, content: bytes) -> httpx.Response:
    headers = {"Content-Type": "text/plain"}
    return admin.post("/api/tournaments/import", content=content, headers=headers)


def test_a_report_that_contradicts_the_list_is_named_row_by_row(
    server: StateServer, admin: httpx.Client
) -> None:
    lists = admin.get("/api/lists").json()
    made = import_report(admin, sheet.text(*REPORT))
    assert made.status_code == 201, made.text
    assert [one for one in made.json()["notes"] if one.startswith("Number")] == [
        "Number 1, Carlsen, Magnus: the rating is 2850 in the file and 2823 in the list FIDE.",
        "Number 1, Carlsen, Magnus: the title is IM in the file and GM in the list FIDE.",
        "Number 2, Somebody, Else: is called Olsen, Per in the list FIDE.",
        "Number 3, Mueller, Joerg: the federation is NOR in the file and GER in the list FIDE.",
        "Number 4, Nobody: 999 is not in the list FIDE.",
    ]
    base = f"/api/tournaments/{made.json()['id']}"
    players = admin.get(f"{base}/players").json()["players"]
    assert [(one["name"], one["rating"], one["title"]) for one in players] == [
        ("Carlsen, Magnus", 2850, "IM"),
        ("Somebody, Else", 1500, ""),
        ("Mueller, Joerg", 1900, ""),
        ("Nobody", 1450, ""),
    ]
    check = admin.get(f"{base}/rating-check").json()
    assert [one["player"] for one in check["players"]] == [1, 2, 3]
    assert [one["player"] for one in check["unclear"]] == [2, 4]
    assert admin.get("/api/lists").json() == lists
    again = import_report(admin, sheet.text(*REPORT).replace(b"2026/11/0", b"2026/10/0"))
    assert not [one for one in again.json()["notes"] if one.startswith("Number")]


def test_a_number_that_two_players_have_is_named(server: StateServer, admin: httpx.Client) -> None:
    made = import_report(admin, sheet.text(*REPORT).replace(b"4600002", b"1503014"))
    notes = made.json()["notes"]
    assert any("the ID number 1503014: numbers 1, 3 in the file" in one for one in notes)
    assert "Number 3, Mueller, Joerg: is called Carlsen, Magnus in the list FIDE." in notes


def test_of_a_report_that_cannot_be_read_nothing_is_imported(
    server: StateServer, admin: httpx.Client
) -> None:
    before = server.service.store.tournaments()
    damaged = (
        sheet.text(*REPORT).replace(b"   4 b 1", b"   1 b 1"),  # 1 has two opponents
        sheet.text(*REPORT, REPORT[-1]),  # number 4 twice
        sheet.text(*REPORT).replace(b"   4 b 1", b"   9 b 1"),  # there is no number 9
    )
    for content in damaged:
        refused = import_report(admin, content)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad-trf"), refused.text
        assert all(one["where"].startswith("line ") for one in refused.json()["errors"])
    assert server.service.store.tournaments() == before


MANY = [line(n, f"Player, N{n}", standard=(1500, 0, 20)) for n in range(1, 60)]
TWICE = [*MANY, line(7, "Other, Olga", standard=(1600, 0, 20))]
HALVES = [one[:60] if n % 2 else one for n, one in enumerate(MANY)]


@pytest.mark.parametrize(
    ("content", "code", "where"),
    [
        (file_of(HALVES), "bad-rating-list", ["row 3", "row 5", "row 7", "row 9", "row 11"]),
        (file_of(TWICE), "bad-rating-list", ["row 61"]),
        (file_of(MANY).decode("latin-1").encode("utf-16"), "bad-rating-list", []),
        (file_of(MANY, SINGLE), "bad-rating-list", []),
        (b"PK\x03\x04" + file_of(MANY), "bad-rating-list", []),
        (file_of(PEOPLE[:3]), "needs-confirmation", ["shorter-list"]),
    ],
    ids=["broken rows", "duplicates", "encoding", "another month", "damaged archive", "shorter"],
)
def test_of_a_list_with_faults_nothing_is_imported(
    admin: httpx.Client, content: bytes, code: str, where: list[str]
) -> None:
    before = admin.get("/api/lists").json()
    headers = {"Content-Type": "application/octet-stream"}
    wanted = {"period": "2026-11", "file_name": "standard_oct26frl.txt"}
    sent = admin.post("/api/lists", params=wanted, content=content, headers=headers)
    assert sent.status_code == 202, sent.text
    wait_until(lambda: admin.get("/api/lists/import").json()["state"] != "running")
    failed = admin.get("/api/lists/import").json()
    assert (failed["state"], failed["code"]) == ("failed", code), failed
    assert [one["place"] for one in failed["problems"]] == where
    assert failed["hint"]
    assert admin.get("/api/lists").json() == before
    hits = admin.get("/api/lists/search", params={"q": "carlsen"}).json()["hits"]
    assert [hit["name"] for hit in hits] == ["Carlsen, Magnus"]
    assert admin.get("/api/lists/search", params={"q": "player n"}).json()["hits"] == []


def test_lists_are_imported_from_their_addresses_and_updated(
    server: StateServer, admin: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended() -> dict[str, Any]:
        wait_until(lambda: admin.get("/api/lists/import").json()["state"] != "running")
        found: dict[str, Any] = admin.get("/api/lists/import").json()
        return found

    with list_server() as publisher:
        csv = b"ID;Name;DWZ\n1;Lima, Ana;1500\n2;Chen, Bo;1600\n"
        wanted = {"address": publisher.publish("/por.csv", csv), "key": "nat.POR"}
        assert admin.post("/api/lists/download", json=wanted).status_code == 202
        failed = ended()
        assert (failed["state"], failed["code"]) == ("failed", "list-download")
        assert "private network" in failed["message"]
        assert publisher.asked == []
        monkeypatch.setattr(server.app.state.list_imports.get(), "allow_private", True)
        assert admin.post("/api/lists/download", json=wanted).status_code == 202
        assert (ended()["state"], ended()["list"], ended()["rows"]) == ("done", "nat.POR", 2)
        publisher.publish("/por.csv", csv + b"3;Dahl, Cy;1700\n")
        for state in ("updated", "current"):
            sent = admin.post("/api/lists/update", json={"lists": ["nat.POR"]})
            assert sent.status_code == 202, sent.text
            assert [(x["list"], x["state"]) for x in ended()["results"]] == [("nat.POR", state)]
    [one] = [x for x in admin.get("/api/lists").json()["lists"] if x["key"] == "nat.POR"]
    assert (one["rows"], one["address"], one["stale"]) == (3, wanted["address"], False)
    assert admin.post("/api/lists/update", json={"lists": ["nat.XXX"]}).status_code == 404
    for wrong in ({**wanted, "address": "file:///etc/hostname"}, {**wanted, "key": "other"}):
        assert admin.post("/api/lists/download", json=wrong).status_code == 422
    organiser = server.access.make(Role.ORGANISER, server.copy("running")).key
    for path, body in (("download", wanted), ("update", {})):
        refused = httpx.post(
            f"{server.url}/api/lists/{path}",
            json=body,
            headers={"Authorization": f"Bearer {organiser}"},
            timeout=PATIENCE,
        )
        assert refused.status_code == 403
    assert admin.delete(f"/api/lists/{one['id']}").status_code == 204
