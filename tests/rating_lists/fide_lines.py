"""Made-up FIDE lists in the layouts of the real ones."""

from collections.abc import Iterable

NAME, TITLES = 61, 15
COMBINED = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
    f"{'SRtng':<6}{'SGm':<4}{'SK':<3}{'RRtng':<6}{'RGm':<4}{'Rk':<3}{'BRtng':<6}{'BGm':<4}{'BK':<3}"
    f"{'B-day':<6}{'Flag':<4}"
)
SINGLE = (
    f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}"
    f"{'OCT26':<6}{'Gms':<4}{'K':<3}{'B-day':<6}{'Flag':<4}"
)
LEGACY = COMBINED.replace(f"{'FOA':<4}", "")


def line(  # noqa: PLR0913, PLR0917  the fields of a line
    number: int | str,
    name: str,
    fed: str = "NOR",
    sex: str = "M",
    title: str = "",
    others: str = "",
    standard: tuple[int, int, int] = (0, 0, 0),
    rapid: tuple[int, int, int] = (0, 0, 0),
    blitz: tuple[int, int, int] = (0, 0, 0),
    year: int = 0,
    flag: str = "",
    foa: str | None = "",
) -> str:
    """A line of the combined list; without `foa` of the legacy one."""
    ratings = "".join(
        f"{rating:<6}{games:<4}{k:<3}" for rating, games, k in (standard, rapid, blitz)
    )
    column = "" if foa is None else f"{foa:<4}"
    return (
        f"{number:<15}{name:<61}{fed:<4}{sex:<4}{title:<5}{'':<5}{others:<15}{column}"
        f"{ratings}{year:<6}{flag:<4}"
    )


CARLSEN = line(
    1503014,
    "Carlsen, Magnus",
    "NOR",
    "M",
    "GM",
    "",
    (2823, 0, 10),
    (2801, 12, 10),
    (2860, 0, 10),
    1990,
)


def file_of(lines: Iterable[str], header: str = COMBINED) -> bytes:
    """The text file."""
    return "".join(f"{one}\r\n" for one in (header, *lines)).encode("latin-1")


PEOPLE = (
    CARLSEN,
    line(150301, "Olsen, Per", standard=(1500, 0, 20), year=1970),
    line(
        4600001, "Müller, Jörg".encode().decode("latin-1"), "GER", standard=(2100, 3, 20), year=1985
    ),
    line(4600002, "Mueller, Joerg", "GER", standard=(1900, 0, 40), year=2004),
    line(200001, "De Vet, Sylvin", "BEL", standard=(1705, 0, 20), year=1961),
    line(200002, "De Vet, Sylvin", "BEL", year=1999, flag="i"),
    line(1503900, "Carlsson, Magda", "SWE", "F", rapid=(1444, 1, 20), year=2001, flag="w"),
)


def xml_of(*persons: str, head: str = "") -> bytes:
    return f"{head}<playerslist>{''.join(persons)}</playerslist>".encode()


XML_CARLSEN = (
    "<player><fideid>1503014</fideid><name>Carlsen, Magnus</name><country>NOR</country><sex>M</sex>"
    "<title>GM</title><w_title></w_title><o_title></o_title><foa_title></foa_title>"
    "<rating>2823</rating><games>0</games><k>10</k><rapid_rating>2801</rapid_rating>"
    "<rapid_games>12</rapid_games><rapid_k>10</rapid_k><blitz_rating>2860</blitz_rating>"
    "<blitz_games>0</blitz_games><blitz_k>10</blitz_k><birthday>1990</birthday><flag></flag></player>"
)
