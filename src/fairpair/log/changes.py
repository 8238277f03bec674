"""What an event replaced: the values before and after it, for the history."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.header import HEADER, to_text
from fairpair.core.players import Entrant
from fairpair.core.ratings import is_list_key, list_title
from fairpair.core.rounds import MatchRef
from fairpair.core.rules import RULES
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import result_text
from fairpair.language.english import ENGLISH
from fairpair.language.message import Message, Phrase
from fairpair.log import events as e
from fairpair.log.fold import TournamentBuilder, apply
from fairpair.log.journal import Journal, Record, counts

_LONGEST = 80
"""A value that is longer is not shown in a sentence."""


@dataclass(frozen=True, slots=True)
class Change:
    """A value that was replaced. `field` is a rule, a field of a player, `name` or `result`."""

    field: str
    title: Message
    old: Any
    new: Any

    @property
    def text(self) -> Message:
        """The change in words: `Number of rounds: 3 → 4`, or what changed if that is too long."""
        old, new = _value_text(self.old), _value_text(self.new)
        if old == new:  # both too long to be shown
            return self.title
        return Message("history.change", title=self.title, old=old, new=new)


def changes_in(
    journal: Journal, records: Sequence[Record], before: Tournament | None = None
) -> dict[int, tuple[Change, ...]]:
    """The values that these records replaced, by their numbers.

    `before` is the state before the first of them, if it is known; else the log is folded again.
    """
    wanted = {r.seq for r in records if type(r.event) in _FINDERS}
    if not wanted:
        return {}
    first = records[0].seq if before else 1
    builder = TournamentBuilder(before or Tournament())
    found = {}
    last = max(wanted)
    for record in journal.records[first - 1 : last]:
        if record.seq in wanted:
            finder = _FINDERS[type(record.event)]
            found[record.seq] = tuple(finder(record.event, builder.tournament))
        if record.seq < last and counts(record, journal.undone):
            builder.apply(record.event)
    return found


def _renamed(event: e.TournamentRenamed, t: Tournament) -> Iterator[Change]:
    yield Change("name", Message("column.name"), t.name, event.name)


def _rules_changed(event: e.RulesChanged, t: Tournament) -> Iterator[Change]:
    before, after = t.rules.as_settings(), apply(t, [event]).rules.as_settings()
    for key, rule in RULES.items():
        if before[key] != after[key]:
            yield Change(key, Phrase(rule.title), before[key], after[key])


def header_changes(event: e.HeaderChanged, t: Tournament) -> Iterator[Change]:
    """The details of the tournament that an event replaced, as texts."""
    for key, value in event.changes.items():
        title = Phrase(HEADER[key].title) if key in HEADER else Message("literal", text=key)
        old, new = to_text(getattr(t.header, key, "")), to_text(value)
        yield Change(key, title, old or None, new or None)


def _player_edited(event: e.PlayerEdited, t: Tournament) -> Iterator[Change]:
    entry = t.entries.get(event.player)
    if entry is None:
        return
    before, after = _entrant_values(entry.entrant), _entrant_values(event.entrant)
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            yield Change(name, _field_title(name), before.get(name), after.get(name))


def _result_changed(event: e.ResultCorrected | e.ResultCleared, t: Tournament) -> Iterator[Change]:
    new = None
    if isinstance(event, e.ResultCorrected):
        new = str(result_text(event.result, t.rules))
    yield Change("result", Message("history.result"), _result_at(event.match, t), new)


def _result_at(match: MatchRef, t: Tournament) -> str | None:
    round_ = t.rounds.get(match.round)
    pairing = round_.pairings.get(match.table) if round_ else None
    result = pairing.result if pairing else None
    return None if result is None else str(result_text(result, t.rules))


def _entrant_values(entrant: Entrant) -> dict[str, Any]:
    """The fields of a player or team as JSON has them."""
    found: dict[str, Any] = {}
    for one in fields(entrant):  # type: ignore[arg-type]  # players and teams are dataclasses
        value = getattr(entrant, one.name)
        if one.name == "ids":
            found |= {f"{issuer}_id": text for issuer, text in value.items()}
        elif one.name == "ratings":
            found |= {key: rating.value for key, rating in value.items()}
            chosen = (list_title(key) for key, rating in value.items() if rating.chosen)
            found["rating_list"] = str(next(chosen, ""))
        elif one.name == "members":
            found["members"] = [member.name for member in value]
        elif one.name != "kind":
            found[one.name] = value
    return found


def _field_title(name: str) -> Message:
    if is_list_key(name):
        return Message("literal", text=str(list_title(name)))
    code = f"column.{name}"
    return Message(code) if code in ENGLISH else Message("literal", text=name.replace("_", " "))


def _value_text(value: object) -> Message | str:
    match value:
        case None | "" | [] | {}:
            return Message("history.no-value")
        case bool():
            return Message("history.on" if value else "history.off")
        case str() | int():
            return str(value)
    text = ", ".join(map(str, _parts(value)))
    return text if len(text) <= _LONGEST else Message("history.long-value")


def _parts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from (f"{key} {part}" for key, part in value.items())
    elif isinstance(value, Sequence) and all(isinstance(one, str | int) for one in value):
        yield from map(str, value)
    else:
        yield json.dumps(value, ensure_ascii=False, default=str)


_FINDERS: dict[type[e.Event], Callable[[Any, Tournament], Iterator[Change]]] = {
    e.TournamentRenamed: _renamed,
    e.RulesChanged: _rules_changed,
    e.HeaderChanged: header_changes,
    e.PlayerEdited: _player_edited,
    e.ResultCorrected: _result_changed,
    e.ResultCleared: _result_changed,
}
