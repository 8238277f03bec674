"""A results file in JSON, ready for its next round."""

import json
from collections.abc import Mapping
from dataclasses import replace

from fairpair.app.files.trf_files import shorten_list
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.formats.results import Results, read_results
from fairpair.language.message import Message
from fairpair.presets import rules_of

DEFAULT_PRESET = "mtg_standard"
"""The rules of a results file that comes with none."""


def next_of_results(
    data: bytes, preset: str | None, changes: Mapping[str, object]
) -> tuple[Tournament, dict[PlayerId, str]]:
    """The tournament before the round to be paired, and how players are called in the answer.

    `InvalidInputError` if results are missing, all rounds are played, or nobody is there.
    """
    rules = rules_of(preset or DEFAULT_PRESET, changes)
    results = _read(data, rules)
    if "best_of" in changes:  # else that of the file counts
        own = replace(results.tournament.rules, best_of=rules.best_of)
        results = replace(results, tournament=replace(results.tournament, rules=own))
    _require_a_next_round(results, rules)
    return add_newcomers(results.tournament, rules), _names(results.ids)


def _read(data: bytes, rules: Rules) -> Results:
    try:
        return read_results(data, rules)
    except InvalidInputError as error:
        error.remedy = Message("json-not-trf", hint=error.remedy)
        raise


def _require_a_next_round(results: Results, rules: Rules) -> None:
    tournament = results.tournament
    if not tournament.entries:
        raise InvalidInputError("no-players.in-file")
    for ref, round_ in tournament.rounds.items():
        if round_.pending:
            seats = (round_.pairings[table].seats for table in round_.pending)
            games = ["-".join(map(tournament.name_of, pair)) for pair in seats]
            raise InvalidInputError("round-open.in-file", round=ref.name, games=shorten_list(games))
    played = len(tournament.rounds)
    if rules.rounds is not None and played >= rules.rounds:
        raise InvalidInputError("tournament-over.in-file", rounds=rules.rounds, next=played + 1)


def add_newcomers(tournament: Tournament, rules: Rules) -> Tournament:
    """Who was in no round yet enters now; the rules say how the missed rounds count."""
    upcoming = RoundRef(1, len(tournament.rounds) + 1)
    seen = {p for round_ in tournament.rounds.values() for p in round_.byes}
    for round_ in tournament.rounds.values():
        seen |= {player for pairing in round_.pairings.values() for player in pairing.seats}

    def entered(player: PlayerId, entry: Entry) -> Entry:
        if player in seen or entry.dropped or upcoming.round_no == 1:
            return entry
        return replace(entry, periods=(Period(upcoming, missed=rules.late_entry),))

    entries = {player: entered(player, entry) for player, entry in tournament.entries.items()}
    return replace(
        tournament, entries=entries, rules=replace(tournament.rules, rounds=rules.rounds)
    )


def _names(ids: Mapping[PlayerId, str | int]) -> dict[PlayerId, str]:
    """Numbers and single words as they are; in quotes what could be read in another way."""

    def name(called: str | int) -> str:
        plain = isinstance(called, int) or (
            called.isprintable()
            and len(called.split()) == 1
            and '"' not in called
            and not called.lstrip("+-").isdecimal()
        )
        return str(called) if plain else json.dumps(called, ensure_ascii=False)

    return {player: name(called) for player, called in ids.items()}
