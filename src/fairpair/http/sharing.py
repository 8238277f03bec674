"""A server that only its own computer can reach is shared on the network, and no longer."""

import threading
from collections.abc import Callable

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.http.network import is_on_internet, is_own_address, network_addresses


@dataclass(frozen=True, slots=True)
class OpenSocket:
    """A further socket that the server listens on, and what ends that."""

    host: str
    url: str
    close: Callable[[], None]


@dataclass(frozen=True, slots=True)
class SharingView:
    """Whether and where other devices on the network reach this server.

    `available` says whether sharing can be started and stopped here. `url` is where the server is
    shared now; `addresses` are those it can be shared at, the likeliest first.
    """

    available: bool
    shared: bool
    url: str | None
    addresses: list[str]


class Sharing:
    """Starts and stops sharing; called in worker threads.

    `open_at` listens on an address as well. A server that has none cannot be shared while it runs:
    it is one of several processes, behind a proxy, or on the network already.
    """

    def __init__(self, on_change: Callable[[], None] = lambda: None) -> None:
        """`on_change` is called when links begin in another way."""
        self.open_at: Callable[[str], OpenSocket] | None = None
        self._on_change = on_change
        self._open: OpenSocket | None = None
        self._turn = threading.Lock()

    @property
    def url(self) -> str:
        """Where the server is shared; nothing if it is not, or if its network is gone."""
        open_ = self._open
        return open_.url if open_ and is_own_address(open_.host) else ""

    @property
    def addresses(self) -> list[str]:
        """Where it can be shared, the likeliest address first; IPv6 only if there is no other."""
        there = network_addresses() if self.open_at else []
        return [one for one in there if ":" not in one] or there

    @property
    def is_on_internet(self) -> bool:
        """Whether the likeliest address is known to the whole world."""
        return any(map(is_on_internet, self.addresses[:1]))

    def view(self) -> SharingView:
        """The state, for programs."""
        url = self.url
        return SharingView(self.open_at is not None, bool(url), url or None, self.addresses)

    def start(self, host: str = "") -> None:
        """Listen on this address of the computer, or on the likeliest; on no other any more."""
        with self._turn:
            if self.open_at is None:
                raise InvalidStateError("sharing-unavailable")
            there = self.addresses
            if not there:
                raise InvalidStateError("no-network")
            host = host or there[0]
            if host not in there:
                raise InvalidInputError("unknown-network-address", addresses=there)
            if self._open and (self._open.host != host or not self.url):
                self._stop()
            if self._open is None:
                self._open = self.open_at(host)
                self._on_change()

    def stop(self) -> None:
        """Listen on this computer only."""
        with self._turn:
            if self._open is not None:
                self._stop()

    def _stop(self) -> None:
        assert self._open is not None  # noqa: S101  asked by the callers
        self._open.close()
        self._open = None
        self._on_change()
