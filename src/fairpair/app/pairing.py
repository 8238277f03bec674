"""The next round of a tournament in a report file."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from fairpair.app.trf_files import trf_file
from fairpair.core.errors import BadInput, FieldProblem
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.brackets.contender import BLACK, Contender, Wish
from fairpair.engine.pairing.brackets.criteria import may_meet
from fairpair.engine.pairing.dutch.position import Position
from fairpair.engine.pairing.dutch.rounds import lowest_bye_score
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Past, Proposal, present_in
from fairpair.engine.pairing.propose import next_round_no, pair_round
from fairpair.formats.imported import Imported
from fairpair.formats.trf import TrfFile
from fairpair.formats.trf.records import Colour
from fairpair.formats.trf.tournament import tournament_of

_DUTCH = re.compile(r"FIDE_DUTCH(_20(25|26))?(_BAKU)?", re.IGNORECASE)
_NAMED_AT_MOST = 5
_LET_OUT = "let somebody out of the round with record 240"


@dataclass(frozen=True, slots=True)
class FilePairing:
    """The next round of a file, and what there is to say of it."""

    round: Proposal
    notes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    """In words, why each pair, float and bye: if that was asked for."""


def file_pairing(
    data: bytes, *, system: str | None = None, repair: bool = False, explain: bool = False
) -> FilePairing:
    """The next round by the file's own system, or by one that was asked for.

    `ImpossiblePairingError` names the cause if there is no legal pairing; `BadInput` is for files that
    are no TRF, contradict themselves, are over, or ask for a system that is not here.
    """
    file, notes = trf_file(data, repair=repair)
    other = None if system else other_system(file)
    if other:
        raise BadInput(
            "other-system",
            f"The file asks for {other}; what can be paired is the FIDE (Dutch) system of 2026.",
            "Use --system dutch to have it paired by that one all the same.",
        )
    _require_a_next_round(file)
    round_no = file.rounds_played + 1
    if file.rounds is None:
        notes.append(
            f"note: neither 142 nor XXR tells the number of rounds: round {round_no} is paired"
            " as one that is not the last."
        )
    if round_no == 1 and file.initial_colour is None:
        notes.append("note: neither 152 nor XXC gives an initial colour: White is taken.")
    imported = _imported(file)
    try:
        found = pair_round(imported.tournament, _past(imported))
    except ImpossiblePairingError as error:
        raise _explained(error, imported) from error
    return FilePairing(found, tuple(notes), _reasons(imported, found) if explain else ())


def _reasons(imported: Imported, found: Proposal) -> tuple[str, ...]:
    from fairpair.engine.pairing.explain import explain_round
    from fairpair.engine.pairing.why.wording import round_lines

    def name_of(player: PlayerId) -> str:
        return f"{imported.tournament.name_of(player)} ({player})"

    why = explain_round(imported.tournament, _past(imported), found)
    return tuple(round_lines(why, name_of))


def next_round(file: TrfFile) -> Proposal:
    """The round after the last one in the file, by the Dutch system; players by their numbers."""
    imported = _imported(file)
    return pair_round(imported.tournament, _past(imported))


def _imported(file: TrfFile) -> Imported:
    return tournament_of(replace(file, initial_colour=initial_colour(file)))


def other_system(file: TrfFile) -> str:
    """The system that 192, or else the words of 092, ask for; empty if it is the Dutch of 2026."""
    if file.teams.numbered:
        return "a tournament of teams"
    if file.system:
        return "" if _DUTCH.fullmatch(file.system) else file.system
    return "" if tournament_of(file).tournament.rules.system == "dutch" else file.event.kind


def initial_colour(file: TrfFile) -> Colour | None:
    """As the file says, or as the first board of round 1 shows: 152 may be left out then.

    The highest-ranked player of round 1 is number 1 for C.04.3 5.2.5, so has the initial colour;
    the second is number 2 if the first has no colour because of a forfeit.
    """
    if file.initial_colour or not file.rounds_played:
        return file.initial_colour
    listed = file.players if file.rank_by_position else sorted(file.players, key=lambda p: p.id)
    place = {player.id: number for number, player in enumerate(listed, 1)}
    number = 0
    for player in listed:
        cell = player.rounds[0]
        number += cell.opponent is not None or cell.result == "U"
        if cell.opponent and cell.colour and place[cell.opponent] > place[player.id]:
            return cell.colour if number % 2 else "b" if cell.colour == "w" else "w"
    return None


def _require_a_next_round(file: TrfFile) -> None:
    if file.teams.numbered:
        raise BadInput(
            "no-team-pairing",
            "The file is of a team tournament: teams cannot be paired yet.",
            "Give a tournament of individuals.",
        )
    last = file.rounds_played
    if file.rounds is not None and last >= file.rounds:
        raise BadInput(
            "tournament-over",
            f"The tournament is over: all {file.rounds} rounds of it are paired already.",
            "`fairpair standings` ranks it. If there is to be one more, raise the number of rounds"
            " in record 142 (XXR).",
        )
    for round_no, games in open_games(file).items():
        raise BadInput(
            "round-open",
            f"The next round needs all results; in round {round_no} {games} no result yet.",
            "Enter it, or ? for an adjourned game, which counts as a draw until it is finished.",
        )
    if file.rounds is None and file.system.upper().endswith("_BAKU") and not file.acceleration:
        raise BadInput(
            "no-rounds",
            "Baku acceleration depends on the number of rounds, and the file does not tell it.",
            "Add record 142 (or XXR).",
        )


def open_games(file: TrfFile) -> dict[int, str]:
    """The games without a result by their rounds, as `the game 1-2 has`; first rounds first."""
    games: dict[int, list[str]] = {}
    for player in file.players:
        for round_no, cell in enumerate(player.rounds, 1):
            if cell.opponent and cell.opponent > player.id and not cell.result:
                seats = (player.id, cell.opponent)
                white, black = seats[::-1] if cell.colour == "b" else seats
                games.setdefault(round_no, []).append(f"{white}-{black}")
    return {
        round_no: f"the game {some[0]} has" if len(some) == 1 else f"the games {_some(some)} have"
        for round_no, some in sorted(games.items())
    }


def _past(imported: Imported) -> Past:
    return Past(imported.awarded, imported.extra, imported.virtual, imported.order)


def _explained(error: ImpossiblePairingError, imported: Imported) -> ImpossiblePairingError:
    """The same refusal with the cause."""
    tournament = imported.tournament
    round_no = next_round_no(tournament)
    present = present_in(tournament, round_no)
    players = Position(tournament, _past(imported), round_no, present).players
    cause = _cause(players, tournament.name_of)
    text = f"Round {round_no} cannot be paired with these {len(players)} players: {cause.text}."
    return ImpossiblePairingError(error.code, text, cause.hint, cause.problems)


@dataclass(frozen=True, slots=True)
class _Cause:
    """What stands in the way of a round, what to do, and what there is to say of each player."""

    text: str
    hint: str
    problems: tuple[FieldProblem, ...] = ()


def _cause(players: Sequence[Contender], name_of: Callable[[PlayerId], str]) -> _Cause:
    odd = len(players) % 2 == 1
    if odd and not any(one.may_have_bye for one in players):
        return _Cause(
            "their number is odd, but each of them has had the bye or a win without playing (C2)",
            f"{_LET_OUT.capitalize()}, or find somebody to fill in.",
        )
    lonely = [
        one
        for one in players
        if not any(one is not other and may_meet(one, other) for other in players)
    ]
    if len(lonely) > odd or any(not one.may_have_bye for one in lonely):
        return _lonely_cause(lonely, players, name_of)
    return _common_cause(players)


def _lonely_cause(
    lonely: Sequence[Contender],
    players: Sequence[Contender],
    name_of: Callable[[PlayerId], str],
) -> _Cause:
    """Somebody may meet nobody: because they have met, are forbidden, or by their colours."""
    names = [f"{one.player} ({name_of(one.player)})" for one in lonely]
    why = [_obstacles(one, players) for one in lonely]
    problems = tuple(
        FieldProblem(name, _told(kinds, one.colour))
        for one, name, kinds in list(zip(lonely, names, why, strict=True))[:_NAMED_AT_MOST]
        if kinds
    )
    if any("forbidden" in kinds for kinds in why):
        hint = f"Allow one of the forbidden pairs (260, XXP), or {_LET_OUT}."
    elif all(set(kinds) <= {"met"} for kinds in why):
        hint = f"End the tournament here, or {_LET_OUT}."
    else:
        hint = f"{_LET_OUT.capitalize()}."
    return _Cause(f"nobody is left that {_some(names)} may meet", hint, problems)


def _obstacles(one: Contender, players: Sequence[Contender]) -> dict[str, list[str]]:
    """Those whom somebody may not meet, by the reason."""
    kinds: dict[str, list[str]] = {"met": [], "forbidden": [], "colour": []}
    for other in sorted(players, key=lambda other: other.number):
        if other is one:
            continue
        if other.player in one.met:
            kind = "met"
        elif other.player in one.forbidden:
            kind = "forbidden"
        else:
            kind = "colour"
        kinds[kind].append(str(other.player))
    return {kind: others for kind, others in kinds.items() if others}


def _told(obstacles: Mapping[str, Sequence[str]], colour: int | None) -> str:
    note = {"colour": f" ({'Black' if colour == BLACK else 'White'} for both, C3)"}
    return "; ".join(
        f"{kind} {_some(others)}{note.get(kind, '')}" for kind, others in obstacles.items()
    )


def _common_cause(players: Sequence[Contender]) -> _Cause:
    """Everybody has somebody to meet, but not all at once: the first rule without which it goes."""
    colourless = [replace(one, wish=Wish.NONE, colour=None) for one in players]
    forbidden = any(one.forbidden for one in players)
    if forbidden and _can_be_paired(_free(players)):
        return _Cause(
            "the forbidden pairs (260, XXP) leave no way to pair everybody",
            f"Allow one of these pairs, or {_LET_OUT}.",
        )
    if _can_be_paired(colourless):
        return _Cause(
            "the colours (C3) leave no way to pair everybody", f"{_LET_OUT.capitalize()}."
        )
    if forbidden and _can_be_paired(_free(colourless)):
        return _Cause(
            "the forbidden pairs (260, XXP) and the colours (C3) leave no way to pair everybody",
            f"Allow one of these pairs, or {_LET_OUT}.",
        )
    bye = ", or had the bye (C2)" if len(players) % 2 else ""
    return _Cause(
        f"too many of them have met already (C1){bye}",
        f"End the tournament here, or {_LET_OUT}.",
    )


def _free(players: Sequence[Contender]) -> list[Contender]:
    """The same without forbidden pairs."""
    return [replace(one, forbidden=frozenset()) for one in players]


def _can_be_paired(players: Sequence[Contender]) -> bool:
    return lowest_bye_score(players) is not None


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED_AT_MOST
    return ", ".join(names[:_NAMED_AT_MOST]) + (f" and {more} more" if more > 0 else "")
