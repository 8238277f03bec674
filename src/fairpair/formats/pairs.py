"""A round as pairing engines write it: how many lines follow, then `white black` board by board."""

from fairpair.engine.pairing.proposal import Proposal


def pairs_text(round_: Proposal) -> str:
    """The round by pairing numbers; the bye is `number 0`, comes last, and counts as a line."""
    lines = [f"{board.white} {board.black}" for board in round_.boards]
    if round_.bye is not None:
        lines.append(f"{round_.bye} 0")
    return "".join(f"{line}\n" for line in (str(len(lines)), *lines))
