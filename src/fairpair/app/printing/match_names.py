"""The names of knock-out matches, which the engine tells in English, in the language of a job."""

import re

from fairpair.app.printing.job import Job

_NUMBERED = re.compile(r"(?:the )?(semi-final|quarter-final)(?: (\d+))?")
_EARLY = re.compile(r"(?:the )?round of (\d+) match(?: (\d+))?")


def match_name(job: Job, name: str) -> str:
    """What people call a match; a name that is not known stays as it is."""
    if name == "the final":
        return job.say("the final")
    if name == "the match for third place":
        return job.say("the match for third place")
    if found := _NUMBERED.fullmatch(name):
        semi = found[1] == "semi-final"
        round_ = job.say("semi-final") if semi else job.say("quarter-final")
        return f"{round_} {found[2] or ''}".rstrip()
    if found := _EARLY.fullmatch(name):
        return job.say("round of {size}, match {n}", size=found[1], n=found[2] or "1")
    return name


def waiting_for(job: Job, text: str) -> str:
    """Whom a seat waits for."""
    winner, loser = text.removeprefix("winner of "), text.removeprefix("loser of ")
    if winner != text:
        return job.say("winner of {match}", match=match_name(job, winner))
    if loser != text:
        return job.say("loser of {match}", match=match_name(job, loser))
    return text
