"""Rating lists from the servers that publish them: all updated at once, and by themselves."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest

from api.role_server import serve_app
from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.download import ask_about, download
from fairpair.app.rating_lists.freshness import check_freshness
from fairpair.app.rating_lists.imports import ListImport, import_list
from fairpair.app.rating_lists.jobs import ImportState, ListImports
from fairpair.app.rating_lists.lookup import list_lines
from fairpair.bootstrap import open_access, open_service
from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.listed import RatingList
from fairpair.formats.rating_lists.source import MOST_BYTES
from fairpair.server import make_app
from timeouts import PATIENCE, wait_until

from .fide_lines import PEOPLE, file_of, line
from .list_server import CHANGED, ListServer, list_server

NEWER = tuple(one.replace("2823", "2830") for one in PEOPLE)
CSV = b"ID;Name;DWZ\n1;Lima, Ana;1500\n2;Chen, Bo;1600\n"
START = datetime.fromisoformat("2026-11-19T12:00:00+00:00")


class Desk:
    """Imports on a store, with a clock that is set forward."""

    def __init__(self, store: RatingListStore, lists: ListServer) -> None:
        self.store, self.lists = store, lists
        self.now = START
        self.imports = ListImports(lambda: store, self.clock)
        self.imports.allow_private = True

    def clock(self) -> str:
        return self.now.isoformat()

    def later(self, **time: int) -> None:
        self.now += timedelta(**time)

    def ended(self) -> ImportState:
        assert self.imports.wait(PATIENCE)
        return self.imports.state

    def get(self, path: str, key: str = "fide", period: str = "2026-11") -> ImportState:
        """Import the list at this address."""
        wanted = ListImport(path=Path(), key=key, period=period)
        self.imports.download(f"{self.lists.url}{path}", wanted)
        return self.ended()

    def update(self, *keys: str) -> list[tuple[str, str]]:
        """What came of each list."""
        self.imports.update(keys)
        return [(one.list, one.state) for one in self.ended().results]

    def due(self) -> bool:
        found = self.imports.update_due()
        self.ended()
        return found

    def rating(self, key: str = "fide") -> int | None:
        """The rating of number 1503014, which tells the list in use from another one."""
        [one] = [one for one in self.store.lists() if one.key == key and one.active]
        return self.store.find(one, ["1503014"])["1503014"].standard


@pytest.fixture
def lists() -> Iterator[ListServer]:
    with list_server() as found:
        yield found


@pytest.fixture
def desk(tmp_path: Path, lists: ListServer) -> Iterator[Desk]:
    with closing(open_service(f"sqlite:///{tmp_path}/tournaments.db")) as service:
        yield Desk(service.store.rating_lists, lists)


def test_all_lists_are_updated_at_once_and_only_if_they_have_changed(desk: Desk) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE), ETag='"1"', Last_Modified=CHANGED)
    desk.lists.publish("/ger.csv", CSV, Last_Modified=CHANGED)
    assert desk.get("/fide.txt").state == desk.get("/ger.csv", "nat.GER").state == "done"
    assert [one.source for one in desk.store.lists()] == [
        f"{desk.lists.url}/fide.txt",
        f"{desk.lists.url}/ger.csv",
    ]
    desk.lists.take_asked()
    assert desk.update() == [("fide", "current"), ("nat.GER", "current")]
    assert desk.lists.take_asked() == ["HEAD /fide.txt", "HEAD /ger.csv"]
    desk.lists.publish("/fide.txt", file_of(NEWER), ETag='"2"', Last_Modified=CHANGED)
    assert desk.update() == [("fide", "updated"), ("nat.GER", "current")]
    assert desk.lists.take_asked() == ["HEAD /fide.txt", "GET /fide.txt", "HEAD /ger.csv"]
    assert desk.rating() == 2830
    desk.lists.publish("/ger.csv", CSV + b"3;Dahl, Cy;1700\n", Last_Modified=CHANGED)
    assert desk.update("nat.GER") == [("nat.GER", "updated")]  # the size says so
    assert desk.update() == [("fide", "current"), ("nat.GER", "current")]


def test_a_server_that_says_nothing_of_a_file_is_asked_for_all_of_it(desk: Desk) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE), Content_Length="")
    assert desk.get("/fide.txt").state == "done"
    assert desk.update() == [("fide", "current")]
    assert desk.lists.take_asked()[-2:] == ["HEAD /fide.txt", "GET /fide.txt"]
    desk.lists.publish("/fide.txt", file_of(NEWER), Content_Length="")
    assert desk.update() == [("fide", "updated")]


def test_what_fails_is_named_and_the_list_in_use_stays(desk: Desk, tmp_path: Path) -> None:
    desk.lists.publish("/ger.csv", CSV)
    desk.lists.publish("/fide.txt", file_of(PEOPLE))
    desk.get("/fide.txt")
    desk.get("/ger.csv", "nat.GER")
    before = desk.store.lists()
    desk.lists.publish("/ger.csv", CSV + b"3;Dahl, Cy;1700\n")
    short, twice = file_of(PEOPLE[:3]), file_of([*PEOPLE, line(7, "A, B"), line(7, "C, D")])
    for content, headers, words in (
        (file_of(NEWER), {"cut": "yes"}, "the download ended after "),
        (file_of(NEWER), {"Content_Length": str(MOST_BYTES + 1)}, "larger than 100 MB"),
        (b"<html>busy</html>", {}, "not a FIDE rating list"),
        (twice, {}, "the number 7"),
        (short, {}, "The new list has 3 players; the current one has 7"),
        (None, {}, "HTTP 404"),
    ):
        desk.lists.files.pop("/fide.txt", None)
        desk.lists.cut = {"/fide.txt"} if headers.pop("cut", "") else set()
        if content is not None:
            desk.lists.publish("/fide.txt", content, **headers)
        desk.imports.update(["fide"])
        ended = desk.ended()
        [one] = ended.results
        told = f"{one.message} {ended.problems}"
        assert (ended.state, one.state) == ("failed", "failed"), told
        assert words.removeprefix("the number 7") in told, told
        assert desk.store.lists() == before
        assert desk.rating() == 2823
    assert desk.update() == [("fide", "failed"), ("nat.GER", "updated")]
    held = desk.imports.held
    assert held is not None  # the shorter one, for somebody to confirm
    desk.imports.start(
        ListImport(path=held.wanted.path, period="2026-11", confirmed=("shorter-list",), source="x")
    )
    assert (desk.ended().state, desk.ended().rows) == ("done", 3)
    assert not held.wanted.path.exists()


def test_redirects_are_followed_but_not_anywhere(desk: Desk, tmp_path: Path) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE))
    desk.lists.moved = {"/new": "/newer", "/newer": "/fide.txt", "/loop": "/loop"}
    assert desk.get("/new").state == "done"
    loop = desk.get("/loop")
    assert "redirects too often" in str(loop.message)
    for place in ("file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1/"):
        desk.lists.moved["/loop"] = place
        refused = desk.get("/loop")
        assert (refused.state, refused.code) == ("failed", "no-list-address"), place
    assert len(desk.store.lists()) == 1


@pytest.mark.parametrize("address", ["file:///etc/hostname", "ftp://example.org/x", "x", ""])
def test_only_web_addresses_are_taken(desk: Desk, address: str) -> None:
    with pytest.raises(InvalidInputError):
        desk.imports.download(address, ListImport(path=Path(), key="fide"))
    assert desk.imports.state.state == "none"


def test_addresses_in_the_servers_own_network_are_not_asked(desk: Desk, tmp_path: Path) -> None:
    address = desk.lists.publish("/fide.txt", file_of(PEOPLE))
    desk.imports.allow_private = False
    failed = desk.get("/fide.txt")
    assert "private network" in str(failed.message)
    for host in ("127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1"):
        place = f"http://{host}:{desk.lists.server_port}/fide.txt"
        with pytest.raises(InvalidStateError, match="private network"):
            ask_about(place, allow_private=False)
        with pytest.raises(InvalidStateError, match="private network"):
            download(place, tmp_path / "x", allow_private=False)
    found = check_freshness(RatingList(1, "fide", "FIDE"), address)
    assert (found.state, found.why) == (
        "unknown",
        "the address is inside the server's private network",
    )
    assert desk.lists.asked == []


def test_there_must_be_a_list_with_an_address(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        desk.imports.update()
    path = tmp_path / "club.csv"
    path.write_bytes(CSV)
    import_list(desk.store, ListImport(path=path, key="custom.club"), desk.now.isoformat())
    with pytest.raises(NotFoundError):
        desk.imports.update()
    assert not desk.imports.update_due()


def test_lists_are_compared_once_a_day_and_less_often_if_that_fails(desk: Desk) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE), ETag='"1"')
    desk.get("/fide.txt")
    desk.lists.take_asked()

    def line_of_it() -> tuple[str, bool]:
        [one] = list_lines(desk.store, desk.now.isoformat(), desk.imports.checks).lists
        return one.current_at, one.stale

    desk.later(hours=23)
    assert not desk.due()
    assert line_of_it() == (START.isoformat(), False)
    desk.later(hours=2)
    assert line_of_it() == (START.isoformat(), True)
    assert desk.due()
    assert desk.lists.take_asked() == ["HEAD /fide.txt"]
    assert line_of_it() == (desk.now.isoformat(), False)
    assert not desk.due()
    desk.lists.publish("/fide.txt", file_of(NEWER), ETag='"2"')
    desk.later(days=1)
    assert desk.due()
    assert desk.rating() == 2830
    desk.lists.take_asked()
    desk.lists.files.clear()
    tried = []
    for hour in range(100):
        desk.later(hours=1)
        if desk.due():
            tried.append(hour + 1)
    assert tried == [24, 25, 27, 31, 39, 55, 79]
    assert desk.lists.take_asked() == ["HEAD /fide.txt"] * len(tried)
    assert line_of_it()[1]
    assert desk.rating() == 2830


def test_a_server_keeps_its_lists_current_and_works_without_a_network(
    lists: ListServer, tmp_path: Path
) -> None:
    address = lists.publish("/fide.txt", file_of(NEWER), ETag='"2"')
    path = tmp_path / "old.txt"
    path.write_bytes(file_of(PEOPLE))
    with closing(open_service(f"sqlite:///{tmp_path}/tournaments.db")) as service:
        store, long_ago = service.store.rating_lists, "2020-01-01T00:00:00+00:00"
        gone = "http://127.0.0.1:1/gone.csv"  # nobody answers there
        for key, place in (("fide", address), ("nat.GER", gone)):
            if key != "fide":
                path.write_bytes(CSV)
            wanted = ListImport(path=path, key=key, period="2026-11", source=place)
            import_list(store, wanted, long_ago)
        access = open_access(service)
        app = make_app(service, access, allow_private_webhooks=True, update_lists=True)
        with serve_app(app):
            wait_until(lambda: len(app.state.list_imports.get().state.results) == 2)
            assert [one.state for one in app.state.list_imports.get().state.results] == [
                "updated",
                "failed",
            ]
        desk = Desk(store, lists)
        assert desk.rating() == 2830
        lists.take_asked()
        with serve_app(make_app(service, access, allow_private_webhooks=True)) as url:
            assert url
        assert lists.take_asked() == []  # nobody asked for it


def test_an_address_that_cannot_be_read_ends_the_update_and_not_the_server(desk: Desk) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE))
    desk.get("/fide.txt")
    desk.lists.moved["/fide.txt"] = "http://[bad"
    assert desk.update() == [("fide", "failed")]
    assert desk.update() == [("fide", "failed")]  # it can be tried again
    desk.lists.moved.clear()
    assert desk.update() == [("fide", "current")]


def test_an_error_that_nobody_expects_is_a_failure(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE))
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    failed = desk.get("/fide.txt")
    assert (failed.state, failed.code) == ("failed", "internal")
    monkeypatch.undo()
    assert desk.get("/fide.txt").state == "done"


def test_the_folder_of_downloads_may_be_cleaned_away(desk: Desk) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE))
    first = desk.imports.receive(BytesIO(b"x"))
    shutil.rmtree(first.parent)
    assert desk.get("/fide.txt").state == "done"


def test_an_older_list_that_is_in_use_again_is_updated_again(desk: Desk) -> None:
    desk.lists.publish("/fide.txt", file_of(PEOPLE), ETag='"1"')
    desk.get("/fide.txt", period="2026-10")
    desk.later(days=30)
    desk.lists.publish("/fide.txt", file_of(NEWER), ETag='"2"')
    assert desk.get("/fide.txt").state == "done"
    [newest] = [one for one in desk.store.lists() if one.period == "2026-11"]
    desk.later(days=1)
    desk.store.remove(newest.id)
    assert desk.rating() == 2823
    [line] = list_lines(desk.store, desk.now.isoformat(), desk.imports.checks).lists
    assert line.stale
    assert desk.update() == [("fide", "updated")]
    assert desk.rating() == 2830


def test_a_download_that_trickles_ends(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = desk.lists.publish("/fide.txt", file_of(PEOPLE))
    desk.lists.trickles = {"/fide.txt"}
    monkeypatch.setattr("fairpair.app.rating_lists.download._MOST_MINUTES", 0)
    with pytest.raises(InvalidStateError, match="took longer"):
        download(address, tmp_path / "x", allow_private=True)
    assert desk.lists.sent < len(file_of(PEOPLE))
