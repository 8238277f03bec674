"""Why two players do not meet in a round, and the best round in which they would."""

from collections.abc import Sequence

from fairpair.app.views.pairing_explanation import made_round
from fairpair.app.views.people import require_player
from fairpair.app.views.rounds import require_round
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.rounds import ByeKind, Round, RoundRef
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.explanation.reasons import FORBIDDEN, ORDER
from fairpair.engine.pairing.explanation.why_not import WhyNot
from fairpair.engine.pairing.explanation.why_not_wording import why_not_text
from fairpair.engine.pairing.explanation.wording import sentences_of
from fairpair.engine.pairing.systems import explain_missing_pair
from fairpair.language.message import Message


@dataclass(frozen=True, slots=True)
class MissingPairReasons:
    """Why two players do not meet in a round.

    `verdict` is `paired` (they do meet), `away`, `kept_apart`, `impossible`, `worse`, `equal`,
    `ruled`, `deadlock`, `schedule`, `knockout` or `unknown`. `criterion` is the first one that is
    worse in the best legal round in which they meet, such as `C6`. `tables` are the two players of
    each table of that round, in order, `bye` is who would have the bye, and `changed` are the
    tables that the round does not have.
    """

    version: int
    stage: int
    round: int
    title: Message
    players: Sequence[PlayerId]
    names: Sequence[str]
    verdict: str
    criterion: str | None
    text: Message
    tables: Sequence[Sequence[PlayerId]] = ()
    bye: PlayerId | None = None
    changed: Sequence[Sequence[PlayerId]] = ()

    @property
    def sentences(self) -> Sequence[Message]:
        """The text, sentence by sentence."""
        return sentences_of(self.text)


def missing_pair_reasons(
    t: Tournament, version: int, place: tuple[int, int], one: int, other: int
) -> MissingPairReasons:
    """Why two players do not meet in the round at `place` (stage, number)."""
    planned, round_ = require_round(t, *place)
    pair = require_player(t, one), require_player(t, other)
    names = [t.name_of(player) for player in pair]
    if pair[0] == pair[1]:
        raise InvalidStateError("same-player.twice", player=names[0])
    ref, title = planned.ref, planned.title
    common = (version, ref.stage, ref.round_no, title, pair, names)
    absent = next((p for p in pair if not _plays(t, ref, round_, p)), None)
    if absent is not None:
        return MissingPairReasons(
            *common, "away", None, _absent_text(t, ref, round_, absent, title)
        )
    if ref.stage > 1:
        verdict = "paired" if _meet(round_, pair) else "knockout"
        values = dict(zip(("first", "second"), names, strict=True))
        text = Message(f"explanation.why-not-{verdict}", **values)
        return MissingPairReasons(*common, verdict, None, text)
    why = explain_missing_pair(t, None, made_round(t, ref, round_), pair)
    found = why.round
    return MissingPairReasons(
        *common,
        why.verdict.value,
        _criterion(why),
        why_not_text(why, t.name_of),
        [(board.white, board.black) for board in found.boards] if found else (),
        found.bye if found else None,
        why.changes,
    )


def _plays(t: Tournament, ref: RoundRef, round_: Round, player: PlayerId) -> bool:
    """Whether the round was paired with the player."""
    if round_.table_of(player) is not None:
        return True
    kind = round_.byes.get(player)
    resting = ref.stage == 1 and t.rules.system == "round_robin"
    return kind is ByeKind.PAIRING or (resting and kind is not None)


def _absent_text(
    t: Tournament, ref: RoundRef, round_: Round, player: PlayerId, title: Message
) -> Message:
    requested = ref.round_no in t.entries[player].requested_byes and ref.stage == 1
    asked = requested and player in round_.byes
    code = "explanation.why-not-asked-bye" if asked else "explanation.why-not-away"
    return Message(code, player=t.name_of(player), round=title)


def _meet(round_: Round, pair: Sequence[PlayerId]) -> bool:
    return any(set(pair) <= set(table.seats) for table in round_.pairings.values())


def _criterion(why: WhyNot) -> str | None:
    """The code of the criterion; none for a restriction or the order."""
    by = why.ruled_out.by if why.ruled_out else None
    return None if by in (FORBIDDEN, ORDER) else by
