"""The socket of the server, as its clients meet it."""

import socket

import pytest

from fairpair.cli.sockets import listen


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_an_answer_never_waits_until_its_head_is_acknowledged(host: str) -> None:
    if host == "::1" and not socket.has_ipv6:
        pytest.skip("this computer has no IPv6")
    with listen(host, 0) as listener, socket.create_connection(listener.getsockname()[:2]):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
