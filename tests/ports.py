"""Ports that can be closed and opened again."""

import secrets
import socket


def lasting_port() -> int:
    """A free port, below those that systems give to whoever asks for any: nobody takes it between
    two uses.
    """
    while True:
        port = 20_000 + secrets.randbelow(10_000)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
