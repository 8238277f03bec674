"""What the client of the API says when there is no answer to quote."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "server-unreachable": "{server} does not respond: {reason}.",
    "server-unreachable.hint": "Check the address and the connection. The change may have been"
    " made: read the tournament before you repeat the call.",
    "unexpected-answer": "{server} sent a response (HTTP status {status}) that this client cannot"
    " read.",
    "unexpected-answer.hint": "Check the address, and that the server and the client are the same"
    " version of Fairpair.",
    "wrong-server-address": "{address} is not the address of a server.",
    "wrong-server-address.hint": "It starts with http:// or https://, for example"
    " http://127.0.0.1:8000.",
}
