"""The codes of the chess federations that are members of FIDE, and `FID` for FIDE itself.

A code stays here when its federation leaves: stored tournaments have it.
"""

_CODES = """
AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BIZ BLR BOL
BOT BRA BRN BRU BUL BUR CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO CUB CYP
CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP EST ETH FAI FID FIJ FIN FRA GAB GAM GCI GEO GEQ GER
GHA GRE GRL GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ ISL ISR ISV ITA IVB JAM JCI
JOR JPN KAZ KEN KGZ KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAC MAD MAR MAS MAW
MDA MDV MEX MGL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA NCL NED NEP NGR NIG NOR NRU NZL OMA
PAK PAN PAR PER PHI PLE PLW PNG POL POR PUR QAT ROU RSA RUS RWA SCO SEN SEY SGP SKN SLE SLO SMR
SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR
UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS YEM ZAM ZIM
"""
FEDERATIONS = frozenset(_CODES.split())


def nearest_federations(code: str, count: int = 4) -> list[str]:
    """The known codes that share most letters in their places with this one.

    >>> nearest_federations("GDR", 2)
    ['GER', 'GRE']
    """

    def distance(known: str) -> tuple[int, int, str]:
        in_place = sum(a == b for a, b in zip(known, code, strict=False))
        return -in_place, -len(set(known) & set(code)), known

    return sorted(FEDERATIONS, key=distance)[:count]
