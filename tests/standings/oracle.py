"""FIDE's tie-breaks as gacrux computes them, so that ours have somebody to disagree with.

gacrux (Otto Milvang, donated to FIDE) has its own ways, kept as they are:

| code | what it gives |
|---|---|
| AOB | rounded half up: 2 decimals, 3 from 9 rounds on |
| ARO TPR PTP APRO APPO RTNG | None for everybody when somebody is unrated and /Ux is not given |
| AOB ARO TPR PTP APRO APPO | None for who has no game over the board (ARO/Cn, /Mn: none left) |
| DE | 0 where it splits nothing, else 1, 2, 2, 4 ... in each group still tied before it; |
|    | wrong where two met three times: thirds are rounded, so equal sums may differ |
| STD | by comparing with a draw, so both sides of a double forfeit or a 0-0 get 0 |
| KS | also in a Swiss, out of all rounds |
"""

from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from typing import Any

from gacrux.gacruxexeptions import GacruxError
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

Value = Fraction | None

_RULES = {"2024": "/V1", "2026": "/V2"}


@dataclass(frozen=True)
class Oracle:
    """`values` by code and player id; `ranks` are equal for those still tied: 1, 2, 2, 4.

    The value of DE depends on what stands before it. A code listed twice keeps its last values.
    With a fore code in the list there are no ranks.
    """

    values: dict[str, dict[int, Value]]
    ranks: dict[int, int]


def gacrux_values(
    trf: bytes | str,
    codes: Sequence[str],
    *,
    edition: str = "2026",
    predetermined: bool = False,
) -> Oracle:
    """The tie-breaks in TRF spelling (`PTS`, `BH/C1`), in the order in which they rank.

    `edition` is 2024 (C.07 of August 2024) or 2026 (March 2026), whatever the file's date;
    `predetermined` is for round robins (article 15), else the rules are those of a Swiss (16).
    All rounds of XXR or 142 count, played or not: for the standings after round 3 it must say 3.
    Raises ValueError for a file that gacrux refuses.
    """
    text = trf if isinstance(trf, str) else trf.decode()
    fore = [code for code in codes if _is_fore(code)]
    plain = [code for code in codes if not _is_fore(code)]
    # Fore codes change the opponents' scores for every code after them: gacrux's fault.
    ranked = _computed(text, plain, edition, predetermined)
    values = ranked.values | _computed(text, fore, edition, predetermined).values
    return Oracle({code: values[code] for code in codes}, {} if fore else ranked.ranks)


def _is_fore(code: str) -> bool:
    name, *modifiers = code.split("/")
    return name == "FB" or "F" in modifiers


def _computed(text: str, codes: Sequence[str], edition: str, predetermined: bool) -> Oracle:
    """What one new engine says to this list; nothing of one call is left for the next."""
    if not codes:
        return Oracle({}, {})
    tournament = deepcopy(_parsed(text))
    settings = {
        "tiebreak": [code + _RULES[edition] for code in codes],
        "pre_determined": predetermined,
        "swiss": not predetermined,
        "check": False,
    }
    with redirect_stdout(StringIO()):
        found = tiebreak(tournament, -1, settings).compute_tiebreaks(tournament, settings)
    players = found["competitors"]
    columns = zip(codes, zip(*(one["tiebreakScore"] for one in players), strict=True), strict=True)
    ids = [one["cid"] for one in players]
    return Oracle(
        {code: dict(zip(ids, _exact(column), strict=True)) for code, column in columns},
        {one["cid"]: one["rank"] for one in players},
    )


def _exact(column: Iterable[Any]) -> list[Value]:
    return [None if value is None else Fraction(value) for value in column]


@lru_cache(maxsize=8)
def _parsed(text: str) -> dict[str, Any]:
    """gacrux's own form of the file. To be copied: the engine writes into it.

    Reading is its slow part, since it looks through all games for every cell.
    """
    reader = trf2json()
    try:
        with redirect_stdout(StringIO()):
            reader.parse_file(text, 0)
    except GacruxError as problem:
        raise ValueError(str(problem)) from problem
    if reader.get_status():
        raise ValueError("; ".join(reader.chessjson["status"]["error"]))
    tournament: dict[str, Any] = reader.get_tournament(1)
    return tournament
