"""Rules that are wrong or do not fit together, and presets.

Texts of rules go on after the name of the rule.
"""

TEXTS: dict[str, str | tuple[str, str]] = {
    "bad-rules": "The rules contain errors.",
    "bad-rules.hint": "Correct these settings, or remove them to use the defaults.",
    "no-preset": "{preset} is not a preset.",
    "rule.unknown": "is not a rule",
    "rule.set-twice": "sets {rule}, which is already set",
    "rule.other-system": "only applies to the pairing system {systems:or}; this tournament uses"
    " {system}",
    "rule.cut-aware-no-cut": "needs a cut: set the number of players in the knockout, or the points"
    " needed to qualify",
    "rule.cut-aware-scores": "only works where match points rank the players",
    "rule.cut-aware-method": "cannot be used with the pairing method {method} of round {round},"
    " which does not pair by points",
    "rule.idle-tiebreak": "has no effect without one of these tie-breaks: {tiebreaks}",
    "rule.idle-knockout": "has no effect without a knockout: set the number of players in it",
    "rule.idle-elimination": "has no effect in a tournament that is a knockout from the start",
    "rule.idle-avoid-same": "has no effect unless you choose what to avoid: club, federation,"
    " category or title",
    "rule.idle-method": "names a round after the last main round, where it has no effect",
    "rule.idle-colours": "has no effect in a tournament without colours",
    "rule.idle-scores": "has no effect where scores decide matches and ranks",
    "rule.table-range": "{range} must be a range of tables, for example 1-20",
    "rule.tiebreak": "{tiebreak} {problem}",
    "rule.unknown-score": "{score} is not one of the scores ({known})",
    "rule.no-scores": "{score} is not a score: the rules define no scores",
    "rule.bye-score": "{score} is not one of the scores ({known}). To record games,"
    " use wins and draws",
    "rule.bye-no-scores": "{score} is not a score: the rules define no scores. To"
    " record games, use wins and draws",
    "rule.point-order": "a win must be worth more than a draw, and a draw at least as much as a"
    " loss, not {win}, {draw} and {loss}",
    "rule.bye-score-limit": "{score} must be between 0 and {most}, as in a match",
    "rule.bye-value": "must be between {least} and {most} in steps of {step}, like the points for"
    " results, not {bye}",
    "rule.same-score": "{name} and {first} differ only in capitalisation",
    "rule.score-is-tiebreak": "{name} is the code of a tie-break; choose another name",
    "rule.score-characters": "{name} must not contain spaces or any of : / ,",
    "rule.knockout-round": "{round} is not a knockout round ({known})",
    "rule.method-round": "{round} must be round_1, round_2 and so on, rest or last_round",
    "rule.plan-round": "round {number} of the plan: {problem}",
    "rule.plan-type": "{type} is not a type of round ({known})",
    "rule.plan-method": "{method} is not a pairing method ({known})",
    "rule.plan-key": "{key} is not a setting of a round ({known})",
    "rule.plan-value": "{key} must be {known:or} here, not {value}",
    "rule.plan-finals": "the main rounds must be followed by exactly these knockout rounds:"
    " {rounds}",
    "rule.not-as-planned": "contradicts the round-by-round plan, which says {stated}",
    "rule.total-unknown": "cannot be set while the size of the knockout depends on the number of"
    " players. Set cut as well, or set rounds instead",
    "rule.total-rounds": "must be {total}: main rounds {rounds}, knockout rounds {knockout}",
    "rule.total-least": "must be at least {least}: the knockout has {knockout} rounds",
    "rule.bye-games": "a bye cannot be worth more than a won match: best of {best_of} ends with"
    " {wins} won games. Leave the value empty to count the bye as a won match",
    "rule.plan-players": "top_k {problem}",
}
