"""Odds: chances by playing on very often."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "odds.notice-rating": "An estimate, not a promise. It assumes that players with higher"
    " ratings win more often.",
    "odds.notice-equal": "An estimate, not a promise. It assumes that every match is even.",
    "odds.method-kernel": (
        "1 continuation by the fast kernel.",
        "{n} continuations by the fast kernel.",
    ),
    "odds.method-engine": (
        "1 continuation by the exact engine.",
        "{n} continuations by the exact engine.",
    ),
    "odds.why-rules": "The fast kernel has not been verified for these rules.",
    "odds.why-few-players": "The fast kernel has not been verified for this few players.",
    "odds.why-position": "The fast kernel has not been verified for this position.",
    "odds.why-not-installed": 'The fast kernel needs: pip install "fairpair[odds]"',
    "no-odds": "This tournament has no main rounds, so there are no odds.",
    "no-odds.hint": "See the bracket.",
    "odds-decided": "The main rounds are over, so there is nothing to estimate.",
    "odds-decided.hint": "See the standings.",
    "odds-not-public": "The odds of this tournament are not public.",
    "odds-not-public.hint": "An organiser can make them public in the settings.",
    "odds-busy": "Too many odds are being estimated at the moment.",
    "odds-busy.hint": "Try again in a few seconds.",
    "bad-odds-model": "There is no model {model}. Choose rating or equal.",
    "bad-odds-model.hint": "Did you mean {near}?",
    "cli.odds.line": "Points for place {top}: {points}",
    "cli.odds.line-part": "{points} ({share})",
    "cli.progress.odds": "Playing on",
    "library.odds": ("Chances of first place", "Chances of finishing in the top {n}"),
}
