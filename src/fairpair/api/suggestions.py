"""What helps when a round cannot be paired, as the requests that carry it out."""

from typing import Any

from fairpair.app.use_cases.remedies import remedy
from fairpair.app.use_cases.rounds import RoundNotPairableError
from fairpair.core.ids import TournamentId
from fairpair.engine.pairing.proposal import Suggestion
from fairpair.log import commands as c

Data = dict[str, Any]


def suggested(here: TournamentId, error: RoundNotPairableError) -> list[Data]:
    """Every suggestion with its text, whom it is about, and the requests that follow it."""
    return [
        {
            "kind": one.kind,
            "text": one.text,
            "players": list(one.players),
            "pairs": [list(pair) for pair in one.pairs],
            "requests": [
                _request(f"/api/tournaments/{here}", error, one, command)
                for command in remedy(error.tournament, one)
            ],
        }
        for one in error.suggestions
    ]


def _request(base: str, error: RoundNotPairableError, one: Suggestion, command: c.Command) -> Data:
    round_no = error.tournament.upcoming.round_no
    match command:
        case c.DraftRound():
            body = {"remedy": one.kind, "draft": True}
            return _asked("POST", f"{base}/rounds/{round_no}/generate", body)
        case c.RequestBye():
            href = f"{base}/players/{command.player}/byes/{command.round_no}"
            return _asked("PUT", href, {"kind": command.kind.value})
        case c.AllowPair():
            return _asked("DELETE", f"{base}/avoided/{command.a}/{command.b}", None)
        case c.ChangeRules():
            body = {"rules": dict(command.changes), "reason": command.reason}
            return _asked("PATCH", base, body)
        case c.FinishTournament():
            body = {"early": command.early, "reason": command.reason}
            return _asked("POST", f"{base}/finish", body)
        case _:
            raise AssertionError(f"{command!r} has no address")


def _asked(method: str, href: str, body: Data | None) -> Data:
    return {"method": method, "href": href, "body": body}
