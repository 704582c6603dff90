"""Strengths of votes and what is known of them: statistics version 3, by the limit of endless bootstrap rounds.

The method is that of docs/explanation/statistics.md. Votes are counted by pair and by unit, a prompt or a person, so that
nothing has the shape (votes, contestants).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from .fit import Fit, Floats, chances, fit_bradley_terry, laplacian
from .frames import Numbers
from .student import student_deviate
from .votes import LEFT, TIE, Votes

UnitKind = Literal["prompt", "voter"]
SpeaksFor = Literal["these_people", "these_prompts"]
Weights = Literal["units", "votes"]

CORRELATION = 0.2
"""Of two votes of one unit, times the number of contestants, as weights suppose it."""
KNOWN_VOTES = 30
"""From so many votes on a contestant counts fully in the mean of all strengths."""
MODEL_INFORMATION = 7.5
"""Up to the information of 30 even votes, the spread of votes counts as the model's."""
FEW_PEOPLE, FEW_PROMPTS = 8, 5
ENDLESS_DEGREES = 1e9
MIN_DEGREES = 0.5
CELLS_AT_ONCE = 2**21


@dataclass(frozen=True)
class Units:
    """What a board resamples, and for whom alone it speaks."""

    kinds: list[UnitKind]
    effective: dict[UnitKind, float | None]
    """Kish numbers of all votes, with their weights. None: votes name no unit of this kind."""
    speaks_for: SpeaksFor | None


@dataclass(frozen=True)
class UnitSums:
    """One kind of unit: sums over units of products of what each contestant got on a unit. Shape (M, M)."""

    scores: Floats
    """Of the weighted scores beyond their expectation."""
    weights: Floats
    """Of the weights of votes."""
    named: float
    """The share of votes whose unit is known."""
    single_of_named: Floats
    """The form of the variance that these votes have one by one."""


@dataclass(frozen=True)
class Spread:
    """The variance of several contrasts of strengths, and the degrees of freedom of Student's t; shape (contrasts,)."""

    variance: Floats
    degrees: Floats


@dataclass(frozen=True)
class Measured:
    """Strengths of linked contestants and forms of their variance, h' A h with h = H^-1 c for a contrast c."""

    theta: Floats
    """Natural-log strengths, shape (M,). Their mean is 0; a contestant with few votes counts less in it."""
    mean: Floats
    """What each contestant counts in the mean, shape (M,)."""
    fit: Fit
    single: Floats
    """Of single votes, shape (M, M)."""
    model: Floats
    """Of single votes as the model has them, shape (M, M). Unused where the fit has ties with the average."""
    dispersion: float
    """How much less than the model says votes vary, at most 1."""
    weight: Floats
    """The total weight of each contestant's votes with a known unit, by kind; shape (kinds, M)."""
    units: list[UnitSums]
    information: Floats
    """The information of each pair at the fit, shape (M, M), symmetric."""
    evenness: Floats
    """4 p (1 - p) of each pair, shape (M, M)."""

    def of_ratings(self) -> Spread:
        """Of each strength less the mean of all."""
        contrasts = np.eye(len(self.theta)) - self.mean
        kappas = [weight**2 / np.maximum(np.diag(sums.weights), 1e-300) for weight, sums in zip(self.weight, self.units)]
        return self._spread(contrasts, kappas)

    def of_differences(self, i: int) -> Spread:
        """Of the strength of i less each other; the entry of i itself means nothing."""
        contrasts = np.eye(len(self.theta))[i] - np.eye(len(self.theta))
        kappas = []
        for weight, sums in zip(self.weight, self.units):
            share = 1 / np.maximum(weight, 1e-300)
            squares = np.diag(sums.weights) * share**4
            together = squares + squares[i] + 2 * sums.weights[i] * share[i] ** 2 * share**2
            kappas.append((share + share[i]) ** 2 / np.maximum(together, 1e-300))
        return self._spread(contrasts, kappas)

    def evenness_of_differences(self, i: int) -> Floats:
        """The mean of 4 p (1 - p) over the information about i and each other, shape (M,)."""
        influence = self.fit.inverse[i] - self.fit.inverse
        information = _form(laplacian(self.information), influence)
        even = _form(laplacian(self.information * self.evenness), influence)
        return np.where(information > 0, even / np.maximum(information, 1e-300), 1.0)

    def _spread(self, contrasts: Floats, kappas: list[Floats]) -> Spread:
        """V = k_p / (k_p - 1) V_p + k_v / (k_v - 1) V_v - V_1, never below any part; contrasts have the shape (contrasts, M)."""
        influence = contrasts @ self.fit.inverse
        single = _form(self.single, influence)
        model = (contrasts * influence).sum(1) if self.fit.has_prior else _form(self.model, influence)
        by_votes = np.maximum(single, self.dispersion * model)
        degrees = np.full(len(contrasts), ENDLESS_DEGREES)
        parts = []
        for sums, kappa in zip(self.units, kappas):
            left = np.maximum(MIN_DEGREES, kappa - 1)
            degrees = np.minimum(degrees, left)
            part = _form(sums.scores, influence) * kappa / left
            if sums.named < 1:
                excess = part - _form(sums.single_of_named, influence) + (1 - sums.named) * part * np.sqrt(2 / np.maximum(kappa, 1e-300))
                part = by_votes + np.maximum(0, excess) / sums.named**2
            parts.append(part)
        together = parts[0] + parts[1] - single if len(parts) == 2 else by_votes
        return Spread(np.maximum.reduce([by_votes, together, *parts]), degrees)


def half_widths(spread: Spread, level: float) -> Floats:
    """Half of the interval of each contrast, shape (contrasts,)."""
    normal = NormalDist().inv_cdf((1 + level) / 2)
    quantiles = np.array([student_deviate(normal, degrees) for degrees in spread.degrees.tolist()])
    return quantiles * np.sqrt(spread.variance)


def choose_units(votes: Votes, weights: Weights) -> Units:
    """Prompts and people where both are many enough. Judges are never units: prompts are, however few they are."""
    known: dict[UnitKind, Numbers] = {}
    if (votes.prompt >= 0).any():
        known["prompt"] = votes.prompt
    if (votes.person >= 0).any():
        known["voter"] = votes.person
    weight = weigh(list(known.values()), len(votes.left), len(votes.contestants), weights)
    effective: dict[UnitKind, float | None] = {"prompt": None, "voter": None}
    for kind, unit in known.items():
        sums = np.bincount(unit[unit >= 0], weight[unit >= 0])
        effective[kind] = float(sums.sum() ** 2 / (sums**2).sum())
    are_prompts_many = (effective["prompt"] or 0) >= FEW_PROMPTS
    if "voter" not in known:
        return Units(list(known), effective, None)
    if (effective["voter"] or 0) < FEW_PEOPLE:
        return Units(["prompt"] if are_prompts_many else [], effective, "these_people")
    if "prompt" in known and not are_prompts_many:
        return Units(["voter"], effective, "these_prompts")
    return Units(list(known), effective, None)


def weigh(units: list[Numbers], count: int, contestants: int, weights: Weights) -> Floats:
    """Weights 1 / (1 + rho (m_p - 1) + rho (m_v - 1)) relative to the largest, rho = 0.2 / M; shape (votes,).

    m is the number of votes of the vote's prompt, and of its voter. A vote without a name gets the mean m of those with one;
    counts of partly named kinds are scaled up.
    """
    total = np.ones(count)
    for unit in units if weights == "units" else []:
        is_named = unit >= 0
        if not is_named.any():
            continue
        share = is_named.mean()
        votes = np.bincount(unit[is_named])
        mean = (votes.astype(float) ** 2).sum() / votes.sum() / share
        total += CORRELATION / contestants * (np.where(is_named, votes[unit] / share, mean) - 1)
    weight: Floats = total.min(initial=np.inf) / total
    return weight


def measure(votes: Votes, kinds: list[UnitKind], weights: Weights) -> Measured:
    """Fits the votes of linked contestants, each of which has one, and measures the spread of strengths by units."""
    size = len(votes.contestants)
    units = [votes.prompt if kind == "prompt" else votes.person for kind in kinds]
    weight = weigh(units, len(votes.left), size, weights)
    score = np.where(votes.outcome >= TIE, 0.5, np.where(votes.outcome == LEFT, 1.0, 0.0))
    pair = votes.left * size + votes.right
    points = _by_pair(pair, weight * score, size) + _by_pair(pair, weight * (1 - score), size).T
    fit = fit_bradley_terry(points)
    counts = np.bincount(votes.left, minlength=size) + np.bincount(votes.right, minlength=size)
    mean = np.minimum(1, counts / KNOWN_VOTES)
    mean = mean / mean.sum()
    chance = chances(fit.theta)
    flat = chance.ravel()[pair]
    pull = weight * (score - flat)
    info = chance * (1 - chance)
    weight_of_pair = _both(_by_pair(pair, weight, size))
    squares = _by_pair(pair, weight * (score - flat) ** 2, size).sum()
    return Measured(
        theta=fit.theta - mean @ fit.theta,
        mean=mean,
        fit=fit,
        single=laplacian(_both(_by_pair(pair, pull**2, size))),
        model=laplacian(_both(_by_pair(pair, weight**2, size)) * info),
        dispersion=min(1.0, float((squares + MODEL_INFORMATION) / ((weight_of_pair * info).sum() / 2 + MODEL_INFORMATION))),
        weight=np.array([_weights_of(votes, unit, weight) for unit in units]).reshape(len(units), size),
        units=[_unit_sums(votes, unit, weight, pull) for unit in units],
        information=weight_of_pair * info,
        evenness=4 * info,
    )


def _unit_sums(votes: Votes, unit: Numbers, weight: Floats, pull: Floats) -> UnitSums:
    """Sums the products of units: of those with one vote by pair, of the others some units at a time."""
    size = len(votes.contestants)
    is_named = unit >= 0
    is_single = is_named & (np.bincount(unit[is_named])[unit] == 1)
    pair = votes.left * size + votes.right
    scores = laplacian(_both(_by_pair(pair[is_single], pull[is_single] ** 2, size)))
    edges = _both(_by_pair(pair[is_single], weight[is_single] ** 2, size))
    weights = edges + np.diag(edges.sum(1))
    for rows, cell, height in _blocks(unit, np.flatnonzero(is_named & ~is_single), size):
        left, right = cell + votes.left[rows], cell + votes.right[rows]
        # what each contestant got on each of these units, shape (units, M)
        score = np.bincount(left, pull[rows], height * size) - np.bincount(right, pull[rows], height * size)
        block = score.reshape(height, size)
        scores += block.T @ block
        total = np.bincount(left, weight[rows], height * size) + np.bincount(right, weight[rows], height * size)
        block = total.reshape(height, size)
        weights += block.T @ block
    single = laplacian(_both(_by_pair(pair[is_named], pull[is_named] ** 2, size)))
    return UnitSums(scores, weights, float(is_named.mean()), single)


def _blocks(unit: Numbers, rows: Numbers, size: int) -> Iterator[tuple[Numbers, Numbers, int]]:
    """The rows of some units at a time, with the first cell of each row's unit in a flat table of (units, M), and its height."""
    number = np.unique(unit[rows], return_inverse=True)[1]
    order = np.argsort(number, kind="stable")
    rows, number = rows[order], number[order]
    units = int(number[-1]) + 1 if len(number) else 0
    most = max(1, CELLS_AT_ONCE // size)
    for low in range(0, units, most):
        start, end = np.searchsorted(number, (low, low + most))
        yield rows[start:end], (number[start:end] - low) * size, min(most, units - low)


def _weights_of(votes: Votes, unit: Numbers, weight: Floats) -> Floats:
    named, size = np.where(unit >= 0, weight, 0), len(votes.contestants)
    return np.asarray(np.bincount(votes.left, named, size) + np.bincount(votes.right, named, size), dtype=np.float64)


def _by_pair(pair: Numbers, value: Floats, size: int) -> Floats:
    """Sums by left and right contestant, shape (M, M)."""
    return np.asarray(np.bincount(pair, value, size * size).reshape(size, size), dtype=np.float64)


def _both(values: Floats) -> Floats:
    return values + values.T


def _form(matrix: Floats, influence: Floats) -> Floats:
    """h' A h for each h, shape (contrasts,)."""
    return np.asarray(((influence @ matrix) * influence).sum(1))
