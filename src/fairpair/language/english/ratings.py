"""Ratings and title norms."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "no-rating-system": "“{system}” is not a rating system.",
    "no-rating-system.hint": "Did you mean {near}? There are fide, elo and glicko2.",
    "no-ratings.of-teams": "Ratings are calculated only in individual tournaments.",
    "no-ratings.of-teams.hint": "To have the team tournament rated, use its report file.",
    "rating.estimate": "These numbers are estimates. Only the official calculation counts.",
    "rating.time-control": "Games with this time control are not rated.",
    "rating.standard-assumed": "No time control is set, so standard chess is assumed.",
    "norm.made": "{title} norm: {games} games, average {average}, performance {performance}.",
    "norm.missed": "{title} norm: missed by {points} points.",
    "norm.any-result": (
        "{title} norm: any result in the last game, but it must be played.",
        "{title} norm: any results in the last {n} games, but they must be played.",
    ),
    "norm.needs": (
        "{title} norm: needs {points} from 1 game against an opponent rated {average}.",
        "{title} norm: needs {points} from {n} games against an average of {average}.",
    ),
    "norm.needs-and": (
        "{title} norm: needs {points} from 1 game against an opponent rated {average};"
        " not yet met: {conditions:and}.",
        "{title} norm: needs {points} from {n} games against an average of {average};"
        " not yet met: {conditions:and}.",
    ),
    "norm.requirement.games": "games",
    "norm.requirement.performance": "performance",
    "norm.requirement.average": "average of the opponents",
    "norm.requirement.score": "points (35 %)",
    "norm.requirement.holders": "opponents with a title",
    "norm.requirement.titles": "opponents with the title or a higher one",
    "norm.requirement.federations": "other federations",
    "norm.requirement.own_federation": "opponents of the player's federation",
    "norm.requirement.one_federation": "opponents of one federation",
}
