"""What the lines of the log have in common: the request they belong to, and fields by name."""

import logging
from contextvars import ContextVar

REQUESTS = logging.getLogger("fairpair.requests")
"""Where lines with fields go: `REQUESTS.info("request", extra={"fields": {"status": 200}})`."""
REQUESTS.addHandler(logging.NullHandler())  # without a server nobody wants to see them

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The ID of the request that is answered."""
