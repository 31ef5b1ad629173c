"""The draw, version 1, in plain Python, written from docs/draw.md. Run it to write draw_v1.json."""

import itertools
import json
import math
import pathlib
import struct

import xxhash

INFINITY = math.inf
KEEP, TIE, BETA = 0, 1, 2  # purposes


# 1. The example's id: (low, high).
def hash_128(data, seed):
    value = xxhash.xxh3_128_intdigest(data, seed=seed)
    return value % 2**64, value >> 64


def bytes_8(number):
    return (number % 2**64).to_bytes(8, "little")


def id_of(kind, value):
    if kind == "name":
        return hash_128(str(value).encode(), 0)
    if kind == "text":
        return hash_128(value.encode(), 1)
    if kind == "tokens":
        return hash_128(b"".join(bytes_8(token) for token in value), 2)
    encoded = [token.encode() for token in value]
    return hash_128(b"".join(bytes_8(len(token)) + token for token in encoded), 3)


# 2. The stream.
def stream_of(seed, view, identity):
    low, high = hash_128(b"".join(bytes_8(word) for word in (seed, view, *identity)), 0)
    return low % 2**32, low >> 32, high % 2**32, high >> 32


def block(stream, index, purpose, attempt):
    """Philox4x32-10."""
    key0, key1, high0, high1 = stream
    x = (index, attempt * 256 + purpose, high0, high1)
    for _ in range(10):
        product0, product1 = 0xD2511F53 * x[0], 0xCD9E8D57 * x[2]
        x = ((product1 >> 32) ^ x[1] ^ key0, product1 % 2**32, (product0 >> 32) ^ x[3] ^ key1, product0 % 2**32)
        key0, key1 = (key0 + 0x9E3779B9) % 2**32, (key1 + 0xBB67AE85) % 2**32
    return x


# 3. The bits of a span.
def keep_bits(stream, attempt, i):
    g, j = divmod(i, 256)
    word = block(stream, 16 * g + j % 64 // 4, KEEP, attempt)[j // 64]
    return word.to_bytes(4, "little")[j % 4]


def span_bits(stream, attempt, i):
    words = block(stream, i, TIE, attempt)
    return keep_bits(stream, attempt, i) * 2**56 + (words[0] + words[1] * 2**32) % 2**56


# 4. The mask, as a list of bool.
def mask_of(stream, attempt, probabilities, protected=(), min_keep=0):
    bits = [span_bits(stream, attempt, i) for i in range(len(probabilities))]
    kept = [pi < 1 and u >= int(pi * 2.0**64) for u, pi in zip(bits, probabilities)]
    for i in protected:
        kept[i] = True
    dropped = sorted((-bits[i], i) for i in range(len(kept)) if not kept[i])
    for _, i in dropped[: max(0, min_keep - sum(kept))]:
        kept[i] = True
    return kept


# 5. The drop probability.
LN2_HIGH, LN2_LOW = float.fromhex("0x1.62e42fee00000p-1"), float.fromhex("0x1.a39ef35793c76p-33")


def horner(coefficients, y):
    total = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        total = coefficient + y * total
    return total


def log(x):
    m, e = math.frexp(x)
    m, e = 2 * m, e - 1
    if m > 1.4142135623730951:
        m, e = m / 2, e + 1
    s = (m - 1) / (m + 1)
    z = s * s
    y = z * z
    even = horner([1 / k for k in range(3, 24, 4)], y)
    odd = horner([1 / k for k in range(5, 22, 4)], y)
    q = z * (even + z * odd)
    return e * LN2_HIGH + (e * LN2_LOW + (2 * s) * q + 2 * s)


def h(x):
    y = x * x
    even = horner([1 / math.factorial(k) for k in range(1, 14, 2)], y)
    odd = horner([1 / math.factorial(k) for k in range(2, 15, 2)], y)
    return even + x * odd


def exp(x):
    if x < -745.2:
        return 0.0
    if x > 709.8:
        return INFINITY
    k = int(x * 1.4426950408889634 + (-0.5 if x < 0 else 0.5))
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    half = abs(k) // 2 * (-1 if k < 0 else 1)
    return ((1 + r * h(r)) * 2.0**half) * 2.0 ** (k - half)


def expm1(x):
    return x * h(x) if -0.5 < x < 0.5 else exp(x) - 1


def uniforms(stream, attempt):
    for index in itertools.count():
        words = block(stream, index, BETA, attempt)
        for bits in words[0] + words[1] * 2**32, words[2] + words[3] * 2**32:
            yield (bits // 2**11 + 0.5) * 2.0**-53


def normal(u):
    while True:
        x = 2 * next(u) - 1
        y = 2 * next(u) - 1
        s = x * x + y * y
        if s < 1:
            return x * math.sqrt(-2 * log(s) / s)


def log_gamma(a, u):
    d = (a + 1 if a < 1 else a) - 1 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        x = normal(u)
        r = 1 + c * x
        if r <= 0:
            continue
        three_logs, v = 3 * log(r), r * r * r
        if log(next(u)) < 0.5 * x * x + d - d * v + d * three_logs:
            break
    result = log(d) + three_logs
    return result + log(next(u)) / a if a < 1 else result


def drop_probability(stream, attempt, p, gamma):
    if gamma == INFINITY or p < 2.0**-64 or p == 1:
        return p
    alpha = min(max(gamma, 1e-100), 1e100)
    beta = alpha * (1 - p) / p
    u = uniforms(stream, attempt)
    if alpha == 1:
        return -expm1(log(next(u)) / beta)
    x = log_gamma(alpha, u)
    y = log_gamma(beta, u)
    return 1 / (1 + exp(y - x))


# The vectors.
def as_hex(mask):
    number = sum(1 << i for i, kept in enumerate(mask) if kept)
    return number.to_bytes((len(mask) + 7) // 8, "little").hex()


def vector(kind, value, seed=0, view=0, n=0, rate=0.1, gamma=INFINITY, attempt=0, min_keep=0, protected=(), rates=None):
    """The input of a draw and its expected output; doubles are hexadecimal, because they must be exact."""
    identity = id_of(kind, value)
    stream = stream_of(seed, view, identity)
    pi = drop_probability(stream, attempt, rate, gamma)
    mask = mask_of(stream, attempt, rates if rates else [pi] * n, protected, min_keep)
    return {
        "kind": kind,
        "value": value,
        "seed": seed,
        "view": view,
        "n": n,
        "rate": rate.hex(),
        "gamma": gamma.hex(),
        "attempt": attempt,
        "min_keep": min_keep,
        "protected": list(protected),
        "rates": [one.hex() for one in rates or []],
        "id": f"{identity[1]:016x}{identity[0]:016x}",
        "stream": [f"{word:08x}" for word in stream],
        "pi": pi.hex(),
        "mask": as_hex(mask),
    }


EXAMPLES = [
    ("name", "first"),
    ("name", 17),
    ("name", "17"),
    ("name", -3),
    ("name", ""),
    ("name", "Grüße, 世界"),
    ("name", "5a8b57a25542995d1e6f1371" * 20),
    ("text", ""),
    ("text", "first"),
    ("text", "Éléonore sat down. " * 40),
    ("tokens", []),
    ("tokens", [101, 2023, 2003, 102]),
    ("tokens", [-1, 2**63 - 1, -(2**63)]),
    ("tokens", list(range(600))),
    ("strings", []),
    ("strings", ["a", "bc"]),
    ("strings", ["ab", "c"]),
    ("strings", ["", "été", "x" * 300]),
]
SEEDS = [0, 1, 42, 2**32, 2**64 - 1]
VIEWS = [0, 1, 7, 2**64 - 1]
SIZES = [0, 1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1000]
RATES = [0.0, 1.0, 0.1, 0.5, 0.999, 1e-3, 2.0**-64, 2.0**-65, 3 * 2.0**-64, 1 - 2.0**-53, 1 / 3]
GAMMAS = [INFINITY, 1.0, 0.5, 0.01, 10.0, 1e6, 1e-200, 1e200]


def find_span(wanted):
    """A named example that has a span with the wanted keep bits among its first 1000."""
    for number in itertools.count():
        stream = stream_of(0, 0, id_of("name", number))
        for i in range(1000):
            if wanted(keep_bits(stream, 0, i)):
                return number, span_bits(stream, 0, i)


def tie_vectors():
    """Thresholds just below and just above the bits of a span, so that the draw depends on its tie bits."""
    for number in range(3):
        u = span_bits(stream_of(0, 0, id_of("name", number)), 0, 77)
        for top in (u >> 56) << 45, u >> 11, (u >> 11) + 1:
            yield vector("name", number, n=200, rate=top * 2.0**-53)
    number, u = find_span(lambda bits: bits == 0xFF)
    for top in 0xFF << 45, u >> 11, (u >> 11) + 1:
        yield vector("name", number, n=1000, rate=top * 2.0**-53)
    number, u = find_span(lambda bits: bits == 0)
    for value in u - 1, u, u + 1:
        yield vector("name", number, n=1000, rate=value * 2.0**-64)
    for number in itertools.count():  # two ties in one group of 256
        stream = stream_of(0, 0, id_of("name", number))
        by_bits = sorted(span_bits(stream, 0, i) for i in range(256))
        for low, high in zip(by_bits, by_bits[1:]):
            if low >> 56 == high >> 56:
                yield vector("name", number, n=256, rate=(high >> 11) * 2.0**-53)
                return


def vectors():
    laws = itertools.product(RATES, GAMMAS)
    rest = (itertools.cycle(values) for values in (EXAMPLES, SEEDS, VIEWS, SIZES))
    for (rate, gamma), example, seed, view, n in zip(laws, *rest):
        yield vector(*example, seed=seed, view=view, n=n, rate=rate, gamma=gamma)
    for view, gamma in itertools.product(range(10), [1.0, 0.3, 2.5, 123.0]):
        yield vector("name", "epochs", view=view, n=8, rate=0.3, gamma=gamma)
    for attempt, gamma in itertools.product([1, 2, 255, 1000], [INFINITY, 1.0, 3.0]):
        yield vector("name", "again", n=70, rate=0.5, gamma=gamma, attempt=attempt)
    for min_keep, protected in itertools.product([1, 3, 130, 500], [(), (0, 64, 129)]):
        yield vector("name", "floor", n=130, rate=0.99, min_keep=min_keep, protected=protected)
        yield vector("name", "floor", n=130, rate=1.0, min_keep=min_keep, protected=protected)
        yield vector("name", "floor", n=130, rate=0.9, gamma=0.1, attempt=1, min_keep=min_keep, protected=protected)
    for n in 1, 64, 200:
        yield vector("name", "own", n=n, rates=[(i % 11) / 10 for i in range(n)], min_keep=2)
    yield from tie_vectors()


def digest(rate, gamma, views=1000):
    """The hash of the drop probabilities of many views, as 8-byte doubles.

    It changes even if only the last bit of one draw in a thousand is wrong.
    """
    identity = id_of("name", "many")
    streams = [stream_of(0, view, identity) for view in range(views)]
    doubles = [struct.pack("<d", drop_probability(stream, 0, rate, gamma)) for stream in streams]
    low, high = hash_128(b"".join(doubles), 0)
    return {"rate": rate.hex(), "gamma": gamma.hex(), "views": views, "digest": f"{high:016x}{low:016x}"}


def digests():
    return [digest(rate, gamma) for rate in (0.1, 0.7) for gamma in (0.05, 1.0, 2.0, 1e4)]


def text():
    def lines(items):
        return "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in items) + "\n]"

    return f'{{"vectors": {lines(vectors())},\n"drop_probabilities": {lines(digests())}}}\n'


if __name__ == "__main__":
    pathlib.Path(__file__).with_name("draw_v1.json").write_text(text(), encoding="utf-8")
