"""The players of a tournament in memory, and what is arranged for them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fairpair.app.confirmations import NOTHING, Confirmation
from fairpair.app.use_cases import edits
from fairpair.app.views.command_results import notices_of
from fairpair.core.arguments import flag_of, list_of, maybe_number, number_of, text_of
from fairpair.core.players import DropKind, ExternalValue, Player
from fairpair.core.rounds import FOR_MISSED_ROUNDS, MOST_ROUNDS, REQUESTABLE
from fairpair.core.tournament import PairingRestriction
from fairpair.core.tournament import Tournament as State
from fairpair.library.arguments import (
    ExactLike,
    choice_of,
    exact_of,
    mapping_of,
    named_player,
    player_of,
)
from fairpair.library.entrants import PlayerLike, entrants_of, fields_of
from fairpair.library.error_hints import python_hints
from fairpair.library.memory import MemoryLog
from fairpair.library.people import ListedPlayer, PlayerList, listed_player, player_list
from fairpair.log import commands as c
from fairpair.log.journal import Journal

PlayerRef = str | int | ListedPlayer | Player
"""A player by name or by number; part of the name is enough if nothing is changed."""


class Entries:
    """Who takes part, from when to when, with which byes, and who must not meet."""

    def __init__(self, log: MemoryLog, notes: tuple[str, ...] = ()) -> None:
        self._log = log
        self._notes = notes
        self._given = NOTHING

    @property
    def state(self) -> State:
        """The whole state as the engine has it."""
        return self.journal.tournament

    @property
    def journal(self) -> Journal:
        """The log that the state follows from."""
        return self._log.journal

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out or guessed when it was read from a file."""
        return self._notes

    @property
    def players(self) -> PlayerList:
        """All players or teams, in the order of their numbers."""
        return player_list(self.state)

    def player(self, player: PlayerRef) -> ListedPlayer:
        """One player or team, by name, part of the name, or number."""
        return listed_player(self.state, player_of(self.state, player))

    def add_players(
        self,
        *players: PlayerLike | Iterable[PlayerLike],
        from_round: int | None = None,
        missed: str | None = None,
    ) -> None:
        """Add players: names, `("Ana", 2100)`, dictionaries, `Player`, `Team`, or lists of them.

        Dictionaries may come from `csv.DictReader`, tables from pandas; `fairpair.read_players`
        reads files. After the start they are late entries: `missed` says how earlier rounds count
        (`loss`, `zero`, `half` or `full`); without it, the rules decide. Either all are added or
        none.
        """
        kind = None if missed is None else choice_of(FOR_MISSED_ROUNDS, "missed", missed)
        first = maybe_number("from_round", from_round)
        self._run(edits.enter_players, entrants_of(players), first, kind)

    def add_player(
        self,
        name: str,
        rating: int | None = None,
        *,
        from_round: int | None = None,
        missed: str | None = None,
        **details: Any,
    ) -> ListedPlayer:
        """Add one player as `add_players` does; `details` are other fields, such as `club`."""
        details |= {"name": name} | ({} if rating is None else {"rating": rating})
        self.add_players(details, from_round=from_round, missed=missed)
        return self.players[-1]

    def add_team(
        self, name: str, members: Iterable[PlayerLike] = (), **details: Any
    ) -> ListedPlayer:
        """Add a team with its members in board order."""
        details |= {"name": name, "members": members}
        self.add_players(details)
        return self.players[-1]

    def edit_player(self, player: PlayerRef, **changes: Any) -> ListedPlayer:
        """Change the name, rating or other details of a player: the fields of `Player`."""
        who = named_player(self.state, player)
        entrant = self.state.entries[who].entrant
        new = fields_of(type(entrant), changes)
        if "ids" in new and "ids" not in changes:  # one number: the others stay
            ids = {**getattr(entrant, "ids", {}), **new["ids"]}
            new["ids"] = {giver: number for giver, number in ids.items() if number}
        self._run(edits.edit_player, who, new)
        return listed_player(self.state, who)

    def drop(self, player: PlayerRef, *, kind: str = "withdrawn", forfeit: bool = True) -> None:
        """Drop a player from now on; an unfinished match is lost unless `forfeit=False`.

        `kind` is `withdrawn`, `no_show` or `expelled`. The player stays in the list, and played
        matches count; `reinstate` reverses this. `withdraw` and `remove_player` are the same.
        """
        why = choice_of(DropKind, "kind", kind)
        who, lost = named_player(self.state, player), flag_of("forfeit", forfeit)
        self._do(c.DropPlayer(who, why, lost))

    withdraw = remove_player = drop

    def reinstate(self, player: PlayerRef, from_round: int | None = None) -> None:
        """Reinstate a dropped player, from the next round unless another is given."""
        first = maybe_number("from_round", from_round)
        self._do(c.ReinstatePlayer(named_player(self.state, player), first))

    def bye(self, player: PlayerRef, round: int | None = None, kind: str = "half") -> None:  # noqa: A002
        """Give a player a bye in a later round, or the next one: `half`, `full` or `zero`."""
        t = self.state
        number = t.first_unpublished.round_no if round is None else _round_number(round)
        how = choice_of(REQUESTABLE, "kind", kind)
        self._run(edits.set_bye, named_player(t, player), number, how)

    def cancel_bye(self, player: PlayerRef, round: int) -> None:  # noqa: A002
        """Withdraw the request for a bye."""
        number = _round_number(round)
        self._do(c.WithdrawByeRequest(named_player(self.state, player), number))

    def bar_half_byes(self, player: PlayerRef, *, barred: bool = True) -> None:
        """Disallow half-point byes for a player, or allow them again with `barred=False`."""
        self._do(c.BarHalfByes(named_player(self.state, player), flag_of("barred", barred)))

    def forbid(
        self,
        first: PlayerRef,
        second: PlayerRef,
        *,
        hard: bool = True,
        from_round: int = 1,
        until_round: int | None = None,
    ) -> None:
        """Keep two players from meeting.

        With `hard=False`, they meet only if their score group cannot be paired otherwise: no player
        gets an opponent from another group to prevent it. If they do meet, the `notes` of the round
        say so.
        """
        terms = PairingRestriction(
            flag_of("hard", hard),
            number_of("from_round", from_round, 1, MOST_ROUNDS),
            maybe_number("until_round", until_round, 1, MOST_ROUNDS),
        )
        pair = named_player(self.state, first), named_player(self.state, second)
        self._run(edits.set_pairing_restriction, *pair, terms)

    def allow(self, first: PlayerRef, second: PlayerRef) -> None:
        """Lift the restriction set by `forbid`."""
        self._do(c.AllowPair(named_player(self.state, first), named_player(self.state, second)))

    def set_external_values(
        self, values: Mapping[str | int, ExactLike | None], meaning: str = ""
    ) -> None:
        """Set numbers by player, by which the tie-break `EXT` ranks; None removes one.

        `meaning` says what they are, such as "blitz play-off"; it is needed the first time.
        """
        given = mapping_of("values", "external-values", values)
        exact = (
            ExternalValue(
                named_player(self.state, player), None if one is None else exact_of("values", one)
            )
            for player, one in given.items()
        )
        self._do(c.SetExternalValues(tuple(exact), text_of("meaning", meaning)))

    def rank_tied(
        self, players: Iterable[PlayerRef], reason: str, *, after: int | None = None
    ) -> None:
        """Rank tied players in this order, best first, after the last main round or another one.

        Name all players who are tied after all tie-breaks. The order counts as long as they are.
        """
        order = [named_player(self.state, one) for one in list_of("players", "players", players)]
        number = maybe_number("after", after, 1, MOST_ROUNDS)
        self._do(c.OrderTied(tuple(order), text_of("reason", reason), number))

    @contextmanager
    def confirming(self, *codes: str, token: str = "") -> Iterator[None]:
        """Confirm warnings of the calls in this block, by the codes given in their errors.

        A warning that must be confirmed twice is raised again with a `token`.
        """
        self._given = Confirmation(tuple(text_of("codes", code) for code in codes), token)
        try:
            yield
        finally:
            self._given = NOTHING

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices from the last call."""
        return tuple(str(one.text) for one in notices_of(self._log.notices, self.state))

    def _run(self, use_case: Any, *args: Any, **kwargs: Any) -> None:
        with python_hints():
            self._log = self._log.confirming(self._given).run(use_case, *args, **kwargs)

    def _do(self, command: c.Command) -> None:
        with python_hints():
            self._log = self._log.confirming(self._given).run_command(command)


def _round_number(given: object) -> int:
    return number_of("round", given, 1, MOST_ROUNDS)
