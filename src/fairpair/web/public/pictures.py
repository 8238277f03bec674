"""The logo and the banner of a tournament: the address changes with what they show."""

from fastapi import APIRouter, Request, Response

from fairpair.app.access.grants import Role
from fairpair.app.pictures import find_picture
from fairpair.http.late_route import page_router
from fairpair.web.site import Site

_POLICY = "default-src 'none'"


def router(site: Site) -> APIRouter:
    """The route."""
    routes = page_router()

    @routes.api_route("/t/{tournament}/pictures/{name}", methods=["GET", "HEAD"])
    def picture(request: Request, name: str) -> Response:
        """A picture that the tournament shows now, for all who may see the tournament."""
        visit = site.visit(request, Role.PUBLIC)
        found = find_picture(site.service, visit.t, visit.here, name)
        whose = "private" if visit.t.rules.hidden else "public"
        headers = {
            "Cache-Control": f"{whose}, max-age=31536000, immutable",
            "Content-Security-Policy": _POLICY,
        }
        return Response(found.data, media_type=found.media_type, headers=headers)

    return routes
