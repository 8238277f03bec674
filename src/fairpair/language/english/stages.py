"""Rounds, stages, brackets, plans and recommendations."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # Rounds, within a sentence and as headings
    "round.numbered": "round {number}",
    "round.numbered.title": "Round {number}",
    "round.of-stage": "stage {stage}, round {number}",
    "round.of-stage.title": "Stage {stage}, round {number}",
    "round.final": "the final",
    "round.final.title": "Final",
    "round.semi-finals": "the semi-finals",
    "round.semi-finals.title": "Semi-finals",
    "round.quarter-finals": "the quarter-finals",
    "round.quarter-finals.title": "Quarter-finals",
    "round.third-place": "the third-place match",
    "round.third-place.title": "Third place",
    "round.of-size": "the round of {size}",
    "round.of-size.title": "Round of {size}",
    "round.play-in": "the play-in",
    "round.play-in.title": "Play-in",
    "round.play-in-round": "round {number} of the play-in",
    "round.play-in-round.title": "Play-in, round {number}",
}
