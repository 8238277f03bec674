"""FIDE mode: departures, warnings, locks."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # What departs from the FIDE rules
    "fide-departure": (
        "A setting departs from the FIDE rules.",
        "Settings depart from the FIDE rules.",
    ),
    "fide-departure.hint": "Use another value, or turn FIDE mode off (fide = false).",
    "departure.system": "The pairing system is not one of FIDE (Dutch or round robin).",
    "departure.draws-outscore-win": "Two draws are worth more than a win and a loss.",
    "departure.bye-above-win": "A bye is worth {bye}, more than a win ({win}).",
    "departure.bye-not-a-score": "A bye is worth {bye}; where a win is 1 and a draw ½, it can only"
    " be 1, ½ or 0.",
    "departure.bye-unreachable": "A bye is worth {bye}, which no results up to one win ({win}) add"
    " up to.",
    "departure.unplayed-points": "Forfeits and requested byes are not worth what a win or a draw"
    " is worth.",
    # Confirmations
    "needs-confirmation.action": "This has to be confirmed.",
    "needs-confirmation.action.hint": "Nothing has been changed yet.",
    "needs-confirmation.twice": "This has to be confirmed a second time.",
    "needs-confirmation.twice.hint": "Nothing has been changed yet.",
    "needs-confirmation.changed": "The tournament has changed since the first confirmation.",
    "needs-confirmation.changed.hint": "Look at it again, then confirm from the start.",
    "fide-locked": "This is not possible in FIDE mode.",
    "fide-locked.hint": "Keep everything as it is, or leave FIDE mode for ever.",
    "not-in-fide-mode.left": "The tournament has already left FIDE mode.",
    "not-in-fide-mode.none": "The tournament is not in FIDE mode.",
    "not-in-fide-mode.hint": "There is nothing to leave.",
    "fide-mode-over": "The tournament has left FIDE mode for ever.",
    "fide-mode-over.hint": "Create another tournament to play by the FIDE rules.",
    "fide-exit-stays": "Action {action} cannot be undone: FIDE mode is left for ever.",
    "fide-exit-stays.hint": "Everything else in it can still be undone.",
    # Warnings: the code after the dot is what is confirmed
    "warning.stay": "Should everything stay as it is?",
    "warning.leave-fide-mode": "The tournament leaves FIDE mode in round {round}.",
    "warning.leave-fide-mode.stay": "Stay in FIDE mode?",
    "warning.leave-fide-mode.not-reportable": "It can no longer be reported as paired under the"
    " FIDE rules.",
    "warning.leave-fide-mode.for-ever": "Nothing leads back, not even undo.",
    "warning.leave-fide-mode.recorded": "The history, the officials' sheets and the report file"
    " say so.",
    "warning.departure": "The settings would depart from the FIDE rules: {codes}.",
    "warning.system-locked": "The pairing system is fixed once round 1 is paired.",
    "warning.rounds-locked": "The number of rounds is fixed once round 1 is paired.",
    "warning.points-locked": "The points for a win, a draw and a loss are fixed once round 1 is"
    " paired.",
    "warning.bye-points-locked": "The value of a bye is fixed once round 1 is paired.",
    "warning.acceleration-locked": "The acceleration is fixed once round 1 is paired.",
    "warning.restrictions-locked": "The pairs that must not meet are fixed once round 1 is paired.",
    "warning.tiebreaks-locked": "The tie-breaks are fixed once round 1 is paired.",
    "warning.initial-colour-locked": "The initial colour is fixed once round 1 is paired.",
    "warning.correction-too-old": "Only the last round played and the one before can be corrected."
    " Older ones can be corrected for the rating report only.",
    # Warnings about results, byes and numbers
    "warning.second-half-bye": "{players:and} would have {count} half-point byes; the regulations"
    " allow one (C.05, 6.7).",
    "warning.full-bye": "{players:and} has a full-point bye in round {round}. The regulations no"
    " longer describe full-point byes.",
    "warning.pairings-opened": "The pairings of round {round} are being edited. Publish the round"
    " to end that.",
    "warning.pairings-locked": "The pairings of a published round are fixed once it has a result.",
    "warning.wrong-colours": "{players:and} both have the colour opposite to the one that is due.",
    "warning.bye-after-forfeit": "{players:and} won by forfeit and so cannot have the bye.",
    "warning.bye-above-lowest": "{players:and} would have the bye, although a player with fewer"
    " points could have it.",
    "warning.third-colour": "{players:and} would have the same colour for the third time in a row.",
    "warning.met-in-cycle": "{players:and} have already met in this cycle.",
    "warning.cycle-broken": "After round {round} the pairs that are left cannot be played in the"
    " rounds that are left.",
    "warning.cycle-unknown": "Whether the pairs left after round {round} fit into the rounds left"
    " was not checked.",
    "warning.adjourned-draw": "The game {players:and} on board {board} of round {round} is"
    " adjourned: it counts as a draw for pairing until its result is entered.",
    "warning.adjourned-open": "The game {players:and} on board {board} of round {round} is still"
    " adjourned.",
    "warning.adjourned-decided": "The adjourned game {players:and} on board {board} of round"
    " {round} ends {result}, but the next round was paired as if it were drawn.",
    "warning.adjourned-decided.stay-paired": "Rounds that have been paired stay as they are.",
    "warning.adjourned-decided.recorded": "The report file says so.",
    "warning.numbers-regenerated": "Players get other pairing numbers: {moves:and}.",
    "warning.numbers-regenerated.recorded": "The report file says so.",
    "warning.numbers-exchanged": "{players:and} exchange their pairing numbers.",
    "warning.numbers-exchanged.recorded": "The report file says so.",
    "warning.soft-rule-moved-a-board": "A wish to keep players apart has changed a board of round"
    " {round}, which no other program can check.",
    "warning.correction": "The result of {players} in round {round} changes from {old} to {new}.",
    "warning.bye-correction": "The bye of {players:and} in round {round} changes.",
    "warning.bye-correction.pairings-stay": "Later rounds are not paired again.",
    "warning.bye-correction.recorded": "The report file says so.",
    "warning.colours-corrected": "{players:and} exchange their colours in round {round}.",
    "warning.colours-corrected.pairings-stay": "Later rounds are not paired again.",
    "warning.colours-corrected.recorded": "The report file says so.",
    "warning.rating-correction": "For the rating report only, the game {players:and} in round"
    " {round} changes from {old} to {new}.",
    "warning.rating-correction.all-stays": "Points, ranks and pairings stay as they are.",
    "warning.rating-correction.recorded": "The report file says so.",
    "warning.correction.pairings-stay": "Later rounds are not paired again.",
    "warning.correction.recorded": "The report file says so.",
    "needs-confirmation.import": "The file has rounds that the rules do not give.",
    "needs-confirmation.import.hint": "Nothing has been imported yet.",
    "warning.import-differs": "Round {round} is not what the rules give. By the rules: {expected}."
    " In the file: {actual}. (White first, by the numbers of the players.)",
    "warning.import-differs.recorded": "The report file says so.",
    "import.no-fide-mode": "The tournament is not in FIDE mode because of {reasons:and}.",
    "warning.manual-pairing": "Round {round} is not what the rules give. By the rules:"
    " {expected}. Now: {actual}. (White first, by the numbers of the players.)",
    "warning.manual-pairing.stay": "Publish nothing for now?",
    "warning.manual-pairing.recorded": "The report file says so.",
    "warning.pairings-would-differ": "By the rules as they are now, boards {boards} of round"
    " {round} would be {expected}. What is published stays.",
    # The history
    "history.fide-mode-left": "FIDE mode left in round {round}",
    "history.fide-mode-left.before-start": "FIDE mode left before round 1",
    "history.warnings": "{texts:sentences}",
    "history.warning-told": "Told: {text}",
    "history.warning-confirmed": "Confirmed: {text}",
}
