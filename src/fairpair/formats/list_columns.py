"""The columns of a list of players, and the names that people give them."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

ID_COLUMNS: Mapping[str, str] = {"fide_id": "fide", "dci": "dci", "pokemon_id": "pokemon"}
"""Columns with numbers that others gave, and who did."""
PUBLIC_COLUMNS = (
    *("name", "rating", "title", "club", "federation", "sex", "category", "team"),
    *ID_COLUMNS,
)
COLUMNS = (*PUBLIC_COLUMNS, "birth")
"""All columns; birth dates are read, and never written for everybody."""
GIVEN, FAMILY = "given name", "family name"
"""Two columns that are one name together."""
NATIONAL = "national rating"
"""A column that is used for those who have no other rating."""
TITLES = frozenset(
    ["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM", "NM"]
)
"""What stands in a column without a name that chess programs write beside that of the names."""
SEXES = frozenset(["m", "f", "w"])
"""What stands in the column G of Vega."""
WARGAME_COLUMNS = frozenset(["faction", "army", "army_name", "army_list"])
"""What rosters of wargames have: a team is then where a player belongs, not who plays."""

_NAMES: Mapping[str, str] = {
    "name": "names player full_name player_name players spieler spielername teilnehmer namen person"
    " participant participants nom joueur joueurs nombre jugador jugadores nome giocatore"
    " jogador naam speler navn namn",
    GIVEN: "first_name firstname given_name forename vorname prenom nombre_de_pila",
    FAMILY: "last_name lastname surname family_name nachname familienname nom_de_famille apellido"
    " apellidos cognome",
    "rating": "elo twz rtg irtg rtgi eloi elof rtg_int rtg_i int_rtg fide_rating fide_elo"
    " elo_rating elo_int elo_fide rating_int rating_i rating_std"
    " elofide wertung wertungszahl spielstaerke",
    NATIONAL: "dwz nwz nrtg rtgn elon rtg_nat rtg_n nat_rtg elo_nat nat_rating rating_nat rating_n"
    " national_elo nationale_elo elo_national elo_nacional elonat",
    "title": "titel titre titulo tit fide_title fide_titel",
    "club": "verein clubname club_name club_city verein_ort schachverein store laden"
    " club_ciudad club_ville club_citta clube clube_cidade circolo",
    "federation": "fed country land nation verband foederation federacion pays pais paese"
    " federazione federacao",
    "sex": "gender geschlecht sexe sexo sesso m_w w_m",
    "category": "division kategorie klasse altersklasse age_group ak gruppe group categorie"
    " categoria",
    "team": "teams mannschaft mannschaften team_name team_names teamname mannschaftsname equipe"
    " equipes equipo equipos squadra squadre",
    "dci": "dci_number dci_no dci_nr dci_nummer",
    "pokemon_id": "pokemon pop_id popid play_pokemon_id pokemon_player_id",
    "fide_id": "fide fideid fide_no fide_nr fide_nummer fide_number id_fide fidekenn fide_code"
    " code_fide codigo_fide id_fide_no idfide",
    "birth": "birthday birth_date date_of_birth born year_of_birth birth_year geburt geboren"
    " geburtsdatum geburtsjahr geb jahrgang naissance date_de_naissance nacimiento"
    " fecha_de_nacimiento nascita",
}
_BY_NAME = {name: column for column, names in _NAMES.items() for name in (column, *names.split())}
MOST_TITLES = 20
"""The rows among which column names are looked for."""


def column_of(header: str) -> str:
    """The column that a header means, in English or German; nothing for one that is unknown.

    >>> column_of("Verein"), column_of("FIDE-ID"), column_of("Spielstärke"), column_of("shoe size")
    ('club', 'fide_id', 'rating', '')
    """
    return _BY_NAME.get(header_key(header), "")


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


def header_key(header: str) -> str:
    """A header in plain letters, so that spelling it otherwise makes no difference.

    >>> header_key("Verein/Ort"), header_key("Pkt. "), header_key("Fédération")
    ('verein_ort', 'pkt', 'federation')
    """
    text = header.strip().casefold()
    for umlaut, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        text = text.replace(umlaut, plain)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", text).strip("_")
