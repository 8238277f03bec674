"""What a log says about its draw and about changes by hand, for those who verify it."""

from collections.abc import Iterator, Mapping

from fairpair.app.use_cases.pairing import cut_command
from fairpair.core.draw import commitment_to, mixed_seed
from fairpair.core.errors import DomainError
from fairpair.core.rounds import RoundRef
from fairpair.engine.stages.progress import round_title
from fairpair.language.message import Message
from fairpair.log import events as e
from fairpair.log.describe import describe
from fairpair.log.journal import Journal, Record, read_journal
from fairpair.log.stored import StoredEvent

_BY_HAND = (
    e.PlayersSwapped,
    e.PlayerReplaced,
    e.TableAdded,
    e.TableMoved,
    e.ByeGiven,
    e.ResultCorrected,
    e.MatchVoided,
    e.MissedRoundsSet,
)


def draw_problems(journal: Journal, commitment: str = "") -> Iterator[Message]:
    """Whether all was drawn from the seed that was committed to, and only from that.

    `commitment` is the hash that was published, as somebody noted it down.
    """
    seed, published, values = "", "", 0
    for record in journal.records:
        event = record.event
        if isinstance(event, e.TournamentCreated):
            seed = seed or event.draw_seed
        elif isinstance(event, e.DrawCommitted):
            if published or event.commitment != commitment_to(seed) or _is_late(journal, record):
                yield Message("verify.draw-commitment", number=record.seq)
            published = published or event.commitment
        elif isinstance(event, e.BeaconEntered):
            values += 1
            if values > 1 or not published or _is_late(journal, record):
                yield Message("verify.draw-value", number=record.seq)
            seed = mixed_seed(seed, event.value)
        elif published and _is_from_another_seed(event, seed):
            yield Message("verify.draw-seed", number=record.seq)
        if isinstance(event, e.DrawCommitted | e.BeaconEntered) and record.action in journal.undone:
            yield Message("verify.draw-undone", number=record.seq)
    if commitment and commitment.lower() != published:
        yield Message("verify.other-commitment", commitment=commitment)


def _is_from_another_seed(event: e.Event, seed: str) -> bool:
    return isinstance(event, e.RoundDrafted) and bool(event.engine) and event.draw_seed != seed


def _is_late(journal: Journal, record: Record) -> bool:
    """Whether a round was paired before; what an undo has undone cannot hide that."""
    before = journal.records[: record.seq - 1]
    return any(isinstance(one.event, e.RoundDrafted) for one in before)


def draw_notes(journal: Journal) -> Iterator[Message]:
    """What was committed to, and which rounds were paired more than once."""
    draw = journal.tournament.draw
    if draw is not None:
        yield Message("verify.commitment", commitment=draw.commitment)
        if draw.value:
            yield Message("verify.beacon", source=draw.source, value=draw.value)
    drafts: dict[RoundRef, list[int]] = {}
    for record in journal.records:
        if isinstance(record.event, e.RoundDrafted):
            drafts.setdefault(record.event.round, []).append(record.seq)
    for ref, numbers in sorted(drafts.items()):
        if len(numbers) > 1:
            title = round_title(journal.tournament, ref)
            yield Message("verify.paired-again", round=title, numbers=numbers)


def manual_changes(journal: Journal, rows: Mapping[int, StoredEvent]) -> Iterator[Message]:
    """Every change by hand that counts: what, who and why."""
    for record in journal.effective_records():
        event = record.event
        if isinstance(event, e.RoundDrafted) and event.system == "manual":
            title = round_title(journal.tournament, event.round)
            what = Message("verify.round-by-hand", round=title)
        elif isinstance(event, _BY_HAND):
            what = describe(event, journal.tournament)
        else:
            continue
        reason = getattr(event, "reason", "")
        yield Message(
            "verify.change-reason" if reason else "verify.change",
            number=record.seq,
            what=what,
            by=rows[record.seq].by or "-",
            reason=reason,
        )


def cut_notes(journal: Journal) -> Iterator[Message]:
    """Cuts that are not what the rules give: somebody declined, or they were made by hand."""
    for record in journal.effective_records():
        event = record.event
        if not isinstance(event, e.CutMade):
            continue
        before = read_journal(journal.records[: record.seq - 1]).tournament
        try:
            by_rules = cut_command(before).seeds
        except DomainError:
            by_rules = ()
        if by_rules != event.seeds:
            yield Message("verify.cut", number=record.seq)
