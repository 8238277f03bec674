"""Integrity events: what a report of a FIDE event tells in `###` lines, derived from the log.

| line | written when |
|---|---|
| `FIDE mode exited @ Round 4` | FIDE mode was left |
| `Configuration @ Round 4: rounds 7 => 6` | a rule was changed after round 1 was paired |
| `Prohibition @ Round 4: 3-8 added` | two players were kept apart, or no longer |
| `Correction @ Round 4: 4-9: 1-0 => 0-1` | a result was corrected after round 4 was paired |
| `Correction @ Round 4: 4-9: 1-0 => 0-1 before pairing` | the same before it was paired |
| `Correction @ Round 4: 4-9: 1-0 => 9-4: 0-1` | the colours of a game were corrected |
| `Correction @ Round 4: 7: Z => H` | a bye was corrected |
| `Rating correction @ Round 2: 4-9: 1-0 => 0-1` | a game is reported otherwise than it counted |
| `MPA @ Round 3: 1-2 3-4 => 1-4 3-2` | a round was published that the engine pairs otherwise |
| `Import @ Round 2: 7-1 2-3 => 2-1 7-3` | a round was imported that the engine pairs otherwise |
| `FPB @ Round 3: 12=FPB` | a full-point bye was given |
"""

from collections.abc import Iterator, Mapping, Sequence

from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.results import flip, is_adjourned
from fairpair.core.rounds import ByeKind, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.fide.locks import BEFORE_PAIRING
from fairpair.engine.standings.leavers import forfeited_games
from fairpair.engine.standings.scoring import Scorer
from fairpair.log import events as e
from fairpair.log.fide_mode import MANUAL_PAIRING, current_round, game_text
from fairpair.log.fold import TournamentBuilder
from fairpair.log.journal import Journal

IMPORT_DIFFERS = "import-differs"
"""The warning that a round of an imported file is not what the engine pairs."""
_BYES = {
    ByeKind.PAIRING: "U",
    ByeKind.FULL: "F",
    ByeKind.HALF: "H",
    ByeKind.ZERO: "Z",
    ByeKind.LOSS: "-",
}
Numbers = Mapping[PlayerId, int]


def integrity_lines(journal: Journal, numbers: Numbers) -> list[str]:
    """The lines of a FIDE event, by round and then by time; `numbers` are those of the file."""
    if not journal.tournament.rules.fide:
        return []
    builder = TournamentBuilder(Tournament())
    found: list[tuple[int, str]] = []
    for record in journal.effective_records():
        now = current_round(builder.tournament)
        if isinstance(record.event, e.PairingsOpened):
            found = [one for one in found if not one[1].startswith(f"MPA @ Round {now}:")]
        for text in _texts(record.event, builder.tournament, numbers):
            kind, _, rest = text.partition(" ")
            found.append((now, text) if kind == "FIDE" else (now, f"{kind} @ Round {now}: {rest}"))
        builder.apply(record.event)
    found += _full_byes(journal.tournament, numbers)
    found += _imports(journal, numbers)
    found += _rating_corrections(journal.tournament, numbers)
    return [text for _, text in sorted(found, key=lambda one: one[0])]


def _texts(event: e.Event, before: Tournament, numbers: Numbers) -> Iterator[str]:
    """The kind of each line and what follows its round; `before` is the state before the event."""
    match event:
        case e.FideModeLeft():
            if before.fide_exit is None:
                yield f"FIDE mode exited @ Round {event.round_no}"
        case e.RulesChanged() if before.latest_published:
            after = before.rules.with_changes(event.changes)
            yield from (f"Configuration {text}" for text in _rules(before.rules, after))
        case e.PairAvoided() | e.PairAllowed() if before.latest_published:
            how = "added" if isinstance(event, e.PairAvoided) else "removed"
            yield f"Prohibition {_pair((event.a, event.b), numbers)} {how}"
        case e.WarningsRecorded():
            for one in event.warnings:
                if one.code == MANUAL_PAIRING.code:
                    yield f"MPA {_difference(one.values, numbers)}"
        case _:
            later = "" if _is_paired(before) else BEFORE_PAIRING
            yield from (f"Correction {one}{later}" for one in _corrections(event, before, numbers))


def _is_paired(t: Tournament) -> bool:
    """Whether the round in preparation or in progress was published already."""
    return t.latest_published is not None and t.latest_published.round_no >= current_round(t)


def _corrections(event: e.Event, before: Tournament, numbers: Numbers) -> Iterator[str]:
    """A result, colours or a bye of a round that has been played."""
    match event:
        case e.ResultCorrected() | e.ResultCleared() if event.match.stage == 1:
            old = before.rounds[event.match.round].pairings[event.match.table].result
            new = event.result if isinstance(event, e.ResultCorrected) else None
            if not is_adjourned(old):
                yield f"{_pair(event.players, numbers)}: {game_text(old)} => {game_text(new)}"
        case e.ColoursCorrected():
            there = before.rounds[event.match.round].pairings[event.match.table].result
            turned = None if there is None else flip(there)
            white, black = (_pair(one, numbers) for one in (event.players, event.players[::-1]))
            yield f"{white}: {game_text(there)} => {black}: {game_text(turned)}"
        case e.ByeGiven() if before.rounds[event.round].status == RoundStatus.COMPLETE:
            had = before.rounds[event.round].byes.get(event.player)
            yield f"{numbers[event.player]}: {_bye_code(had)} => {_bye_code(event.kind)}"
        case _:
            pass


def _rules(before: Rules, after: Rules) -> Iterator[str]:
    """What changed of the settings, the old value first."""
    shown = {
        "rounds": [str(one.rounds) for one in (before, after)],
        "points": [_points(one) for one in (before, after)],
        "PAB": [_bye(one) for one in (before, after)],
        "acceleration": [one.acceleration.upper() for one in (before, after)],
        "tie-breaks": [",".join(one.standings_tiebreakers) for one in (before, after)],
    }
    follows = before.bye_points == after.bye_points
    for name, (old, new) in shown.items():
        if old != new and not (name == "PAB" and follows):
            yield f"{name} {old} => {new}"


def _points(rules: Rules) -> str:
    points = rules.points
    return "-".join(format_number(one) for one in (points.win, points.draw, points.loss))


def _bye(rules: Rules) -> str:
    return format_number(Scorer(rules).bye(ByeKind.PAIRING).points)


def _pair(players: Sequence[PlayerId], numbers: Numbers) -> str:
    return "-".join(str(numbers.get(player, 0)) for player in players)


def _difference(values: Mapping[str, Sequence[str]], numbers: Numbers) -> str:
    """The engine's boards that are not in the round, and the round's that are not the engine's."""
    expected, actual = values["expected"], values["actual"]
    left = [_board(one, numbers) for one in expected if one not in actual]
    right = [_board(one, numbers) for one in actual if one not in expected]
    return f"{' '.join(left)} => {' '.join(right)}".strip()


def _board(text: str, numbers: Numbers) -> str:
    return _pair([PlayerId(int(one)) for one in text.split("-")], numbers)


def _bye_code(kind: ByeKind | None) -> str:
    return "-" if kind is None else _BYES[kind]


def _rating_corrections(t: Tournament, numbers: Numbers) -> Iterator[tuple[int, str]]:
    """Games that the report has otherwise than the tournament, by their own rounds."""
    for ref, round_ in sorted(t.rounds.items()):
        for _, pairing in sorted(round_.pairings.items()):
            if pairing.for_rating is not None:
                rated = pairing.for_rating
                old, new = (_pair(one.seats, numbers) for one in (pairing, rated))
                after = game_text(rated.result)
                if old != new:
                    after = f"{new}: {after}"
                text = f"{old}: {game_text(pairing.result)} => {after}"
                yield ref.round_no, f"Rating correction @ Round {ref.round_no}: {text}"


def _imports(journal: Journal, numbers: Numbers) -> Iterator[tuple[int, str]]:
    """The rounds of a file that the engine pairs otherwise."""
    for record in journal.effective_records():
        if isinstance(record.event, e.WarningsRecorded):
            for one in record.event.warnings:
                if one.code == IMPORT_DIFFERS:
                    number = one.values["round"]
                    yield number, f"Import @ Round {number}: {_difference(one.values, numbers)}"


def _full_byes(t: Tournament, numbers: Numbers) -> Iterator[tuple[int, str]]:
    """Those that stand for a win by forfeit in a round robin are not such byes in the report."""
    for ref, round_ in sorted(t.rounds.items()):
        if ref.stage > 1 or round_.status == RoundStatus.DRAFT:
            continue
        won = {player for game in forfeited_games(t, ref) for player in game.seats}
        for player, kind in round_.byes.items():
            if kind == ByeKind.FULL and player not in won:
                number = numbers.get(player, 0)
                yield ref.round_no, f"FPB @ Round {ref.round_no}: {number}=FPB"
