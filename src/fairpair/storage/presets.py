"""The table of presets that were saved on a server."""

from dataclasses import asdict

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from fairpair.core.dataclass import dataclass
from fairpair.core.stored import StoredPreset
from fairpair.storage.schema import presets
from fairpair.storage.tables import Changing, Rows


@dataclass(frozen=True, slots=True)
class SqlPresets:
    """A `PresetStore` over the table `presets` of a store."""

    _rows: Rows
    _changing: Changing

    def all(self) -> list[StoredPreset]:
        """Every preset, by name."""
        found = self._rows(select(*presets.c).order_by(presets.c.key))
        return [StoredPreset(*row) for row in found]

    def save(self, new: StoredPreset, *, replace: bool) -> bool:
        """Keep a preset; False when there is one with this key that is not to be replaced."""
        same = presets.c.key == new.key
        with self._changing("presets") as connection:
            if replace:
                connection.execute(delete(presets).where(same))
            elif connection.scalar(select(presets.c.key).where(same)) is not None:
                return False
            connection.execute(insert(presets), asdict(new))
        return True

    def rename(self, name: str, new_name: str, new_key: str) -> bool:
        """Give a preset another name; False when another one has it."""
        change = update(presets).where(presets.c.name == name).values(name=new_name, key=new_key)
        with self._changing("presets") as connection:
            try:
                connection.execute(change)
            except IntegrityError:
                return False
        return True

    def remove(self, name: str) -> None:
        """Forget a preset."""
        with self._changing("presets") as connection:
            connection.execute(delete(presets).where(presets.c.name == name))
