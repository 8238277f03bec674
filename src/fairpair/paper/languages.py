"""The texts of the sheets in other languages than English, by the English text."""

from collections.abc import Mapping
from typing import Literal, get_args

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

_GERMAN_TIEBREAKS = {
    "Points": "Punkte",
    "Match wins": "Gewonnene Begegnungen",
    "Game wins": "Gewonnene Spiele",
    "Total": "Summe",
    "Buchholz": "Buchholz",
    "Sonneborn-Berger": "Sonneborn-Berger",
    "Head to head": "Direkter Vergleich",
    "Cumulative score": "Fortschrittswertung",
    "Opponents' cumulative scores": "Fortschrittswertung der Gegner",
    "Strength of schedule": "Stärke der Gegner",
    "Sum of opponents' strengths of schedule": "Stärke der Gegner der Gegner",
    "Sum of defeated opponents' scores": "Punkte der besiegten Gegner",
    "Difficulty": "Schwierigkeit",
    "Rating": "Wertungszahl",
    "Player number": "Spielernummer",
    "Lot": "Los",
    "Opponents' match-win percentage": "Siegquote der Gegner",
    "Game-win percentage": "Spielquote",
    "Opponents' game-win percentage": "Spielquote der Gegner",
    "Match-win percentage": "Siegquote",
    "On time": "Pünktlich",
    "Opponents' win percentage": "Siegquote der Gegner ohne Freilose",
    "Opponents' opponents' win percentage": "Siegquote der Gegner der Gegner",
    "Opponents' win rate, pooled": "Siegquote aller Gegner zusammen",
    "Opponents' opponents' win rate, pooled": "Siegquote aller Gegner der Gegner zusammen",
    "Late losses": "Späte Niederlagen",
    "Cumulative tie-break": "Fortlaufende Feinwertung",
    "Match loss percentage": "Niederlagenquote",
    "Opponents' match loss percentage": "Niederlagenquote der Gegner",
    "Opponents' cumulative tie-break": "Fortlaufende Feinwertung der Gegner",
    "Opponents' wins": "Siege der Gegner",
    "Margin": "Differenz",
    "Mean": "Durchschnitt",
    "Strength of schedule, mean": "Stärke der Gegner, Durchschnitt",
    "Extended strength of schedule": "Erweiterte Stärke der Gegner",
    "Direct encounter": "Direkter Vergleich",
    "Wins": "Siege",
    "Games won": "Gewonnen",
    "Games with Black": "Partien mit Schwarz",
    "Wins with Black": "Siege mit Schwarz",
    "Progressive score": "Fortschrittswertung",
    "Rounds elected to play": "Gewollt gespielte Runden",
    "Standard points": "Standardpunkte",
    "Pairing number": "Startnummer",
    "Average of opponents' Buchholz": "Mittlere Buchholz der Gegner",
    "Fore Buchholz": "Vorläufige Buchholz",
    "Koya system": "Koya-System",
    "Average rating of opponents": "Gegnerschnitt",
    "Performance rating": "Turnierleistung",
    "Perfect tournament performance": "Genaue Turnierleistung",
    "Average of opponents' performance rating": "Mittlere Turnierleistung der Gegner",
    "Average of opponents' perfect performance": "Mittlere genaue Turnierleistung der Gegner",
    "Match points or game points": "Mannschafts- oder Brettpunkte",
    "Sonneborn-Berger, match points x match points": (
        "Sonneborn-Berger, Mannschaftspunkte x Mannschaftspunkte"
    ),
    "Sonneborn-Berger, match points x game points": (
        "Sonneborn-Berger, Mannschaftspunkte x Brettpunkte"
    ),
    "Sonneborn-Berger, game points x match points": (
        "Sonneborn-Berger, Brettpunkte x Mannschaftspunkte"
    ),
    "Sonneborn-Berger, game points x game points": "Sonneborn-Berger, Brettpunkte x Brettpunkte",
    "Extended direct encounter": "Erweiterter direkter Vergleich",
    "Extended direct encounter, then BC, TBR": "Erweiterter direkter Vergleich, dann BC, TBR",
    "Extended direct encounter, then BC, BBE": "Erweiterter direkter Vergleich, dann BC, BBE",
    "Extended direct encounter, then TBR": "Erweiterter direkter Vergleich, dann TBR",
    "Extended direct encounter, then BBE": "Erweiterter direkter Vergleich, dann BBE",
    "Scores and schedule strength": "Punkte und Stärke der Gegner",
    "Board count": "Berliner Wertung",
    "Top board results": "Ergebnisse der vorderen Bretter",
    "Bottom board elimination": "Streichung der hinteren Bretter",
}


_GERMAN = {
    # every page
    "page": "Seite",
    "of": "von",
    "(draft)": "(Entwurf)",
    "{round} of {rounds}": "{round} von {rounds}",
    "After round {n}": "Nach Runde {n}",
    "(not complete)": "(nicht vollständig)",
    "Before the first round": "Vor der ersten Runde",
    # rounds
    "Round %(n)s": "Runde %(n)s",
    "Round of %(n)s": "Runde der letzten %(n)s",
    "Play-in, round %(n)s": "Vorrunde, Runde %(n)s",
    "Play-in": "Vorrunde",
    "Final": "Finale",
    "Semi-finals": "Halbfinale",
    "Quarter-finals": "Viertelfinale",
    "Third place": "Spiel um Platz 3",
    # sheets
    "Pairings by table": "Paarungen nach Tisch",
    "Pairings by name": "Paarungen nach Name",
    "Result slips": "Ergebniszettel",
    "Score sheet": "Spielformular",
    "Standings": "Rangliste",
    "Cross table": "Kreuztabelle",
    "Bracket": "Turnierbaum",
    "Badges": "Namensschilder",
    "Table numbers": "Tischnummern",
    "Tournament report": "Turnierbericht",
    # lists
    "Table": "Tisch",
    "Name": "Name",
    "Rank": "Rang",
    "Points": "Punkte",
    "Result": "Ergebnis",
    "Colour": "Farbe",
    "Opponent": "Gegner",
    "W-D-L": "S-U-N",
    "lot": "Los",
    "White": "Weiß",
    "Black": "Schwarz",
    "Player A": "Spieler A",
    "Player B": "Spieler B",
    "Team A": "Team A",
    "Team B": "Team B",
    "Without an opponent": "Ohne Gegner",
    "Nobody plays in this round.": "In dieser Runde spielt niemand.",
    "Nobody is ranked yet.": "Noch gibt es keine Rangliste.",
    "Nobody is registered yet.": "Noch ist niemand angemeldet.",
    "There are no tables yet.": "Noch gibt es keine Tische.",
    "Bye: no opponent this round": "Spielfrei in dieser Runde",
    "Full-point bye": "Spielfrei mit vollen Punkten",
    "Half-point bye": "Spielfrei mit halben Punkten",
    "Does not play: no points": "Spielt nicht: keine Punkte",
    "Missed, counts as a loss": "Verpasst, zählt als Niederlage",
    "against rank 12, with White (b: Black), won; = drawn, 0 lost, * open": (
        "gegen Rang 12, mit Weiß (b: Schwarz), gewonnen; = remis, 0 verloren, * offen"
    ),
    "not played: counts as won, drawn or lost": (
        "nicht gespielt: zählt als gewonnen, remis oder verloren"
    ),
    # slips, score sheets, table numbers
    "Cut the whole stack at once and lay the piles on each other, the top one first: the slips are"
    " in order of tables.": (
        "Den ganzen Stapel auf einmal schneiden und die Teile aufeinanderlegen, den oberen zuerst:"
        " Die Zettel liegen in der Reihenfolge der Tische."
    ),
    "Signature": "Unterschrift",
    "drops": "steigt aus",
    "Games won": "Gewonnen",
    "Games drawn": "Unentschieden",
    "Board {n}": "Brett {n}",
    "Report the result": "Ergebnis melden",
    "For the staff: enter the result": "Für die Turnierleitung: Ergebnis eintragen",
    "Round": "Runde",
    "Date": "Datum",
    "Game": "Spiel",
    "Won by": "Sieger",
    "Score": "Wertung",
    "Notes": "Notizen",
    "Board": "Brett",
    "Cut along the line, fold along the dashes.": (
        "An der Linie schneiden, an den Strichen falten."
    ),
    "Pairings and results": "Paarungen und Ergebnisse",
    # the tree
    "{n} players": "{n} Teilnehmer",
    "Part {n} of {parts}": "Teil {n} von {parts}",
    "The rounds after that": "Die Runden danach",
    "table {n}": "Tisch {n}",
    "the final": "Finale",
    "the match for third place": "Spiel um Platz 3",
    "semi-final": "Halbfinale",
    "quarter-final": "Viertelfinale",
    "round of {size}, match {n}": "Runde der letzten {size}, Spiel {n}",
    "bye of seed {n}": "Freilos für Setzplatz {n}",
    "seed {n}": "Setzplatz {n}",
    "waiting for round {n}": "nach Runde {n}",
    "winner of {match}": "Sieger: {match}",
    "loser of {match}": "Verlierer: {match}",
    "Champion": "Sieger",
    "Second": "Zweiter",
    "Third": "Dritter",
    "Fourth": "Vierter",
    # the report
    "Finished": "Beendet",
    "Winners": "Die Ersten",
    "Players": "Teilnehmer",
    "Left": "Ausgestiegen",
    "Average rating": "Wertungsschnitt",
    "Rounds": "Runden",
    "Matches played": "Gespielt",
    "Forfeits": "Kampflos",
    "Results by colour": "Ergebnisse nach Farbe",
    "Results by who is named first": "Ergebnisse nach Nennung",
    "First": "Erster",
    "Draw": "Remis",
    "How the points are spread": "Verteilung der Punkte",
    "Ranks over the rounds": "Ränge im Verlauf",
    "Round by round": "Runde für Runde",
    "Matches": "Begegnungen",
    "Played": "Gespielt",
    "Open": "Offen",
    "Byes": "Spielfrei",
    "Largest upsets": "Größte Überraschungen",
    "Winner": "Sieger",
    "Loser": "Verlierer",
    "Rating difference": "Wertungsunterschied",
    "Final ranking": "Endstand",
    "Ranking so far": "Zwischenstand",
    "Club": "Verein",
    "Rules": "Regeln",
    "Pairing system": "Auslosung",
    "win {win}, draw {draw}, loss {loss}": "Sieg {win}, Remis {draw}, Niederlage {loss}",
    "Best of": "Höchstzahl der Spiele",
    "Tie-breaks": "Feinwertungen",
    "Ranked by": "Gewertet nach",
}


_WORDS: Mapping[str, Mapping[str, str]] = {"de": {**_GERMAN_TIEBREAKS, **_GERMAN}}


def words_of(language: str) -> Mapping[str, str]:
    """All texts of a language; a text that is not there is said in English."""
    return _WORDS.get(language, {})


def said(language: str, text: str, **values: object) -> str:
    """A text in this language, with values for what stands in braces.

    >>> said("de", "table {n}", n=4)
    'Tisch 4'
    """
    found = words_of(language).get(text, text)
    return found.format(**values) if values else found
