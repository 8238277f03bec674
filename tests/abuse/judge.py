"""Looks at every answer: is it one that anybody should ever get?"""

import json
from collections import Counter
from dataclasses import dataclass, field

from soak.wire import Answer

from .page import Page
from .wire import Probe
from .world import OUTSIDERS, SECRET

DELIBERATE = {"too-many-streams", "stopping"}
"""Codes of answers 503 that say what they mean."""
READ_AHEAD = 64 * 1024
"""Who sends more than that may be refused while they send, and then miss the answer."""
FOR_ALL = ("/api/login", "/login", "/api/logins", "/api/logout", "/logout", "/preferences")
"""What everybody may send; with a key of whatever tournament anybody ends their own logins."""


@dataclass(slots=True)
class ResponseChecker:
    """What came back, counted, and everything that is wrong with it."""

    wrong: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    routes: set[str] = field(default_factory=set)
    secrets: set[bytes] = field(default_factory=set)
    pages: int = 0

    def hear(self, probe: Probe, answer: Answer | None) -> None:
        """Look at the answer to this shot."""
        self.kinds[probe.kind] += 1
        self.routes.add(probe.route)
        if answer is None:
            self.answers["closed without an answer"] += 1
            head = sum(len(name) + len(value) for name, value in probe.headers)
            if probe.raw is None and head + len(probe.body) <= READ_AHEAD:
                self._tell(probe, "closed without an answer")
            return
        self.answers[f"{answer.status // 100}xx"] += 1
        for what in self._wrong(probe, answer):
            self._tell(probe, f"{answer.status} {what}")

    def hang(self, probe: Probe) -> None:
        """No answer came."""
        self.answers["hang"] += 1
        self._tell(probe, "hang: no answer, and the connection stayed open")

    def _tell(self, probe: Probe, what: str) -> None:
        target = probe.target if probe.raw is None else repr(probe.raw[:300])
        headers = [h for h in probe.headers if h[0] != "X-Forwarded-For"]
        self.wrong.append(
            f"{what} [{probe.kind} by {probe.who}: {probe.method} {target[:300]}"
            f" {headers!s:.300} {probe.body[:300]!r}]"
        )

    def _wrong(self, probe: Probe, answer: Answer) -> list[str]:
        found = []
        if answer.status >= 400:
            self.codes[f"{answer.status} {answer.code}".strip()] += 1
        if answer.status >= 500 and not (answer.status == 503 and answer.code in DELIBERATE):
            found.append(f"server error: {answer.content[:300]!r}")
        if probe.who in OUTSIDERS and probe.method in ("POST", "PUT", "PATCH", "DELETE"):
            path = probe.target.partition("?")[0]
            done = answer.status < 400 and answer.status != 307  # that is only a slash too many
            if done and path not in FOR_ALL and probe.raw is None:
                found.append("let in: somebody without a key may do this")
        found += self._refusal(probe, answer)
        found += self._leaks(probe, answer)
        found += self._page(answer)
        return found

    @staticmethod
    def _refusal(probe: Probe, answer: Answer) -> list[str]:
        """The API says no in one way only."""
        is_api = probe.target.startswith("/api/") and probe.raw is None
        if not is_api or answer.status < 400 or probe.method == "HEAD":
            return []
        if answer.content == b"Invalid HTTP request received.":
            return []
        if answer.headers.get("content-type") != "application/problem+json":
            return [f"refusal: not a problem document: {answer.content[:200]!r}"]
        told = json.loads(answer.content)
        return [] if told.get("code") and told.get("title") else ["refusal: no code or title"]

    def _leaks(self, probe: Probe, answer: Answer) -> list[str]:
        """Secrets are shown to who makes them, once, and to nobody else."""
        content = answer.content + repr(answer.headers).encode()
        shown = set(SECRET.findall(content))
        self.secrets |= shown
        new = {one for one in shown if one not in probe.sent}
        logged_in = answer.status == 303 and SECRET.search(probe.sent)
        if new and not logged_in and (answer.status >= 400 or probe.who in OUTSIDERS):
            return [f"leak: {new}"]
        return []

    def _page(self, answer: Answer) -> list[str]:
        if not answer.headers.get("content-type", "").startswith("text/html"):
            return []
        self.pages += 1
        faults = [f"page: {one}" for one in Page(answer.content.decode()).faults]
        if "content-security-policy" not in answer.headers:
            faults.append("page: no Content-Security-Policy")
        return faults
