"""What the engine tells of an event, on pages in German: every state of whole events."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.read_server import CUP, EIGHT, lower_wins, people
from fairpair.app.views.audience import redact_for_public
from fairpair.app.views.bracket import bracket_view
from fairpair.app.views.ranking import rank_reasons, ranking_view
from fairpair.app.views.tournaments import state_text
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for, progress
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.log.journal import read_journal

from .public_site import PublicSite, site


def german(text: Message | str) -> str:
    """The text as a German reader sees it."""
    with use("de"):
        return str(text)


SIXTEEN = people(*EIGHT, *(f"{name} {name}" for name in EIGHT))
ENGLISH = re.compile(r"\b(the|of|final|semi|round|place|table|open|then|and)\b")
EVENTS: dict[str, dict[str, Any]] = {
    "with a cut": {"rounds": 2, "cut": 8, "third_place": True},
    "knock-out": {"mode": "elimination", "third_place": True},
    "knock-out of six": {"mode": "elimination", "entrants": people(*EIGHT[:6])},
    "knock-out of sixteen": {"mode": "elimination", "entrants": SIXTEEN},
    "chess": {"preset": "fide_dutch", "rounds": 3},
    "round robin": {
        "preset": "fide_dutch",
        "system": "round_robin",
        "standings_tiebreakers": ["SB"],
    },
}


def states(found: PublicSite) -> Iterator[Tournament]:
    """The event after each of its facts."""
    records = found.desk.service.journal(CUP).records
    for count in range(1, len(records) + 1):
        yield read_journal(records[:count]).tournament


def sentences(t: Tournament) -> Iterator[Message]:
    """All that is told of where it stands."""
    now = progress(t)
    yield from (now.text, *now.waiting, *now.opens, state_text(redact_for_public(t)))
    if t.rounds:
        yield from (row.why for row in ranking_view(redact_for_public(t), 1).players)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_state_is_told_in_german(kind: str) -> None:
    with site(**{"entrants": people(*EIGHT), **EVENTS[kind]}) as found:
        found.desk.to_the_end(lower_wins)
        told = {str(text): german(text) for t in states(found) for text in sentences(t)}
        assert len(told) > 8
        assert [text for text, said in told.items() if ENGLISH.search(said) or text == said] == []
        if plan_for(found.t).finals:
            rounds = [
                r for t in states(found) if plan_for(t).finals for r in bracket_view(t, 1).rounds
            ]
            matches = [match for round_ in rounds for match in round_.matches]
            seats = [seat for match in matches for seat in match.seats if str(seat.waiting)]
            assert [s for s in seats if german(s.waiting) == str(s.waiting)] == []
            assert [m.name for m in matches if ENGLISH.search(german(m.title))] == []


def test_ranks_are_told_in_german() -> None:
    with site(people(*EIGHT), preset="fide_dutch", rounds=3) as found:
        found.desk.to_the_end(lower_wins)
        for player in found.t.entries:
            why = rank_reasons(found.t, 1, player)
            for part in (why.above, why.below):
                if part:
                    assert " vor " in german(part["text"]) or "gleichauf" in german(part["text"])
        assert "Warum Rang 1?" in found.page("why/rank/1", accept_language="de").text


def test_words_of_a_tie_break() -> None:
    with site(people(*EIGHT), rounds=2) as found:
        found.desk.to_the_end(lower_wins)
        page = found.page("standings", accept_language="de").text
        assert "Siegquote der Gegner" in page
        assert "Opponents" not in page
