"""When things happened, for files that want to know."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Moments:
    """When a tournament was begun, and when the last thing happened in it."""

    begun: datetime
    last: datetime

    @classmethod
    def of(cls, begun: str, last: str) -> "Moments":
        """From texts in ISO 8601."""
        return cls(datetime.fromisoformat(begun), datetime.fromisoformat(last))
