"""One player at the desk: put right, let go and come back, and what is arranged for them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.requests import Outcome
from fairpair.app.service import Service
from fairpair.app.use_cases import edits
from fairpair.app.views.player_requests import bye_rounds
from fairpair.app.views.players import player_view
from fairpair.app.views.rating_choices import rating_choices
from fairpair.app.views.ratings import has_ratings, player_rating
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind
from fairpair.core.rounds import FOR_MISSED_ROUNDS, REQUESTABLE, ByeKind
from fairpair.core.tournament import PairingRestriction, Phase
from fairpair.http.late_route import page_router
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.journal import erased_persons
from fairpair.web.chances import chances_of, staff_guarantees
from fairpair.web.desk.players import restricted_pairs
from fairpair.web.forms import (
    entrant_of,
    field_error,
    ids_of,
    members_text,
    player_in_path,
    read_choice,
    read_number,
    read_required_number,
)
from fairpair.web.ranks import player_results
from fairpair.web.site import PageRequest, Site
from fairpair.web.view_cache import current_standings

PlayerAction = Callable[[Service, PageRequest, PlayerId], Outcome]
ONE = "/desk/{tournament}/players/{player}"


def router(site: Site) -> APIRouter:
    """The routes of one player."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        t = visit.t
        player = player_in_path(visit)
        entry = t.entries[player]
        entrant = entry.entrant
        standings = site.view(visit, current_standings, None)
        view = player_view(t, visit.version, player, standings)
        return site.page(
            visit,
            "desk/player.html",
            player=view,
            entrant=entrant,
            ids=ids_of(entrant),
            **chances_of(staff_guarantees(site.views, visit.here, t, visit.version), None, player),
            **player_results(t, standings, player, partial(site.ranks_after, visit.here, t)),
            members=members_text(entrant),
            rating=player_rating(t, visit.version, player) if has_ratings(t) else None,
            choices=rating_choices(t, player),
            rules=t.rules,
            running=t.phase is Phase.RUNNING,
            finished=t.finished,
            coming=bye_rounds(t),
            chess=t.rules.has_colours,
            from_round=t.first_unpublished.round_no,
            requestable=REQUESTABLE,
            missed=FOR_MISSED_ROUNDS,
            later_ratings=entry.later_ratings,
            missed_now=entry.periods[-1].missed.value,
            drop_kinds=list(DropKind),
            apart=restricted_pairs(t, player),
            others=[(p, e.entrant.name) for p, e in t.entries.items() if p != player],
            form=visit.form,
            was_erased=_was_erased(visit, player),
            backups=_backups(site.service, visit, player),
            **data,
        )

    @routes.get(ONE)
    def one(request: Request) -> Response:
        """Everything about one player."""
        return page(site.visit(request, Role.SCOREKEEPER))

    def add(name: str, doing: PlayerAction) -> None:
        @routes.post(f"{ONE}/{name}")
        async def route(request: Request) -> Response:
            def act(visit: PageRequest) -> Outcome:
                return doing(site.service, visit, player_in_path(visit))

            return await site.act(request, Role.ORGANISER, act, page)

    for name, doing in _DOINGS.items():
        add(name, doing)
    return routes


def _was_erased(visit: PageRequest, player: PlayerId) -> bool:
    return any(one.player == player for one in erased_persons(visit.journal.records))


def _backups(service: Service, visit: PageRequest, player: PlayerId) -> list[str]:
    """The backups that still have the data of somebody who was erased."""
    if not _was_erased(visit, player):
        return []
    return service.store.backups_with(visit.here, player)


def _erase(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    if visit.form.get("sure") != "yes":
        raise field_error("sure", Message("field-problem.required"))
    member, name = read_number(visit, "member") or 0, visit.form.get("replacement", "")
    return _execute(service, visit, c.ErasePerson(player, member, name.strip()))


def _edit(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    return service.run(visit.command_context, edits.replace_entrant, player, entrant_of(visit))


def _drop(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    kind = read_choice(visit, "kind", DropKind) or DropKind.WITHDRAWN
    forfeit = visit.form.get("play_on") != "yes"
    command = c.DropPlayer(player, kind, forfeit, visit.form.get("reason", ""))
    return _execute(service, visit, command)


def _reinstate(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    first, missed = read_number(visit, "from_round"), read_choice(visit, "missed", ByeKind)
    return _execute(service, visit, c.ReinstatePlayer(player, first, missed))


def _bye(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    kind = read_choice(visit, "kind", ByeKind) or ByeKind.HALF
    return service.run(
        visit.command_context, edits.set_bye, player, read_required_number(visit, "round"), kind
    )


def _half_byes(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    command = c.BarHalfByes(player, visit.form.get("allowed") != "yes")
    return service.run(visit.command_context, edits.run_idempotent, command)


def _no_bye(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    return _execute(
        service, visit, c.WithdrawByeRequest(player, read_required_number(visit, "round"))
    )


def _answer(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    kind = read_choice(visit, "kind", ByeKind) or ByeKind.HALF
    given = visit.form.get("answer")
    if given not in {"accept", "decline"}:
        raise field_error("answer", Message("field-problem.required"))
    command = c.AnswerRequest(player, read_number(visit, "round"), given == "accept", kind)
    return _execute(service, visit, command)


def _table(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    command = c.FixTable(player, read_number(visit, "table"))
    return service.run(visit.command_context, edits.run_idempotent, command)


def _choose_rating(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    """Without a list the rating counts that the rules say."""
    key = visit.form.get("list", "")
    return service.run(visit.command_context, edits.choose_rating, player, key)


def _later_rating(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    """Without a rating, what was set for the round is removed."""
    round_no, rating = read_required_number(visit, "from_round"), read_number(visit, "rating")
    return _execute(service, visit, c.SetLaterRating(player, round_no, rating))


def _set_missed(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    kind = read_choice(visit, "kind", ByeKind)
    if kind is None:
        raise field_error("kind", Message("field-problem.required"))
    return _execute(service, visit, c.SetMissedRounds(player, kind, visit.form.get("reason", "")))


def _apart(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    """The other one is chosen from a list, or typed as `12 Ana Lima`."""
    typed = visit.form.get("other", "").strip()
    first = typed.split(" ", 1)[0].rstrip(".:")
    names = [p for p, e in visit.t.entries.items() if e.entrant.name.casefold() == typed.casefold()]
    if len(names) == 1:
        other = names[0]
    elif first.isascii() and first.isdigit() and len(first) < 10:
        other = PlayerId(int(first))
    else:
        raise field_error("other", Message("field-problem.player"))
    terms = PairingRestriction(
        visit.form.get("hard", "yes") == "yes",
        read_number(visit, "from_round") or 1,
        read_number(visit, "until_round"),
    )
    return service.run(visit.command_context, edits.set_pairing_restriction, player, other, terms)


def _allow(service: Service, visit: PageRequest, player: PlayerId) -> Outcome:
    return _execute(
        service, visit, c.AllowPair(player, PlayerId(read_required_number(visit, "other")))
    )


def _presence(command: Callable[[PlayerId], c.Command]) -> PlayerAction:
    return lambda service, visit, player: _execute(service, visit, command(player))


def _execute(service: Service, visit: PageRequest, command: c.Command) -> Outcome:
    return service.run_command(visit.command_context, command)


_DOINGS: dict[str, PlayerAction] = {
    "edit": _edit,
    "erase": _erase,
    "drop": _drop,
    "reinstate": _reinstate,
    "bye": _bye,
    "no-bye": _no_bye,
    "half-byes": _half_byes,
    "answer": _answer,
    "table": _table,
    "choose-rating": _choose_rating,
    "later-rating": _later_rating,
    "missed": _set_missed,
    "apart": _apart,
    "allow": _allow,
    "check-in": _presence(c.CheckIn),
    "check-out": _presence(c.CheckOut),
}
