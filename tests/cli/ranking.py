"""`fairpair standings` as a person types it, and files to give it."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from fairpair.cli.main import cli
from formats.sheet import Person, player, text
from timeouts import PATIENCE

VECTORS = Path(__file__).parents[1] / "standings" / "vectors"
ROUND_ROBIN = VECTORS / "fide" / "138.trf"
HARD_NAMES = ['"Ann" O\'Neil', "Zoë Ångström", "<script>alert(1)</script>", "=1+1", "李小龍"]
Save = Callable[..., Path]


def fairpair(*words: str | Path, data: bytes = b"") -> Result:
    answer = CliRunner().invoke(cli, ["standings", *map(str, words)], input=data)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer


def real(*words: str | Path | bytes, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """The same in a process of its own."""
    command = [sys.executable, "-W", "error", "-m", "fairpair", "standings", *words]
    kept = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    answer = subprocess.run(command, check=False, timeout=PATIENCE, **kept)
    assert b"Traceback" not in (answer.stderr or b"")
    return answer


def trf(*more: str, name: str = "Doe, Jane") -> bytes:
    """Of four players number 9 is the fourth."""
    return text(
        "012 Open",
        "042 2026/04/01",
        *more,
        player(1, "2 w 1", "3 b =", "9 w 1", who=Person(name, points="2.5")),
        player(2, "1 b 0", "9 w 1", "3 b 1", who=Person("Roe, Richard", points="2.0")),
        player(3, "9 b 1", "1 w =", "2 w 0", who=Person("Poe, Bo", points="1.5")),
        player(9, "3 w 0", "2 b 0", "1 b 0", who=Person("Loe, Al", points="0.0")),
    )


def results(**more: Any) -> bytes:
    """Ana has beaten both others, 2-1 and 2-0; each of them had a bye."""
    rounds = [
        [{"p1": "Ana", "p2": 7, "w1": 2, "w2": 1, "draws": 0}, {"bye": "Cy"}],
        [{"p1": "Ana", "p2": "Cy", "w1": 2, "w2": 0, "draws": 0}, {"bye": 7}],
    ]
    players = ["Ana", {"id": 7, "name": "Bo"}, "Cy"]
    return json.dumps({"players": players, "rounds": rounds, **more}).encode()


BROKEN = text(
    "012 Open",
    player(1, "2 w 1", "3 b =", who=Person("A", points="1.0")),
    player(2, "1 b 1", "4 w 1", who=Person("B", points="2.0")),
    player(4, "9 w 0", "2 b 0", who=Person("D", points="0.0")),
)
