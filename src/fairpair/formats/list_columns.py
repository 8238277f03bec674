"""The columns of a list of players, and the names that people give them."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

ID_COLUMNS: Mapping[str, str] = {"fide_id": "fide", "dci": "dci", "pokemon_id": "pokemon"}
"""Columns with numbers that others gave, and who did."""
COLUMNS = (
    *("name", "rating", "title", "club", "federation", "sex", "category", "team"),
    *ID_COLUMNS,
)
GIVEN, FAMILY = "given name", "family name"
"""Two columns that are one name together."""

_NAMES: Mapping[str, str] = {
    "name": "names player full_name player_name players spieler spielername teilnehmer namen person"
    " participant participants nom joueur joueurs nombre jugador jugadores nome giocatore",
    GIVEN: "first_name firstname given_name forename vorname prenom nombre_de_pila",
    FAMILY: "last_name lastname surname family_name nachname familienname nom_de_famille apellido"
    " apellidos cognome",
    "rating": "elo dwz twz nwz rtg irtg nrtg rtgi rtgn fide_rating fide_elo elo_rating rating_std"
    " wertung wertungszahl spielstaerke",
    "title": "titel fide_title fide_titel",
    "club": "verein clubname club_name club_city verein_ort schachverein store laden",
    "federation": "fed country land nation verband foederation federacion",
    "sex": "gender geschlecht m_w w_m",
    "category": "division kategorie klasse altersklasse age_group ak gruppe group",
    "team": "teams mannschaft mannschaften team_name team_names teamname mannschaftsname equipe"
    " equipes equipo equipos squadra squadre",
    "dci": "dci_number dci_no dci_nr dci_nummer",
    "pokemon_id": "pokemon pop_id popid play_pokemon_id pokemon_player_id",
    "fide_id": "fide fideid fide_no fide_nr fide_nummer fide_number id_fide",
}
_BY_NAME = {name: column for column, names in _NAMES.items() for name in (column, *names.split())}
MOST_TITLES = 20
"""The rows among which column names are looked for."""


def column_of(header: str) -> str:
    """The column that a header means, in English or German; nothing for one that is unknown.

    >>> column_of("Verein"), column_of("FIDE-ID"), column_of("Spielstärke"), column_of("shoe size")
    ('club', 'fide_id', 'rating', '')
    """
    return _BY_NAME.get(_key(header), "")


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row names columns, one of them that of the players, or the teams alone."""
    meant = {column_of(cell) for cell in cells if cell.strip()}
    return bool(meant & {"name", FAMILY}) or meant >= {"team", "rating"} or meant == {"team"}


def header_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Which of the first rows names the columns: titles may stand above it.

    >>> header_row([["Players"], [], ["Rk.", "Name", "Rtg"], ["1", "Ana Lima", "2100"]])
    2
    """
    known = {
        n: len({column_of(cell) for cell in row} - {""})
        for n, row in enumerate(rows[:MOST_TITLES])
        if is_header(row) and (n == 0 or len(row) > 1)
    }
    return max(known, key=lambda n: known[n], default=None)


def _key(header: str) -> str:
    text = header.strip().casefold()
    for umlaut, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        text = text.replace(umlaut, plain)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", text).strip("_")
