"""No secret gets into a log: keys, login links and sessions are blotted out of every line."""

import logging
import re
import traceback

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


class Scrubber(logging.Filter):
    """Put it on a handler, and whatever that handler writes is scrubbed, tracebacks too."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record; let it through."""
        record.msg, record.args = scrubbed(record.getMessage()), ()
        if record.exc_info and record.exc_info[0] is not None:
            record.exc_text = scrubbed(
                "".join(traceback.format_exception(*record.exc_info)).rstrip()
            )
        return True


def scrub_logs(*names: str) -> None:
    """Scrub what the handlers of these loggers write; the root's without any name."""
    for name in names or ("",):
        for handler in logging.getLogger(name).handlers:
            if not any(isinstance(one, Scrubber) for one in handler.filters):
                handler.addFilter(Scrubber())
