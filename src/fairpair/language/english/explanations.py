"""Why a round was paired as it was.

An explanation is a list of sentences. Three kinds of text are parts of sentences:

| part | stands where |
|---|---|
| a place, `explanation.in-…` | after "the players": a whole adverbial |
| a cause, `explanation.cause-…` | after a colon, or alone: a main clause |
| a consequence, `explanation.worse-…` | after "but then" or "If …,": never at the start |
"""

TEXTS: dict[str, str | tuple[str, str]] = {
    "explanation": "{sentences:sentences}",
    # Scores, players, colours and groups
    "explanation.points": ("{points} point", "{points} points"),
    "explanation.virtual-points": ("{points} virtual point", "{points} virtual points"),
    "explanation.points-and-virtual": "{points} plus {virtual}",
    "explanation.points-with-virtual": "{points} including virtual points",
    "explanation.players": ("{n} player", "{n} players"),
    "explanation.one-of-players": "one of {n} players",
    "explanation.another-player": "another player",
    "explanation.white": "White",
    "explanation.black": "Black",
    "explanation.in-score-group": "in the group with {score}",
    "explanation.in-quarter": "in this rating quarter",
    "explanation.in-field": "in the field",
    # The whole round
    "explanation.method": "{round:cap}: {method}",
    "explanation.method-and-cut": "{round:cap}: {method} The cut-off is after rank {place}.",
    "explanation.system": "The round was paired by the system {system}.",
    "explanation.berger": "The pairings follow the Berger table for {n} players.",
    "explanation.berger-cycle": "The pairings follow the Berger table for {n} players"
    " (cycle {cycle} of {cycles}).",
    "pairing-method.random": "Players with the same points are paired at random.",
    "pairing-method.cut-aware": "{method} Players on {scores:and} points can still make or miss the"
    " cut, so as few of them as possible meet an opponent on different points.",
    "pairing-method.entry-order": "Players with the same points are paired in order of"
    " registration.",
    "pairing-method.neighbours": "Players with the same points are paired with their"
    " neighbours in the pairing order (1-2, 3-4, …).",
    "pairing-method.halves": "Among players with the same points, the top half plays the bottom"
    " half.",
    "pairing-method.score-bracket": "Among players with the same points, the top half plays the"
    " bottom half.",
    "pairing-method.top-half": "The top half of the field plays the bottom half.",
    "pairing-method.rating-seeded": "Players are paired at random within rating quarters.",
    "pairing-method.rating-pools": "In each rating quarter, the top half plays the bottom half.",
    "pairing-method.power": "Players are paired with their neighbours in the standings (1-2, 3-4,"
    " …).",
    "pairing-method.bracket-seeded": "First in the standings plays last, second plays"
    " second from last, and so on.",
    "pairing-method.direct": "The two remaining players play each other.",
    # A pair
    "explanation.schedule": "{white} and {black} are numbers {white_number} and"
    " {black_number} in the schedule.",
    "explanation.same-score": "{white} and {black} both have {score}.",
    "explanation.scores": "{white} has {white_score} and {black} has {black_score}.",
    "explanation.pair-across-scores": "{white} ({white_score}) plays {black} ({black_score}):"
    " {down} is paired down and {up} is paired up.",
    "explanation.pair-across-quarters": "{white} plays {black}: {down} is paired down from a"
    " higher rating quarter.",
    "explanation.other-pairs": "Under the rules, the pairings {where} would be different: they"
    " were edited manually, or results were corrected afterwards.",
    "explanation.knockout": "{players:and} meet in {match} of the bracket.",
    "explanation.knockout-manual": "{players:and} meet in {match} of the bracket. The"
    " bracket has different players here; this match"
    " was set manually.",
    "explanation.seeded": "{player} (seed {seed})",
    "explanation.other-colours": "Under the rules, the colours would be the other way round: they"
    " were set manually, or results were corrected afterwards.",
    # The opponent who was expected
    "explanation.expected-met": "{player} would have played {opponent}, but they had already met"
    " in {round}.",
    "explanation.expected-same-colour": "{player} would have played {opponent}, but"
    " both need the same colour.",
    "explanation.expected-restricted": "{player} would have played {opponent}, but they have a"
    " pairing restriction.",
    "explanation.expected-met-by": "{player} would have played {opponent}, but they had already"
    " met in {round} ({criterion}).",
    "explanation.expected-same-colour-by": "{player} would have played {opponent}, but both must"
    " have the same colour ({criterion}).",
    "explanation.expected-worse": "{player} would have played {opponent}, but then {consequence}.",
    "explanation.expected-worse-given": "{player} would have played {opponent}, but then, with the"
    " earlier tables unchanged, {consequence}.",
    "explanation.expected-priority": "{player} would have played {opponent}, but {first} has"
    " priority and plays {second}.",
    "explanation.expected-order": "{player} would have played {opponent}, but the"
    " pairing of {first} and {second} is equally good"
    " and comes first in the order set by the rules.",
    "explanation.expected-float": "{player} would have played {opponent}, but"
    " {opponent} is paired down: an equally good pairing"
    " comes first in the order set by the rules.",
    "explanation.expected-priority-by": "{player} would have played {opponent}, but {first} has"
    " priority and plays {second} ({article}).",
    "explanation.expected-order-by": "{player} would have played {opponent}, but the pairing of"
    " {first} and {second} is equally good by C6 to C21 and comes first ({article}).",
    "explanation.expected-float-by": "{player} would have played {opponent}, but {opponent} floats"
    " down: another pairing is equally good by C6 to C21 and comes first ({article}).",
    "explanation.order-4.2": "C.04.3, 4.2, order of transpositions",
    "explanation.order-4.3": "C.04.3, 4.3, order of exchanges",
    "explanation.order-4.4": "C.04.3, 4.4, order of the downfloaters who are paired",
    # What would be worse
    "explanation.worse-by": "{consequence} ({criterion})",
    "explanation.worse-by-unplayed": (
        "{consequence} ({criterion}: {unplayed:and} counts as being paired down)",
        "{consequence} ({criterion}: {unplayed:and} count as being paired down)",
    ),
    "explanation.worse-rest": "the other players could not all be paired",
    "explanation.worse-bye-score": "the bye would go to a player with a higher score",
    "explanation.worse-bye-limit": "the maximum number of byes would be exceeded",
    "explanation.worse-order": "that would be equally good, but it would come later in"
    " the order set by the rules",
    "explanation.worse-order-by": "that would be equally good by C6 to C21, but it would come"
    " later ({article})",
    "explanation.worse-same": "the result would be the same",
    "explanation.worse-floaters": "more players would have to be paired down",
    "explanation.worse-floater-scores": "players with a higher score would be paired down",
    "explanation.worse-next-group": "the pairing of the next score group would be worse",
    "explanation.worse-unplayed": "the bye would go to {who:or}, despite more unplayed games",
    "explanation.worse-colour-difference": (
        "{who:and} would have had one colour three more times than the other",
        "{who:and} would have had one colour three more times than the other",
    ),
    "explanation.worse-third-colour": (
        "{who:and} would have the same colour for the third time in a row",
        "{who:and} would have the same colour for the third time in a row",
    ),
    "explanation.worse-colours": "fewer players would get the colour they are due",
    "explanation.worse-strong-colours": "more players would be denied a colour for"
    " which they have a strong preference",
    "explanation.worse-down-again": (
        "{who:and} would be paired down again, as in the previous round",
        "{who:and} would be paired down again, as in the previous round",
    ),
    "explanation.worse-up-again": (
        "{who:and} would be paired up again, as in the previous round",
        "{who:and} would be paired up again, as in the previous round",
    ),
    "explanation.worse-down-again-2": (
        "{who:and} would be paired down again, as happened two rounds ago",
        "{who:and} would be paired down again, as happened two rounds ago",
    ),
    "explanation.worse-up-again-2": (
        "{who:and} would be paired up again, as happened two rounds ago",
        "{who:and} would be paired up again, as happened two rounds ago",
    ),
    "explanation.worse-down-further": (
        "{who:and} would be paired down further, after being paired down in the previous round",
        "{who:and} would be paired down further, after being paired down in the previous round",
    ),
    "explanation.worse-up-further": (
        "{who:and} would be paired up further, after being paired up in the previous round",
        "{who:and} would be paired up further, after being paired up in the previous round",
    ),
    "explanation.worse-down-further-2": (
        "{who:and} would be paired down further, after being paired down two rounds ago",
        "{who:and} would be paired down further, after being paired down two rounds ago",
    ),
    "explanation.worse-up-further-2": (
        "{who:and} would be paired up further, after being paired up two rounds ago",
        "{who:and} would be paired up further, after being paired up two rounds ago",
    ),
    "explanation.worse-pair-downs": (
        "{who:and} would be paired down despite having been paired down more often",
        "{who:and} would be paired down despite having been paired down more often",
    ),
    "explanation.worse-restricted": "{who:and} would meet despite a pairing restriction",
    # Why two players do not meet
    "explanation.why-not-paired": "{first} and {second} meet in this round.",
    "explanation.why-not-unknown": "The pairing system of this tournament does not explain why"
    " {first} and {second} do not meet.",
    "explanation.why-not-knockout": "In a knockout, the bracket decides who plays whom.",
    "explanation.why-not-away": "{player} does not take part in {round}.",
    "explanation.why-not-asked-bye": "{player} asked for a bye in {round}.",
    "explanation.why-not-schedule": "By the Berger table for {n} players, {first} (number"
    " {first_number}) and {second} (number {second_number}) meet in {rounds:and}.",
    "explanation.why-not-no-number": "One of the two has no number in the schedule, so {first}"
    " and {second} do not meet.",
    "explanation.why-not-deadlock": "Under the rules, these players cannot all be paired, so one"
    " rule was set aside for this round. {first} and {second} could meet only in another such"
    " round.",
    "explanation.why-not-ruled": "Under the rules, {first} and {second} would meet. The round was"
    " edited manually, or results were corrected afterwards.",
    "explanation.why-not-edited": "The round was edited manually, or results were corrected"
    " afterwards. This answer refers to the round that the rules give.",
    "explanation.why-not-impossible": "{first} and {second} could meet, but then the other players"
    " could not all be paired.",
    "explanation.shortage": "Without {first} and {second}, the only possible opponents for"
    " {players:and} are {opponents:and}: {m} for {n}.",
    "explanation.shortage-nobody": "Without {first} and {second}, there is no possible opponent for"
    " {players:and}.",
    "explanation.shortage-groups": "Without {first} and {second}, there are {n} groups with an odd"
    " number of players who can meet only each other or {opponents:and}. Each group needs one of"
    " these opponents: {m} for {n}.",
    "explanation.shortage-groups-nobody": "Without {first} and {second}, there are {n} groups with"
    " an odd number of players who can meet only each other, so one player of each is left over.",
    "explanation.shortage-group": "Group: {players:and}.",
    "explanation.why-not-worse": "{first} and {second} could meet.",
    "explanation.why-not-then": "But then {consequence}.",
    "explanation.why-not-then-in": "But then, among the players {where}, {consequence}.",
    "explanation.why-not-who": "This concerns {who:and}.",
    "explanation.why-not-amounts": "By this criterion, that is {rival} instead of {made}.",
    "explanation.why-not-scores": "The scores that count are then {rival} instead of {made}.",
    "explanation.why-not-equal": "{first} and {second} could meet, and that would be equally good."
    " The round as it is comes first in the order set by the rules.",
    "explanation.why-not-equal-by": "{first} and {second} could meet, and that would be equally"
    " good by C6 to C21. The round as it is comes first ({article}).",
    "explanation.why-not-boards": (
        "{n} table would be different: {boards:and}.",
        "{n} tables would be different: {boards:and}.",
    ),
    "explanation.why-not-at-least": "The groups are too large to look at every possibility, so"
    " there may be a slightly better round with this pairing.",
    "explanation.worse-bye-count": "the bye would go to {who:or}, despite having had more byes",
    "explanation.worse-bye-points": "the bye would go to {who:or}, despite having more points",
    "explanation.worse-bye-order": "the bye would go to {who:or}, although another player is next"
    " in line for it",
    "explanation.worse-cut": "more players who can still make or miss the cut would meet an"
    " opponent on different points",
    "explanation.worse-cut-players": "other players who can still make or miss the cut would meet"
    " an opponent on different points",
    # Rounds without a game
    "explanation.pairing-bye": "the bye",
    "explanation.full-bye": "a full-point bye",
    "explanation.half-bye": "a half-point bye",
    "explanation.zero-bye": "a zero-point bye",
    "explanation.loss-bye": "a bye that counts as a loss",
    "explanation.forfeit-win": "a win by forfeit",
    "explanation.unplayed-points": "points awarded without a game",
    "explanation.unplayed-win": "the points for a win without a game",
    # A player whom a group leaves over
    "explanation.paired-down": "{player} is paired down: {cause}.",
    "explanation.paired-down-further": "{player} is paired down further: {cause}.",
    "explanation.paired-down-edited": "{player} is paired down.",
    "explanation.paired-down-further-edited": "{player} is paired down further.",
    "explanation.cause-alone-on-score": "no other player to be paired has {score}",
    "explanation.cause-alone": "there is no other player {where}",
    "explanation.cause-odd": "the group has an odd number of players",
    "explanation.cause-no-opponent": "there is no possible opponent {where}",
    "explanation.cause-unpairable": "the players {where} cannot all be paired with each other",
    "explanation.cause-bye-score": "otherwise the bye would go to a player with a higher score",
    "explanation.cause-rest": "otherwise the other players could not all be paired",
    "explanation.cause-cut": "the players {where} are still playing for the cut, and as many of"
    " them as possible are paired with each other",
    "explanation.across-cut": "Players on {scores:and} points are still playing for the cut, so"
    " they meet each other where possible.",
    "explanation.none-possible": "None of the {n} players there is a possible opponent.",
    "explanation.met-before": "{player} and {opponent} already met in {round}.",
    "explanation.must-have-same-colour": "{player} and {opponent} both need the same colour.",
    "explanation.restricted": "{player} and {opponent} have a pairing restriction.",
    "explanation.met-before-by": "{player} and {opponent} already met in {round} ({criterion}).",
    "explanation.must-have-same-colour-by": "{player} and {opponent} must both have the same"
    " colour ({criterion}).",
    "explanation.if-paired-here": "If {player} were paired in this group, {consequence}.",
    "explanation.if-down-instead": "If {players:or} were paired down instead, {consequence}.",
    "explanation.if-bye-instead": "If {players:or} had the bye instead, {consequence}.",
    "explanation.was-down": (
        "{players:and} was paired down in the previous round.",
        "{players:and} were paired down in the previous round.",
    ),
    "explanation.was-down-2": (
        "{players:and} was paired down two rounds ago.",
        "{players:and} were paired down two rounds ago.",
    ),
    "explanation.unplayed": (
        "{players:and} had {unplayed} in the previous round, which counts as being paired down.",
        "{players:and} had {unplayed} in the previous round, which counts as being paired down.",
    ),
    "explanation.unplayed-2": (
        "{players:and} had {unplayed} two rounds ago, which counts as being paired down.",
        "{players:and} had {unplayed} two rounds ago, which counts as being paired down.",
    ),
    "explanation.no-second-bye": (
        "{players:and} already had {unplayed} in {round}.",
        "{players:and} already had {unplayed} in {round}.",
    ),
    "explanation.more-unplayed": (
        "{players:and} has more unplayed games ({more} instead of {fewer}).",
        "{players:and} have more unplayed games ({more} instead of {fewer}).",
    ),
    "explanation.was-down-by": (
        "{players:and} was paired down in the previous round ({criterion}).",
        "{players:and} were paired down in the previous round ({criterion}).",
    ),
    "explanation.was-down-2-by": (
        "{players:and} was paired down two rounds ago ({criterion}).",
        "{players:and} were paired down two rounds ago ({criterion}).",
    ),
    "explanation.unplayed-by": (
        "{players:and} had {unplayed} in the previous round, which counts as being paired"
        " down ({criterion}).",
        "{players:and} had {unplayed} in the previous round, which counts as being paired"
        " down ({criterion}).",
    ),
    "explanation.unplayed-2-by": (
        "{players:and} had {unplayed} two rounds ago, which counts as being paired down"
        " ({criterion}).",
        "{players:and} had {unplayed} two rounds ago, which counts as being paired down"
        " ({criterion}).",
    ),
    "explanation.no-second-bye-by": (
        "{players:and} already had {unplayed} in {round} ({criterion}).",
        "{players:and} already had {unplayed} in {round} ({criterion}).",
    ),
    "explanation.more-unplayed-by": (
        "{players:and} has more unplayed games ({criterion}: {more} instead of {fewer}).",
        "{players:and} have more unplayed games ({criterion}: {more} instead of {fewer}).",
    ),
    "explanation.more-pair-downs": (
        "{players:and} has already been paired down more often.",
        "{players:and} have already been paired down more often.",
    ),
    "explanation.not-considered": (
        "{n} more player was not considered.",
        "{n} more players were not considered.",
    ),
    "explanation.lowest-ranked": "No lower-ranked player to be paired has the same score.",
    # The bye
    "explanation.bye": "{player} has the bye with {score}.",
    "explanation.bye-cause": "{cause:cap}.",
    "explanation.bye-lowest": "{player} has the bye with {score}, the lowest score"
    " among the players to be paired.",
    "explanation.bye-lowest-virtual": "{player} has the bye with {score}, the lowest"
    " score among the players to be paired"
    " (including virtual points).",
    "explanation.bye-lowest-possible": "{player} has the bye with {score}, the lowest"
    " score of any eligible player.",
    "explanation.bye-lowest-possible-virtual": "{player} has the bye with {score}, the"
    " lowest score of any eligible player"
    " (including virtual points).",
    "explanation.bye-first": "{player} has the bye with {score} and no earlier bye.",
    "explanation.bye-again": (
        "{player} has the bye with {score} and {n} earlier bye.",
        "{player} has the bye with {score} and {n} earlier byes.",
    ),
    "explanation.bye-only": "No other player has as few byes and points.",
    "explanation.bye-only-possible": "No other eligible player has as few byes and points.",
    "explanation.bye-random": "The bye was assigned at random to one of the players"
    " with the fewest byes and points.",
    "explanation.bye-random-possible": "The bye was assigned at random to one of the"
    " eligible players with the fewest byes and"
    " points.",
    "explanation.bye-lowest-tiebreaker": "Of the players with the fewest byes and"
    " points, {player} is last in the pairing"
    " order.",
    "explanation.bye-lowest-tiebreaker-possible": "Of the eligible players with the"
    " fewest byes and points, {player}"
    " is last in the pairing order.",
    "explanation.bye-lowest-rating": "Of the players with the fewest byes and points, {player} has"
    " the lowest rating.",
    "explanation.bye-lowest-rating-possible": "Of the eligible players with the fewest"
    " byes and points, {player} has the"
    " lowest rating.",
    "explanation.bye-edited": "Under the rules, another player would have the bye: it was set"
    " manually, or results were corrected afterwards.",
    "explanation.has-bye": "{player} has {bye}.",
    "explanation.requested-bye": "{player} has {bye}, as requested.",
    "explanation.knockout-bye": "{player} has {bye}: there is no opponent in this round of the"
    " bracket.",
    "explanation.schedule-bye": "{player} has {bye}: there is no opponent in this round of the"
    " schedule.",
    # Colours
    "explanation.colour-due": "{white} has White: {histories:and}.",
    "explanation.colour-stronger": "{player} has {colour}: both players are due {colour}, but"
    " {player} has the stronger claim ({histories:;}).",
    "explanation.colour-rank": "{player} has {colour}: both players are due {colour}"
    " and have the same colour history, but {player} is"
    " ranked higher.",
    "explanation.colour-rank-last-games": (
        "{player} has {colour}: both players are due {colour} and had the same colour"
        " in their last game ({shorter} has not played any more games), but {player}"
        " is ranked higher.",
        "{player} has {colour}: both players are due {colour} and had the same colours"
        " in their last {n} games ({shorter} has not played any more games), but"
        " {player} is ranked higher.",
    ),
    "explanation.colour-last-games": "{white} has White: both players are due {colour}, and in"
    " their last games {white} had {white_colour} and {black} had {black_colour}.",
    "explanation.colour-earlier-games": "{white} has White: both players are due {colour}, and"
    " {ago} games ago, when their colours last differed, {white} had {white_colour} and {black} had"
    " {black_colour}.",
    "explanation.colour-by-table": "{white} has White: neither player has played a game, {higher}"
    " is ranked higher, and the higher-ranked player has {initial} at odd tables and {other} at"
    " even tables.",
    "explanation.colour-by-number": "{white} has White: neither player has played a game, {higher}"
    " is ranked higher and is number {number}, and odd numbers start with {initial}, even numbers"
    " with {other}.",
    "explanation.colour-by-number-skipping": (
        "{white} has White: neither player has played a game, {higher} is ranked higher and is"
        " number {number} (not counting {n} player who was never paired), and odd numbers start"
        " with {initial}, even numbers with {other}.",
        "{white} has White: neither player has played a game, {higher} is ranked higher and is"
        " number {number} (not counting {n} players who were never paired), and odd numbers start"
        " with {initial}, even numbers with {other}.",
    ),
    "explanation.history-none": "{player} has not played yet",
    "explanation.history-surplus": "{player} has had {colour} {times} more times than {other}",
    "explanation.history-twice": "{player} had {colour} in the last two games",
    "explanation.history-once": "{player} has had {colour} once more than {other}",
    "explanation.history-last": "{player} had {colour} in the last game",
}

CHESS: dict[str, str | tuple[str, str]] = {
    "explanation.pair-across-scores": "{white} ({white_score}) plays {black} ({black_score}):"
    " {down} floats down and {up} floats up.",
    "explanation.pair-across-quarters": "{white} plays {black}: {down} floats down from a higher"
    " rating quarter.",
    "explanation.expected-worse-given": "{player} would have played {opponent}, but then, with the"
    " earlier boards unchanged, {consequence}.",
    "explanation.why-not-boards": (
        "{n} board would be different: {boards:and}.",
        "{n} boards would be different: {boards:and}.",
    ),
    "explanation.expected-float": "{player} would have played {opponent}, but"
    " {opponent} floats down: an equally good pairing"
    " comes first in the order set by the rules.",
    "explanation.worse-by-unplayed": (
        "{consequence} ({criterion}: {unplayed:and} counts as a downfloat)",
        "{consequence} ({criterion}: {unplayed:and} count as downfloats)",
    ),
    "explanation.worse-floaters": "more players would have to float down",
    "explanation.worse-floater-scores": "players with a higher score would float down",
    "explanation.worse-down-again": (
        "{who:and} would float down again, as in the previous round",
        "{who:and} would float down again, as in the previous round",
    ),
    "explanation.worse-up-again": (
        "{who:and} would float up again, as in the previous round",
        "{who:and} would float up again, as in the previous round",
    ),
    "explanation.worse-down-again-2": (
        "{who:and} would float down again, as happened two rounds ago",
        "{who:and} would float down again, as happened two rounds ago",
    ),
    "explanation.worse-up-again-2": (
        "{who:and} would float up again, as happened two rounds ago",
        "{who:and} would float up again, as happened two rounds ago",
    ),
    "explanation.worse-down-further": (
        "{who:and} would float down further, after a downfloat in the previous round",
        "{who:and} would float down further, after a downfloat in the previous round",
    ),
    "explanation.worse-up-further": (
        "{who:and} would float up further, after an upfloat in the previous round",
        "{who:and} would float up further, after an upfloat in the previous round",
    ),
    "explanation.worse-down-further-2": (
        "{who:and} would float down further, after a downfloat two rounds ago",
        "{who:and} would float down further, after a downfloat two rounds ago",
    ),
    "explanation.worse-up-further-2": (
        "{who:and} would float up further, after an upfloat two rounds ago",
        "{who:and} would float up further, after an upfloat two rounds ago",
    ),
    "explanation.worse-pair-downs": (
        "{who:and} would float down despite having floated down more often",
        "{who:and} would float down despite having floated down more often",
    ),
    "explanation.paired-down": "{player} floats down: {cause}.",
    "explanation.paired-down-further": "{player} floats further down: {cause}.",
    "explanation.paired-down-edited": "{player} floats down.",
    "explanation.paired-down-further-edited": "{player} floats further down.",
    "explanation.if-down-instead": "If {players:or} floated down instead, {consequence}.",
    "explanation.was-down": (
        "{players:and} floated down in the previous round.",
        "{players:and} floated down in the previous round.",
    ),
    "explanation.was-down-2": (
        "{players:and} floated down two rounds ago.",
        "{players:and} floated down two rounds ago.",
    ),
    "explanation.unplayed": (
        "{players:and} had {unplayed} in the previous round, which counts as a downfloat.",
        "{players:and} had {unplayed} in the previous round, which counts as a downfloat.",
    ),
    "explanation.unplayed-2": (
        "{players:and} had {unplayed} two rounds ago, which counts as a downfloat.",
        "{players:and} had {unplayed} two rounds ago, which counts as a downfloat.",
    ),
    "explanation.was-down-by": (
        "{players:and} floated down in the previous round ({criterion}).",
        "{players:and} floated down in the previous round ({criterion}).",
    ),
    "explanation.was-down-2-by": (
        "{players:and} floated down two rounds ago ({criterion}).",
        "{players:and} floated down two rounds ago ({criterion}).",
    ),
    "explanation.unplayed-by": (
        "{players:and} had {unplayed} in the previous round, which counts as a downfloat"
        " ({criterion}).",
        "{players:and} had {unplayed} in the previous round, which counts as a downfloat"
        " ({criterion}).",
    ),
    "explanation.unplayed-2-by": (
        "{players:and} had {unplayed} two rounds ago, which counts as a downfloat ({criterion}).",
        "{players:and} had {unplayed} two rounds ago, which counts as a downfloat ({criterion}).",
    ),
    "explanation.more-pair-downs": (
        "{players:and} has already floated down more often.",
        "{players:and} have already floated down more often.",
    ),
    "explanation.colour-by-table": "{white} has White: neither player has played a game, {higher}"
    " is ranked higher, and the higher-ranked player has {initial} on odd boards and {other} on"
    " even boards.",
}
"""What chess players say instead, by code."""
