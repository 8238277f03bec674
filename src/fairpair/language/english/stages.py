"""Rounds, stages, brackets, plans and recommendations."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # Rounds, within a sentence and as headings
    "round.position": "Chess960 position {number}: {pieces}",
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
    "round.of-rounds": "round {number} of {rounds}",
    "round.of-rounds.title": "Round {number} of {rounds}",
    # Matches of a knockout, within a sentence and as headings
    "match.final": "the final",
    "match.final.title": "Final",
    "match.third-place": "the third-place match",
    "match.third-place.title": "Third-place match",
    "match.semi-final": "semi-final {number}",
    "match.semi-final.title": "Semi-final {number}",
    "match.only-semi-final": "the semi-final",
    "match.only-semi-final.title": "Semi-final",
    "match.quarter-final": "quarter-final {number}",
    "match.quarter-final.title": "Quarter-final {number}",
    "match.only-quarter-final": "the quarter-final",
    "match.only-quarter-final.title": "Quarter-final",
    "match.round-of-size": "round of {size}, match {number}",
    "match.round-of-size.title": "Round of {size}, match {number}",
    "match.bye": "bye for seed {seed}",
    "match.bye.title": "Bye for seed {seed}",
    "match.play-in": "play-in {group}",
    "match.play-in.title": "Play-in {group}",
    "match.only-play-in": "the play-in",
    "match.only-play-in.title": "Play-in",
    "match.of-play-in": "{match} of {play_in}",
    "match.of-play-in.title": "{match:cap} of {play_in}",
    # Whom a seat of a bracket waits for
    "seat.seed": "seed {seed}",
    "seat.winner": "winner of {match}",
    "seat.loser": "loser of {match}",
    "seat.round": "waiting for {round}",
    "seat.cut": "waiting for the cut",
    "seat.highest-seed-left": "highest remaining seed after {round}",
    "seat.lowest-seed-left": "lowest remaining seed after {round}",
    "seat.seed-left": "no. {rank} of the remaining seeds after {round}",
    # The score of a match in a bracket
    "bracket-score.drawn": "{draws} drawn",
    "bracket-score.forfeit": "forfeit",
    "bracket-score.drawn-forfeit": "{draws} drawn, forfeit",
    "no-bracket": "This tournament has no knockout.",
    "no-bracket.hint": "To play one after the main rounds, set the size of the cut.",
    # Why a change does not fit a bracket
    "bracket-conflict.others": "{players} in {round} is not a bracket match",
    "bracket-conflict.twice": "{player} would play two matches in {round}",
    "bracket-conflict.idle": "{player} would have a bye in {round} without advancing",
    "bracket-conflict.stuck": "{match} could no longer be played",
    # Reasons for a place in the final ranking
    "ranking.won-final": "won the final",
    "ranking.lost-final": "lost the final",
    "ranking.winner-expelled": "lost the final; its winner was disqualified",
    "ranking.won-third-place": "won the third-place match",
    "ranking.lost-third-place": "lost the third-place match",
    "ranking.lost-semi-final": "lost the semi-final",
    "ranking.knocked-out": "knocked out in {round}",
    "ranking.reached": "reached {round}",
    "ranking.swiss": "rank {rank} in the Swiss rounds",
    "ranking.round-robin": "rank {rank} in the round robin",
    "ranking.expelled": "disqualified",
    "ranking.annulled": "left before playing half of the games",
    "ranking.seeding": "rank {rank} in the seeding",
    "ranking.then": "{outcome}, then {standing}",
    "ranking.nobody-won": "{outcome}; nobody won the knockout",
    # The cut: why somebody advances or does not
    "points": ("{n} point", "{n} points"),
    "cut.advances": "{player} ({points}) advances as seed {seed}: {reason}",
    "cut.plays-in": "{player} ({points}) plays for a place",
    "cut.does-not-advance": "{player} ({points}) does not advance: {reason}",
    "cut.won-play-in": "{reason}; won the play-in",
    "cut.lost-play-in": "{reason}; lost the play-in",
    "cut.enough-points": ("{n} point is enough", "{n} points are enough"),
    "cut.drawn-first": "{separation}, and {player} was drawn first",
    # Cuts that cannot be made
    "no-play-in": "No play-in is needed: all places in the cut are already decided.",
    "no-play-in.hint": "Make the cut.",
    "bad-play-in": "In the play-in, {players} players compete for {places} places.",
    "bad-play-in.hint": "Choose exactly that many winners.",
    "unknown-player.cut": "There is no player {player} in this tournament.",
    "unknown-player.cut.hint": "Check the number in the player list.",
    "no-cut.in-rules": "This tournament has no cut.",
    "no-cut.in-rules.hint": (
        "Set how many players advance, or how many points are needed to qualify."
    ),
    "bad-cut": "A cut must have between 2 and {most} players, not {size}.",
    "bad-cut.hint": "Choose another number of players.",
    "cut-too-large": (
        "The cut is for {size} players, but only {n} player is available.",
        "The cut is for {size} players, but only {n} players are available.",
    ),
    "cut-too-large.hint": "Reduce the cut to {n} players or fewer.",
    "no-draw-seed": "{players:and} are tied, and there is no draw seed for a random draw.",
    "no-draw-seed.hint": "Add a tie-break that separates them, or set the seeds manually.",
    "too-few-qualify": (
        "Fewer than two players have {n} point.",
        "Fewer than two players have {n} points.",
    ),
    "too-few-qualify.hint": (
        "Lower the points needed to qualify, or set how many players advance regardless of points."
    ),
    "too-few-players.cut": (
        "Only {n} player is left to advance; a cut needs at least two.",
        "{n} players are left to advance; a cut needs at least two.",
    ),
    "too-few-players.cut.hint": (
        "Reinstate a player who has dropped, or finish the tournament with the current standings."
    ),
    # Recommendations for the number of rounds and the cut
    "recommendation.too-few-players": "A tournament needs at least two players.",
    "recommendation.cut": (
        "{players} players: {n} Swiss round, then the top {cut}",
        "{players} players: {n} Swiss rounds, then the top {cut}",
    ),
    "recommendation.no-cut": (
        "{players} players: {n} Swiss round, no cut",
        "{players} players: {n} Swiss rounds, no cut",
    ),
    "recommendation.round-robin": (
        "{players} players: a round robin of {n} round",
        "{players} players: a round robin of {n} rounds",
    ),
    "recommendation.with-note": "{recommendation} ({note})",
    "guide-note.elimination": "the appendix has three rounds of single elimination instead",
    "guide-note.booster-draft": "4 rounds and the top 8 if the top 8 is a booster draft",
    "guide-note.draft": "4 rounds and the top 8 if the top 8 is a draft",
    "guide-note.beyond-source": (
        "the source ends at {players} players; beyond that, the number of rounds"
        " follows powers of two"
    ),
    "guide.round-robin": "Calculated: the length of a round robin",
    "guide.general": "Calculated: enough rounds to leave at most one unbeaten player",
    "guide.magic": (
        "Magic Tournament Rules, appendix E (required at Premier events, otherwise recommended)"
    ),
    "guide.pokemon-cup": (
        "Play! Pokémon Tournament Rules Handbook, 5.5.6, League Cup, according to reports"
    ),
    "guide.pokemon-challenge": (
        "Play! Pokémon Tournament Rules Handbook, 5.5.6, League Challenge, according to reports"
    ),
    "guide.yugioh": (
        "Konami Tournament Policy 2.5, tiers 1 and 2, from secondary sources; the cut is optional"
    ),
    "guide.flesh-and-blood": "Flesh and Blood Tournament Rules and Policy, appendix A.2",
    "guide.lorcana": "Numbers used at events, not taken from the official document",
    "guide.infinity": "Infinity tournament rules, 2014",
    "guide.chess-finals": (
        "Full Tournament Generation System 2.0 (small, medium, large);"
        " Chess Tournament System Core Principles 2.0, section 9, for 3 and 4 players"
    ),
    # What is unusual about a number of rounds
    "rounds-warning.too-few-rounds": (
        "{n} round for {players} players: too few for meaningful standings.",
        "{n} rounds for {players} players: too few for meaningful standings.",
    ),
    "rounds-warning.too-few-rounds.hint": "Play at least {fewest}.",
    "rounds-warning.too-many-rounds": (
        "{n} round for {players} players: after {most}, everyone will have played everyone else.",
        "{n} rounds for {players} players: after {most}, everyone will have played everyone else.",
    ),
    "rounds-warning.too-many-rounds.hint": "Play at most {most}, or allow rematches.",
    "rounds-warning.many-rounds": (
        "{n} round for {players} players: from round {first} onwards, it may be impossible"
        " to pair without rematches.",
        "{n} rounds for {players} players: from round {first} onwards, it may be impossible"
        " to pair without rematches.",
    ),
    "rounds-warning.many-rounds.hint": ("Play at most {safe}, or switch to a round robin."),
    "rounds-warning.many-unbeaten": (
        "{n} round for {players} players: up to {unbeaten} may win all their matches.",
        "{n} rounds for {players} players: up to {unbeaten} may win all their matches.",
    ),
    "rounds-warning.many-unbeaten.hint": "Play {more} or more.",
    "rounds-warning.many-unbeaten-cut": (
        "{n} round for {players} players: up to {unbeaten} may win all their matches,"
        " but only {cut} advance.",
        "{n} rounds for {players} players: up to {unbeaten} may win all their matches,"
        " but only {cut} advance.",
    ),
    "rounds-warning.many-unbeaten-cut.hint": "Play {more} or more, or let more players advance.",
    "rounds-warning.with-hint": "{warning} {hint}",
    # Choices for a new tournament
    "bad-value.choice": "The value for {field} is not valid.",
    "bad-value.choice.hint": "Correct it and try again.",
    "choice.game": "choose one of the games",
    "choice.whole-number": "must be a whole number between {low} and {high}",
    "choice-field.preset": "the game",
    "choice-field.rounds": "the number of rounds",
    "choice-field.cut": "the cut",
}
