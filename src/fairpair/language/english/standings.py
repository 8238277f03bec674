"""Tie-breaks and explanations of ranks."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # What tie-breaks are called within a sentence, where that is not their code
    "tiebreak-label.points": "points",
    "tiebreak-label.lot": "random draw",
    "tiebreak-label.buchholz": "Buchholz",
    "tiebreak-label.cumulative": "cumulative score",
    "tiebreak-label.difficulty": "difficulty",
    "tiebreak-label.rating": "rating",
    "tiebreak-label.margin": "margin",
    "tiebreak-label.mean": "mean per match",
    "tiebreak-label.match-wins": "match wins",
    "tiebreak-label.game-wins": "game wins",
    "tiebreak-label.sonneborn-berger": "Sonneborn-Berger",
    "tiebreak-label.head-to-head": "head to head",
    "tiebreak-label.opponent-cumulative": "opponents' cumulative scores",
    "tiebreak-label.player-number": "player number",
    "tiebreak-label.on-time": "on time",
    "tiebreak-label.ygo-owp": "opponents' win rate",
    "tiebreak-label.ygo-oowp": "opponents' opponents' win rate",
    "tiebreak-label.late-losses": "late losses",
    "tiebreak-label.opponent-wins": "opponents' wins",
    "tiebreak-label.ffg-sos": "mean strength of schedule",
    "tiebreak-label.ffg-esos": "extended strength of schedule",
    "tiebreak-name.cut": "{name} cut {n}",
    "tiebreak-name.median": "{name} median {n}",
    "tiebreak-about.external": "{about} Here: {meaning}.",
    "tiebreak-about.minimum": "{about} The minimum is {minimum}.",
    # What puts one player above another
    "separation.ordered": "{upper} is ahead of {lower}: tied on {equal:and}; ranked by the"
    " organiser: {reason}",
    "ties.no-effect": "No effect, because these players are no longer tied: {players} ({reason})",
    "separation.tied": "{upper} and {lower} are tied on {equal:and}",
    "separation.decided": "{upper} is ahead of {lower}: {step} {a} against {b}",
    "separation.after-tie": (
        "{upper} is ahead of {lower}: tied on {equal:and}; {step} {a} against {b}"
    ),
    "separation.place": "{step} place",
    "separation.no-value": "none",
    "separation.own-match": "{separation} ({a} against {b} in the match between them)",
    # How the number of a tie-break comes about
    "explanation.tiebreak": "{name} ({code})",
    "explanation.undefined": "{name}: cannot be calculated for this player",
    "explanation.not-drawn": "{name}: not drawn, because there is no draw seed",
    "explanation.no-rounds": "{name} {value}: no rounds count",
    "explanation.value": "{name} {value}",
    "explanation.reason": "{name} {value}: {reason}",
    "explanation.sum": "{name} {value} = {sum}",
    "explanation.rounded": "{name} {value} = {sum}, rounded",
    "explanation.floor": "{name} {value}: the minimum, because {sum} = {exact} is lower",
    "explanation.not-counted": "{explanation}; not counted: {terms}",
    "explanation.not-needed": "{name}: not needed; no players are tied",
    "explanation.many-others": ("{n} other", "{n} others"),
    "explanation.encounter-place": (
        "{name} with {others:and}: {points} = {sum}, place {place} of {of}"
    ),
    "explanation.encounter-open": (
        "{name} with {others:and}: {points} = {sum}, which does not break the tie"
    ),
    "explanation.no-match-place": "{name} with {others:and}: no match, place {place} of {of}",
    "explanation.no-match-open": (
        "{name} with {others:and}: no match between them, so the tie remains"
    ),
    "sum.terms": "{terms:sentences}",
    "sum.divided": "({terms:sentences}) / {divisor}",
    "sum.one-divided": "{terms:sentences} / {divisor}",
    # A term of a sum, and where it comes from
    "term.first": "{amount} ({source})",
    "term.plus": "+ {amount} ({source})",
    "term.minus": "- {amount} ({source})",
    "term.source": "{whose}: {asides}",
    "term.forfeit-win": "forfeit win",
    "term.forfeit-loss": "forfeit loss",
    "term.pairing-bye": "bye",
    "term.full-bye": "full-point bye",
    "term.half-bye": "half-point bye",
    "term.zero-bye": "zero-point bye",
    "term.loss-bye": "missed, counted as a loss",
    "term.after-round": "after round {round}",
    "term.board": "board {board}",
    "term.bonus": "bonus or penalty",
    "term.entered-late": "entered late",
    "term.entered-on-time": "present from round 1",
    "term.too-few-games": "too few games",
    "term.digits": "cut off after three digits",
    "term.rating": "rating",
    "term.unrated": "assumed for an unrated player",
    "term.external-value": "external value",
    "term.pairing-number": "pairing number",
    "term.registration-order": "order of registration",
    "term.lot": "drawn at random using the draw seed",
    "term.average-rating": "average rating of the opponents",
    "term.table-value": "table value for {percent} %",
    "term.lowest-rating": "lowest rating with an expected score of {score} or more",
    "term.buchholz": "Buchholz {value} / {divisor}",
    "term.fore-buchholz": "Fore Buchholz {value} / {divisor}",
    "term.place": "place among the tied players",
    "term.factors": "{theirs} x {own}",
    "term.floor": "minimum",
    "term.cap": "capped after dropping",
    "term.half-drawn": "half, for a draw",
    "term.lost": "lost",
    "term.last-byes-drawn": "byes at the end count as draws",
    "term.own-score": "counts as own score",
    "term.opponent-score": "counts as the opponent's score",
    "term.all-draws": "counts as draws in all rounds",
    # Wrong codes
    "bad-tiebreaks": "These tie-breaks cannot be used.",
    "bad-tiebreaks.hint": "`fairpair tiebreaks` lists all codes and their modifiers.",
    "no-tiebreak": "Some of these codes are not tie-breaks.",
    "no-tiebreak.hint": "`fairpair tiebreaks` lists all of them.",
    "tiebreak-problem.spelling": "is not a tie-break code: write NAME, NAME/C1 or NAME:score",
    "tiebreak-problem.modifier": "has an unknown modifier /{modifier}; known modifiers: {known}",
    "tiebreak-problem.exclusive": "has two modifiers that cannot be combined",
    "tiebreak-problem.not-first": "must come first",
    "tiebreak-problem.wrong-modifier": (
        "does not take the modifier {given} (modifiers of {code}: {known})"
    ),
    "tiebreak-problem.no-modifiers": "does not take the modifier {given}; {code} has no modifiers",
    "tiebreak-problem.no-scores": "cannot use another score: write {code} alone",
    "tiebreak-problem.unknown-score": "names an unknown score {score}; known scores: {known}",
    "tiebreak-problem.no-score-declared": (
        "names an unknown score {score}; this tournament has no named scores"
    ),
    "tiebreak-problem.team-score": "uses the {score} of teams, but this is not a team tournament",
    "tiebreak-problem.comparison": (
        "compares with the points for a win or a draw, which {score} does not have:"
        " use sos or total"
    ),
    "tiebreak-problem.needs-score": "needs a score, such as total:vp",
    "tiebreak-problem.teams-only": "is for team matches, but this is not a team tournament",
    "tiebreak-problem.swiss-only": "must not be used in a round robin (FIDE C.07, 2026"
    " edition, section 8)",
    "tiebreak-problem.standings-only": "is for standings only: pairings never depend on external"
    " values",
    "tiebreak-problem.several": "{problems:;}",
    "tiebreak-problem.after-last": "is never used: {before}, which comes before it,"
    " leaves no players tied",
    "tiebreak-problem.repeated": "repeats tie-break {place} and has no effect",
    "tiebreak-problem.unknown": "is not a tie-break",
    "tiebreak-problem.did-you-mean": "is not a tie-break; did you mean {code}?",
    "tiebreak-problem.did-you-mean-one": "is not a tie-break; did you mean one of {codes}?",
}
