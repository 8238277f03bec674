"""A tournament in memory: register players, pair, record results, rank, save."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairpair.app.requests import Steps
from fairpair.app.use_cases import edits, rounds
from fairpair.app.use_cases.open_games import OPEN_GAMES, adjourn_missing_games
from fairpair.app.use_cases.pairing import cut_command
from fairpair.app.use_cases.repair import RepairRequest, repair_round
from fairpair.app.views.results import own_side_first
from fairpair.app.views.rounds import planned_rounds
from fairpair.app.views.standings import standings_of
from fairpair.core.arguments import flag_of, maybe_number, number_of, shown_value, text_of
from fairpair.core.errors import InvalidInputError, InvalidStateError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import (
    Bye,
    ByeKind,
    MatchRef,
    RoundRef,
    RoundStatus,
    Table,
)
from fairpair.core.tournament import Phase
from fairpair.core.tournament import Tournament as State
from fairpair.core.vocabulary import vocabulary_of
from fairpair.engine.stages.progress import NextStep, progress, round_name, rules_at
from fairpair.engine.standings.table import Standings as EngineStandings
from fairpair.formats.archive import Archive, write
from fairpair.language.message import Message, encode_message
from fairpair.language.texts import use
from fairpair.library.arguments import (
    ResultLike,
    byes_of,
    confirmed_of,
    name_of,
    named_player,
    players_of,
    remedy_of,
    result_of,
    seed_of,
    table_number,
    tables_of,
)
from fairpair.library.entries import Entries, PlayerRef
from fairpair.library.error_hints import python_hints
from fairpair.library.files import read_bytes, write_file
from fairpair.library.history import History, history_of
from fairpair.library.memory import MemoryLog
from fairpair.library.overviews import Bracket, Crosstable, bracket_of, crosstable_of
from fairpair.library.people import members_at, names_in
from fairpair.library.ranking import Ranking, ranking_of
from fairpair.library.ratings import Ratings, ratings_of
from fairpair.library.rounds import (
    Results,
    Round,
    restriction_notes,
    results_by_table,
    round_of,
    table_of,
)
from fairpair.library.rule_changes import (
    NamedRules,
    PointsLike,
    changes_of,
    codes_of,
    rules_for,
)
from fairpair.library.shown import Explanation, Shown
from fairpair.library.standings import Standings, standings_from
from fairpair.log import commands as c
from fairpair.log.rounds import results_pending
from fairpair.log.validate import require_open

if TYPE_CHECKING:
    from fairpair.library.odds import Odds

PathLike = str | Path
_ARGUMENTS = ("preset", "tiebreaks", "seed")
"""Of a tournament, besides its rules."""
SOFT_PAIR = "avoided-pair"
"""The rule that two meet whom the organiser would rather keep apart."""


class Tournament(Entries):
    """A tournament in memory, with the rules of a preset.

    Without a `preset`, the one for the `system` is used (`dutch`: `fide_dutch`, `round_robin`:
    `chess_style`), otherwise `mtg_standard`; `fairpair.list_presets` lists all. `rounds`, `system`,
    `points` and `tiebreaks` override the preset, as does any other rule passed by name, such as
    `best_of=1`. Every random choice follows from the `seed`: the same seed, players and results
    give the same pairings.

    >>> import fairpair
    >>> t = fairpair.Tournament("Friday Magic", preset="mtg_standard", rounds=3, seed="friday")
    >>> t.add_players("Ana", "Bo", "Cy", "Di")
    >>> print(t.pair())
    Round 1
    table  player  opponent  result
    -----  ------  --------  ------
        1  Ana     Di
        2  Bo      Cy
    >>> t.record(table=1, result="2-1")
    >>> t.record(table=2, result="2-0")
    >>> t.standings().row("Ana").points
    3
    """

    def __init__(
        self,
        name: str = "Tournament",
        preset: str | None = None,
        *,
        rounds: int | None = None,
        system: str | None = None,
        points: PointsLike | None = None,
        tiebreaks: Iterable[str] | str | None = None,
        seed: str | int | None = None,
        **rules: Any,
    ) -> None:
        changes = changes_of(rules, points, tiebreaks, arguments=_ARGUMENTS, rounds=rounds)
        called, drawn = (
            text_of("name", name),
            secrets.token_hex(16) if seed is None else seed_of(seed),
        )
        found = rules_for(system, preset, changes)
        command = c.CreateTournament(called, drawn, found.as_settings())
        super().__init__(MemoryLog().run_command(command))

    @classmethod
    def of_log(cls, log: MemoryLog, notes: tuple[str, ...] = ()) -> "Tournament":
        """The tournament of a log, and what there is to say of the file it comes from."""
        made = cls.__new__(cls)
        Entries.__init__(made, log, notes)
        return made

    # --- rounds -----------------------------------------------------------------------------------

    def pair(
        self,
        tables: Iterable[Sequence[PlayerRef]] = (),
        byes: Iterable[PlayerRef] | Mapping[PlayerRef, str] = (),
        *,
        draft: bool = False,
        confirm: Iterable[str] = (),
        remedy: str = "",
        adjourn_missing: bool = False,
    ) -> Round:
        """Pair and publish the next round, in the knockout too, and return it.

        A round whose results are all in is completed first. With `tables` and `byes`, the round is
        paired manually; `confirm` names the rules that it may break, as given in the error. If two
        players meet for whom `forbid(..., hard=False)` was called, the `notes` of the round say so.
        If no legal pairing is left, the error says what helps, and `remedy` is `rematch`, `bye` or
        `colours`. With `draft=True` the round waits for `publish`. With `adjourn_missing=True`,
        chess games without a result are recorded as adjourned first.
        """
        allowed, only = confirmed_of(confirm), flag_of("draft", draft)
        by_hand = self._by_hand(tables, byes)
        adjourns = flag_of("adjourn_missing", adjourn_missing)
        how = rounds.RoundOptions(only, allowed, remedy_of(remedy), *by_hand, adjourns)
        try:
            self._run(_pair_next, how)
        except InvalidStateError as error:
            if any(by_hand) or {one.where for one in error.problems} != {SOFT_PAIR}:
                raise
            self._run(_pair_next, replace(how, confirmed=(*allowed, SOFT_PAIR)))
        made = self.round()
        return replace(made, notes=restriction_notes(self.state, self._ref(None)))

    def _by_hand(
        self,
        tables: Iterable[Sequence[PlayerRef]],
        byes: Iterable[PlayerRef] | Mapping[PlayerRef, str],
    ) -> tuple[tuple[Table, ...], tuple[Bye, ...]]:
        t = self.state
        seats = enumerate(tables_of(t, "tables", tables), 1)
        resting = byes_of(t, byes, ByeKind, ByeKind.PAIRING)
        return tuple(Table(n, pair) for n, pair in seats), tuple(
            Bye(player, kind) for player, kind in resting.items()
        )

    def publish(self, confirm: Iterable[str] = ()) -> Round:
        """Publish the pairings that `pair(draft=True)` made; `confirm` works as it does there."""
        allowed, latest = confirmed_of(confirm), self.state.latest
        there = None if latest is None else self.state.rounds[latest]
        is_draft = there is not None and there.status is RoundStatus.DRAFT
        if latest is None or there is None or (there.unedited is None and not is_draft):
            raise InvalidStateError("no-draft.library", call="t.pair(draft=True)")
        self._run(rounds.run_in_round, latest, c.PublishRound(confirmed=allowed))
        return self.round()

    def discard(self) -> None:
        """Discard the unpublished pairings."""
        self._do(c.DiscardDraft())

    def edit_pairings(self) -> Round:
        """Start editing the pairings of the current round; `publish` ends it."""
        self._do(c.EditPairings())
        return self.round()

    def cancel_editing(self) -> Round:
        """Discard the changes made since `edit_pairings`."""
        self._do(c.CancelEditing())
        return self.round()

    def swap(self, first: PlayerRef, second: PlayerRef, *, confirm: Iterable[str] = ()) -> Round:
        """Swap two players in the current round."""
        pair = named_player(self.state, first), named_player(self.state, second)
        self._do(c.SwapPlayers(*pair, confirmed=confirmed_of(confirm)))
        return self.round()

    def repair(
        self,
        *,
        missing: Iterable[PlayerRef] = (),
        arrived: Iterable[PlayerRef] = (),
        parted: Iterable[PlayerRef] = (),
        option: int = 1,
        wide: bool = False,
    ) -> Round:
        """Change the current round as little as possible when players are `missing`, have `arrived`
        late or must have another opponent (`parted`).

        It is one action. `option` 2 changes more tables, with smaller point differences, if that is
        possible; `wide` accepts new opponents more than one win apart.
        """
        t, latest = self.state, self.state.latest or self.state.upcoming
        asked = RepairRequest(
            tuple(players_of(t, "missing", missing)),
            tuple(players_of(t, "arrived", arrived)),
            tuple(players_of(t, "parted", parted)),
            number_of("option", option, 1),
            flag_of("wide", wide),
        )
        self._run(repair_round, latest, asked)
        return self.round()

    def record(
        self,
        table: int | None = None,
        result: ResultLike | None = None,
        *,
        player: PlayerRef | None = None,
        round: int | None = None,  # noqa: A002
        reason: str | None = None,
    ) -> None:
        """Record the result of a table, or of a player's match with their own score first.

        An existing result is replaced; in a completed round, that needs a `reason`.
        """
        t, ref = self.state, self._played_round(round)
        why = None if reason is None else text_of("reason", reason)
        where, side = (table_number(table), 0) if player is None else table_of(t, ref, player)
        if table not in (None, where):
            raise _other_table(t, ref, named_player(t, player), where, table)
        self._run(edits.enter_result, _entry(t, ref.at(where), result, side, why))

    def record_all(
        self,
        results: Results,
        *,
        round: int | None = None,  # noqa: A002
        reason: str | None = None,
    ) -> None:
        """Record the results of several tables of the current round, all or none.

        They are given by table, or by player with their own score first. It is one action: one
        `undo` undoes all of them. `round` and `reason` are as in `record`.
        """
        t, ref = self.state, self._played_round(round)
        why = None if reason is None else text_of("reason", reason)
        entries = [
            _entry(t, ref.at(table), given, side, why)
            for table, side, given in results_by_table(t, ref, results)
        ]
        self._run(_enter_all, entries)

    def record_pgn(self, file: PathLike | bytes, round: int | None = None) -> None:  # noqa: A002
        """Record the results in a PGN file with games of the round; moves are left out."""
        from fairpair.formats import encodings, pgn  # noqa: PLC0415 - seldom asked

        ref = self._played_round(round)
        text = encodings.decode_text(read_bytes(file))[0]
        if not pgn.is_pgn(text):
            raise InvalidInputError("not-pgn.library")
        found = pgn.results_in(text, self.state, ref)
        entries = [_entry(self.state, ref.at(one.table), one.result) for one in found]
        self._run(_enter_all, entries)

    def correct_for_rating(
        self,
        table: int,
        result: ResultLike | None,
        reason: str,
        *,
        round: int | None = None,  # noqa: A002
        swap_colours: bool = False,
    ) -> None:
        """Correct a game for the rating report only: points, ranks and pairings stay the same.

        `result` is given from the first player's point of view; `None` keeps it, to swap only the
        colours.
        """
        match = self._played_round(round).at(number_of("table", table))
        wanted = None if result is None else _entry(self.state, match, result).result
        swaps = flag_of("swap_colours", swap_colours)
        self._do(c.CorrectForRating(match, wanted, text_of("reason", reason), swaps))

    def correct_colours(self, table: int, reason: str, *, round: int | None = None) -> None:  # noqa: A002
        """Swap White and Black in a game; the result stays the same for both players."""
        match = self._played_round(round).at(number_of("table", table))
        self._do(c.CorrectColours(match, text_of("reason", reason)))

    def clear(self, table: int) -> None:
        """Remove the result of a table in the current round."""
        where = self._played_round(None).at(number_of("table", table))
        self._run(edits.clear_result, c.ClearResult(where))

    def cut(self, declined: Iterable[PlayerRef] = ()) -> None:
        """Make the cut to the knockout according to the rules; `pair` does this when it is due."""
        self._run(rounds.cut, tuple(players_of(self.state, "declined", declined)))

    @property
    def fide_mode(self) -> str:
        """`on`, `left`, or `none` for a tournament that does not claim to follow the FIDE rules."""
        return self.state.fide_state.value

    def leave_fide_mode(self, reason: str = "") -> None:
        """Leave FIDE mode permanently; must be confirmed twice, see `confirming`."""
        self._do(c.LeaveFideMode(text_of("reason", reason)))

    def finish(self, *, early: bool = False, reason: str = "", open_games: str = "") -> Ranking:
        """Finish the tournament, and return the final ranking.

        With `early=True`, rounds may be left out. Chess games without a result then count as
        `open_games` says: as a `draw`, or with `annul` as a game that nobody played or won.
        """
        how = flag_of("early", early), text_of("reason", reason)
        games = name_of(OPEN_GAMES, "open_games", open_games) if open_games != "" else ""
        self._run(rounds.finish, early=how[0], reason=how[1], open_games=games)
        return self.ranking()

    def reopen(self, reason: str) -> None:
        """Continue a finished tournament."""
        self._do(c.ReopenTournament(text_of("reason", reason)))

    # --- what there is ----------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name."""
        return self.state.name

    @property
    def rules(self) -> dict[str, Any]:
        """All rules by name; `change_rules` changes them."""
        return NamedRules(self.state.rules.as_settings())

    def change_rules(self, *, reason: str = "", **changes: Any) -> None:
        """Change rules by name; some only before the start, others also later with a `reason`."""
        why, points = text_of("reason", reason), changes.pop("points", None)
        self._do(c.ChangeRules(changes_of(changes, points), why))

    @property
    def rounds(self) -> list[Round]:
        """All rounds so far."""
        return [round_of(self.state, ref) for ref in sorted(self.state.rounds)]

    def round(self, number: int | None = None) -> Round:
        """A round by its number across all stages, by default the last one."""
        return round_of(self.state, self._ref(number))

    @property
    def finished(self) -> bool:
        """Whether it is over."""
        return self.state.phase is Phase.FINISHED

    @property
    def next_step(self) -> str:
        """What comes next, in words."""
        with use(vocabulary=vocabulary_of(self.state.rules)):
            return str(progress(self.state).text)

    def standings(
        self, after: int | None = None, tiebreaks: Iterable[str] | str | None = None
    ) -> Standings:
        """The standings of the main rounds now or after a round; with other tie-breaks if given."""
        if after is not None:
            self._ref(number_of("after", after, 1))
        found = standings_of(self.state, after)
        if tiebreaks is not None:
            codes = codes_of(tiebreaks)
            with python_hints():
                found = EngineStandings(found.inputs, codes)
        return standings_from(self.state, found)

    def ranking(self) -> Ranking:
        """The ranking including the knockout, as it would be if the tournament ended now."""
        return ranking_of(self.state)

    def bracket(self) -> Bracket:
        """The knockout from its first round to the winner; before the cut, with its seeds."""
        return bracket_of(self.state)

    def crosstable(self) -> Crosstable:
        """Every player's main rounds side by side, with opponents, colours and outcomes."""
        return crosstable_of(self.state, self.standings())

    def ratings(self, system: str = "fide", k: int | None = None) -> Ratings:
        """The players' rating changes from the games so far, by `fide`, `elo` or `glicko2`.

        `k` is a K-factor for all players instead of the one that the system gives.
        """
        named = text_of("system", system)
        return ratings_of(self.state, named, None if k is None else number_of("k", k, 1))

    def odds(
        self, top: int | None = None, model: str = "rating", times: int | None = None, seed: int = 1
    ) -> "Odds":
        """Every player's chances of a place in the top `top`, by playing the rest many times.

        `top` defaults to the size of the cut, otherwise 1. By `model`, stronger players win more
        often (`rating`) or all are `equal`. Without `times`, it stops when all intervals are
        narrow. These are estimates; the same seed gives the same ones.
        """
        from fairpair.library.odds import odds_of  # noqa: PLC0415 - few need what it needs

        wanted = None if top is None else number_of("top", top, 1)
        often = None if times is None else number_of("times", times, 1)
        named = text_of("model", model)
        return odds_of(self.state, wanted, named, often, number_of("seed", seed, 0))

    def explain(self, player: PlayerRef | None = None, round: int | None = None) -> Explanation:  # noqa: A002
        """Why one player, or every player, is paired this way in a round, or the last one."""
        return self.round(round).explain(player)

    def why_not(
        self,
        player: PlayerRef,
        other: PlayerRef,
        round: int | None = None,  # noqa: A002
    ) -> Explanation:
        """Why two players do not meet in a round, by default the last one."""
        return self.round(round).why_not(player, other)

    # --- history ----------------------------------------------------------------------------------

    def undo(self, action: int | None = None) -> None:
        """Undo the last action, or one by its number in the history."""
        self._do(c.Undo(maybe_number("action", action)))

    def redo(self, action: int | None = None) -> None:
        """Redo what was undone last, or one action by its number."""
        self._do(c.Redo(maybe_number("action", action)))

    def history(self) -> History:
        """Everything that was done, oldest first."""
        with use(vocabulary=vocabulary_of(self.state.rules)):
            return history_of(self._log)

    # --- files ------------------------------------------------------------------------------------

    def save(self, path: PathLike) -> None:
        """Write the tournament with its whole history to a file that `fairpair.open` reads.

        The web app and the command line import the same file, and export it as an archive.
        """
        write_file(path, self.to_json())

    def to_json(self) -> str:
        """The tournament with its whole history as the text that `save` writes to a file."""
        return write(self.archive)

    @property
    def archive(self) -> Archive:
        """The log as the file of `save` has it, under an id made from the name."""
        from fairpair.app.use_cases.tournaments import ids_for  # noqa: PLC0415 - and all of access

        found = self._log.archive
        return found if found.tournament else replace(found, tournament=next(ids_for(self.name)))

    def to_dict(self) -> dict[str, Any]:
        """The tournament as plain data for `json.dumps`: players, rounds and standings."""
        from fairpair.app.views.document import document  # noqa: PLC0415 - and the report files

        with use(vocabulary=vocabulary_of(self.state.rules)):
            text = dumps(document(self.state), default=encode_message)
        plain: dict[str, Any] = loads(text)
        return plain

    def __repr__(self) -> str:
        return f"<Tournament {self.name!r}: {self.next_step}>"

    def _repr_html_(self) -> str:
        tables: list[Shown] = [*self.rounds[-1:]]
        tables += [self.standings()] if self.state.published_rounds else []
        head = f"<p><b>{escape(self.name)}</b>: {escape(self.next_step)}</p>"
        return head + "".join(one.to_html() for one in tables)

    # --- inside -----------------------------------------------------------------------------------

    def _ref(self, number: int | None) -> RoundRef:
        latest = max(self.state.rounds, default=None)
        if latest is None:
            raise NotFoundError(
                "no-round.none-yet", hint=Message("library.to-pair", call="t.pair()")
            )
        if number is None:
            return latest
        found = self.ref_of(number_of("round", number))
        if found not in self.state.rounds:
            hint = Message("library.to-pair", call="t.pair()")
            raise NotFoundError(
                "no-round.not-paired", hint=hint, round=round_name(self.state, found)
            )
        return found

    def ref_of(self, wanted: int) -> RoundRef:
        """Where the engine has the round of this number."""
        t = self.state
        planned = planned_rounds(t)
        for one in planned:
            if one.number == wanted:
                return one.ref
        raise NotFoundError("no-round", round=RoundRef(1, wanted).name, n=len(t.rounds))

    def _played_round(self, number: int | None) -> RoundRef:
        """The round to record results in: the current one unless another is named."""
        t = self.state
        with python_hints():
            require_open(t)
        current = t.rounds.get(t.upcoming)
        if number is None and current and current.status is RoundStatus.PUBLISHED:
            return t.upcoming
        return self._ref(number)


def _entry(
    t: State, where: MatchRef, result: object, side: int = 0, reason: str | None = None
) -> edits.ResultEntry:
    """The result of a table, named by the player of this side."""
    try:
        read = result_of(result, rules_at(t, where), members_at(t, where))
    except InvalidInputError as error:
        if error.code == "unreadable-result" and members_at(t, where):
            error.remedy = Message("result-hint.boards")
        if error.code == "unreadable-result" and isinstance(result, str) and result in names_in(t):
            call = f"t.record(player={result!r}, result='win')"
            error.remedy = Message("library.to-record-win", call=call)
        raise
    found = own_side_first(read, side)
    return edits.ResultEntry(where, found, correction=reason, closed_too=True)


def _other_table(
    t: State, ref: RoundRef, player: PlayerId, here: int, given: object
) -> InvalidInputError:
    where = round_name(t, ref)
    return InvalidInputError(
        "other-table", player=t.name_of(player), table=here, round=where, given=shown_value(given)
    )


def _enter_all(t: State, entries: Iterable[edits.ResultEntry]) -> Steps:
    """Record several results as one action."""
    for entry in entries:
        yield from edits.enter_result(t, entry)


def _pair_next(t: State, options: rounds.RoundOptions) -> Steps:
    """Complete the round whose results are in, make the cut if it is due, and pair what follows."""
    if options.adjourn_missing:
        t = yield from adjourn_missing_games(t)
    if progress(t).step is NextStep.COMPLETE:
        t = yield c.CompleteRound()
    step = progress(t).step
    if step is NextStep.RESULTS:
        raise results_pending(t, t.upcoming)
    if step is NextStep.CUT:
        t = yield cut_command(t)
    if step is NextStep.OPEN:
        yield from rounds.open_matches(t)
    else:
        yield from rounds.generate(t, t.upcoming, options)
