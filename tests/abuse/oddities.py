"""What stands in addresses and headers of clients that are broken, or want to break something."""

from .wire import Header

PATHS = (
    *(
        "..",
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e%2f",
        "..%5c..%5cx",
        "..%252f",
        "%00",
        "a%00.pdf",
        "\\..\\",
    ),
    *(
        "//",
        "/etc/passwd",
        "%ff%fe",
        "%c0%ae%c0%ae/",
        "%ed%a0%80",
        "%0d%0aX-Evil:%201",
        "%",
        "%zz",
        ".",
    ),
    *(
        "0",
        "-1",
        "1.0",
        "1e3",
        "%d9%a3",
        "%201%20",
        "1_000",
        "9" * 30,
        "9" * 5000,
        "NaN",
        "x" * 3000,
    ),
    *("%3Cscript%3E", "'", "%22", "1;2", "1?x", "1%23", "a" * 80, "A", "-", "import", "{x}", "*"),
)
METHODS = (
    "HEAD",
    "OPTIONS",
    "TRACE",
    "PUT",
    "DELETE",
    "PATCH",
    "POST",
    "GET",
    "CONNECT",
    "PROPFIND",
    "get",
    "X" * 300,
)
TYPES = (
    *("", "text/plain", "application/json; charset=utf-16", "application/x-www-form-urlencoded"),
    *(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "application/xml",
        "*/*",
        "\xff",
        "a" * 4000,
    ),
    *(
        "application/JSON",
        "application/problem+json",
        "application/octet-stream",
        'application/json; x="',
    ),
)
HEADERS: tuple[Header, ...] = (
    *(
        ("If-Match", x)
        for x in ('"1"', '"999999999999999"', '"' + "9" * 400 + '"', "W/", "*", '"1", "2"', "\xff")
    ),
    *(("If-None-Match", x) for x in ("*", '"1"', 'W/"1-x"', '"' * 999, ",,,,", "\xff")),
    *(
        ("Idempotency-Key", x)
        for x in ("", "a", "k" * 200, "k" * 201, "é\t", "\u202e", "\x7f", "player-1-x", "'")
    ),
    *(("Last-Event-ID", x) for x in ("-1", "x", "9" * 400, "", "\xff")),
    *(
        ("Accept-Language", x)
        for x in ("de", "xx-YY;q=9", "*;q=NaN", ",;=", "de;q=" + "9" * 999, "a-" * 2000)
    ),
    *(
        ("Accept-Encoding", x)
        for x in ("gzip;q=0", "identity;q=0, *;q=0", "br", "gzip, gzip", "\xff")
    ),
    *(("Accept", x) for x in ("text/html", "image/x", "\xff", "")),
    *(
        ("Range", x)
        for x in (
            "bytes=0-0",
            "bytes=-1",
            "bytes=9-1",
            "bytes=" + "0-1," * 500,
            "x=1",
            "bytes=0-" + "9" * 40,
        )
    ),
    *(
        ("Origin", x)
        for x in ("null", "https://evil.example", "http://[::1", "http://a:99999", "\xff", "")
    ),
    *(("Sec-Fetch-Site", x) for x in ("cross-site", "same-origin", "", "x")),
    *(
        ("Host", x)
        for x in (
            "",
            "evil.example",
            "a" * 3000,
            "[::1",
            "a:b:c",
            "<x>",
            "localhost:99999",
            "a/b?c#d",
            "a b",
        )
    ),
    *(
        ("X-Forwarded-For", x)
        for x in ("", "1.2.3.4, 5.6.7.8", "::1", "x" * 999, "127.0.0.1", "\xff")
    ),
    *(("X-Forwarded-Proto", x) for x in ("https", "javascript", "", "wss", "\xff")),
    *(("X-Forwarded-Host", x) for x in ("evil.example",)),
    *(("X-Request-ID", x) for x in ("ok", "a b", "x" * 65, "<x>", "\xff")),
    *(
        ("Cookie", x)
        for x in (
            "=",
            ";;;",
            "fairpair_language=xx",
            'fairpair_theme="',
            "a=b; " * 900,
            "\xff=\xff",
        )
    ),
    *(("Referer", x) for x in ("//evil.example", "\xff")),
    *(("Expect", x) for x in ("100-continue", "x")),
    *(("Upgrade", x) for x in ("h2c", "websocket", "\xff")),
    *(("Content-Encoding", x) for x in ("gzip", "x")),
    *(
        ("If-Modified-Since", x)
        for x in ("x", "Thu, 01 Jan 1970 00:00:00 GMT", "Mon, 99 Foo 99999 00:00:00 GMT")
    ),
    *(("If-Range", x) for x in ("x", '"1"')),
    *(
        (x, "1")
        for x in ("X" * 3000, "Content-MD5", "Proxy", "Forwarded", "X-HTTP-Method-Override")
    ),
)
