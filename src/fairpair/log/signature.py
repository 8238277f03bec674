"""Ed25519 signatures (RFC 8032), with the standard library only, so that anybody can check them.

The arithmetic takes different times for different keys: sign where nobody can measure that. What a
server signs is public, and it signs rarely.
"""

from functools import cache
from hashlib import sha512

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""

Point = tuple[int, int, int, int]
"""Extended coordinates: x = X/Z, y = Y/Z, xy = T/Z."""
_NEUTRAL: Point = (0, 1, 1, 0)


def public_key(secret: bytes) -> bytes:
    """The key with which anybody can check signatures; `secret` are 32 random bytes (5.1.5)."""
    scalar, _ = _expand(secret)
    return _compress(_multiply(scalar, _base()))


def sign(secret: bytes, message: bytes) -> bytes:
    """The signature of a message: 64 bytes, always the same (5.1.6)."""
    scalar, prefix = _expand(secret)
    public = _compress(_multiply(scalar, _base()))
    r = _number(prefix + message)
    point = _compress(_multiply(r, _base()))
    s = (r + _number(point + public + message) * scalar) % _ORDER
    return point + s.to_bytes(32, "little")


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the signature was made from this message with the secret of this key (5.1.7)."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, point = _decompress(public), _decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or point is None or s >= _ORDER:
        return False
    h = _number(signature[:32] + public + message)
    return _equal(_multiply(s, _base()), _add(point, _multiply(h, key)))


def _expand(secret: bytes) -> tuple[int, bytes]:
    if len(secret) != 32:
        raise ValueError("a secret has 32 bytes")
    digest = sha512(secret).digest()
    scalar = int.from_bytes(digest[:32], "little")
    return scalar & ((1 << 254) - 8) | (1 << 254), digest[32:]


def _number(data: bytes) -> int:
    return int.from_bytes(sha512(data).digest(), "little") % _ORDER


@cache
def _base() -> Point:
    y = 4 * pow(5, -1, _P) % _P
    x = _x_of(y, 0)
    if x is None:
        raise AssertionError
    return x, y, 1, x * y % _P


def _add(a: Point, b: Point) -> Point:
    m = (a[1] - a[0]) * (b[1] - b[0]) % _P
    n = (a[1] + a[0]) * (b[1] + b[0]) % _P
    c = 2 * a[3] * b[3] * _D % _P
    d = 2 * a[2] * b[2] % _P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _multiply(scalar: int, point: Point) -> Point:
    result = _NEUTRAL
    while scalar:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _equal(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % _P == 0 and (a[1] * b[2] - b[1] * a[2]) % _P == 0


def _x_of(y: int, sign_: int) -> int | None:
    """The x of a point with this y and the last bit of x, if there is one (5.1.3)."""
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign_):
        return None
    return _P - x if x % 2 != sign_ else x


def _compress(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _decompress(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    y = number & ((1 << 255) - 1)
    x = _x_of(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % _P)
