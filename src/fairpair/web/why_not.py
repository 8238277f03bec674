"""What the part of a page needs that explains why two players do not meet."""

from collections.abc import Mapping
from typing import Any

from fairpair.app.views.missing_pair import missing_pair_reasons
from fairpair.app.views.pairing_explanation import PlayerReasons
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament


def why_not_data(
    t: Tournament, version: int, why: PlayerReasons, asked: int | None
) -> Mapping[str, Any]:
    """Whom one can ask about, and the answer if somebody is `asked` about; nothing in a knockout,
    where the bracket decides.
    """
    ref = RoundRef(why.stage, why.round)
    if ref.stage > 1:
        return {"others": (), "missing": None, "called": {}}
    round_ = t.rounds[ref]
    seated = [player for pairing in round_.pairings.values() for player in pairing.seats]
    called = {player: t.name_of(player) for player in (*seated, *round_.byes)}
    own = (why.player, why.rival)
    others = sorted((n for n in called.items() if n[0] not in own), key=lambda n: n[1].casefold())
    missing = None
    if asked is not None:
        place = (ref.stage, ref.round_no)
        missing = missing_pair_reasons(t, version, place, why.player, asked)
    return {"others": others, "missing": missing, "called": called}


def number_in(text: str) -> int | None:
    """A player's number in an address; none if it is no number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
