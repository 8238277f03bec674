"""Addresses of servers."""

from ipaddress import ip_address
from urllib.parse import urlsplit


def is_loopback(address: str) -> bool:
    """Whether other devices cannot use this address: it is empty, or names this computer.

    >>> is_loopback("http://127.0.0.1:8000"), is_loopback(""), is_loopback("http://192.168.1.5:8000")
    (True, True, False)
    """
    host = urlsplit(address).hostname or ""
    if not host or host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        found = ip_address(host)
    except ValueError:
        return False  # a name
    return found.is_loopback or found.is_unspecified
