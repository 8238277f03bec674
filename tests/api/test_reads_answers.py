"""How answers are given: kept per version, packed, told unchanged, never to the wrong people."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import httpx
import msgspec
import pytest
from fastapi import FastAPI, Request, Response
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Message

from fairpair.app.access.grants import NOBODY, Role
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS
from fairpair.app.version_tracker import VersionTracker
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.standings import standings_view
from fairpair.bootstrap import open_service
from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, TournamentId
from fairpair.core.players import Player
from fairpair.formats import archive
from fairpair.http.response_cache import CacheKey, FastPath, ResponseCache
from fairpair.language.message import encode_message
from fairpair.log import commands as c
from fairpair.server import make_app
from fairpair.storage import open_store
from log_driver import draft, games, match, p
from timeouts import PATIENCE

from .read_server import CUP, EIGHT, HERE, ReadServer, people, read_server

READS = (
    *("", "/rounds", "/rounds/1", "/standings", "/standings?until=1", "/status", "/players"),
    *("/players/1", "/teams", "/crosstable", "/ranking", "/statistics", "/rules"),
    *("/recommendation", "/rounds/1/why", "/rounds/1/why/2", "/standings/1/why"),
)


def begun(r: ReadServer) -> None:
    r.begin(people(*EIGHT), rounds=3)
    r.do(draft("1-2 3-4 5-6 7-8"), c.PublishRound())


@pytest.fixture(scope="module")
def shared() -> Iterator[ReadServer]:
    """A round is published; its tests may rename it."""
    with read_server() as r:
        begun(r)
        yield r


@pytest.mark.parametrize("path", READS)
def test_what_did_not_change_is_not_sent_again(shared: ReadServer, path: str) -> None:
    first = shared.asks(path, Accept_Encoding="identity")
    assert first.headers["etag"] == f'"{shared.version}"'
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["vary"] == "Accept-Encoding, Accept-Language, Authorization, Cookie"
    again = shared.asks(path, If_None_Match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"].startswith(f'"{shared.version}')
    head = shared.asks(path, method="HEAD", Accept_Encoding="identity")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(first.content))
    shared.do(c.RenameTournament(f"Cup {shared.version}"))
    changed = shared.asks(path, If_None_Match=first.headers["etag"], Accept_Encoding="identity")
    assert (changed.status_code, changed.headers["etag"]) == (200, f'"{shared.version}"')


def test_packed_and_plain_are_the_same_with_tags_of_their_own() -> None:
    with read_server() as r:
        begun(r)
        plain = r.asks("/players", Accept_Encoding="identity")
        packed = r.asks("/players", Accept_Encoding="gzip")
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.json() == plain.json()
        assert packed.headers["etag"] == f'"{r.version}-gzip"'
        assert int(packed.headers["content-length"]) < len(plain.content)
        for tag in (plain.headers["etag"], packed.headers["etag"], f"W/{plain.headers['etag']}"):
            assert r.asks("/players", If_None_Match=f'"1", {tag}').status_code == 304
        assert r.asks("/players", If_None_Match='"1"').status_code == 200
        assert r.asks("/players", If_None_Match=f'"{r.version}-staff"').status_code == 200


def test_a_draft_is_only_for_the_staff() -> None:
    with read_server() as r:
        begun(r)
        for table in range(1, 5):
            r.result(table, games("2-0"))
        r.do(c.CompleteRound())
        before = r.json("/status")["message"]
        r.draft(publish=False)
        drafted = {r.t.name_of(x) for x in r.t.rounds[r.t.upcoming].pairings[1].seats}
        for path in ("/rounds/2", "/rounds/2/why", "/rounds/2/why/1", "/standings?until=2"):
            r.refused(path, 404, "not-published")
            r.refused(path, 404, "not-published", Role.PLAYER)
        assert r.json("/rounds")["rounds"][1]["status"] == "locked"
        assert r.json("")["rounds"][1]["status"] == "unlocked"
        assert r.json("/status")["message"] == before == "Round 2 of 3 can be paired"
        seen = r.json("/rounds/2", Role.SCOREKEEPER)
        assert {s["name"] for s in seen["pairings"][0]["players"]} == drafted
        assert seen["status"] == "draft"
        assert r.json("/status", Role.ORGANISER)["next_step"] == "publish the round"
        staff = r.asks("/rounds/2", Role.ORGANISER)
        assert staff.headers["etag"].startswith(f'"{r.version}-staff')
        assert staff.headers["cache-control"] == "private, no-cache"
        r.refused("/rounds/2", 404, "not-published")
        r.do(c.PublishRound())
        assert r.json("/rounds/2")["status"] == "published"


def test_a_draft_says_what_it_breaks() -> None:
    with read_server() as r:
        r.begin(people("Ana", "Bo"), avoid_repeat_pairings=True)
        r.do(draft("1-2"), c.PublishRound())
        r.result(1, games("2-0"))
        r.do(c.CompleteRound(), draft("1-2", confirmed=("rematch",)))
        assert r.json("/rounds/2", Role.ORGANISER)["warnings"] == [
            {"code": "rematch", "text": "Ana and Bo already met in round 1.", "confirmed": True}
        ]


def test_a_hidden_event_is_for_its_keys_also_when_its_answers_are_kept() -> None:
    with read_server() as r:
        begun(r)
        assert r.json("/status")
        r.do(c.ChangeRules({"hidden": True}, "private"))
        for path in READS:
            r.refused(path, 401, "key-needed")
        assert r.asks("/status", Role.PLAYER).headers["cache-control"] == "private, no-cache"
        r.refused("/status", 401, "key-needed")
        assert r.asks("/status", If_None_Match=f'"{r.version}"').status_code == 401
        assert r.asks("/status", method="HEAD").status_code == 401


def test_the_history_and_the_file_need_a_key() -> None:
    with read_server() as r:
        begun(r)
        r.json("/history", Role.ORGANISER)
        r.json("/export", Role.ORGANISER)
        r.refused("/history", 401, "key-needed")
        r.refused("/history", 403, "not-yours", Role.PLAYER)
        r.refused("/export", 403, "not-yours", Role.SCOREKEEPER)


def test_an_export_can_be_imported() -> None:
    with read_server() as r:
        begun(r)
        found = r.asks("/export", Role.ORGANISER)
        assert found.headers["content-disposition"] == 'attachment; filename="cup.fairpair.json"'
        assert archive.read(found.content).rows == tuple(r.service.store.load(CUP))
        assert r.json("/export?format=json", Role.ORGANISER)["id"] == "cup"
        assert r.asks("/export?format=pdf", Role.ORGANISER).status_code == 422


def test_what_is_not_there() -> None:
    with read_server() as r:
        begun(r)
        other = TournamentId("other")
        r.do(c.CreateTournament("Other", "seed"), c.RegisterPlayers((Player("Zoe"),)), here=other)
        for path in READS:
            r.refused(f"/api/tournaments/nothing{path}", 404, "no-tournament")
        for path in ("/players/99", "/standings/99/why", "/rounds/1/why/99"):
            assert "99" in r.refused(path, 404, "no-player")["title"]
        r.refused("/api/tournaments/other/players/2", 404, "no-player")
        r.refused("/api/tournaments/other/rounds/1", 404, "not-published")
        r.refused("/rounds/7", 404, "no-round")
        r.refused("/api/presets/nothing", 404, "no-preset")
        assert r.asks("/rounds/one").status_code == 422
        assert r.asks("/rounds/0").status_code == 422


def test_the_list_goes_in_pages_and_shows_hidden_events_to_their_keys() -> None:
    with read_server() as r:
        for n in range(1, 6):
            rules = {"hidden": n == 3}
            r.do(c.CreateTournament(f"Event {n}", "seed", rules), here=TournamentId(f"e{n}"))
        first = r.json("/api/tournaments?limit=3")
        assert [t["id"] for t in first["tournaments"]] == ["e1", "e2", "e4"]
        assert (first["total"], first["next"]) == (4, 3)
        rest = r.json(f"/api/tournaments?limit=3&offset={first['next']}")
        assert ([t["id"] for t in rest["tournaments"]], rest["next"]) == (["e5"], None)
        key = r.access.make(Role.PLAYER, TournamentId("e3")).key
        mine = r.asks("/api/tournaments", Authorization=f"Bearer {key}")
        assert [t["id"] for t in mine.json()["tournaments"]] == ["e1", "e2", "e3", "e4", "e5"]
        assert mine.headers["cache-control"] == "private, no-cache"
        admin = r.access.make(Role.ADMIN).key
        assert r.asks("/api/tournaments", Authorization=f"Bearer {admin}").json()["total"] == 5
        page = r.runner.run(r.client.get("/")).text
        assert "Event 2" in page
        assert "Event 3" not in page
        tag = r.asks("/api/tournaments").headers["etag"]
        assert r.asks("/api/tournaments", If_None_Match=tag).status_code == 304
        r.do(c.RenameTournament("Renamed"), here=TournamentId("e1"))
        assert r.asks("/api/tournaments", If_None_Match=tag).status_code == 200
        assert r.json("/api/tournaments")["tournaments"][0]["name"] == "Renamed"
        for wrong in ("limit=0", "limit=501", "offset=-1", "limit=x"):
            assert r.asks(f"/api/tournaments?{wrong}").status_code == 422


def test_catalogues() -> None:
    with read_server() as r:
        names = [one["name"] for one in r.json("/api/presets")["presets"]]
        assert "fide_dutch" in names
        for name in names:
            assert r.json(f"/api/presets/{name}")["config"]
        found = r.json("/api/presets/mtg_standard")
        rules = {one["key"]: one["value"] for one in found["rules"]}
        assert rules["omw_floor"] == "33/100"
        assert "omw_floor" in found["set_by_preset"]
        codes = [one["code"] for one in r.json("/api/tiebreaks")["tiebreaks"]]
        assert "BH" in codes
        tag = r.asks("/api/tiebreaks").headers["etag"]
        assert r.asks("/api/tiebreaks", If_None_Match=tag).status_code == 304


def test_names_stay_data() -> None:
    name = '<script>alert("1")</script> & \\u0041 \U0001f600'
    with read_server() as r:
        r.begin((Player(name, club="</td>"), Player("=1+1")))
        r.do(draft("1-2"), c.PublishRound())
        found = r.asks("/rounds/1")
        assert found.headers["content-type"] == "application/json"
        assert found.json()["pairings"][0]["players"][0]["name"] == name
        assert r.json("/players")["players"][1]["name"] == "=1+1"
        assert r.json("")["participants"][0]["name"] == name
        assert name in r.json("/rounds/1/why")["pairings"][0]["text"]


def test_a_write_of_another_process_is_seen(tmp_path: object) -> None:
    with read_server(f"sqlite:///{tmp_path}/cup.db") as r:
        begun(r)
        before = r.asks("/status").headers["etag"]
        other = Service(open_store(f"sqlite:///{tmp_path}/cup.db"), str)
        heard = threading.Event()
        live = VersionTracker(r.service.store)
        live.watch(lambda _tournament, _version: heard.set())
        other.execute(CUP, c.RenameTournament("Renamed"), CommandId("elsewhere"))
        assert heard.wait(PATIENCE)
        live.close()
        other.close()
        assert r.asks("/status").headers["etag"] != before
        assert r.json("/status")["name"] == "Renamed"


def test_those_who_ask_at_once_are_answered_with_one_rendering() -> None:
    store = open_store("memory:")
    service = Service(store, str)
    service.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("1"))
    answers = ResponseCache(service, VersionTracker(store))
    made: list[int] = []
    go_on = threading.Event()
    app = FastAPI()

    @app.get("/{tournament}")
    async def read(request: Request, tournament: str) -> Response:
        def make(log: object) -> object:
            made.append(1)
            go_on.wait(PATIENCE)
            return ["something"]

        return await answers.get_response(request, tournament, NOBODY, CacheKey("it"), make)

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://x"
        ) as client:
            asking = [asyncio.create_task(client.get("/cup")) for _ in range(20)]
            while not made:
                await asyncio.sleep(0.01)
            go_on.set()
            found = await asyncio.gather(*asking)
            return [*found, await client.get("/cup")]

    found = asyncio.run(ask())
    assert {answer.text for answer in found} == {'["something"]'}
    assert len(made) == 1
    service.close()


def test_who_has_written_never_reads_what_was_before() -> None:
    """Even if an answer to the older version is being made at that moment."""
    store = open_store("memory:")
    service = Service(store, str)
    service.execute(CUP, c.CreateTournament("Before", "seed"), CommandId("1"))
    answers = ResponseCache(service, VersionTracker(store))
    slow, go_on = threading.Event(), threading.Event()
    app = FastAPI()

    @app.get("/{tournament}")
    async def read(request: Request, tournament: str) -> Response:
        def make(log: object) -> object:
            name = log.tournament.name  # type: ignore[attr-defined]
            if not slow.is_set():
                slow.set()
                go_on.wait(PATIENCE)
            return [name]

        return await answers.get_response(request, tournament, NOBODY, CacheKey("it"), make)

    async def ask() -> tuple[str, str]:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://x"
        ) as client:
            early = asyncio.create_task(client.get("/cup"))
            while not slow.is_set():
                await asyncio.sleep(0.01)
            service.execute(CUP, c.RenameTournament("After"), CommandId("2"))
            late = asyncio.create_task(client.get("/cup"))
            await asyncio.sleep(0.05)
            go_on.set()
            return (await early).text, (await late).text

    assert asyncio.run(ask()) == ('["Before"]', '["After"]')
    service.close()


def test_of_those_who_ask_for_something_new_one_goes_ahead() -> None:
    store = open_store("memory:")
    service = Service(store, str)
    service.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("1"))
    answers = ResponseCache(service, VersionTracker(store))
    asked: list[str] = []
    go_on = asyncio.Event()
    app = FastAPI()

    @app.get("/api/tournaments/{tournament}/{what}")
    async def read(request: Request, tournament: str, what: str) -> Response:
        asked.append(what)
        await go_on.wait()
        if what == "refused":
            return Response(status_code=404)
        return await answers.get_response(
            request, tournament, NOBODY, CacheKey(what), lambda log: log.version
        )

    async def ask(what: str, **headers: str) -> list[int]:
        go_on.clear()
        asked.clear()
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(FastPath(app, answers)), base_url="http://x"
        ) as client:
            address = f"/api/tournaments/cup/{what}"
            asking = [asyncio.create_task(client.get(address, headers=headers)) for _ in range(9)]
            while len(asked) < (9 if headers else 1):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            assert len(asked) == (9 if headers else 1)
            go_on.set()
            return [answer.status_code for answer in await asyncio.gather(*asking)]

    async def all_of_it() -> None:
        assert await ask("it") == [200] * 9
        assert len(asked) == 1
        assert await ask("refused") == [404] * 9
        assert len(asked) == 9
        assert await ask("mine", Authorization="Bearer x") == [200] * 9
        assert await ask("mine", Cookie="fairpair-cup=x") == [200] * 9

    asyncio.run(all_of_it())
    service.close()


def test_a_key_is_never_answered_from_what_is_kept_for_all() -> None:
    with read_server() as r:
        begun(r)
        for _ in range(2):
            seen = r.asks("/status", Cookie="other=1")
            assert (seen.status_code, seen.headers["x-content-type-options"]) == (200, "nosniff")
        r.refused("/status?key=wrong", 401, "bad-key")
        assert r.asks("/status", Authorization="Bearer wrong").status_code == 401
        assert r.asks("/status", Role.ORGANISER).headers["etag"] == f'"{r.version}-staff"'
        grant = r.access.verify(r.access.make(Role.ORGANISER, CUP).key)
        assert grant is not None
        login = r.access.log_in(grant)
        staff = r.asks("/status", Cookie=f"fairpair-cup={login.key}")
        assert staff.headers["etag"] == f'"{r.version}-staff"'
        assert r.asks("/status").headers["etag"] == f'"{r.version}"'


def test_what_was_there_and_is_no_more() -> None:
    with read_server() as r:
        begun(r)
        for _ in range(2):
            r.json("/rounds/1")
        r.do(c.Undo())
        r.refused("/rounds/1", 404, "not-published")
        r.do(c.Redo())
        assert r.json("/rounds/1")["status"] == "published"


def test_what_is_kept_has_a_limit() -> None:
    store = open_store("memory:")
    service = Service(store, str)
    service.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("1"))
    answers = ResponseCache(service, VersionTracker(store), most=20_000)
    made: list[int] = []
    app = FastAPI()

    @app.get("/{tournament}/{n}")
    async def read(request: Request, tournament: str, n: int) -> Response:
        def make(log: object) -> object:
            made.append(n)
            return "x" * 4000

        return await answers.get_response(request, tournament, NOBODY, CacheKey("it", (n,)), make)

    async def ask(*numbers: int) -> None:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://x"
        ) as client:
            for n in numbers:
                assert (await client.get(f"/cup/{n}")).json() == "x" * 4000

    asyncio.run(ask(1, 2, 3, 1, 4, 1, 2))
    assert made == [1, 2, 3, 4, 2]  # 2 made room for 4, because 1 was asked for after it
    service.close()


class Headers(list[tuple[bytes, bytes]]):
    """Tells when nobody refers to them any more."""


def test_requests_are_forgotten_when_they_are_answered() -> None:
    """However long their addresses are, and though the way to make their responses is kept."""
    service = open_service("memory:")
    service.execute(CUP, c.CreateTournament("Cup", "seed"), CommandId("1"))
    app = make_app(service)
    cache: ResponseCache = app.state.cache

    async def ask(path: str, query: bytes = b"") -> "weakref.ref[Headers]":
        headers = Headers([(b"host", b"x"), (b"user-agent", b"x" * 10_000)])
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query}
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        await app({**scope, "headers": headers}, receive, send)
        assert sent[0]["status"] == 200
        return weakref.ref(headers)

    async def ask_all() -> "list[weakref.ref[Headers]]":
        paths = (HERE, f"{HERE}/status", "/t/cup")
        return [await ask(path) for path in paths]

    asked = asyncio.run(ask_all())
    gc.collect()
    assert [one() for one in asked] == [None] * len(asked)
    before = len(cache._addresses)
    assert before
    asyncio.run(ask(f"{HERE}/status", b"x=" + b"x" * 300))
    assert len(cache._addresses) == before
    service.close()


def test_everybody_pays_for_their_own_explanations() -> None:
    with read_server() as r:
        begun(r)
        assert r.asks("/rounds/1/why").status_code == 200
        app = r.client._transport.app  # type: ignore[attr-defined]
        assert not app.state.cache._addresses


STEPS = st.sampled_from(
    [
        c.RegisterPlayers((Player("Ana"), Player("Bo"))),
        c.RegisterPlayers((Player("Cy"), Player("Di"))),
        c.RenameTournament("Renamed"),
        draft("1-2 3-4"),
        draft("1-3 2-4"),
        c.DiscardDraft(),
        c.PublishRound(),
        c.RecordResult(match(1, 1), games("2-0")),
        c.RecordResult(match(1, 2), games("0-2")),
        c.CompleteRound(),
        c.DropPlayer(p(4)),
        c.Undo(),
        c.Redo(),
        c.FinishTournament(early=True, reason="late"),
    ]
)


def test_the_tag_changes_exactly_with_the_version() -> None:
    """And what is sent is what a server that keeps nothing would send."""
    numbers = count(1)
    with read_server() as r:

        @settings(max_examples=25)
        @given(st.lists(STEPS, max_size=12))
        def whatever_happens(steps: list[c.Command]) -> None:
            here = TournamentId(f"cup-{next(numbers)}")
            r.do(c.CreateTournament("Cup", "seed"), here=here)
            for step in steps:
                step_by_step(r, here, step)

        whatever_happens()


def step_by_step(r: ReadServer, here: TournamentId, step: c.Command) -> None:
    """This step, with a look before and after it."""

    def looked() -> dict[str, httpx.Response]:
        parts = ("status", "rounds/1", "standings", "players")
        paths = [f"/api/tournaments/{here}/{part}" for part in parts]
        return {path: r.asks(path, Accept_Encoding="identity") for path in paths}

    version, before = r.service.journal(here).version, looked()
    with suppress(DomainError):
        r.do(step, here=here)
    journal, after = r.service.journal(here), looked()
    for path, old in before.items():
        new = after[path]
        if old.is_success and new.is_success:
            same = old.headers["etag"] == new.headers["etag"]
            assert same == (journal.version == version)
            assert not same or old.content == new.content
            assert new.json()["version"] == journal.version
    shown = msgspec.json.encode(
        standings_view(redact_for_public(journal.tournament), journal.version),
        enc_hook=encode_message,
    )
    assert r.asks(f"/api/tournaments/{here}/standings").content == shown


def test_every_address_is_in_the_page_about_reading() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    with read_server() as r:
        described = r.json("/api/openapi.json")
    ids = set()
    for path, operations in described["paths"].items():
        found = operations.get("get", {})
        if "304" in found.get("responses", {}):
            ids.add(found["operationId"])
            assert found["description"]
            assert f"`{path.removeprefix('/api/tournaments/{tournament}') or '/status'}`" in page
    assert len(ids) == 38 + len(EXPORTS)


def test_what_is_answered_from_memory_is_counted_with_its_route() -> None:
    with read_server() as r:
        begun(r)
        for _ in range(3):
            r.json("/status")
        admin = r.access.make(Role.ADMIN).key
        asking = r.client.get("/metrics", headers={"Authorization": f"Bearer {admin}"})
        text = r.runner.run(asking).text
    lines = [line for line in text.splitlines() if "_requests_total{" in line and "200" in line]
    assert len(lines) == 1
    assert 'route="/api/tournaments/{tournament}/status"' in lines[0]
    assert lines[0].endswith(" 3.0")


def test_numbers_that_open_accounts_are_for_the_staff() -> None:
    with read_server() as r:
        ana = Player("Ana", ids={"fide": "1500023", "dci": "8001234567"})
        r.begin((ana, Player("Bo")))
        [public, *_] = r.json("/players")["players"]
        assert public["ids"] == {"fide": "1500023"}
        [seen, *_] = r.json("/players", Role.SCOREKEEPER)["players"]
        assert seen["ids"] == {"fide": "1500023", "dci": "8001234567"}


def test_the_log_is_verified_for_organisers_only() -> None:
    with read_server() as r:
        begun(r)
        found = r.json("/verification", Role.ORGANISER)
        assert (found["ok"], found["problems"], found["version"]) == (True, [], r.version)
        assert len(found["hash"]) == 64
        assert r.asks("/verification", Role.SCOREKEEPER).status_code == 403
