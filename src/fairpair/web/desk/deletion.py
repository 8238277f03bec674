"""The end of a tournament: what to keep, the name to type, and the way back."""

from typing import Any

from fastapi import APIRouter, Request, Response

from fairpair.app import deletion
from fairpair.app.access.grants import Role
from fairpair.core.ids import TournamentId
from fairpair.http.late_route import page_router
from fairpair.web.site import PageRequest, Site


def router(site: Site) -> APIRouter:
    """The routes of one tournament, and those for all that were deleted."""
    routes = page_router()

    def asking(visit: PageRequest, **data: Any) -> Response:
        return site.page(visit, "delete.html", days=deletion.KEPT_DAYS, **data)

    def deleted_page(visit: PageRequest, **data: Any) -> Response:
        """The deleted tournaments, which only the administrator sees."""
        found = deletion.list_deleted(site.service) if visit.grant.role == Role.ADMIN else []
        return site.page(visit, "deleted.html", deleted=found, days=deletion.KEPT_DAYS, **data)

    @routes.get("/desk/{tournament}/delete")
    def ask(request: Request) -> Response:
        """What is lost, the files to keep, and the name to type."""
        return asking(site.visit(request, Role.ORGANISER))

    @routes.post("/desk/{tournament}/delete")
    async def delete(request: Request) -> Response:
        """Delete it; afterwards there is only a page that says so."""

        def act(visit: PageRequest) -> Response:
            typed = visit.form.get("confirm", "")
            gone = deletion.delete_tournament(site.service, visit.command_context, typed)
            return deleted_page(PageRequest(request, visit.grant), gone=gone)

        return await site.act(request, Role.ORGANISER, act, asking)

    @routes.get("/deleted")
    def deleted(request: Request) -> Response:
        """All that can be restored."""
        return deleted_page(site.visit(request, Role.ADMIN))

    @routes.post("/deleted/{deleted}/restore")
    async def restore(request: Request, deleted: str) -> Response:
        """Bring one back."""

        def act(visit: PageRequest) -> str:
            here = TournamentId(deleted)
            deletion.restore_tournament(site.service, here, visit.grant.audit_name)
            return f"/desk/{here}"

        return await site.act(request, Role.ADMIN, act, deleted_page)

    return routes
