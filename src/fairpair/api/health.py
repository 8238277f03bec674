"""Is the server well? For people who watch over it and for load balancers."""

from fastapi import APIRouter

from fairpair import __version__
from fairpair.app.service import Service


def router(service: Service) -> APIRouter:
    """The route, working on this service."""
    routes = APIRouter()

    @routes.get("/api/health")
    def health() -> dict[str, str | int]:
        """Asks the database; a database in trouble gives 503 with the reason."""
        tournaments = len(service.store.tournaments())
        return {"status": "ok", "version": __version__, "tournaments": tournaments}

    return routes
