"""The presets that were saved on this server: other names for them, and an end."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.own_presets import LONGEST_NAME, delete_preset, own_presets, rename_preset
from fairpair.http.late_route import page_router
from fairpair.web.site import PageRequest, Site

_HERE = "/presets"


def router(site: Site) -> APIRouter:
    """The routes; all are for the administrator."""
    routes = page_router()

    def page(visit: PageRequest, **data: Any) -> Response:
        saved = own_presets(site.service) if visit.grant.role == Role.ADMIN else []
        form = visit.form
        return site.page(visit, "presets.html", saved=saved, most=LONGEST_NAME, form=form, **data)

    @routes.get(_HERE)
    def presets(request: Request) -> Response:
        """All of them."""
        return page(site.visit(request, Role.ADMIN))

    @routes.post(f"{_HERE}/rename")
    async def rename(request: Request) -> Response:
        """Give one another name."""

        def act(visit: PageRequest) -> str:
            rename_preset(site.service, visit.form.get("preset", ""), visit.form.get("name", ""))
            return _HERE

        return await site.act(request, Role.ADMIN, act, page)

    @routes.post(f"{_HERE}/delete")
    async def delete(request: Request) -> Response:
        """Forget one."""

        def act(visit: PageRequest) -> str:
            delete_preset(site.service, visit.form.get("preset", ""))
            return _HERE

        return await site.act(request, Role.ADMIN, act, page)

    return routes
