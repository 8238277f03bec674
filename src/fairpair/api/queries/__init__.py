"""Everything that can be read."""

from fastapi import APIRouter

from fairpair.api.queries.catalogues import server
from fairpair.api.queries.files import exports, prints
from fairpair.api.queries.pictures import pictures
from fairpair.api.queries.tournament import players, rounds, standings, tournament
from fairpair.api.read_request import add_head

routes = APIRouter()
for _part in (rounds, standings, players, tournament, pictures, prints, exports, server):
    add_head(_part)
    routes.include_router(_part)
