"""Whole-number units of the open table: points, headings, and the fixed sine table.

* **Length**: one unit is a tenth of a millimetre, so a centimetre is 100 units.  Heights too.
* **Angle**: one unit is a tenth of a degree, so a turn is 3600.  Headings grow counter-clockwise
  from +x and are kept in 0..3599.
* **Sines** are whole numbers scaled by 2**30, each correctly rounded, computed here with whole
  numbers alone.  A heading *is* the direction of its table vector; tests of direction are signs of
  exact cross and dot products with that vector.
* **Rounding** of a computed point is to the nearest unit, halves away from zero.  It therefore
  commutes with every rotation by quarter turns and every mirroring at an axis about the origin of the
  rounded offset: a turned scene gives the turned answer.

No tolerance is used anywhere: "within d" means an exact distance <= d.
"""

from math import isqrt
from typing import NamedTuple

CM = 100
DEGREE = 10
QUARTER_TURN = 900
HALF_TURN = 1800
TURN = 3600

SINE_BITS = 30
SINE_SCALE = 1 << SINE_BITS


class Point(NamedTuple):
    """A place on the table in units, or the offset between two places."""

    x: int
    y: int


class Spot(NamedTuple):
    """A place in space: an eye, a muzzle."""

    x: int
    y: int
    z: int

    @property
    def ground(self) -> Point:
        return Point(self.x, self.y)


def divide_rounded(numerator: int, denominator: int) -> int:
    """The nearest whole number, halves away from zero; the denominator is positive."""
    magnitude = (2 * abs(numerator) + denominator) // (2 * denominator)
    return magnitude if numerator >= 0 else -magnitude


def _fixed_point_pi(bits: int) -> int:
    """Pi scaled by 2**bits, by Machin's formula, with an error of some units in the last places."""

    def arctangent_of_inverse(n: int) -> int:
        power = (1 << bits) // n
        total, k = power, 1
        while power:
            power //= -n * n
            k += 2
            total += power // k
        return total

    return 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))


def _sine_table() -> tuple[int, ...]:
    """Sines of all 3600 headings: series with 60 guard bits for an eighth, symmetry for the rest."""
    bits = SINE_BITS + 60
    pi = _fixed_point_pi(bits)

    def rounded(value: int) -> int:
        return (value + (1 << (bits - SINE_BITS - 1))) >> (bits - SINE_BITS)

    quarter = [0] * (QUARTER_TURN + 1)
    for k in range(QUARTER_TURN // 2 + 1):
        angle = pi * k // HALF_TURN
        term, n, sums = 1 << bits, 0, [0, 0]
        while term:
            sums[n % 2] += -term if n % 4 >= 2 else term
            n += 1
            term = (term * angle >> bits) // n
        cosine_sum, sine_sum = sums
        quarter[k], quarter[QUARTER_TURN - k] = rounded(sine_sum), rounded(cosine_sum)
    half = quarter + quarter[-2:0:-1]
    return tuple(half + [-value for value in half])


SINES = _sine_table()


def sine(angle: int) -> int:
    """The sine of an angle in tenths of a degree, scaled by 2**30."""
    return SINES[angle % TURN]


def cosine(angle: int) -> int:
    """The cosine of an angle in tenths of a degree, scaled by 2**30."""
    return SINES[(angle + QUARTER_TURN) % TURN]


def direction(heading: int) -> Point:
    """The vector of a heading, 2**30 long up to the rounding of the table."""
    return Point(cosine(heading), sine(heading))


def cross(u: Point, v: Point) -> int:
    """Positive if v points to the left of u."""
    return u[0] * v[1] - u[1] * v[0]


def dot(u: Point, v: Point) -> int:
    return u[0] * v[0] + u[1] * v[1]


def offset(start: Point, end: Point) -> Point:
    return Point(end[0] - start[0], end[1] - start[1])


def rotated(vector: Point, angle: int) -> Point:
    """A vector turned counter-clockwise, rounded to whole units."""
    c, s = cosine(angle), sine(angle)
    return Point(
        divide_rounded(vector[0] * c - vector[1] * s, SINE_SCALE),
        divide_rounded(vector[0] * s + vector[1] * c, SINE_SCALE),
    )


def polar(start: Point, heading: int, distance: int) -> Point:
    """The point nearest to the one so far from `start` along a heading."""
    step = rotated(Point(distance, 0), heading)
    return Point(start[0] + step[0], start[1] + step[1])


def unit_vector(vector: Point) -> Point:
    """The direction of a vector, 2**30 long, each coordinate correctly rounded."""
    length_squared = dot(vector, vector)
    if length_squared == 0:
        raise ValueError("a vector of length zero has no direction")

    def scaled(coordinate: int) -> int:
        # floor(2x) for the real x = 2**30 * |coordinate| / length, then halves upward.
        doubled = isqrt((coordinate << (SINE_BITS + 1)) ** 2 // length_squared)
        return (doubled + 1) // 2 if coordinate >= 0 else -((doubled + 1) // 2)

    return Point(scaled(vector[0]), scaled(vector[1]))


def toward(start: Point, goal: Point, distance: int) -> Point:
    """The point on the way to the goal at that distance, cut to whole units: never farther away."""
    vector = offset(start, goal)
    length_squared = dot(vector, vector)
    if distance < 0:
        raise ValueError("a distance is not negative")
    if distance * distance >= length_squared:
        return goal

    def cut(coordinate: int) -> int:
        magnitude = isqrt((coordinate * distance) ** 2 // length_squared)
        return magnitude if coordinate >= 0 else -magnitude

    return Point(start[0] + cut(vector[0]), start[1] + cut(vector[1]))


def heading_of(vector: Point) -> int:
    """The heading nearest to a vector; exactly between two, the one counter-clockwise.

    Neighbouring headings are parted by the sum of their table vectors.
    """
    if vector[0] == 0 and vector[1] == 0:
        raise ValueError("a vector of length zero has no heading")
    turned, quarters = vector, 0
    while not (turned[0] > 0 and turned[1] >= 0):
        turned, quarters = Point(turned[1], -turned[0]), quarters + 1
    low, high = 0, QUARTER_TURN
    while low < high:
        middle = (low + high + 1) // 2
        before, after = direction(middle - 1), direction(middle)
        if cross(Point(before[0] + after[0], before[1] + after[1]), turned) >= 0:
            low = middle
        else:
            high = middle - 1
    return (low + quarters * QUARTER_TURN) % TURN


def turn_between(one: int, other: int) -> int:
    """The smaller angle between two headings, 0 to 1800."""
    difference = (one - other) % TURN
    return min(difference, TURN - difference)
