"""Which page of the help says more about an error."""

ADDRESS = "/help"
"""Where the pages of the help are."""
PAGES_OF_CODES = {
    "how-to/give-access": ("bad-key", "key-needed", "no-login", "link-used", "not-yours"),
    "reference/errors": (
        *("database-busy", "database-newer", "database-read-only", "database-damaged"),
        *("disk-full", "not-a-database", "foreign-database", "storage-trouble"),
        *("not-an-archive", "archive-damaged", "archive-newer", "event-unknown"),
    ),
    "reference/files#rejected-files": (
        *("bad-list", "empty-list", "empty-file", "file-too-large", "file-too-demanding"),
        *("bad-trf", "trf-columns", "trf-rules", "trf-teams", "bad-tdf", "not-tdf", "bad-wer"),
        *("not-wer", "bad-xml", "unknown-xml", "xml-definitions", "cannot-read"),
    ),
    "how-to/describe-a-tournament#colour-logo-and-banner": ("bad-picture", "too-many-pictures"),
    "explanation/knockout": ("bad-cut", "cut-too-large", "too-few-qualify", "play-in-open"),
    "explanation/knockout#corrections": ("later-matches",),
    "how-to/choose-rules": ("bad-rules", "rules-frozen", "preset-exists", "no-preset"),
    "explanation/swiss-pairing#pairing-restrictions": ("pair-avoided", "pair-not-avoided"),
    "how-to/connect-phones": ("cannot-share", "sharing-unavailable", "no-network"),
    "how-to/solve-problems": ("round-published", "round-complete", "result-recorded"),
}
"""The codes of refusals by the page that says more about them."""


def help_for_code(code: str) -> str:
    """Where an error is explained; empty if no page says more than the error does.

    >>> help_for_code("disk-full"), help_for_code("no-page")
    ('/help/reference/errors', '')
    """
    page = next((page for page, codes in PAGES_OF_CODES.items() if code in codes), "")
    return page and f"{ADDRESS}/{page}"
