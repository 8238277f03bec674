"""Webhooks: everything is told, in order, at least once, to whoever is there to hear it."""

import hashlib
import hmac
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fairpair.app.service import Service
from fairpair.app.version_tracker import VersionTracker
from fairpair.app.webhooks.delivery import Deliverer, RetryPolicy
from fairpair.app.webhooks.registry import SecretRequest, Webhooks, WebhookView, webhook_view
from fairpair.app.webhooks.sender import Sender
from fairpair.bootstrap import utc_now
from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.results import Decided, Mark
from fairpair.core.webhooks import HookFormat, Webhook, WebhookEvent
from fairpair.log import commands as c
from fairpair.storage import open_store
from log_driver import draft, match
from ports import lasting_port
from timeouts import wait_until

from .receiver import Receiver

CUP = TournamentId("cup")
QUICK = RetryPolicy(
    first_pause=0.01, longest_pause=0.05, tries=10**9, hold=30, look=0.02, ending=0.1
)
WON, LOST = Decided((Mark.WIN, Mark.LOSS)), Decided((Mark.LOSS, Mark.WIN))


class Event:
    """A tournament of four players and what happens in it, with its webhooks."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._stores = [open_store(address)]
        self.service = Service(self._stores[0], utc_now)
        self.webhooks = Webhooks(self._stores[0], utc_now, allow_private=True)
        self._ids = itertools.count(1)
        self._deliverers: list[Deliverer] = []
        self.do(c.CreateTournament("Spring *Open*", "seed", {"rounds": 3}))
        names = ("Ana", "Bo_b", "Cy @everyone", "Di")
        self.do(c.RegisterPlayers(tuple(Player(name) for name in names)))

    def do(self, command: c.Command) -> int:
        return self.service.execute(CUP, command, self._id()).version

    def publish(self) -> int:
        self.do(draft("1-2 3-4"))
        return self.do(c.PublishRound())

    def register(
        self,
        url: str,
        format_: HookFormat = HookFormat.JSON,
        events: Sequence[WebhookEvent] = tuple(WebhookEvent),
        *,
        tournament: TournamentId = CUP,
        webhooks: Webhooks | None = None,
    ) -> Webhook:
        request = SecretRequest(self._id(), "organiser", lambda salt: f"secret of {salt}")
        return (webhooks or self.webhooks).register(tournament, url, format_, events, request)

    def remove(self, hook: str) -> None:
        self.webhooks.remove(CUP, hook, self._id())

    def _id(self) -> CommandId:
        return CommandId(f"c{next(self._ids)}")

    def deliver(
        self,
        policy: RetryPolicy = QUICK,
        sender: Sender | None = None,
        counted: Callable[[str], None] = lambda _outcome: None,
        service: Service | None = None,
    ) -> Deliverer:
        own = service or self.service
        deliverer = Deliverer(
            own,
            VersionTracker(own.store),
            sender or Sender(allow_private=True),
            policy=policy,
            counted=counted,
        )
        deliverer.start()
        self._deliverers.append(deliverer)
        return deliverer

    def another_server(self) -> Service:
        """A service on the same database, as another process would have it."""
        if self.address == "memory:":
            return self.service
        self._stores.append(open_store(self.address))
        return Service(self._stores[-1], utc_now)

    def shown(self, webhook: Webhook) -> WebhookView:
        return webhook_view(self.webhooks.get_webhook(CUP, webhook.id))

    def close(self) -> None:
        for deliverer in self._deliverers:
            deliverer.stop()
        for store in self._stores:
            store.close()


@pytest.fixture
def event(address: str) -> Iterator[Event]:
    event = Event(address)
    yield event
    event.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.stop()


one_store = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


def test_everything_is_told_in_order_and_signed(event: Event, receiver: Receiver) -> None:
    hook = event.register(receiver.url)
    event.deliver()
    versions = [
        event.publish(),
        event.do(c.RecordResult(match(1, 1), WON)),
        event.do(c.RecordResult(match(1, 2), WON)),
        event.do(c.CorrectResult(match(1, 2), LOST, "misread")),
        event.do(c.ClearResult(match(1, 1))),
        event.do(c.FinishTournament(early=True, reason="rain")),
    ]
    wait_until(lambda: len(receiver.got) == 6)
    assert receiver.ids == [f"cup:{version}" for version in versions]
    assert [got.json["version"] for got in receiver.got] == versions
    events = [got.json["event"] for got in receiver.got]
    assert events == ["round-published", *["result-changed"] * 4, "tournament-finished"]
    assert [got.json.get("change") for got in receiver.got[1:5]] == [
        "recorded",
        "recorded",
        "corrected",
        "cleared",
    ]
    assert [got.json.get("result") for got in receiver.got[1:5]] == ["1-0", "1-0", "0-1", None]
    published = receiver.got[0].json
    assert published["name"] == "Spring *Open*"
    assert published["round"] == {"stage": 1, "round": 1}
    assert published["tables"][1]["pairing"] == "1-1-2"
    assert [one["name"] for one in published["tables"][0]["players"]] == ["Ana", "Bo_b"]
    rows = {row.seq: row.at for row in event.service.store.load(CUP)}
    for got in receiver.got:
        assert got.json["at"] == rows[got.json["version"]]
        assert got.headers["Fairpair-Delivery"] == got.json["id"]
        assert got.headers["Fairpair-Event"] == got.json["event"]
        sign = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", got.headers["Fairpair-Signature"])
        assert sign is not None
        signed = sign[1].encode() + b"." + got.body
        assert hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest() == sign[2]
    wait_until(lambda: event.shown(hook).delivered == versions[-1])
    assert event.shown(hook).state == "active"


@one_store
def test_the_documented_way_to_check_a_signature_works(event: Event, receiver: Receiver) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "webhooks.md"
    [example] = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    hook = event.register(receiver.url)
    event.deliver()
    event.publish()
    wait_until(lambda: len(receiver.got) == 1)
    header, body = receiver.got[0].headers["Fairpair-Signature"], receiver.got[0].body
    is_genuine = names["is_genuine"]
    assert is_genuine(hook.secret, header, body)
    assert not is_genuine(hook.secret, header, body + b" ")
    assert not is_genuine("another secret", header, body)
    assert not is_genuine(hook.secret, header, body, within=-1)


@one_store
def test_only_what_is_wanted_is_told(event: Event, receiver: Receiver) -> None:
    event.register(receiver.url, HookFormat.JSON, [WebhookEvent.TOURNAMENT_FINISHED])
    event.deliver()
    event.publish()
    event.do(c.RecordResult(match(1, 1), WON))
    end = event.do(c.FinishTournament(early=True, reason="rain"))
    wait_until(lambda: receiver.ids == [f"cup:{end}"])


@one_store
def test_what_was_undone_is_not_told_and_nothing_is_told_twice(
    event: Event, receiver: Receiver
) -> None:
    event.register(receiver.url)
    event.publish()
    undone = event.do(c.RecordResult(match(1, 1), WON))
    event.do(c.Undo())
    event.do(c.RecordResult(match(1, 1), LOST))
    event.deliver()
    wait_until(lambda: len(receiver.got) == 3)
    last = event.do(c.RecordResult(match(1, 2), WON))
    wait_until(lambda: f"cup:{last}" in receiver.ids)
    assert f"cup:{undone}" not in receiver.ids
    assert len(receiver.ids) == len(set(receiver.ids)) == 4


@one_store
def test_what_is_taken_back_and_done_again_is_told(event: Event, receiver: Receiver) -> None:
    event.register(receiver.url)
    event.deliver()
    event.publish()
    told = event.do(c.RecordResult(match(1, 1), WON))
    wait_until(lambda: len(receiver.got) == 2)
    event.do(c.RenameTournament("Autumn Open"))
    event.do(c.Undo())  # nobody was told of that
    event.do(c.Undo())
    wait_until(lambda: len(receiver.got) == 3)
    event.do(c.Redo())
    wait_until(lambda: len(receiver.got) == 4)
    back, again = (got.json for got in receiver.got[2:])
    assert [one["event"] for one in (back, again)] == ["action-undone"] * 2
    assert [one["counts"] for one in (back, again)] == [False, True]
    assert back["concerns"] == [
        {
            "id": f"cup:{told}",
            "event": "result-changed",
            "round": {"stage": 1, "round": 1},
            "pairing": "1-1-1",
            "table": 1,
            "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bo_b"}],
            "result": None,
        }
    ]
    assert [one["result"] for one in again["concerns"]] == ["1-0"]


@one_store
def test_a_round_that_is_edited_is_told_as_players_see_it(event: Event, receiver: Receiver) -> None:
    event.register(receiver.url)
    event.publish()
    event.do(c.EditPairings())
    event.do(c.SwapPlayers(PlayerId(2), PlayerId(3)))
    event.deliver()
    wait_until(lambda: receiver.got)
    pairs = [[one["id"] for one in row["players"]] for row in receiver.got[0].json["tables"]]
    assert pairs == [[1, 2], [3, 4]]


@one_store
def test_who_registers_late_hears_from_then_on(event: Event, receiver: Receiver) -> None:
    event.publish()
    event.register(receiver.url)
    event.deliver()
    version = event.do(c.RecordResult(match(1, 1), WON))
    wait_until(lambda: receiver.ids == [f"cup:{version}"])


def test_what_fails_is_tried_until_it_works(event: Event, receiver: Receiver) -> None:
    outcomes: list[str] = []
    receiver.status = 500
    hook = event.register(receiver.url)
    event.deliver(counted=outcomes.append)
    version = event.publish()
    wait_until(lambda: event.shown(hook).tries >= 3)
    shown = event.shown(hook)
    assert (shown.state, shown.problem) == ("retrying", "The server answered 500.")
    assert shown.next_try is not None
    later = event.do(c.RecordResult(match(1, 1), WON))
    assert set(receiver.ids) == {f"cup:{version}"}
    receiver.status = 200
    wait_until(lambda: receiver.ids[-1] == f"cup:{later}")
    wait_until(lambda: event.shown(hook).delivered == later)
    assert (event.shown(hook).state, event.shown(hook).tries) == ("active", 0)
    assert set(outcomes) == {"failed", "delivered"}


def test_who_fails_for_too_long_is_given_up_and_can_be_resumed(
    event: Event, receiver: Receiver
) -> None:
    outcomes: list[str] = []
    receiver.status = 404
    hook = event.register(receiver.url)
    event.deliver(replace(QUICK, tries=4), counted=outcomes.append)
    first = event.publish()
    wait_until(lambda: event.shown(hook).state == "stopped")
    shown = event.shown(hook)
    assert (shown.tries, shown.problem, shown.next_try) == (4, "The server answered 404.", None)
    assert len(receiver.got) == 4
    assert outcomes == ["failed", "failed", "failed", "given-up"]
    second = event.do(c.RecordResult(match(1, 1), WON))
    receiver.status = 200
    assert webhook_view(event.webhooks.resume(CUP, hook.id)).state == "active"
    wait_until(lambda: receiver.ids[4:] == [f"cup:{first}", f"cup:{second}"])


@one_store
def test_who_is_gone_for_good_is_not_asked_again(event: Event, receiver: Receiver) -> None:
    receiver.status = 410
    hook = event.register(receiver.url)
    event.deliver()
    event.publish()
    wait_until(lambda: event.shown(hook).state == "stopped")
    assert len(receiver.got) == 1


@one_store
def test_a_receiver_may_ask_for_time(event: Event, receiver: Receiver) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": "3000"}
    hook = event.register(receiver.url)
    event.deliver(replace(QUICK, longest_pause=10_000))
    event.publish()
    wait_until(lambda: event.shown(hook).tries == 1)
    shown = event.shown(hook)
    assert shown.next_try is not None
    assert shown.next_try[:16] > utc_now()[:16]
    assert len(receiver.got) == 1


@one_store
def test_a_receiver_that_asks_for_more_time_than_there_is(event: Event, receiver: Receiver) -> None:
    receiver.status, receiver.headers = 503, {"Retry-After": "9" * 5000}
    hook = event.register(receiver.url)
    event.deliver(replace(QUICK, longest_pause=10_000))
    event.publish()
    wait_until(lambda: event.shown(hook).tries == 1)
    assert event.shown(hook).problem == "The server answered 503."


@one_store
def test_redirects_are_not_followed(event: Event, receiver: Receiver) -> None:
    elsewhere = Receiver()
    receiver.status, receiver.headers = 307, {"Location": elsewhere.url}
    hook = event.register(receiver.url)
    event.deliver()
    event.publish()
    wait_until(lambda: event.shown(hook).tries >= 2)
    elsewhere.stop()
    assert elsewhere.got == []
    assert event.shown(hook).problem == "The server answered 307; redirects are not followed."


@one_store
def test_a_slow_receiver_keeps_nobody_waiting(event: Event, receiver: Receiver) -> None:
    slow = Receiver()
    slow.seconds = 2
    hook = event.register(slow.url)
    event.register(receiver.url)
    event.deliver(sender=Sender(allow_private=True, timeout=0.5))
    version = event.publish()
    wait_until(lambda: f"cup:{version}" in receiver.ids)  # busy itself, it may get it twice
    wait_until(lambda: event.shown(hook).problem == "No response within 0.5 seconds.")
    slow.seconds = 0
    wait_until(lambda: event.shown(hook).delivered == version)
    slow.stop()


@one_store
def test_a_receiver_that_dies_gets_all_when_it_is_back(event: Event, receiver: Receiver) -> None:
    dying = Receiver(lasting_port())
    hook = event.register(dying.url)
    event.deliver()
    first = event.publish()
    wait_until(lambda: dying.ids == [f"cup:{first}"])
    dying.stop()
    versions = [event.do(c.RecordResult(match(1, table), WON)) for table in (1, 2)]
    wait_until(lambda: event.shown(hook).tries >= 2)
    assert event.shown(hook).problem == "Could not connect (ConnectError)."
    back = Receiver(dying.port)
    wait_until(lambda: back.ids == [f"cup:{version}" for version in versions])
    back.stop()


@pytest.mark.parametrize("address", ["sqlite", "postgres"], indirect=True)
def test_what_happens_while_nobody_delivers_is_told_later(event: Event, receiver: Receiver) -> None:
    event.register(receiver.url)
    first = event.deliver()
    versions = [event.publish()]
    wait_until(lambda: len(receiver.got) == 1)
    first.stop()
    versions += [event.do(c.RecordResult(match(1, table), WON)) for table in (1, 2)]
    event.deliver(service=event.another_server())
    wait_until(lambda: receiver.ids == [f"cup:{version}" for version in versions])


@pytest.mark.parametrize("address", ["memory", "postgres"], indirect=True)
def test_of_several_servers_one_tells_it(event: Event, receiver: Receiver) -> None:
    event.register(receiver.url)
    for _ in range(3):
        event.deliver(service=event.another_server())
    versions = [event.publish()]
    for _ in range(12):
        versions.append(event.do(c.RecordResult(match(1, 1), WON)))
        versions.append(event.do(c.ClearResult(match(1, 1))))
    expected = [f"cup:{version}" for version in versions]
    wait_until(lambda: len(receiver.got) >= len(expected))
    assert receiver.ids == expected


def test_what_a_dead_server_held_is_told_by_another(event: Event, receiver: Receiver) -> None:
    hook = event.register(receiver.url)
    version = event.publish()
    store = event.service.store.webhooks
    assert store.acquire(hook.id, "dead", utc_now(), "9999-01-01T00:00:00.000000+00:00")
    event.deliver()
    assert store.acquire(hook.id, "me", utc_now(), utc_now()) is None
    held = store.of(CUP)[0]
    assert store.save(replace(held, held_until=utc_now()))  # its time is up
    wait_until(lambda: receiver.ids == [f"cup:{version}"])


@one_store
def test_one_that_is_removed_hears_no_more(event: Event, receiver: Receiver) -> None:
    hook = event.register(receiver.url)
    event.deliver()
    event.publish()
    wait_until(lambda: len(receiver.got) == 1)
    event.remove(hook.id)
    other = event.register(receiver.url)
    event.do(c.RecordResult(match(1, 1), WON))
    wait_until(lambda: event.shown(other).delivered == event.service.store.version(CUP))
    assert len(receiver.got) == 2


@one_store
def test_stopping_in_the_middle_tells_it_again_and_loses_nothing(
    event: Event, receiver: Receiver
) -> None:
    receiver.seconds = 1
    hook = event.register(receiver.url)
    deliverer = event.deliver()
    version = event.publish()
    wait_until(lambda: len(receiver.got) == 1)
    deliverer.stop()
    assert event.webhooks.get_webhook(CUP, hook.id).held_until == ""
    receiver.seconds = 0
    event.deliver()
    wait_until(lambda: event.shown(hook).delivered == version)
    assert set(receiver.ids) == {f"cup:{version}"}


class TestDiscord:
    @one_store
    def test_names_are_plain_text_and_nobody_is_called(
        self, event: Event, receiver: Receiver
    ) -> None:
        event.register(receiver.url, HookFormat.DISCORD)
        event.deliver()
        event.publish()
        event.do(c.RecordResult(match(1, 2), WON))
        wait_until(lambda: len(receiver.got) == 2)
        for got in receiver.got:
            assert got.json["allowed_mentions"] == {"parse": []}
            assert not any(name.startswith("Fairpair") for name in got.headers)
        assert receiver.got[0].json["content"].splitlines() == [
            r"**Spring \*Open\***: Pairings published: round 1.",
            r"Table 1: Ana - Bo\_b",
            r"Table 2: Cy \@everyone - Di",
        ]
        assert receiver.got[1].json["content"] == (
            r"**Spring \*Open\***: Round 1, table 2: Cy \@everyone - Di 1\-0"
        )

    @one_store
    def test_a_large_round_fits_into_one_message(self, event: Event, receiver: Receiver) -> None:
        long = [Player(f"{'*' * 280} {number}") for number in range(200)]
        event.do(c.RegisterPlayers(tuple(long)))
        event.do(draft(*(f"{n}-{n + 1}" for n in range(1, 204, 2))))
        event.register(receiver.url, HookFormat.DISCORD)
        event.do(c.PublishRound())
        event.deliver()
        wait_until(lambda: len(receiver.got) == 1)
        content = receiver.got[0].json["content"]
        assert len(content) <= 2000
        assert re.fullmatch(r"and \d+ more", content.splitlines()[-1])


class TestAddresses:
    @pytest.mark.parametrize(
        "url",
        [
            "ftp://example.org/x",
            "javascript:alert(1)",
            "https://",
            "https:///path",
            "//example.org",
            "https://user:secret@example.org/",
            "https://user@example.org/",
            "https://exa mple.org/",
            "https://example.org/\n",
            "https://example.org/ü",
            "https://example.org:99999/",
            "https://example.org:0/",
            "https://[::1",
            "https://example.org\\@127.0.0.1/",
            "https://example.org/" + "a" * 2000,
            "",
        ],
    )
    @one_store
    def test_what_is_no_address_is_refused(self, event: Event, url: str) -> None:
        with pytest.raises(InvalidInputError) as caught:
            event.register(url)
        assert caught.value.code == "bad-url"
        assert "secret" not in str(caught.value)

    @pytest.mark.parametrize(
        "host",
        [
            "127.0.0.1",
            "localhost",
            "127.1",
            "2130706433",
            "0.0.0.0",
            "10.1.2.3",
            "192.168.1.1",
            "172.16.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "224.0.0.1",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fd00::1]",
            "[::ffff:127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "192.0.0.192",
            "[::127.0.0.1]",
        ],
    )
    @one_store
    def test_the_servers_own_network_is_refused(self, event: Event, host: str) -> None:
        careful = Webhooks(event.service.store, utc_now)
        with pytest.raises(InvalidInputError) as caught:
            event.register(f"http://{host}/hook", webhooks=careful)
        assert caught.value.code in ("private-address", "bad-url")

    @one_store
    def test_only_ports_of_web_servers_are_allowed(self, event: Event) -> None:
        careful = Webhooks(event.service.store, utc_now)
        for port in (22, 25, 6379, 8000):
            with pytest.raises(InvalidInputError) as caught:
                event.register(f"https://1.1.1.1:{port}/hook", webhooks=careful)
            assert caught.value.code == "bad-url"
        event.register("https://1.1.1.1:443/hook", webhooks=careful)

    @one_store
    def test_where_a_name_leads_is_looked_at_again_at_each_try(
        self, event: Event, receiver: Receiver
    ) -> None:
        hook = event.register(f"http://localhost:{receiver.port}/hook")
        event.deliver(sender=Sender(allow_private=False))
        event.publish()
        wait_until(lambda: event.shown(hook).tries >= 1)
        assert event.shown(hook).problem == "The address is inside the server's private network."
        assert receiver.got == []

    @one_store
    def test_the_receiver_is_called_by_its_name(self, event: Event, receiver: Receiver) -> None:
        event.register(f"http://localhost:{receiver.port}/hook?a=b")
        event.deliver()
        event.publish()
        wait_until(lambda: len(receiver.got) == 1)
        assert receiver.got[0].headers["Host"] == f"localhost:{receiver.port}"
        assert receiver.got[0].path == "/hook?a=b"


class TestRegistering:
    @one_store
    def test_there_is_a_limit(self, event: Event) -> None:
        made = [event.register("http://127.0.0.1/") for _ in range(10)]
        with pytest.raises(InvalidStateError):
            event.register("http://127.0.0.1/")
        event.remove(made[0].id)
        event.register("http://127.0.0.1/")

    @one_store
    def test_only_for_what_is_there(self, event: Event) -> None:
        with pytest.raises(NotFoundError):
            event.register("http://127.0.0.1/", tournament=TournamentId("other"))
        resume, found = (
            partial(f, CUP) for f in (event.webhooks.resume, event.webhooks.get_webhook)
        )
        for act in (event.remove, resume, found):
            with pytest.raises(NotFoundError) as caught:
                act("nothing")
            assert caught.value.code == "no-webhook"
        with pytest.raises(InvalidInputError):
            event.register("http://127.0.0.1/", HookFormat.JSON, [])
