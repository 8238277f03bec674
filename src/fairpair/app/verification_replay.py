"""Goes through a log event by event: was each possible, and is each round what the engine pairs?"""

from collections.abc import Iterator, Mapping, Sequence

from fairpair.app.use_cases.pairing import ENGINE, draft, draft_of, engine_of, find_open_command
from fairpair.app.verification_notes import change_by_hand, is_by_hand
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.errors import ConflictError, DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError
from fairpair.engine.pairing.systems import SYSTEMS
from fairpair.engine.stages.progress import round_title
from fairpair.language.message import Message
from fairpair.log.commands import Command
from fairpair.log.decide import DECIDERS
from fairpair.log.events import ActionUndone, ByeGiven, RoundDrafted
from fairpair.log.journal import Journal, Record, counts, read_journal
from fairpair.log.stored import ErasedPerson, StoredEvent
from fairpair.log.undo import validate_undo
from fairpair.log.validate import validate


class Replay:
    """A log that is gone through again, and what is found on the way.

    `same` are the rounds that the engine pairs the same way again, `manual` those that nobody
    claims to be ours, and `notes` the changes by hand.
    """

    def __init__(
        self, journal: Journal, rows: Sequence[StoredEvent], erased: Sequence[ErasedPerson]
    ) -> None:
        self._journal, self._erased = journal, erased
        self._rows: Mapping[int, StoredEvent] = {row.seq: row for row in rows}
        self._is_ours = _is_by_this_version(journal)
        self._is_possible = True
        self.same, self.manual = 0, 0
        self.unchecked: list[Message] = []
        self.problems: list[Message] = []
        self.notes: list[Message] = []
        self._go_through()

    def _go_through(self) -> None:
        before = Journal()
        for record in self._journal.records:
            self._check_possible(before, record)
            if isinstance(record.event, RoundDrafted):
                self._check_round(before, record, record.event)
            if counts(record, self._journal.undone):
                by, now = self._rows[record.seq].by, self._journal.tournament
                note = change_by_hand(before.tournament, record, now, by)
                self.notes += [note] if note else []
            before = before.extend([record])

    # --- was it possible? ---------------------------------------------------------------------

    def _check_possible(self, before: Journal, record: Record) -> None:
        """The first event that Fairpair would have refused; what comes after it follows from it.

        A later version may be stricter than the one that made the log: that proves nothing.
        """
        if not self._is_possible:
            return
        problem = _refusal(before, record)
        if problem is None:
            return
        self._is_possible = False
        values = {"number": record.seq, "problem": problem}
        if self._is_ours:
            self.problems.append(Message("verify.impossible", **values))
        else:
            self.unchecked.append(Message("verify.unchecked.impossible", **values))

    # --- what would the engine have paired? ---------------------------------------------------

    def _check_round(self, before: Journal, record: Record, made: RoundDrafted) -> None:
        if is_by_hand(made):
            self.manual += 1
            return
        if _is_paired_alike(before, record, made):
            self.same += 1
            return
        title = round_title(self._journal.tournament, made.round)
        values = {"number": record.seq, "round": title, "engine": made.engine}
        reason = self._why_unchecked(before.tournament, record, made)
        if reason:
            self.unchecked.append(Message(f"verify.unchecked.{reason}", **values))
        else:
            self.problems.append(Message("verify.round", **values))

    def _why_unchecked(self, before: Tournament, record: Record, made: RoundDrafted) -> str:
        """Why a different pairing does not prove a change; empty if it does.

        The order of equal players goes by name, and players of one club may be kept apart: both
        are gone with the data of a player.
        """
        if any(one.seq > record.seq and one.player in before.entries for one in self._erased):
            return "erased"
        if made.round.stage == 1 and before.rules.system not in SYSTEMS:
            return "system"
        ours = engine_of(before) if made.round.stage == 1 else ENGINE
        return "engine" if made.engine != ours else ""


def _is_by_this_version(journal: Journal) -> bool:
    made = [one.event for one in journal.records if isinstance(one.event, RoundDrafted)]
    return all(is_by_hand(one) or one.engine == ENGINE for one in made)


def _refusal(before: Journal, record: Record) -> Message | None:
    """Why an event was not possible then; nothing if it was.

    Whether two players have the same name can no longer be said if data was erased or left out.
    What can be confirmed is possible; rounds that break such a rule are compared with the engine's.
    """
    try:
        if isinstance(record.event, ActionUndone):
            validate_undo(before, record.event)
        else:
            validate(record.event, before.tournament)
    except UnconfirmedError:
        return None
    except ConflictError as error:
        return None if error.code.startswith("duplicate-name") else error.text
    except DomainError as error:
        return error.text
    return None


def _is_paired_alike(before: Journal, record: Record, made: RoundDrafted) -> bool:
    """Whether the same command now would lead to the same round, seed and pairing numbers."""
    then = _before_command(before, record)
    return any(
        _content(again) == _content(made) and _has_numbers(made, again.order, then.tournament)
        for again in _drafts(then, made)
    )


def _content(made: RoundDrafted) -> tuple[object, ...]:
    return made.round, made.tables, made.byes, made.system, made.draw_seed


def _has_numbers(made: RoundDrafted, order: Sequence[PlayerId], then: Tournament) -> bool:
    """Whether the pairing numbers are right; the first logs had none at all."""
    return made.order == order or not (made.order or then.order)


def _before_command(before: Journal, record: Record) -> Journal:
    """The log before the command that paired a round: it may have given byes first."""
    start = before.version
    while start and _is_bye_of(record, before.records[start - 1]):
        start -= 1
    return before if start == before.version else read_journal(before.records[:start])


def _is_bye_of(record: Record, earlier: Record) -> bool:
    return earlier.action == record.action and isinstance(earlier.event, ByeGiven)


def _drafts(then: Journal, made: RoundDrafted) -> Iterator[RoundDrafted]:
    """The round as the commands give it that the rules allow."""
    for command in _commands(then.tournament, made):
        try:
            events = DECIDERS[type(command)](then, command)
        except DomainError:
            continue
        yield from (event for event in events if isinstance(event, RoundDrafted))


def _commands(t: Tournament, made: RoundDrafted) -> Iterator[Command]:
    """The round by the rules; where there is none, those with rules set aside; or an early start of
    a knockout round.
    """
    try:
        yield draft(t, made.basis, made.confirmed)
    except ImpossiblePairingError as error:
        found = [one.proposal for one in error.suggestions if one.proposal is not None]
        yield from (draft_of(t, one, made.basis, made.confirmed) for one in found)
    except DomainError:
        pass
    if made.round.stage > 1 and (opened := find_open_command(t, made.basis)):
        yield opened
