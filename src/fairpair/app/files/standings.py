"""Standings of a tournament in a file: read it, apply what the user asked for, rank."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from fairpair.app.files.trf_files import file_and_notes
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.rules import Rules, bad_rules
from fairpair.core.tournament import Tournament
from fairpair.engine.rule_validation import apply_valid_changes, change_rules
from fairpair.engine.standings.registry import chain_problems, idle_links
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import trf
from fairpair.formats.json_fields import is_json
from fairpair.formats.trf.model import TrfReport
from fairpair.formats.trf.tournament import tournament_of
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class StandingsOptions:
    """What to do other than the file says; empty means as the file or its preset has it."""

    tiebreaks: tuple[str, ...] | None = None
    preset: str | None = None
    changes: Mapping[str, object] = field(default_factory=dict)
    draw_seed: str = ""
    until: int | None = None
    repair: bool = False


@dataclass(frozen=True, slots=True)
class FileStandings:
    """The standings of a file, the ids its players have there, and what there is to say of it."""

    tournament: Tournament
    standings: Standings
    ids: Mapping[PlayerId, str | int]
    notes: tuple[Message, ...] = ()
    from_trf: bool = True

    def player(self, wanted: str) -> PlayerId:
        """Who has this id, or this name if only one has it."""
        for form in (_as_json, str):  # 7 and "7" can be two players
            for player, given in self.ids.items():
                if form(given) == wanted:
                    return player
        named = [
            player
            for player in self.ids
            if self.tournament.name_of(player).casefold() == wanted.casefold()
        ]
        if len(named) == 1:
            return named[0]
        ids = [str(self.ids[player]) for player in named]
        code = "no-such-player.in-file-several" if named else "no-such-player.in-file"
        raise InvalidInputError(code, player=repr(wanted), ids=ids)


def _as_json(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False)


def file_standings(data: bytes, options: StandingsOptions) -> FileStandings:
    """The standings of a TRF or of a plain results file in JSON, whichever it is."""
    if is_json(data):
        return _rank_results_file(data, options)
    return _rank_trf_file(data, options)


def _rank_results_file(data: bytes, options: StandingsOptions) -> FileStandings:
    # Presets come with it: a report file needs none of them.
    from fairpair.app.files.results_files import DEFAULT_PRESET  # noqa: PLC0415
    from fairpair.formats.results import read_results  # noqa: PLC0415
    from fairpair.presets import rules_of  # noqa: PLC0415

    base = rules_of(options.preset or DEFAULT_PRESET, {})
    if options.tiebreaks is not None:  # the preset's own list has no say then
        base = replace(base, standings_tiebreakers=())
    rules = _validated_rules(base, options, options.tiebreaks or ())
    results = read_results(data, rules)
    tournament = replace(
        results.tournament,
        draw_seed=options.draw_seed or results.tournament.draw_seed,
        finished=_ends_open_matches(rules),
    )
    if "best_of" in options.changes:  # else that of the file counts
        tournament = replace(tournament, rules=replace(tournament.rules, best_of=rules.best_of))
    _require_round(tournament, options.until)
    standings = Standings(tiebreak_input(tournament, until=options.until), options.tiebreaks)
    return FileStandings(tournament, standings, results.ids, _idle(options, rules), from_trf=False)


def _rank_trf_file(data: bytes, options: StandingsOptions) -> FileStandings:
    report = trf.read(data, repair=options.repair)
    if _is_not_trf(report):
        raise _no_tournament(data)
    file, notes = file_and_notes(report)
    if options.preset:
        raise InvalidInputError("preset-for-trf")
    imported = tournament_of(file)
    _require_round(imported.tournament, options.until)
    rules = _trf_rules(imported.tournament.rules, options, notes)
    notes += _idle(options, rules)
    tournament = replace(
        imported.tournament,
        rules=rules,
        draw_seed=options.draw_seed,
        finished=_ends_open_matches(rules),
    )
    inputs = tiebreak_input(
        tournament, until=options.until, awarded=imported.awarded, extra=imported.extra
    )
    standings = Standings(inputs, options.tiebreaks)
    ids: dict[PlayerId, str | int] = {player: player for player in tournament.entries}
    return FileStandings(tournament, standings, ids, tuple(notes))


def _validated_rules(rules: Rules, options: StandingsOptions, codes: Sequence[str]) -> Rules:
    """The rules as asked for, beside these tie-breaks.

    What is wrong with the tie-breaks that were asked for is reported with the rest.
    """
    meant, _ = apply_valid_changes(rules, options.changes)
    wrong = dict((*chain_problems(codes, meant), *idle_links(codes, meant)))
    sound = tuple(code for place, code in enumerate(codes, 1) if place not in wrong)
    try:
        changed = change_rules(
            replace(rules, standings_tiebreakers=rules.standings_tiebreakers + sound),
            options.changes,
        )
    except InvalidInputError as error:
        raise bad_rules([*error.problems, *_chain_problems(options, meant)]) from error
    if "standings_tiebreakers" in options.changes:
        return changed
    return replace(changed, standings_tiebreakers=rules.standings_tiebreakers)


def _chain_problems(options: StandingsOptions, rules: Rules) -> Iterator[FieldProblem]:
    codes = options.tiebreaks or ()
    for place, text in chain_problems(codes, rules):
        where = Message("place.tiebreak", number=place, tiebreak=repr(codes[place - 1]))
        yield FieldProblem(where, text)


def _idle(options: StandingsOptions, rules: Rules) -> tuple[Message, ...]:
    """What is in the tie-breaks asked for and can never change a rank."""
    codes = options.tiebreaks or ()
    return tuple(
        Message("note.idle-tiebreak", number=n, tiebreak=repr(codes[n - 1]), problem=text)
        for n, text in idle_links(codes, rules)
    )


def _ends_open_matches(rules: Rules) -> bool:
    """A file stands still: who asks for open matches as draws means those in it."""
    return rules.unfinished_matches == "draw"


def _is_not_trf(report: TrfReport) -> bool:
    return [problem.code for problem in report.errors] == ["not-trf"]


def _no_tournament(data: bytes) -> InvalidInputError:
    return InvalidInputError("no-tournament-file" if data.strip() else "no-tournament-file.empty")


def _require_round(tournament: Tournament, round_no: int | None) -> None:
    """Standings after a round that was not played would be those of another one."""
    last = len(tournament.rounds)
    if round_no is not None and round_no > last:
        raise InvalidInputError("no-such-round.in-file", round=round_no, n=last)


def _trf_rules(rules: Rules, options: StandingsOptions, notes: list[Message]) -> Rules:
    """The file's rules; a tie-break that is not known here is ignored with a note."""
    codes = rules.standings_tiebreakers
    used = codes if options.tiebreaks is None else options.tiebreaks
    changed = _validated_rules(replace(rules, standings_tiebreakers=()), options, used)
    if "standings_tiebreakers" in options.changes or options.tiebreaks is not None:
        return changed
    problems = dict(chain_problems(codes, changed))
    for place, text in problems.items():
        code = repr(codes[place - 1])
        notes.append(Message("note.file-tiebreak", tiebreak=code, problem=text))
    kept = tuple(code for place, code in enumerate(codes, 1) if place not in problems)
    return replace(changed, standings_tiebreakers=kept)
