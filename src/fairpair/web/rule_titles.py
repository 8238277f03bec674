"""Names of rules, of their subjects and of what can be chosen, for people."""

from collections.abc import Callable

Translated = Callable[[str], str]


def group_titles(translated: Translated) -> dict[str, str]:
    """The subjects."""
    return {
        "rounds": translated("Rounds"),
        "finals": translated("Finals"),
        "matches": translated("Matches and points"),
        "standings": translated("Standings and tie-breaks"),
        "pairing": translated("Pairing"),
        "byes": translated("Byes"),
        "tables": translated("Tables"),
        "people": translated("Who may see and report"),
        "plan": translated("The plan round by round"),
    }


def rule_titles(translated: Translated) -> dict[str, str]:
    """The rules."""
    return {
        "rounds": translated("Number of rounds"),
        "check_in": translated("Players check in"),
        "late_entry": translated("Rounds missed by a late entry"),
        "advance": translated("After the last result"),
        "game": translated("Game"),
        "system": translated("Pairing system"),
        "cycles": translated("Cycles of the round robin"),
        "cut": translated("Players in the finals"),
        "third_place": translated("Match for third place"),
        "best_of_rounds": translated("Length of single finals rounds"),
        "cut_ties": translated("Level at the cut"),
        "cut_declined": translated("Who does not come to the finals"),
        "cut_points": translated("Points that qualify"),
        "reseed": translated("Pair best against worst in every round"),
        "finals": translated("Kind of finals"),
        "mode": translated("Mode"),
        "points": translated("Match points"),
        "best_of": translated("Best of how many games"),
        "draws_allowed": translated("Draws are possible"),
        "scores": translated("Scores of a match"),
        "primary_score": translated("Score that ranks"),
        "boards": translated("Boards of a team match"),
        "unplayed_points": translated("Points for unplayed rounds"),
        "unfinished_matches": translated("Open matches at the end"),
        "standings_tiebreakers": translated("Tie-breaks, in this order"),
        "omw_floor": translated("Least share of match wins"),
        "gw_floor": translated("Least share of game wins"),
        "min_games_for_gw": translated("Games needed for a share"),
        "draw_win_share": translated("A draw is this much of a win"),
        "byes_in_match_win": translated("Byes count in the own share"),
        "dropped_cap": translated("Most that a dropped opponent counts"),
        "freeze_dropped": translated("Dropped players keep their shares"),
        "buchholz_variant": translated("Buchholz"),
        "fide_edition": translated("Edition of the FIDE rules"),
        "unrated_rating": translated("Rating of unrated players"),
        "avoid_repeat_pairings": translated("No rematches"),
        "avoid_same": translated("Keep apart who shares"),
        "avoid_same_rounds": translated("Keep them apart until round"),
        "avoid_same_hard": translated("Keep them apart strictly"),
        "track_pair_downs": translated("Spare who was paired down"),
        "pairing_methods": translated("Method by round"),
        "pairing_tiebreakers": translated("Order inside equal points"),
        "pairing_criteria": translated("What a good pairing looks at"),
        "colours": translated("Colours matter"),
        "color_balance_strict": translated("Strict balance of colours"),
        "initial_colour": translated("First colour of the top player"),
        "acceleration": translated("Acceleration"),
        "bye_points": translated("Worth of the bye"),
        "bye_assignment": translated("Who has the bye"),
        "max_byes_per_player": translated("Byes for one player at most"),
        "prevent_consecutive_byes": translated("No bye twice running"),
        "table_ranges": translated("Tables of the hall"),
        "table_order": translated("Order of the tables"),
        "avoid_same_table": translated("Another table each round"),
        "hidden": translated("Hide the tournament"),
        "player_reports": translated("Players report results"),
        "total_rounds": translated("All rounds of the plan"),
        "structure": translated("Every round of the plan"),
    }


def option_titles(translated: Translated) -> dict[str, dict[str, str]]:
    """What can be chosen, by rule."""
    return {
        "system": {
            "swiss": translated("Swiss"),
            "dutch": translated("FIDE Dutch"),
            "round_robin": translated("Round robin"),
        },
        "mode": {
            "swiss": translated("as the numbers here say"),
            "swiss_with_elimination": translated("with finals, their size by the field"),
            "elimination": translated("finals only"),
        },
        "advance": {
            "by_hand": translated("nothing by itself"),
            "complete": translated("complete the round"),
            "publish": translated("complete it and publish the next one"),
        },
        "late_entry": {
            "loss": translated("as losses"),
            "zero": translated("no points, not played"),
            "half": translated("half points"),
            "full": translated("full points"),
        },
        "cut_ties": {
            "standings": translated("the standings decide"),
            "play_in": translated("they play for it"),
            "all": translated("all of them go on"),
        },
        "cut_declined": {
            "next": translated("the next in line moves up"),
            "walkover": translated("the opponent goes on"),
        },
        "finals": {"single_elimination": translated("knock-out")},
        "unfinished_matches": {
            "ignore": translated("do not count"),
            "draw": translated("count as draws"),
        },
        "bye_assignment": {
            "random": translated("by lot"),
            "lowest_tiebreaker": translated("the lowest in the standings"),
            "lowest_rating": translated("the lowest rating"),
        },
        "initial_colour": {
            "lot": translated("by lot"),
            "white": translated("white"),
            "black": translated("black"),
        },
        "acceleration": {"none": translated("none"), "baku": translated("Baku")},
        "table_order": {"rank": translated("by rank"), "random": translated("by lot")},
        "buchholz_variant": {
            "standard": translated("all opponents"),
            "median": translated("without best and worst"),
            "modified": translated("without best or worst, by score"),
        },
        "fide_edition": {"2024": "2024", "2026": "2026"},
    }
