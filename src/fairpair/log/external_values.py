"""External values: numbers that decide ties and come from outside, such as a play-off."""

from collections.abc import Sequence

from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.tournament import Tournament
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log import events as e
from fairpair.log.decide import decider_for, require_change
from fairpair.log.fold import TournamentBuilder, applier_for
from fairpair.log.journal import Journal
from fairpair.log.normalise import bad_values, require_short_text
from fairpair.log.validate import get_entry, validator_for

LARGEST = 1_000_000
"""Of a value, above and below zero."""
FINEST = 1000
"""The largest denominator: three decimals."""


@decider_for(c.SetExternalValues)
def decide_set_external_values(journal: Journal, command: c.SetExternalValues) -> Sequence[e.Event]:
    """Keep only what really changes."""
    t = journal.tournament
    text = command.meaning.strip()
    meaning = require_short_text("meaning", text or t.external_meaning, needed=True)
    before = {one.player: get_entry(t, one.player).external_value for one in command.values}
    if len(before) < len(command.values):
        raise InvalidInputError("external-value-twice")
    problem = Message("value.external", most=LARGEST, finest=FINEST)
    problems = [
        FieldProblem(f"values.{n}.value", problem)
        for n, one in enumerate(command.values, 1)
        if one.value is not None and (abs(one.value) > LARGEST or one.value.denominator > FINEST)
    ]
    if problems:
        raise bad_values(problems)
    values = tuple(one for one in command.values if one.value != before[one.player])
    require_change(bool(values) or meaning != t.external_meaning, "external-values")
    return [e.ExternalValuesSet(values, meaning)]


@validator_for(e.ExternalValuesSet)
def validate_external_values_set(t: Tournament, event: e.ExternalValuesSet) -> None:
    """Possible for everybody who is entered."""
    for one in event.values:
        get_entry(t, one.player)


@applier_for(e.ExternalValuesSet)
def apply_external_values_set(builder: TournamentBuilder, event: e.ExternalValuesSet) -> None:
    """Standings follow them; pairings never do."""
    builder.set(external_meaning=event.meaning)
    for one in event.values:
        builder.entry(one.player, external_value=one.value)
