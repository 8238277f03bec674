"""The addresses by which other devices on the same network know this computer."""

import socket
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from ipaddress import ip_address

_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that nobody has (RFC 5737, RFC 3849): asked for the way there, nothing is sent."""
_GET_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}.get(sys.platform, 0)
"""How the system is asked for the IPv4 address of an interface (SIOCGIFADDR)."""
_VIRTUAL = ("lo", "docker", "br-", "veth", "virbr")
"""Interfaces that no other device is on, by how their names begin."""


def network_addresses() -> list[str]:
    """The addresses that phones may know this computer by, the likeliest first; often one.

    The likeliest is the one it uses itself for other networks. IPv4 comes first: it is shorter to
    type, and every phone has it.
    """
    routed = list(_routed_addresses())
    found = dict.fromkeys((*routed, *_interface_addresses()))
    return sorted(filter(_is_for_others, found), key=lambda one: (":" in one, one not in routed))


def is_own_address(host: str) -> bool:
    """Whether this computer has the address now; it changes with the network."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def is_on_internet(host: str) -> bool:
    """Whether everybody in the world knows the computer by this address."""
    return ip_address(host).is_global


def bracketed(host: str) -> str:
    """The host as it stands in a URL.

    >>> bracketed("fd00::2"), bracketed("192.168.1.5")
    ('[fd00::2]', '192.168.1.5')
    """
    return f"[{host}]" if ":" in host else host


def _routed_addresses() -> Iterator[str]:
    for family, address in _ELSEWHERE:
        with suppress(OSError), closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
            probe.connect((address, 9))
            yield str(probe.getsockname()[0])


def _interface_addresses() -> Iterator[str]:
    """IPv4 addresses of all interfaces, as of a hotspot beside the way to other networks."""
    if sys.platform == "win32":
        with suppress(OSError):
            yield from socket.gethostbyname_ex(socket.gethostname())[2]
        return
    import fcntl  # noqa: PLC0415  not on Windows

    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        for _, name in socket.if_nameindex():
            if _GET_ADDRESS and not name.startswith(_VIRTUAL):
                with suppress(OSError):  # it has none
                    asked = name.encode()[:15].ljust(40, b"\0")
                    told = fcntl.ioctl(probe.fileno(), _GET_ADDRESS, asked)
                    yield socket.inet_ntoa(told[20:24])


def _is_for_others(host: str) -> bool:
    found = ip_address(host.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)
