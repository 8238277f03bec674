"""FIDE mode: departures, warnings, locks."""

TEXTS: dict[str, str | tuple[str, str]] = {
    # What departs from the FIDE rules
    "fide-departure": (
        "A setting departs from the FIDE rules.",
        "Settings depart from the FIDE rules.",
    ),
    "fide-departure.hint": "Use another value, or turn FIDE mode off (fide = false).",
    "departure.system": "The pairing system is not a FIDE system (Dutch or round robin).",
    "departure.draws-outscore-win": "Two draws are worth more than a win and a loss.",
    "departure.bye-above-win": "A bye is worth {bye}, more than a win ({win}).",
    "departure.bye-not-a-score": "A bye is worth {bye}; if a win is worth 1 and a draw ½, it can"
    " only be worth 1, ½ or 0.",
    "departure.bye-unreachable": "A bye is worth {bye}, but no combination of results up to one"
    " win ({win}) gives that total.",
    "departure.unplayed-points": "Forfeits and requested byes do not have the same value as a win"
    " or a draw.",
    # Confirmations
    "needs-confirmation.action": "This must be confirmed.",
    "needs-confirmation.action.hint": "Nothing has been changed yet.",
    "needs-confirmation.twice": "This must be confirmed a second time.",
    "needs-confirmation.twice.hint": "Nothing has been changed yet.",
    "needs-confirmation.changed": "The tournament has changed since the first confirmation.",
    "needs-confirmation.changed.hint": "Check it again, then start the confirmation from the"
    " beginning.",
    "fide-locked": "This is not possible in FIDE mode.",
    "fide-locked.hint": "Keep everything as it is, or leave FIDE mode permanently.",
    "not-in-fide-mode.left": "The tournament has already left FIDE mode.",
    "not-in-fide-mode.none": "The tournament is not in FIDE mode.",
    "not-in-fide-mode.hint": "There is nothing to leave.",
    "fide-mode-over": "The tournament has left FIDE mode permanently.",
    "fide-mode-over.hint": "Create another tournament to play by the FIDE rules.",
    "fide-exit-stays": "Action {action} cannot be undone: leaving FIDE mode is permanent.",
    "fide-exit-stays.hint": "Everything else in that action can still be undone.",
    # Warnings: the code after the dot is what is confirmed
    "warning.stay": "Keep everything as it is?",
    "warning.leave-fide-mode": "The tournament will leave FIDE mode in round {round}.",
    "warning.leave-fide-mode.stay": "Stay in FIDE mode?",
    "warning.leave-fide-mode.not-reportable": "After that, it can no longer be reported as paired"
    " under the FIDE rules.",
    "warning.leave-fide-mode.for-ever": "There is no way back, not even with undo.",
    "warning.leave-fide-mode.recorded": "This is recorded in the history, on the officials'"
    " sheets and in the report file.",
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
    "warning.correction-too-old": "Only the last round played and the one before it can be"
    " corrected. Earlier rounds can be corrected for the rating report only.",
    # Warnings about results, byes and numbers
    "warning.second-half-bye": "{players:and} would have {count} half-point byes; the regulations"
    " allow one (C.05, 6.7).",
    "warning.full-bye": "{players:and} has a full-point bye in round {round}. The regulations no"
    " longer describe full-point byes.",
    "warning.pairings-opened": "The pairings of round {round} are being edited. Publish the round"
    " to finish editing.",
    "warning.pairings-locked": "The pairings of a published round are fixed once it has a result.",
    "warning.wrong-colours": "{players:and} both have the opposite colour to the one they are due.",
    "warning.bye-after-forfeit": "{players:and} won by forfeit and so cannot have the bye.",
    "warning.bye-above-lowest": "{players:and} would have the bye, although a player with fewer"
    " points could have it.",
    "warning.third-colour": "{players:and} would have the same colour for the third time in a row.",
    "warning.met-in-cycle": "{players:and} have already met in this cycle.",
    "warning.cycle-broken": "After round {round}, the remaining pairs cannot all be played in the"
    " remaining rounds.",
    "warning.cycle-unknown": "It was not checked whether the pairs remaining after round {round}"
    " fit into the remaining rounds.",
    "warning.adjourned-draw": "The game between {players:and} on board {board} of round {round}"
    " is adjourned: it counts as a draw for pairing until its result is entered.",
    "warning.adjourned-open": "The game between {players:and} on board {board} of round {round}"
    " is still adjourned.",
    "warning.adjourned-decided": "The adjourned game between {players:and} on board {board} of"
    " round {round} ended {result}, but the next round was paired as if it had been drawn.",
    "warning.adjourned-decided.stay-paired": "Rounds that have been paired stay as they are.",
    "warning.adjourned-decided.recorded": "This is recorded in the report file.",
    "warning.numbers-regenerated": "Pairing numbers change: {moves:and}.",
    "warning.numbers-regenerated.recorded": "This is recorded in the report file.",
    "warning.numbers-exchanged": "{players:and} exchange their pairing numbers.",
    "warning.numbers-exchanged.recorded": "This is recorded in the report file.",
    "warning.soft-rule-moved-a-board": "A preference to keep players apart has changed a board in"
    " round {round}. No other program can check this.",
    "warning.correction": "The result of {players} in round {round} changes from {old} to {new}.",
    "warning.bye-correction": "The bye of {players:and} in round {round} changes.",
    "warning.bye-correction.pairings-stay": "Later rounds will not be paired again.",
    "warning.bye-correction.recorded": "This is recorded in the report file.",
    "warning.colours-corrected": "{players:and} exchange their colours in round {round}.",
    "warning.colours-corrected.pairings-stay": "Later rounds will not be paired again.",
    "warning.colours-corrected.recorded": "This is recorded in the report file.",
    "warning.rating-correction": "For the rating report only, the game between {players:and} in"
    " round {round} changes from {old} to {new}.",
    "warning.rating-correction.all-stays": "Points, ranks and pairings stay as they are.",
    "warning.rating-correction.recorded": "This is recorded in the report file.",
    "warning.correction.pairings-stay": "Later rounds will not be paired again.",
    "warning.correction.recorded": "This is recorded in the report file.",
    "needs-confirmation.import": "The file contains rounds that differ from the pairings under"
    " the rules.",
    "needs-confirmation.import.hint": "Nothing has been imported yet.",
    "warning.import-differs": "Round {round} differs from the pairings under the rules. Under the"
    " rules: {expected}. In the file: {actual}. (Player numbers, White first.)",
    "warning.import-differs.recorded": "This is recorded in the report file.",
    "import.no-fide-mode": "The tournament is not in FIDE mode because of {reasons:and}.",
    "warning.manual-pairing": "Round {round} differs from the pairings under the rules. Under the"
    " rules: {expected}. Now: {actual}. (Player numbers, White first.)",
    "warning.manual-pairing.stay": "Leave the round unpublished for now?",
    "warning.manual-pairing.recorded": "This is recorded in the report file.",
    "warning.pairings-would-differ": "Under the current rules, boards {boards} of round {round}"
    " would be {expected}. The published pairings stay as they are.",
    # The history
    "history.fide-mode-left": "Left FIDE mode in round {round}",
    "history.fide-mode-left.before-start": "Left FIDE mode before round 1",
    "history.warnings": "{texts:sentences}",
    "history.warning-told": "Warning shown: {text}",
    "history.warning-confirmed": "Confirmed: {text}",
}
