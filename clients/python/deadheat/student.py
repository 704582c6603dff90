"""Student's t, so that the package needs no more than numpy."""

import math
import sys

SERIES_DEGREES = 1000
FARTHEST_DEVIATE = 37.0
MIN_POSITIVE = 1e-300
LOG_LARGEST = math.log(sys.float_info.max)


def student_deviate(normal: float, degrees: float) -> float:
    """The deviate of Student's t with the same upper tail as a deviate of the normal distribution.

    `normal` is above 0, up to 37: further out, a tail is no double. `degrees` is any positive number. A deviate that is no double
    is infinite.
    """
    if degrees >= max(SERIES_DEGREES, normal**4):
        return _by_series(normal, degrees)
    log_tail = math.log(math.erfc(normal / math.sqrt(2)) / 2)
    log_t = math.log(normal)
    # with few degrees, deviates are far apart: each step is short
    for _ in range(1000):
        found = _log_tail(log_t, degrees)
        step = (found - log_tail) * math.exp(found - _log_density(log_t, degrees) - log_t)
        log_t += max(-3.0, min(3.0, step))
        if abs(step) < 1e-13:
            break
    return math.exp(log_t) if log_t < LOG_LARGEST else math.inf


def _by_series(z: float, degrees: float) -> float:
    """Cornish-Fisher series of the quantile (Abramowitz & Stegun 26.7.5)."""
    z2 = z * z
    first = (z2 + 1) / 4
    second = ((5 * z2 + 16) * z2 + 3) / 96
    third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384
    return z * (1 + (first + (second + third / degrees) / degrees) / degrees)


def _log_density(log_t: float, degrees: float) -> float:
    gammas = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)
    return gammas - math.log(degrees * math.pi) / 2 - (degrees + 1) / 2 * _log_of_more(2 * log_t - math.log(degrees))


def _log_tail(log_t: float, degrees: float) -> float:
    """log P(T > t) = log(I_x(degrees / 2, 1/2) / 2), x = degrees / (degrees + t^2)."""
    ratio = 2 * log_t - math.log(degrees)
    log_x = -_log_of_more(ratio)
    if math.exp(log_x) < (degrees / 2 + 1) / (degrees / 2 + 2.5):
        return _log_incomplete_beta(log_x, degrees / 2, 0.5) - math.log(2)
    return math.log1p(-math.exp(_log_incomplete_beta(-_log_of_more(-ratio), 0.5, degrees / 2))) - math.log(2)


def _log_of_more(exponent: float) -> float:
    """log(1 + e^exponent), also where that power is no double."""
    return max(0.0, exponent) + math.log1p(math.exp(-abs(exponent)))


def _log_incomplete_beta(log_x: float, a: float, b: float) -> float:
    """log I_x(a, b) by its continued fraction, with the algorithm of Lentz. Fast for x < (a + 1) / (a + b + 2)."""
    x = math.exp(log_x)
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 100_000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away_from_zero(1 + numerator * d)
            c = _away_from_zero(1 + numerator / c)
            fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    log_beta = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    return a * log_x + b * math.log1p(-x) - log_beta - math.log(a) + math.log(fraction)


def _away_from_zero(value: float) -> float:
    return value if abs(value) > MIN_POSITIVE else MIN_POSITIVE
