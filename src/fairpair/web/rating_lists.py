"""The rating lists of this server: imported from files and addresses, updated, removed."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.late import Late
from fairpair.app.rating_lists.freshness import ADDRESSES, check_freshness
from fairpair.app.rating_lists.imports import (
    ListImport,
    file_columns,
    key_of,
    own_key,
    preview_file,
    require_key,
)
from fairpair.app.rating_lists.jobs import ListImports
from fairpair.app.rating_lists.lookup import list_lines
from fairpair.core.errors import DomainError, InvalidInputError, NotFoundError
from fairpair.core.listed import FIDE_LISTS, RatingList
from fairpair.formats.rating_lists.tables import FIELDS, NEEDED, guess_mapping
from fairpair.http.late_route import page_router
from fairpair.http.problems import status_of
from fairpair.language.message import Message
from fairpair.web.forms import field_error, has_file, read_required_number
from fairpair.web.site import PageRequest, Site

_HERE = "/lists"


def router(site: Site) -> APIRouter:
    """The routes; all are for the administrator."""
    routes = page_router()
    page = partial(_page, site)

    @routes.get(_HERE)
    def lists(request: Request) -> Response:
        """All of them, and how far an import has come."""
        return page(site.visit(request, Role.ADMIN))

    def add(name: str, doing: Callable[[Site, PageRequest], Response | str]) -> None:
        @routes.post(f"{_HERE}/{name}")
        async def route(request: Request) -> Response:
            return await site.act(request, Role.ADMIN, partial(doing, site), page)

    add("upload", _upload)
    add("import", _import)
    add("check", _check)
    add("update", _update)
    add("download", _download)
    add("remove", _remove)
    return routes


def _page(site: Site, visit: PageRequest, **data: Any) -> Response:
    if visit.grant.role != Role.ADMIN:
        return site.page(visit, "rating_lists.html", lists=[], **{**_NOTHING, **data})
    imports = _imports(visit)
    job = {"job": imports.state, "held": imports.held, "form": visit.form}
    store, now = site.service.store.rating_lists, site.service.now
    lists = list_lines(store, now, imports.checks).lists
    return site.page(visit, "rating_lists.html", lists=lists, **{**_NOTHING, **job, **data})


def _upload(site: Site, visit: PageRequest) -> Response | str:
    """Import a list of FIDE; show how another one would be read."""
    wanted = _uploaded(visit)
    if wanted.key not in FIDE_LISTS:
        return _preview(site, visit, wanted)
    try:
        _imports(visit).start(wanted, hold=True)
    except DomainError:
        wanted.path.unlink(missing_ok=True)
        raise
    return _HERE


def _import(site: Site, visit: PageRequest) -> Response | str:
    """Import the file that was looked at, or look at it again with other columns."""
    kept = _imports(visit).find_held(visit.form.get("upload", ""))
    confirmed = tuple(filter(None, [visit.form.get("confirm", "")]))
    wanted = replace(kept, mapping=_mapping(visit) or kept.mapping, confirmed=confirmed)
    if visit.form.get("do") == "preview":
        return _preview(site, visit, wanted)
    _imports(visit).start(wanted, hold=True)
    return _HERE


def _preview(site: Site, visit: PageRequest, wanted: ListImport) -> Response:
    """The first rows of a table and all that cannot be read, or what its columns may be."""
    held = _imports(visit).hold(wanted)
    columns = file_columns(wanted)
    try:
        found = preview_file(site.service.store.rating_lists, wanted)
    except InvalidInputError as refusal:
        known = {"held": held, "columns": columns, "mapping": guess_mapping(columns)}
        answer = _page(site, visit, **known)
        answer.status_code = status_of(refusal)
        return answer
    return _page(site, visit, preview=found, held=held, columns=columns, mapping=found.mapping)


def _check(site: Site, visit: PageRequest) -> Response:
    """Ask whether a newer list is published."""
    found = _list_in(site, visit)
    private = _imports(visit).allow_private
    return _page(site, visit, fresh=check_freshness(found, allow_private=private))


def _update(site: Site, visit: PageRequest) -> str:
    """Update one list, or all whose address is known."""
    only = [_list_in(site, visit).key] if visit.form.get("list") else []
    _imports(visit).update(only)
    return _HERE


def _download(_site: Site, visit: PageRequest) -> str:
    """Import a list from a web address."""
    address = visit.form.get("address", "").strip()
    if not address:
        raise field_error("address", Message("field-problem.required"))
    _imports(visit).download(address, _wanted(visit))
    return _HERE


def _remove(site: Site, visit: PageRequest) -> str:
    """Remove a list."""
    site.service.store.rating_lists.remove(_list_in(site, visit).id)
    return _HERE


_NOTHING: dict[str, Any] = {
    "job": None,
    "held": None,
    "form": {},
    "preview": None,
    "columns": (),
    "mapping": {},
    "fields": FIELDS,
    "needed": NEEDED,
    "fresh": None,
    "fide": ADDRESSES["fide"],
}
"""What the page does not always show."""


def _imports(visit: PageRequest) -> ListImports:
    found: Late[ListImports] = visit.request.app.state.list_imports
    return found.get()


def _list_in(site: Site, visit: PageRequest) -> RatingList:
    """The list that a form is about."""
    wanted = read_required_number(visit, "list")
    for one in site.service.store.rating_lists.lists():
        if one.id == wanted:
            return one
    raise NotFoundError("no-rating-list")


def _uploaded(visit: PageRequest) -> ListImport:
    """The file that was sent, and which list it is."""
    if not has_file(visit):
        raise field_error("file", Message("field-problem.required"))
    file, wanted = visit.files["file"], _wanted(visit)
    return replace(
        wanted,
        path=_imports(visit).receive(file.file),
        file_name=Path(file.filename or "list").name[:200],
    )


def _wanted(visit: PageRequest) -> ListImport:
    """Which list it is."""
    key = _key(visit)
    require_key(key)
    name = visit.form.get("name", "").strip()[:100] if key.startswith("custom.") else ""
    period = visit.form.get("period", "").strip()[:7]
    return ListImport(path=Path(), key=key, name=name, period=period)


def _key(visit: PageRequest) -> str:
    """The key of the list that was chosen: one of FIDE, of a federation, or one's own."""
    kind, name = visit.form.get("kind", "fide"), visit.form.get("name", "").strip()
    if kind == "nat":
        key = key_of(name.upper())
        if not key.startswith("nat."):
            raise field_error("name", Message("field-problem.federation"))
        return key
    if kind == "custom":
        key = own_key(name)
        if key == "custom.":
            raise field_error("name", Message("field-problem.latin"))
        return key
    if kind not in FIDE_LISTS:
        raise InvalidInputError("bad-rating-list.key", key=f"{kind!r:.60}")
    return kind


def _mapping(visit: PageRequest) -> str:
    """The columns that were chosen, as `ListImport` has them."""
    said = {field: visit.form.get(f"column-{field}", "").strip() for field in FIELDS}
    chosen = {field: column for field, column in said.items() if column}
    return json.dumps(chosen) if chosen else ""
