"""Guarantees and odds on pages: what is certain, and what is estimated. They are never mixed."""

from collections.abc import Mapping
from threading import Lock
from typing import Any

from fairpair.app.odds.jobs import OddsJobs, OddsKey, OddsState
from fairpair.app.views.odds import OddsOptions, interval, odds_of, percent, percent_of
from fairpair.app.views.outlook import OutlookRow, OutlookView, outlook_view
from fairpair.app.views.people import Person
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.tournament import Tournament
from fairpair.web.lists import Part
from fairpair.web.view_cache import ViewCache

FORMATS = {"percent": percent, "percent_of": percent_of, "interval": interval}
"""How templates write shares."""
_LIKELY = 0.01
"""Points of the last place that are rarer are not shown."""
_turn = Lock()
"""Guarantees of a large field take most of a second: nobody makes the same ones again meanwhile."""


def is_open(t: Tournament) -> bool:
    """Whether the main rounds have begun and can still change who is among the first."""
    has_rounds = any(ref.stage == 1 for ref in t.published_rounds)
    is_over = t.finished or bool(t.seeds) or t.rules.mode == "elimination"
    return has_rounds and not is_over


def public_guarantees(
    views: ViewCache, tournament: TournamentId, t: Tournament, version: int
) -> OutlookView | None:
    """What everybody may see; `t` is the tournament as the public sees it."""
    if not (t.rules.show_outlook and is_open(t)):
        return None
    with _turn:
        return views.get_or_build(
            ("public", tournament, "outlook"), version, lambda: outlook_view(t, version)
        )


def staff_guarantees(
    views: ViewCache, tournament: TournamentId, t: Tournament, version: int, top: int | None = None
) -> OutlookView | None:
    """The same for the staff."""
    if not is_open(t):
        return None
    with _turn:
        return views.get_or_build(
            ("staff", tournament, "outlook", top), version, lambda: outlook_view(t, version, top)
        )


def public_odds(
    jobs: OddsJobs, tournament: TournamentId, t: Tournament, version: int
) -> OddsState | None:
    """The odds that everybody may see, or that they are being made."""
    if not (t.rules.show_odds and is_open(t)):
        return None
    try:
        return jobs.ask(OddsKey(tournament, False, OddsOptions()), t, version)
    except DomainError:  # all is played, or too many wait
        return None


def chances_of(
    outlook: OutlookView | None, odds: OddsState | None, player: PlayerId
) -> Mapping[str, Any]:
    """What the page of a player shows of both."""
    shown = odds.odds if odds else None
    return {
        **FORMATS,
        "outlook": outlook,
        "outlook_row": None if outlook is None else row_of(outlook, player),
        "odds": odds,
        "odds_row": None if shown is None else odds_of(shown, player),
    }


def row_of(view: OutlookView, player: PlayerId) -> OutlookRow | None:
    """A player's row; none for somebody without a rank."""
    return next((row for row in view.players if row.id == player), None)


def odds_data(state: OddsState | None, part: Part[Any] | None) -> Mapping[str, Any]:
    """What a page with everybody's odds shows."""
    view = state.odds if state else None
    line = [one for one in view.line if one.share >= _LIKELY] if view else []
    return {**FORMATS, "odds": state, "view": view, "line": line, "part": part}


def search_text(row: Person) -> str:
    """What a row is found by."""
    return f"{row.name} {row.club} {row.federation}"
