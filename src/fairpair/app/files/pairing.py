"""The next round of a tournament in a file."""

from collections.abc import Mapping
from dataclasses import field, replace

from fairpair.app.files.trf_files import (
    adapt_error_for_files,
    open_games,
    other_system,
    require_no_teams,
    shorten_list,
    trf_file,
)
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Past, Proposal
from fairpair.engine.pairing.systems import explain_missing_pair, explain_round, pair_round
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.json_fields import is_json
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.tournament import initial_colour, tournament_of
from fairpair.formats.trf.writer import pairs_text
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class FilePairing:
    """The next round of a file, and what there is to say of it."""

    round: Proposal
    tournament: Tournament
    """The tournament before it."""
    notes: tuple[Message, ...] = ()
    reasons: tuple[Message, ...] = ()
    """Why each pair, float and bye was made, if that was asked for."""
    names: Mapping[PlayerId, str] = field(default_factory=dict)
    """How the file calls the players, if not by their numbers."""

    @property
    def text(self) -> str:
        """The round as pairing engines write it; who rests stands below, as one with the bye."""
        if not self.names and not self.round.rests:
            return pairs_text(self.round)
        bye = () if self.round.bye is None else (self.round.bye,)
        lines = [f"{self._name(b.white)} {self._name(b.black)}" for b in self.round.boards]
        lines += [f"{self._name(one)} 0" for one in (*bye, *_players_without_game(self.round))]
        return "".join(f"{line}\n" for line in (str(len(lines)), *lines))

    @property
    def data(self) -> dict[str, object]:
        """The same for programs: pairs by the file's own names, White first."""
        resting = [
            *([self.round.bye] if self.round.bye else []),
            *_players_without_game(self.round),
        ]
        return {
            "round": self.round.round_no,
            "pairs": [[self._name(b.white), self._name(b.black)] for b in self.round.boards],
            "byes": [self._name(one) for one in resting],
        }

    def _name(self, player: PlayerId) -> str:
        return self.names.get(player, str(player))


def _players_without_game(found: Proposal) -> list[PlayerId]:
    return [rest.player for rest in found.rests]


@dataclass(frozen=True, slots=True)
class PairingOptions:
    """The rules to pair by instead of the file's; preset and changes are for results in JSON."""

    system: str | None = None
    preset: str | None = None
    changes: Mapping[str, object] = field(default_factory=dict)


def file_pairing(
    data: bytes,
    options: PairingOptions | None = None,
    *,
    repair: bool = False,
    explain: bool = False,
    why_not: tuple[str, str] | None = None,
) -> FilePairing:
    """The next round of a TRF or of a results file in JSON, by its system or the one asked for.

    `explain` asks for all reasons, `why_not` why two players do not meet, as the file calls them.

    `ImpossiblePairingError` names the cause if there is no legal pairing; `InvalidInputError` is
    for files that are neither, contradict themselves, are over, or ask for a system that is not
    here.
    """
    options = options or PairingOptions()
    asked = _AskedReasons(explain, why_not)
    if is_json(data):
        return _pair_results_file(data, options, asked)
    return _pair_trf_file(data, options, asked, repair=repair)


@dataclass(frozen=True, slots=True)
class _AskedReasons:
    """What there is to explain of a round."""

    all: bool
    why_not: tuple[str, str] | None = None

    def texts(
        self,
        tournament: Tournament,
        past: Past,
        found: Proposal,
        names: Mapping[PlayerId, str] | None = None,
    ) -> tuple[Message, ...]:
        """The explanations; `names` are how the file calls players, if not by their numbers."""
        if not self.all and self.why_not is None:
            return ()
        from fairpair.engine.pairing.explanation import why_not_wording, wording  # noqa: PLC0415

        called = names or {}

        def name_of(player: PlayerId) -> str:
            name, number = tournament.name_of(player), called.get(player, str(player))
            return name if name == number else f"{name} ({number})"

        texts = []
        if self.all:
            texts += wording.round_texts(explain_round(tournament, past, found), name_of)
        if self.why_not is not None:
            first, second = (_player_called(tournament, called, one) for one in self.why_not)
            why = explain_missing_pair(tournament, past, found, (first, second))
            texts.append(why_not_wording.why_not_text(why, name_of))
        return tuple(texts)


def _player_called(tournament: Tournament, names: Mapping[PlayerId, str], wanted: str) -> PlayerId:
    """The player whom a file calls this."""
    for player in tournament.entries:
        if names.get(player, str(player)) == wanted:
            return player
    raise InvalidInputError("unknown-player.in-file", player=wanted)


def _pair_results_file(data: bytes, options: PairingOptions, asked: _AskedReasons) -> FilePairing:
    # Presets and all stages come with it: a report file needs none of them.
    from fairpair.app.files.results_files import next_of_results  # noqa: PLC0415

    changes = {**options.changes, **({"system": options.system} if options.system else {})}
    tournament, names = next_of_results(data, options.preset, changes)
    found = pair_round(tournament)
    reasons = asked.texts(tournament, Past(), found, names)
    return FilePairing(found, tournament, reasons=reasons, names=names)


def _pair_trf_file(
    data: bytes, options: PairingOptions, asked: _AskedReasons, *, repair: bool
) -> FilePairing:
    if options.preset or options.changes:
        raise InvalidInputError("preset-for-trf.pairing")
    file, notes = trf_file(data, repair=repair)
    other = None if options.system else other_system(file)
    if other:
        raise InvalidInputError("other-system", system=other)
    _require_a_next_round(file)
    round_no = file.rounds_played + 1
    if file.rounds is None:
        notes.append(Message("note.not-last", round=round_no))
    file = replace(file, initial_colour=initial_colour(file))
    if file.initial_colour is None:
        notes.append(Message("note.assumed-white"))
    imported = _with_system(tournament_of(file), options.system)
    tournament, past = imported.tournament, imported.past
    is_dutch = tournament.rules.system == "dutch"
    try:
        found = pair_round(tournament, past)
    except ImpossiblePairingError as error:
        if is_dutch:
            adapt_error_for_files(error, tournament)
        raise
    reasons = asked.texts(tournament, past, found)
    return FilePairing(found, tournament, tuple(notes), reasons)


def _with_system(imported: ImportedTournament, system: str | None) -> ImportedTournament:
    """The same to be paired by this system, if one is named."""
    if system is None:
        return imported
    rules = replace(imported.tournament.rules, system=system)
    return replace(imported, tournament=replace(imported.tournament, rules=rules))


def next_round(file: TrfFile) -> Proposal:
    """The round after the last one in the file, by the Dutch system; players by their numbers."""
    return pair_round(*past_of_file(file))


def past_of_file(file: TrfFile) -> tuple[Tournament, Past]:
    """The tournament in a file, and what else its next round is paired by."""
    imported = tournament_of(file)
    return imported.tournament, imported.past


def _require_a_next_round(file: TrfFile) -> None:
    require_no_teams(file)
    last = file.rounds_played
    if file.rounds is not None and last >= file.rounds:
        raise InvalidInputError("tournament-over.in-trf", rounds=file.rounds)
    for round_no, games in open_games(file).items():
        raise InvalidInputError(
            "round-open.in-trf", round=round_no, games=shorten_list(games), n=len(games)
        )
    if file.rounds is None and file.system.upper().endswith("_BAKU") and not file.acceleration:
        raise InvalidInputError("no-rounds")
