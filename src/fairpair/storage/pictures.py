"""The table of pictures. Their names are made of their content, so none is ever changed."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, Delete, Select, delete, exists, insert, select

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import MOST_PICTURES, StoredPicture
from fairpair.storage.schema import events, pictures
from fairpair.storage.tables import Rows


@dataclass(frozen=True, slots=True)
class SqlPictures:
    """A `PictureStore` over the table `pictures` of a store."""

    _rows: Rows

    def find(self, tournament: TournamentId, name: str) -> StoredPicture | None:
        """The picture with this name."""
        mine = (pictures.c.tournament == tournament, pictures.c.name == name)
        found = self._rows(select(*pictures.c).where(*mine))
        return StoredPicture(*found[0]) if found else None

    def of(self, tournament: TournamentId) -> list[StoredPicture]:
        """All pictures of a tournament, by name."""
        mine = select(*pictures.c).where(pictures.c.tournament == tournament)
        return [StoredPicture(*row) for row in self._rows(mine.order_by(pictures.c.name))]


def add_pictures(
    connection: Connection, here: TournamentId, found: Sequence[StoredPicture]
) -> None:
    """Keep those that are not there yet.

    If there would be too many, those go that no event names; `InvalidStateError` if that does not
    help.
    """
    new = {one.name: one.data for one in found}
    known = set(connection.scalars(_names(here)))
    if len(known | new.keys()) > MOST_PICTURES:
        connection.execute(_unnamed(here, new))
        known = set(connection.scalars(_names(here)))
    if len(known | new.keys()) > MOST_PICTURES:
        raise InvalidStateError("too-many-pictures", most=MOST_PICTURES)
    for name in new.keys() - known:
        row = {"tournament": here, "name": name, "data": new[name]}
        connection.execute(insert(pictures).values(row))


def _names(here: TournamentId) -> Select[str]:
    return select(pictures.c.name).where(pictures.c.tournament == here)


def _unnamed(here: TournamentId, new: Collection[str]) -> Delete:
    named = exists().where(events.c.tournament == here, events.c.payload.contains(pictures.c.name))
    return delete(pictures).where(
        pictures.c.tournament == here, pictures.c.name.not_in(new), ~named
    )
