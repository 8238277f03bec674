"""No secret gets into a log: keys, login links and sessions are blotted out of every line."""

import re

_SECRETS = re.compile(
    r"""(?P<before>
            \bfp_[a-z]{3}_                    # our own keys, wherever they stand
          | [?&]key=                          # ?key= in an address
          | /login/                           # login links
          | \bbearer\s+ | \bbasic\s+          # Authorization
          | \bfairpair(?:-[a-z0-9-]+)?=       # cookies
        )
        [^\s"'&;,<>]+""",
    re.VERBOSE | re.IGNORECASE,
)


def scrubbed(text: str) -> str:
    """The text without secrets.

    >>> scrubbed("GET /api/tournaments/cup?key=fp_org_9xYz&round=2")
    'GET /api/tournaments/cup?key=***&round=2'
    """
    return _SECRETS.sub(lambda found: f"{found['before']}***", text)
