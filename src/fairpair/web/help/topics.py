"""Which page of the help fits a page of the server, or a refusal."""

import re
from collections import Counter

from fairpair.core.rules import GROUPS
from fairpair.http.help_codes import ADDRESS, help_for_code
from fairpair.web.help.documents import anchor_of

PAGES_OF_ADDRESSES = {
    r"/new": "tutorial/first-tournament#2-create-a-tournament",
    r"/login.*": "how-to/give-access",
    r"/lists.*": "how-to/rating-lists",
    r"/(deleted)?": "how-to/many-tournaments",
    r"/(desk/[^/]+/)?lab": "how-to/compare-formats",
    r"/desk/[^/]+": "reference/pages#overview",
    r"/desk/[^/]+/players.*": "reference/pages#players",
    r"/desk/[^/]+/numbers.*": "reference/pages#players",
    r"/desk/[^/]+/round/\d+/\d+/why.*": "explanation/swiss-pairing",
    r"/desk/[^/]+/round/.*/table/.*": "how-to/solve-problems#a-result-is-wrong",
    r"/desk/[^/]+/round.*": "reference/pages#round",
    r"/desk/[^/]+/standings/outlook.*": "explanation/guarantees",
    r"/desk/[^/]+/standings/odds.*": "explanation/odds",
    r"/desk/[^/]+/standings.*": "explanation/tie-breaks",
    r"/desk/[^/]+/(bracket|cut)": "explanation/knockout",
    r"/desk/[^/]+/settings.*": "how-to/choose-rules",
    r"/desk/[^/]+/history": "reference/pages#history",
    r"/desk/[^/]+/verify": "how-to/back-up#prove-that-nothing-was-changed",
    r"/desk/[^/]+/access": "how-to/give-access",
    r"/desk/[^/]+/(manage|delete)": "how-to/many-tournaments",
    r"/desk/[^/]+/(sharing|reach)": "how-to/connect-phones",
    r"/desk/[^/]+/print": "how-to/print",
    r"/desk/[^/]+/files": "how-to/exchange-files",
    r"/t/[^/]+/(me|player)(/.*)?": "how-to/answer-requests#ask-as-a-player",
    r"/t/[^/]+/why/rank/.*": "explanation/tie-breaks",
    r"/t/[^/]+/why/.*": "explanation/swiss-pairing",
    r"/t/[^/]+/(standings|crosstable|ranking)": "explanation/tie-breaks",
    r"/t/[^/]+/outlook": "explanation/guarantees",
    r"/t/[^/]+/odds": "explanation/odds",
    r"/t/[^/]+/bracket": "explanation/knockout",
    r"/t/.*": "reference/pages#public-pages",
}
"""The pages by the address of what they explain; the first that fits counts."""


def help_for_page(path: str) -> str:
    """Where the page at this path is explained; the first page of the help if nowhere.

    >>> help_for_page("/desk/cup/print"), help_for_page("/offline")
    ('/help/how-to/print', '/help')
    """
    found = (page for pattern, page in PAGES_OF_ADDRESSES.items() if re.fullmatch(pattern, path))
    page = next(found, "")
    return f"{ADDRESS}/{page}" if page else ADDRESS


def help_for_refusal(code: str, path: str) -> str:
    """Where a refusal is explained, else the page on which it happened."""
    return help_for_code(code) or help_for_page(path)


def help_for_rules(group: str) -> str:
    """Where a group of rules is explained.

    >>> help_for_rules("rounds")
    '/help/reference/rules#rounds'
    """
    return f"{ADDRESS}/reference/rules#{anchor_of(GROUPS[group], Counter())}"
