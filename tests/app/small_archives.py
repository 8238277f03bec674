"""Small archives of random tournaments, and what somebody could do to one of their events."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from archives import forged
from fairpair.app.use_cases.pairing import draft
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Player
from fairpair.core.rounds import MatchRef, RoundStatus
from fairpair.engine.pairing.check import SOFT
from fairpair.formats.archive import Archive
from fairpair.log import commands as c
from fairpair.log.chain import chain
from fairpair.log.journal import erased_persons
from fairpair.log.stored import StoredEvent
from fairpair.presets import names, rules_of
from log_driver import CODEC, LogDriver

from .random_results import a_result

CUP = TournamentId("cup")
PRESETS = tuple(name for name in names() if name not in ("fide_round_robin", "team_chess"))
Rows = Sequence[StoredEvent]


def small_archive(seed: int) -> Archive:
    """Up to three rounds of three to seven players, with what happens at a desk."""
    return archive_of(small_tournament(seed))


def small_tournament(seed: int) -> LogDriver:
    """The tournament of that archive."""
    random = Random(f"archive {seed}")
    desk = begun(random, f"seed {seed}")
    if random.random() < 0.5:
        desk.do(c.CommitDraw("other", "the lottery"), c.EnterBeacon("3 11 19 24 37 42"))
    played(desk, random)
    if random.random() < 0.3:
        desk.do(c.ErasePerson(PlayerId(1)))
    return desk


def begun(random: Random, draw_seed: str) -> LogDriver:
    """A tournament before its first round."""
    preset = random.choice(PRESETS)
    rules: dict[str, object] = {"rounds": 3, "few_rounds_reason": "test"}
    if preset == "chess_style" and random.random() < 0.4:
        rules["system"] = "round_robin"
    settings = {**rules_of(preset, {}).as_settings(), **rules}
    desk = LogDriver()
    desk.do(c.CreateTournament("Cup", draw_seed, settings))
    people = [
        Player(f"P{n}", 2400 - 7 * n, birth="2001-02-03" if n % 3 else "", club=f"C{n % 3}")
        for n in range(random.randint(3, 7))
    ]
    desk.do(c.RegisterPlayers(tuple(people)))
    return desk


def played(desk: LogDriver, random: Random) -> LogDriver:
    """The same after some rounds."""
    for _ in range(random.choice((1, 1, 2, 3))):
        try:
            desk.do(draft(desk.t, desk.journal.version))
            _change_by_hand(desk, random)
            desk.do(c.PublishRound(as_it_is=True))
        except DomainError:  # there is no further round, or no legal one
            break
        _play(desk, random)
    return desk


def _change_by_hand(desk: LogDriver, random: Random) -> None:
    round_ = desk.t.rounds[desk.t.upcoming]
    seated = [player for pairing in round_.pairings.values() for player in pairing.seats]
    if random.random() < 0.3 and len(seated) > 2 and not desk.t.is_in_fide_mode:
        one, other = random.sample(seated, 2)
        desk.do(c.SwapPlayers(one, other, reason="brothers", confirmed=tuple(SOFT)))


def _play(desk: LogDriver, random: Random) -> None:
    ref = desk.t.upcoming
    for table in desk.t.rounds[ref].pending:
        match = MatchRef(ref.stage, ref.round_no, table)
        desk.do(c.RecordResult(match, a_result(desk.t, match, random)))
    desk.do(c.CompleteRound())
    assert desk.t.rounds[ref].status is RoundStatus.COMPLETE


def archive_of(desk: LogDriver) -> Archive:
    """The log as a store would have it."""
    rows = [
        StoredEvent(
            record.seq,
            f"c{record.action}",
            record.seq - record.action,
            f"Request:{record.action:064x}",
            *CODEC.encode(record.event),
            at=f"2026-01-01T00:00:00.{record.seq:06}",
            by="Zoe",
        )
        for record in desk.journal.records
    ]
    made, erased = forged(CUP, rows), erased_persons(desk.journal.records)
    there = [
        one
        for one in made.persons
        if not any(gone.covers(one.seq, one.player, one.member) for gone in erased)
    ]
    return replace(made, persons=tuple(there))


# --- what somebody could do ----------------------------------------------------------------------


def removed(rows: Rows, at: int, _random: Random) -> Rows:
    return [*rows[:at], *rows[at + 1 :]]


def repeated(rows: Rows, at: int, _random: Random) -> Rows:
    return [*rows[: at + 1], *rows[at:]]


def moved(rows: Rows, at: int, random: Random) -> Rows:
    others = [*rows[:at], *rows[at + 1 :]]
    where = random.choice([n for n in range(len(rows)) if n != at])
    return [*others[:where], rows[at], *others[where:]]


def with_other_field(rows: Rows, at: int, random: Random) -> Rows:
    """One of the columns is another one."""
    row = rows[at]
    name = random.choice(("seq", "command_id", "part", "digest", "type", "version", "at", "by"))
    value = getattr(row, name)
    return _with(rows, at, **{name: value + 1 if isinstance(value, int) else f"{value}x"})


def with_other_hash(rows: Rows, at: int, random: Random) -> Rows:
    digits = [*rows[at].hash]
    where = random.randrange(len(digits))
    digits[where] = "0" if digits[where] != "0" else "1"
    return _with(rows, at, hash="".join(digits))


def with_other_payload(rows: Rows, at: int, random: Random) -> Rows:
    """One value, somewhere in the event, is another one."""
    payload = json.loads(rows[at].payload)
    where = random.choice([*_places(payload)] or [()])
    changed = _changed(payload, where) if where else {"other": 1}
    return _with(rows, at, payload=json.dumps(changed, separators=(",", ":"), ensure_ascii=False))


def with_value(rows: Rows, at: int, key: str, value: object) -> Rows:
    """One value of an event is this one."""
    payload = {**json.loads(rows[at].payload), key: value}
    return _with(rows, at, payload=json.dumps(payload, separators=(",", ":"), ensure_ascii=False))


def _with(rows: Rows, where: int, **changes: object) -> Rows:
    changed = replace(rows[where], **changes)  # type: ignore[arg-type]
    return [*rows[:where], changed, *rows[where + 1 :]]


def _places(value: object, here: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """Where single values are."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, one in items:
            yield from _places(one, (*here, key))
    else:
        yield here


def _changed(value: object, where: tuple[object, ...]) -> object:
    if not where:
        if isinstance(value, bool) or value is None:
            return not value
        return value + 1 if isinstance(value, int) else f"{value}x"
    assert isinstance(value, dict | list)
    copy = value.copy()
    copy[where[0]] = _changed(value[where[0]], where[1:])  # type: ignore[call-overload]
    return copy


MUTATIONS: tuple[Callable[[Rows, int, Random], Rows], ...] = (
    removed,
    repeated,
    moved,
    with_other_field,
    with_other_hash,
    with_other_payload,
)


def rehashed(rows: Rows) -> tuple[StoredEvent, ...]:
    """What a forger does afterwards: numbers without gaps, and hashes that are right."""
    return tuple(chain(replace(row, seq=n) for n, row in enumerate(rows, 1)))
