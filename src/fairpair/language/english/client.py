"""What the client of the API says when there is no answer to quote."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "server-unreachable": "{server} does not respond: {reason}.",
    "server-unreachable.hint": "Check the address and the connection. The change may have been"
    " made: read the tournament before you repeat the call.",
    "unexpected-answer": "{server} sent a response (HTTP status {status}) that this client cannot"
    " read.",
    "unexpected-answer.hint": "Check the address, and that the server and the client are the same"
    " version of Fairpair.",
    "expected.sent-player": "a name, (name, rating), or a dictionary with a name",
    "expected.pairing": "a pairing of a round, or its ID such as '1-2-3'",
    "expected.seconds": "a number of seconds above 0",
    "expected.content": "the content of a file as bytes",
    "expected.json": "data that JSON can hold",
    "wrong-key": "The access key is not text, or contains a space or a line break.",
    "wrong-key.hint": "Copy the whole key, and nothing else.",
    "wrong-server-address": "{address} is not the address of a server.",
    "wrong-server-address.hint": "It starts with http:// or https://, for example"
    " http://127.0.0.1:8000.",
}
