"""Student's t compared with printed tables and with the incomplete beta function."""

import math

import mpmath
import pytest
from intervals import interval, quantile, within

PRINTED = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 29: 2.045, 30: 2.042, 100: 1.984}


@pytest.mark.parametrize("freedom", PRINTED)
def test_quantiles_match_printed_tables(freedom):
    assert quantile(freedom) == pytest.approx(PRINTED[freedom], abs=6e-4)


@pytest.mark.parametrize("freedom", [*range(1, 12), 24, 25, 60])
@pytest.mark.parametrize("t", [0.0, 0.3, 1.0, 2.5, 12.0])
def test_the_finite_sum_equals_the_incomplete_beta_function(freedom, t):
    outside = mpmath.betainc(freedom / 2, 0.5, 0, freedom / (freedom + t * t), regularized=True)
    assert within(t, freedom) == pytest.approx(float(1 - outside), abs=1e-12)


def test_interval_of_three_values():
    found = interval([1, 2, 3])
    assert (found.mean, found.count) == (2, 3)
    assert found.half == pytest.approx(4.302653 / math.sqrt(3), abs=1e-6)
    assert (found.low, found.high) == (2 - found.half, 2 + found.half)


def test_one_value_has_no_interval():
    found = interval([5])
    assert (found.mean, found.half, found.low, found.high, found.count) == (5, None, None, None, 1)


def test_equal_values_have_an_interval_of_width_zero():
    assert interval([4, 4, 4]).half == 0
