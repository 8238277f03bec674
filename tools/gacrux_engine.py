"""gacrux as another pairing engine, for `fairpair endorse cross-test`.

    FAIRPAIR_REFERENCE_ENGINE="python tools/gacrux_engine.py {requests}"

gacrux (Otto Milvang) pairs by the Dutch system in the edition of 2026 and computes the tie-breaks
of C.07. Each line of the standard input is a request, `pair ROUND FILE`, `rank ROUND FILE` or
`name`, and is answered with a line.
"""

import sys
from contextlib import redirect_stdout
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

from gacrux.gacruxexeptions import GacruxError, GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

_FORE = ("FB", "/F")
"""Fore tie-breaks change the scores for every one that follows, which is a fault of gacrux."""


def pairs_of(round_no: int, path: Path) -> str:
    """The boards of a round, as `4-1 2-3 5-0`."""
    tournament = _read(path)
    engine = pairing_dutch(tournament, round_no, {"experimental": [], "verbose": 0})
    try:
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        return "refused: no legal pairing"
    pairs = [pair for one in brackets if one and "pairs" in one for pair in one["pairs"]]
    return " ".join(f"{one['w']}-{one['b']}" for one in sorted(pairs, key=lambda x: x["board"]))


def ranks_of(round_no: int, path: Path) -> str:
    """Everybody's rank after a round by the tie-breaks of record 202, as `1:1 2:3 3:2`."""
    tournament = _read(path)
    codes = [code for code in tournament["rankOrder"] if code]
    if any(code.startswith(_FORE[0]) or code.endswith(_FORE[1]) for code in codes):
        return "refused: fore tie-breaks"
    params = {"tiebreak": codes, "pre_determined": False, "swiss": True, "check": False}
    found = tiebreak(tournament, round_no, params).compute_tiebreaks(tournament, params)
    return " ".join(f"{one['cid']}:{one['rank']}" for one in found["competitors"])


def _read(path: Path) -> dict[str, Any]:
    reader = trf2json()
    reader.parse_file(path.read_text("utf-8"), 0)
    if reader.get_status():
        raise ValueError("; ".join(reader.chessjson["status"]["error"]))
    tournament: dict[str, Any] = reader.get_tournament(1)
    return tournament


def answer(request: str) -> str:
    """The line for a request; what gacrux prints itself is not part of it."""
    if request.strip() == "name":
        return f"gacrux {version('gacrux')}"
    try:
        what, round_no, path = request.strip().split(" ", 2)
        with redirect_stdout(StringIO()):
            return {"pair": pairs_of, "rank": ranks_of}[what](int(round_no), Path(path))
    except (GacruxError, LookupError, OSError, TypeError, ValueError) as error:
        return f"refused: {type(error).__name__} {' '.join(str(error).split())}"


if __name__ == "__main__":
    for line in sys.stdin:
        print(answer(line), flush=True)
