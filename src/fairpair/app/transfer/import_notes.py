"""What there is to say of an imported tournament: wrong rounds, and players of one name."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from fairpair.app.files.complaints import Verdict
from fairpair.app.files.trf_files import shorten_list
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Entry, Player, Team
from fairpair.core.tournament import Tournament
from fairpair.formats.trf.model import TrfFile
from fairpair.language.message import Message

MOST_LISTED = 20
"""The differences that are named one by one."""


def differences_in(verdict: Verdict) -> Iterator[Message]:
    """Rounds and ranks of a report that the rules do not give: they are imported as they are."""
    found = verdict.complaints
    for one in found[:MOST_LISTED]:
        yield Message("import.difference", difference=one.text)
    if len(found) > MOST_LISTED:
        yield Message("import.more-differences", n=len(found) - MOST_LISTED)


def assumed_settings(file: TrfFile) -> list[Message]:
    """The records that a report has not, so that what is usual is assumed."""
    missing = {
        "142": file.rounds is None,
        "152": file.initial_colour is None,
        "192": not file.system,
        "202": not file.tiebreaks and not file.ranking,
    }
    records = [record for record, is_missing in missing.items() if is_missing]
    return [Message("import.assumed", records=records)] if records else []


def tell_apart(t: Tournament) -> tuple[Tournament, list[Message]]:
    """The tournament with players who share everything shown of them told apart by number.

    A player gets the number as one more id, which changes nothing that is shown; a team has no ids,
    so its number goes to its name.
    """
    same: dict[tuple[str, ...], list[PlayerId]] = {}
    for player, entry in t.entries.items():
        same.setdefault(entry.entrant.identity, []).append(player)
    shared = [players for players in same.values() if len(players) > 1]
    if not shared:
        return t, []
    entries = _numbered(t.entries, [player for players in shared for player in players])
    notes = [
        Message(
            "import.same-name",
            name=t.name_of(players[0]),
            numbers=shorten_list(list(map(str, players))),
        )
        for players in shared
    ]
    return replace(t, entries=entries), notes


def same_numbers(t: Tournament) -> Iterator[Message]:
    """The ID numbers that several players have, which everybody should have alone."""
    owners: dict[tuple[str, str], list[PlayerId]] = {}
    for player, entry in t.entries.items():
        for giver, number in getattr(entry.entrant, "ids", {}).items():
            owners.setdefault((giver, number), []).append(player)
    for (_, number), players in owners.items():
        if len(players) > 1:
            yield Message("import.same-number", number=number, numbers=list(map(str, players)))


def _numbered(entries: Mapping[PlayerId, Entry], players: list[PlayerId]) -> dict[PlayerId, Entry]:
    changed = {p: replace(entries[p], entrant=_with_number(entries[p].entrant, p)) for p in players}
    return {player: changed.get(player, entry) for player, entry in entries.items()}


def _with_number(entrant: Entrant, number: PlayerId) -> Entrant:
    if isinstance(entrant, Team):
        return replace(entrant, name=f"{entrant.name} ({number})")
    assert isinstance(entrant, Player)  # noqa: S101  there is nothing else
    return replace(entrant, ids={**entrant.ids, "number": str(number)})
