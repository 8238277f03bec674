"""Something that is made when it is needed for the first time."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Late(Generic[T]):
    """What `make` returns.

    >>> late = Late(lambda: [1, 2])
    >>> late.made, late.get(), late.made
    (None, [1, 2], [1, 2])
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._making = threading.Lock()
        self.made: T | None = None
        """None before it is needed."""

    def get(self) -> T:
        """The same thing every time, in every thread."""
        with self._making:
            if self.made is None:
                self.made = self._make()
            return self.made
