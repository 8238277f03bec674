"""Requests that are no HTTP, or HTTP that comes in pieces which do not fit together."""

from random import Random

from .wire import Probe
from .world import TargetTournament

GET = "GET /t/{here} HTTP/1.1\r\nHost: x\r\n"
POST = (
    "POST /api/tournaments/{here}/players HTTP/1.1\r\nHost: x\r\n"
    "Authorization: Bearer {key}\r\nContent-Type: application/json\r\n"
)
LOGIN = "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
END = "Connection: close\r\n\r\n"
UPGRADE = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n"

WHOLE = (
    POST + CHUNKED + '11\r\n{{"name": "Chunky"}}\r\n0\r\n\r\n',
    POST + CHUNKED + "1;x=y\r\n{{\r\n1\r\n}}\r\n0\r\nTrailer: x\r\n\r\n",
    POST + "Expect: 100-continue\r\nContent-Length: 2\r\n" + END + "{{}}",
    GET + "Content-Length: 5\r\n" + END + "hello",
    GET + "\r\n" + GET + END,
    GET.replace("HTTP/1.1", "HTTP/1.0") + "\r\n",
    GET.replace("/t/", "http://other.example/t/") + END,
    GET.replace("GET /t/{here}", "OPTIONS *") + END,
    GET.replace("/t/{here}", "t/{here}") + END,
    GET.replace("/t/{here}", "//t/{here}?//#x") + END,
    GET.replace("/t/{here}", "/api/tournaments/{here}/events") + "Last-Event-ID: 1\r\n" + END,
    GET.replace("/t/{here}", "/api/tournaments/{here}/events") + "Upgrade: websocket\r\n" + UPGRADE,
    GET + "Upgrade: websocket\r\n" + UPGRADE + "\x81\x05hello",
    "HEAD" + GET[3:] + END,
)
"""Each of these gets an answer."""
BROKEN = (
    POST + CHUNKED + "zz\r\n{{}}\r\n0\r\n\r\n",
    POST + CHUNKED + "-1\r\n{{}}\r\n0\r\n\r\n",
    POST + CHUNKED + "FFFFFFFFFFFFFFFFFFFF\r\n{{}}",
    POST + CHUNKED + '5\r\n{{"name": "x"}}\r\n0\r\n\r\n',
    LOGIN + CHUNKED + "3\r\nkey\r\nzz\r\n",
    GET.replace("/t/{here}", "/api/health") + CHUNKED + "3\r\nabc\r\nzz\r\nrubbish",
    GET.replace("/t/{here}", "/nowhere") + CHUNKED + "zz\r\n",
    POST + "Content-Length: 10\r\n" + END + "{{}}",
    POST + "Content-Length: 2\r\nContent-Length: 3\r\n" + END + "{{}}",
    POST + "Content-Length: 2\r\n" + CHUNKED + "2\r\n{{}}\r\n0\r\n\r\n",
    POST + "Content-Length: -1\r\n" + END,
    POST + "Content-Length: 99999999999999999999999\r\n" + END + "{{}}",
    POST + "Content-Length: 1_0\r\n" + END + "{{}}",
    POST + "Content-Length: ٣\r\n" + END,
    POST + "Transfer-Encoding: gzip, chunked\r\n" + END,
    POST + "Transfer-Encoding: xchunked\r\n" + END + "0\r\n\r\n",
    POST + "Content-Length: 1500000\r\n" + END + "a" * 70_000,
    LOGIN + "Content-Length: 1500000\r\n" + END + "a" * 70_000,
    "GET /\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / x HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a\x00b HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\nHost: x\n\n",
    "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA\x00: y\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA: y\x00z\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
    "GET /" + "a" * 70_000 + " HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA: " + "a" * 300_000 + "\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\x00" * 300,
    "\r\n" * 5000,
    "\x00" * 2000,
    "SSH-2.0-x\r\n",
    "",
    "GET / HTTP/1.1\r\nHost",
    GET,
)
"""These get a refusal, or the connection is closed."""


def framed(dice: Random, target_tournament: TargetTournament) -> Probe:
    """One of them, or bytes by lot."""
    roll = dice.random()
    if roll < 0.05:
        return Probe("framing", "?", "?", route="-", raw=dice.randbytes(500), ends=False)
    whole = roll < 0.35
    text = dice.choice(WHOLE if whole else BROKEN)
    said = {"here": target_tournament.id, "key": target_tournament.keys["organiser"]}
    raw = text.format(**said).encode("latin-1", "replace")
    if not whole and dice.random() < 0.3 and raw:
        at = dice.randrange(len(raw))
        raw = raw[:at] + dice.randbytes(3) + raw[at:]
    method = "HEAD" if raw.startswith(b"HEAD") else "GET"
    return Probe("framing", method, "?", who="organiser", route="-", raw=raw, ends=whole)
