"""What organisers do in a tournament, sensible or not; `Random` decides the details."""

from random import Random

from fairpair.app.use_cases.pairing import open_command
from fairpair.core.errors import DomainError
from fairpair.core.ids import CommandId, PlayerId
from fairpair.core.players import DropKind
from fairpair.core.results import (
    Adjourned,
    Decided,
    Forfeit,
    win_for,
)
from fairpair.core.rounds import Bye, ByeKind, MatchRef, RoundStatus, Table
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.engine.stages.progress import NextStep, progress
from fairpair.log import commands as c

from .invariant_checks import has_adjourned, has_gaps, pending, stage_is_over
from .random_results import a_result, wrong_results
from .service_driver import CUP, ServiceDriver, proper_refusal
from .tournament_play import REASON, correct_in_tree, make_cut, newcomers

NOBODY = PlayerId(999)


def somebody(driver: ServiceDriver, random: Random) -> PlayerId:
    """A player who is there; seldom nobody at all."""
    return random.choice(
        [*driver.t.entries, NOBODY] if random.random() < 0.1 else [*driver.t.entries]
    )


def record(driver: ServiceDriver, random: Random) -> None:
    """A result for a table of any round, with one or not."""
    t = driver.t
    tables = [MatchRef(r.stage, r.round_no, n) for r, x in t.rounds.items() for n in x.pairings]
    if not tables:
        driver.must_not(c.RecordResult(MatchRef(1, 1, 1), Decided(win_for(0))), *_LOCKED)
        return
    match = random.choice(pending(t) or tables)
    if random.random() < 0.2:
        match = random.choice(tables)
    command = c.RecordResult(match, a_result(t, match, random))
    open_ = match in pending(t) and not t.finished
    adjourned = isinstance(t.rounds[match.round].pairings[match.table].result, Adjourned)
    if open_ or (adjourned and not t.finished):
        driver.must(command)
    else:
        driver.must_not(command)


_LOCKED = ("unknown-round", "round-not-published", "unknown-table", "tournament-finished")


def record_wrongly(driver: ServiceDriver, random: Random) -> None:
    """A result that cannot be, or for others than those who sit there."""
    matches = pending(driver.t)
    if not matches or driver.t.finished:
        return
    match = random.choice(matches)
    for wrong in wrong_results(driver.t, match):
        driver.must_not(c.RecordResult(match, wrong), "impossible-result", "bad-value")
    command = c.RecordResult(match, Decided(win_for(0)), (NOBODY, PlayerId(1)))
    driver.must_not(command, "other-players")


def record_locked(driver: ServiceDriver, random: Random) -> None:
    """A result for a match that is not open yet, or is no match at all."""
    t = driver.t
    ref = t.first_unpublished
    for stage, number in ((ref.stage, ref.round_no), (t.stage + 1, 1), (t.stage, 90)):
        match = MatchRef(stage, number, random.randrange(1, 4))
        driver.must_not(c.RecordResult(match, Decided(win_for(0))), *_LOCKED)


def correct(driver: ServiceDriver, random: Random) -> None:
    """Another result for a match of any round, with a reason; sometimes in vain."""
    t = driver.t
    played = [
        MatchRef(ref.stage, ref.round_no, table)
        for ref, round_ in t.rounds.items()
        for table, pairing in round_.pairings.items()
        if pairing.result is not None
    ]
    if not played:
        driver.must_not(c.CorrectResult(MatchRef(1, 1, 1), Decided(win_for(0)), REASON))
        return
    match = random.choice(played)
    driver.must_not(c.CorrectResult(match, a_result(t, match, random), ""))
    wrong = random.choice(wrong_results(t, match))
    driver.must_not(c.CorrectResult(match, wrong, REASON))
    before = t.rounds[match.round].pairings[match.table].result
    result = a_result(t, match, random)
    command = c.CorrectResult(match, result, REASON)
    if t.finished or result == before:
        driver.must_not(command, "tournament-finished", "nothing-changed")
    elif match.stage == 1:
        driver.must(command)
    else:
        correct_in_tree(driver, command)


def clear(driver: ServiceDriver, random: Random) -> None:
    """Take a result away: only in the running round."""
    t = driver.t
    tables = [MatchRef(r.stage, r.round_no, n) for r, x in t.rounds.items() for n in x.pairings]
    if tables:
        match = random.choice(tables)
        round_ = t.rounds[match.round]
        running = round_.status == RoundStatus.PUBLISHED and not t.finished
        if running and round_.pairings[match.table].result is not None:
            driver.must(c.ClearResult(match, REASON, void_later=True))
        else:
            driver.must_not(c.ClearResult(match, REASON))


def adjourn(driver: ServiceDriver, random: Random) -> None:
    """Interrupt a match of the knock-out."""
    matches = [match for match in pending(driver.t) if match.stage > 1]
    if matches and not driver.t.finished:
        driver.must(c.RecordResult(random.choice(matches), Adjourned()))


def drop(driver: ServiceDriver, random: Random) -> None:
    """Somebody leaves, perhaps after the match."""
    t, player = driver.t, somebody(driver, random)
    kind = DropKind.EXPELLED if random.random() < 0.2 else DropKind.WITHDRAWN
    command = c.DropPlayer(player, kind, forfeit=random.random() < 0.7)
    if player in t.entries and not t.entries[player].dropped and not t.finished:
        driver.must(command)
        if command.forfeit:
            _gave_up(t, driver.t, player)
    else:
        driver.must_not(command, "dropped", "unknown-player", "tournament-finished")


def _gave_up(before: Tournament, after: Tournament, player: PlayerId) -> None:
    """The match that was open has gone to the opponent."""
    for match in pending(before):
        seats = before.rounds[match.round].pairings[match.table].seats
        if player in seats:
            result = after.rounds[match.round].pairings[match.table].result
            assert result == Forfeit(win_for(1 - seats.index(player)))


def drop_everybody(driver: ServiceDriver, random: Random) -> None:
    """All of them leave, or all who are still in."""
    players = [*driver.t.seeds.get(driver.t.stage, driver.t.entries)]
    random.shuffle(players)
    if random.random() < 0.5:
        players = players[2:]  # but two
    for player in players:
        if not driver.t.entries[player].dropped and not driver.t.finished:
            driver.must(c.DropPlayer(player))
    nobody = not driver.t.entrants_in(driver.t.upcoming)
    if nobody and progress(driver.t).step is NextStep.DRAFT:
        refusal = driver.draft()
        assert refusal is not None, "a round without players"


def reinstate(driver: ServiceDriver, random: Random) -> None:
    """Somebody comes back: only who has left."""
    gone = [p for p, entry in driver.t.entries.items() if entry.dropped]
    if not gone:
        driver.must_not(c.ReinstatePlayer(somebody(driver, random)))
        return
    driver.by_hand = driver.by_hand or has_gaps(driver.t)
    driver.attempt(c.ReinstatePlayer(random.choice(gone)))


def enter_late(driver: ServiceDriver, random: Random) -> None:
    """Another player, or one whose name is taken."""
    t = driver.t
    first = random.choice((None, 1, t.first_unpublished.round_no, t.first_unpublished.round_no + 1))
    if first is not None and first == t.upcoming.round_no and t.upcoming != t.first_unpublished:
        first = None  # the round runs already
    kind = random.choice((None, ByeKind.ZERO, ByeKind.HALF, ByeKind.LOSS))
    refusal = driver.attempt(c.EnterLate(newcomers(driver, 1), first, kind))
    if t.finished or t.stage > 1:
        assert refusal is not None
    taken = (random.choice([*t.entries.values()]).entrant,)
    driver.must_not(c.EnterLate(taken))


def ask_for_bye(driver: ServiceDriver, random: Random) -> None:
    """In some round; or not any more."""
    player, kind = (
        somebody(driver, random),
        random.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL)),
    )
    round_no = max(1, driver.t.first_unpublished.round_no + random.choice((-1, 0, 0, 1)))
    if random.random() < 0.7:
        driver.attempt(c.RequestBye(player, round_no, kind))
    else:
        driver.attempt(c.WithdrawByeRequest(player, round_no))


def open_matches(driver: ServiceDriver, _random: Random) -> None:
    """Let matches of a knock-out begin as soon as their players are known."""
    t = driver.t
    try:
        command = open_command(t, driver.journal.version)
    except DomainError as refusal:
        proper_refusal(refusal)
        return
    if progress(t).step is NextStep.PUBLISH:
        driver.must_not(command, "draft-exists")
    else:
        driver.must(command)


def discard(driver: ServiceDriver, _random: Random) -> None:
    """Throw the draft away, if there is one."""
    drafted = progress(driver.t).step is NextStep.PUBLISH
    refusal = driver.attempt(c.DiscardDraft())
    assert (refusal is None) is drafted


def repair_of(t: Tournament, a: PlayerId, b: PlayerId, confirmed: tuple[str, ...]) -> c.RepairRound:
    """End the tables of two players and let them meet; the others are without a place."""
    round_ = t.rounds.get(t.latest) if t.latest else None
    tables = {round_.table_of(player) for player in (a, b)} - {None} if round_ else set()
    ended = tuple(sorted(n for n in tables if n is not None))
    byes = (
        []
        if round_ is None
        else [
            Bye(player, ByeKind.ZERO)
            for n in ended
            for player in round_.pairings[n].seats
            if player not in (a, b)
        ]
    )
    table = Table(ended[0] if ended else 1, (a, b))
    return c.RepairRound(ended, (table,), tuple(byes), REASON, confirmed)


def change_by_hand(driver: ServiceDriver, random: Random) -> None:
    """Swap, replace, give a bye, add a table; after the cut the tree is what somebody made it."""
    t = driver.t
    if t.stage > 1 and random.random() < 0.5:
        return
    driver.by_hand = driver.by_hand or t.stage > 1
    a, b = somebody(driver, random), somebody(driver, random)
    if t.latest is not None and random.random() < 0.7:
        round_ = t.rounds[t.latest]
        here = [*(p for x in round_.pairings.values() for p in x.seats), *round_.byes]
        a, b = random.choice(here), random.choice(here)
    confirmed = random.choice(((), tuple(sorted(SOFT))))
    commands = (
        c.SwapPlayers(a, b, REASON, confirmed),
        c.SwapPlayers(a, b, REASON, confirmed),
        c.ReplacePlayer(a, b, ByeKind.ZERO, REASON, confirmed),
        c.GiveBye(a, random.choice([*ByeKind]), reason=REASON, confirmed=confirmed),
        c.AddTable((a, b), None, confirmed),
        repair_of(t, a, b, confirmed),
    )
    driver.attempt(random.choice(commands))


def give_bye(driver: ServiceDriver, random: Random) -> None:
    """In any round, to anybody."""
    refs = [*driver.t.rounds]
    if not refs or (driver.t.stage > 1 and random.random() < 0.5):
        return
    ref, player = random.choice(refs), somebody(driver, random)
    driver.by_hand = driver.by_hand or driver.t.stage > 1
    kind = random.choice([*ByeKind])
    driver.attempt(c.GiveBye(player, kind, ref.round_no, ref.stage, REASON, tuple(sorted(SOFT))))


def move_table(driver: ServiceDriver, random: Random) -> None:
    """Play at another table."""
    driver.attempt(c.MoveTable(random.randrange(1, 6), random.randrange(1, 9)))


def draft_too_early(driver: ServiceDriver, _random: Random) -> None:
    """While something else comes first."""
    if progress(driver.t).step not in (NextStep.DRAFT, NextStep.ENTER):
        t = driver.t
        refusal = driver.draft()
        assert refusal is not None, progress(t)
        if pending(t) and not t.finished:
            assert refusal.code == "results-pending" or t.stage > 1, refusal
            tables = {str(table) for round_ in t.rounds.values() for table in round_.pending}
            shortened = refusal.text.code == "results-pending.many"
            assert t.stage > 1 or shortened or all(one in refusal.message for one in tables)


def draft_by_hand(driver: ServiceDriver, random: Random) -> None:
    """Nonsense is refused: strangers, somebody twice, nobody."""
    a = somebody(driver, random)
    one = (Table(1, (a, a)),)
    driver.must_not(c.DraftRound(one))
    driver.must_not(c.DraftRound(()))
    driver.must_not(c.DraftRound((Table(1, (a, NOBODY)),), (Bye(a, ByeKind.PAIRING),)))


def cut_wrongly(driver: ServiceDriver, random: Random) -> None:
    """Too early, for too few, for somebody twice or gone."""
    t = driver.t
    players = [*t.entries]
    driver.must_not(c.MakeCut(()))
    driver.must_not(c.MakeCut((players[0],)))
    driver.must_not(c.MakeCut((players[0], players[0])))
    driver.must_not(c.MakeCut((players[0], NOBODY)))
    gone = [p for p, entry in t.entries.items() if entry.dropped]
    if gone:
        driver.must_not(c.MakeCut((random.choice(players), random.choice(gone))))
    if not stage_is_over(t) and len(players) > 1:
        driver.must_not(c.MakeCut(tuple(players[:2])))
    if t.stage > 1 and not t.admission(t.stage).has_next_stage:
        driver.must_not(c.MakeCut(t.seeds[t.stage]))


def complete_too_early(driver: ServiceDriver, _random: Random) -> None:
    """While a result is missing, or a match is still to be opened."""
    if progress(driver.t).step in (NextStep.RESULTS, NextStep.OPEN):
        driver.must_not(c.CompleteRound(), "results-pending", "matches-left", "wrong-round")


def cut_too_large(driver: ServiceDriver, random: Random) -> None:
    """For more players than there are: it takes everybody who is left."""
    t = driver.t
    if progress(t).step is not NextStep.CUT or t.stage > 1:
        return
    old = t.rules.cut
    size = len(t.entries) + random.randrange(2, 9)
    if size == old:
        return
    driver.must(c.ChangeRules({"cut": size}, REASON))
    refusal = make_cut(driver, ())
    if refusal is not None:
        assert refusal.code == "too-few-players", refusal
        driver.must(c.ChangeRules({"cut": old}, REASON))
        return
    assert driver.t.seeds[2], driver.t.rules.cut
    assert all(not t.entries[player].dropped for player in driver.t.seeds[2])


def cut_with_refusals(driver: ServiceDriver, random: Random) -> None:
    """Some do not want to go on."""
    declined = tuple(random.sample([*driver.t.entries], min(len(driver.t.entries), 2)))
    early = driver.t.finished or driver.t.stage > 1 or not stage_is_over(driver.t)
    if progress(driver.t).step is NextStep.CUT:
        make_cut(driver, declined)
    elif early:
        assert make_cut(driver, declined) is not None


def change_rules(driver: ServiceDriver, random: Random) -> None:
    """What may change on the way."""
    t = driver.t
    changes: tuple[dict[str, object], ...] = (
        {"third_place": not t.rules.third_place},
        {"reseed": not t.rules.reseed},
        {"cut_declined": "next"},
        {"cut_declined": "walkover"},
        {"cut": random.randrange(2, 9)},
        {"cut_points": random.randrange(4)},
        {"rounds": max(1, len([ref for ref in t.rounds if ref.stage == 1]))},
    )
    change = random.choice(changes)
    if t.rules.rounds is not None or "rounds" not in change:
        driver.attempt(c.ChangeRules(change, REASON))
    if t.stage > 1:
        driver.must_not(c.ChangeRules({"rounds": (t.rules.rounds or 1) + 1}, REASON))


def finish(driver: ServiceDriver, random: Random) -> None:
    """The end, if everything is played or somebody says so."""
    early = random.random() < 0.3
    before = driver.t
    over = progress(before).step is NextStep.FINISH and not has_adjourned(before)
    refusal = driver.attempt(c.FinishTournament(early))
    if not early:
        assert (refusal is None) is over, (refusal, progress(before))
    if refusal is None and not early:
        assert all(round_.status is RoundStatus.COMPLETE for round_ in before.rounds.values())


def reopen(driver: ServiceDriver, _random: Random) -> None:
    """Only what is finished, and with a reason."""
    driver.must_not(c.ReopenTournament(""))
    if driver.t.finished:
        driver.must(c.ReopenTournament(REASON))
    else:
        driver.must_not(c.ReopenTournament(REASON), "not-finished")


def undo(driver: ServiceDriver, random: Random) -> None:
    """The last action, or any; never so that nothing is left."""
    actions = sorted({record.action for record in driver.journal.records})
    action = random.choice((None, *actions[2:]))
    again = random.random() < 0.3
    driver.by_hand = driver.by_hand or has_gaps(driver.t)
    if again:
        driver.attempt(c.Redo(action))
    elif len(driver.journal.effective_records()) > 2 or action is not None:
        driver.attempt(c.Undo(action, REASON))
    if not driver.t.entries or not driver.t.created:
        driver.must(c.Redo())


def restart(driver: ServiceDriver, _random: Random) -> None:
    """Stop and start again."""
    driver.restart()


def repeat(driver: ServiceDriver, random: Random) -> None:
    """The same command again changes nothing; another one with its id is refused."""
    if driver.last is None:
        return
    command, command_id = driver.last
    before = driver.journal
    assert driver.tried(lambda: driver.service.execute(CUP, command, command_id)) is None
    assert driver.journal == before
    other = c.RenameTournament(f"Cup {random.randrange(1000)}")
    refusal = driver.tried(lambda: driver.service.execute(CUP, other, command_id))
    assert refusal is not None
    assert refusal.code == "command-id-reused"
    first = CommandId("c1")
    refusal = driver.tried(lambda: driver.service.execute(CUP, other, first))
    assert refusal is not None


def too_old(driver: ServiceDriver, _random: Random) -> None:
    """Who acts on what was before is told."""
    seen = driver.journal.version - 1
    driver.must_not(c.RenameTournament("Old"), "version-conflict", expected=seen)
