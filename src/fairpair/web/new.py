"""A new tournament in under a minute: a game, the players, a name; the rest has defaults."""

from base64 import b64decode, b64encode
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app import game_choices
from fairpair.app.access.grants import Role
from fairpair.app.access.keys import KeySpec, NewKey
from fairpair.app.own_presets import own_presets, rules_from
from fairpair.app.transfer.imports import ImportOptions, ImportResult, import_event
from fairpair.app.use_cases.tournaments import (
    Creation,
    CreationRequest,
    KeyFactory,
    NewTournament,
    create_as_asked,
    ids_for,
)
from fairpair.app.views.people import has_teams
from fairpair.core.accents import ACCENTS
from fairpair.core.action_warnings import UnconfirmedError
from fairpair.core.errors import DomainError, InvalidInputError
from fairpair.core.ids import TournamentId
from fairpair.core.players import Entrant, as_team
from fairpair.formats.list_files import ListFile
from fairpair.formats.lists import ParsedList
from fairpair.formats.reader_process import read_in_process
from fairpair.http.late_route import page_router
from fairpair.http.reach import reach_of
from fairpair.language.message import Message
from fairpair.log.codec import fingerprint
from fairpair.presets import Preset, is_known, preset
from fairpair.web import forms
from fairpair.web.site import PageRequest, Site

SAMPLE_NAME = "Sample tournament"
_MOST_REPEATED = 500_000
"""The size of a file that a page keeps while it asks for a confirmation."""
_DETAILS = ("city", "first_day", "accent")
"""What a new tournament can be told about itself; the settings have all details."""


def router(site: Site) -> APIRouter:
    """The routes; all are for the administrator."""
    routes = page_router()

    def page(visit: PageRequest, found: ListFile | None = None, **data: Any) -> Response:
        return _page(site, visit, found, data)

    @routes.get("/new")
    def new(request: Request) -> Response:
        """The form."""
        return page(site.visit(request, Role.ADMIN))

    @routes.post("/new/check")
    async def check(request: Request) -> Response:
        """The form with what would come of it; nothing is made."""
        return await site.act(request, Role.ADMIN, lambda visit: page(visit, _sent(visit)), page)

    @routes.post("/new")
    async def create(request: Request) -> Response:
        """Make it, or show the list first where something about it has to be seen."""

        def act(visit: PageRequest) -> Response:
            if visit.form.get("do") == "sample":
                name = visit.form.get("name", "").strip() or SAMPLE_NAME
                return _create(site, visit, name, game_choices.sample_players())
            is_sent = forms.has_file(visit) or bool(visit.form.get("contents"))
            if visit.form.get("whole") == "yes" and is_sent:
                return _carried_over(site, visit)
            found = _sent(visit)
            if _needs_preview(visit, found.listing):
                return page(visit, found, seen=True)
            return _create(site, visit, visit.form.get("name", ""), found.listing.entrants())

        return await site.act(request, Role.ADMIN, act, page)

    return routes


def _sent(visit: PageRequest) -> ListFile:
    return forms.read_list(visit, teams=_choice(visit) == game_choices.TEAMS)


def _choice(visit: PageRequest) -> str:
    return visit.form.get("preset", "") or game_choices.game_choices()[0].name


def _needs_preview(visit: PageRequest, found: ParsedList) -> bool:
    """A file, a guess, a bad row: not before they were looked at."""
    if forms.has_file(visit) or visit.form.get("do") == "preview":
        return True
    if found.bad:
        return visit.form.get("skip") != "yes"
    return bool(found.notes) and visit.form.get("seen") != "yes"


def _page(site: Site, visit: PageRequest, found: ListFile | None, data: dict[str, Any]) -> Response:
    """The form with everything that was typed, the list as understood and the plan for it."""
    refusal: DomainError | None = data.get("refusal")
    if found is None and visit.form and not forms.has_file(visit):
        found = _sent(visit)
    listing = found.listing if found else ParsedList(())
    choice = _choice(visit)
    rounds, cut = visit.form.get("rounds", ""), visit.form.get("cut", "")
    try:
        plan = _setup(site, choice, len(listing.entrants()), rounds, cut)
    except InvalidInputError as error:
        plan, data["refusal"] = None, refusal or error
    wrong = {p.where: p.message for p in data["refusal"].problems} if data.get("refusal") else {}
    typed = "" if forms.has_file(visit) else visit.form.get("players", "")
    return site.page(
        visit,
        "new.html",
        offers=game_choices.game_choices(),
        saved=own_presets(site.service),
        choice=choice,
        teams=choice == game_choices.TEAMS,
        name=visit.form.get("name", "") or (found.name if found else ""),
        rounds=rounds,
        cut=cut,
        fide=_fide_mode(site, visit),
        header=visit.form,
        accents=ACCENTS,
        list=forms.preview(listing, typed) if listing.lines else None,
        typed=typed,
        plan=plan,
        wrong=wrong,
        skip=visit.form.get("skip", ""),
        whole=visit.form.get("whole", ""),
        division=visit.form.get("division", ""),
        id=_free_id(site, refusal, visit.form.get("id", "")),
        **{"seen": False, **data},
    )


def _setup(site: Site, choice: str, players: int, rounds: str, cut: str) -> game_choices.GameSetup:
    """What a choice leads to: of a game, or of a preset that was saved on this server."""
    for one in own_presets(site.service):
        if one.name == choice:
            return game_choices.preset_setup(one, players, rounds, cut)
    return game_choices.game_setup(choice, players, rounds, cut)


def _preset(site: Site, choice: str) -> Preset | None:
    """The preset that was chosen; none if it depends on the number of players."""
    for one in own_presets(site.service):
        if one.name == choice:
            return one
    return preset(choice) if is_known(choice) else None


def _fide_mode(site: Site, visit: PageRequest) -> bool | None:
    """Whether FIDE mode is chosen: as the form says, else as is usual; none if it cannot be."""
    chosen = _preset(site, _choice(visit))
    usual = None if chosen is None else game_choices.usual_fide_mode(chosen)
    asked = visit.form.get("fide", "")
    return asked == "yes" if asked and usual is not None else usual


def _create(site: Site, visit: PageRequest, name: str, entrants: tuple[Entrant, ...]) -> Response:
    """The tournament with its players; the organiser's key is shown this once."""
    choice = _choice(visit)
    if choice == game_choices.TEAMS:
        entrants = tuple(as_team(x) for x in entrants)
    form, order = visit.form, visit.command_context
    rounds, cut = form.get("rounds", ""), form.get("cut", "")
    header = {key: form[key] for key in _DETAILS if form.get(key, "").strip()}
    fide = _fide_mode(site, visit) if "fide" in form else None
    mode = {} if fide is None else {"fide": fide}
    asked_for = [name, choice, rounds, cut, entrants, header, *mode.values()]
    request = fingerprint("create_by_choice", asked_for)

    def resolve() -> NewTournament:
        plan = _setup(site, choice, len(entrants), rounds, cut)
        rules = rules_from(site.service, plan.preset, {**plan.config, **mode})
        return NewTournament(name, rules, entrants, header=header)

    asked = CreationRequest(
        order.command_id, request, order.by, first_key(site, visit), first_id=order.command_id
    )
    made = create_as_asked(site.service, asked, resolve)
    return welcome(site, visit, made, len(entrants))


def first_key(site: Site, visit: PageRequest) -> KeyFactory:
    """Makes the organiser's key of a new tournament."""

    def make(here: TournamentId, salt: str) -> NewKey:
        spec = KeySpec(Role.ORGANISER, here, label="Organiser key")
        return site.guard.access.derive([spec], visit.grant, salt)[0]

    return make


def _wanted_id(visit: PageRequest) -> TournamentId | None:
    typed = visit.form.get("id", "").strip()
    return TournamentId(typed) if typed else None


def _free_id(site: Site, refusal: DomainError | None, typed: str) -> str:
    """What was typed, or what can be instead if it is taken."""
    if refusal is None or refusal.code != "tournament-exists":
        return typed
    taken = str(refusal.text.values["tournament"])
    return next(str(one) for one in ids_for(taken) if not site.service.store.version(one))


def _carried_over(site: Site, visit: PageRequest) -> Response:
    """The event of a file with its rounds and results."""
    data, name = _file_in(visit)
    wanted = ImportOptions(
        id=_wanted_id(visit),
        name=visit.form.get("name", "").strip(),
        division=visit.form.get("division", "").strip(),
        request=visit.command_context.command_id,
        make_key=first_key(site, visit),
        read=read_in_process,
        confirmed=tuple(visit.confirmed),
    )
    try:
        done = import_event(site.service, name, data, wanted, visit.grant.audit_name)
    except UnconfirmedError as error:
        if len(data) <= _MOST_REPEATED:
            error.kept = (("contents", b64encode(data).decode()), ("file_name", name))
        raise
    players = len(site.service.journal(done.tournament).tournament.entries)
    return welcome(site, visit, done, players, done.notes)


def _file_in(visit: PageRequest) -> tuple[bytes, str]:
    """The file that was sent, or sent again to confirm something; and its name."""
    if forms.has_file(visit):
        file = visit.files["file"]
        return file.file.read(), file.filename or ""
    try:
        return b64decode(visit.form["contents"], validate=True), visit.form.get("file_name", "")
    except ValueError as error:
        raise InvalidInputError("no-event") from error


def welcome(
    site: Site,
    visit: PageRequest,
    made: Creation | ImportResult,
    players: int,
    notes: tuple[Message, ...] = (),
) -> Response:
    """The page with the key of a new tournament, which is shown this once."""
    here = made.tournament
    t = site.service.journal(here).tournament
    answer = site.page(
        visit,
        "created.html",
        made={"id": here, "name": t.name},
        teams=has_teams(t),
        players=players,
        key=made.key,
        notes=notes,
        public=reach_of(visit.request).url(f"/t/{here}"),
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
