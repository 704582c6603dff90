"""Bradley-Terry strengths of weighted votes, from the points of each pair."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

NEWTON_STEPS = 200
HALVINGS = 50
SMALL_STEP = 1e-10


@dataclass(frozen=True)
class Fit:
    """Strengths that maximise the likelihood, and what the votes say of them."""

    theta: Floats
    """Natural-log strengths, shape (M,). Only their differences have a meaning."""
    inverse: Floats
    """Inverse of the information, shape (M, M), for contrasts: coefficients that sum to 0."""
    has_prior: bool
    """Whether each contestant got a tie with the average more, since no finite maximum existed."""


def fit_bradley_terry(points: Floats) -> Fit:
    """Fits strengths by Newton's method.

    `points[i, j]` is the weight of the votes that i won against j, a tie half for each; shape (M, M). Where wins and ties
    do not lead from everyone to everyone, no finite maximum exists (Ford 1957): then each contestant gets one tie with the
    average more. The contestants are linked by votes.
    """
    count = len(points)
    votes = points + points.T
    has_prior = not leads_everywhere(points)
    # without ties to the average, the information is singular along equal shifts of all; a constant mends it
    level = 0.0 if has_prior else votes.sum() / 4 / count**2
    theta = np.zeros(count)
    best = _log_likelihood(points, theta, has_prior)
    for _ in range(NEWTON_STEPS):
        gradient, information = _slopes(points, votes, theta, has_prior)
        step = np.linalg.solve(information + level, gradient)
        share = 1.0
        for _ in range(HALVINGS):
            found = _log_likelihood(points, theta + share * step, has_prior)
            if found >= best - 1e-12 * abs(best):
                break
            share /= 2
        theta = theta + share * step
        best = found
        if abs(share * step).max() < SMALL_STEP:
            break
    information = _slopes(points, votes, theta, has_prior)[1]
    return Fit(theta, np.linalg.inv(information + level), has_prior)


def chances(theta: Floats) -> Floats:
    """P(i beats j), shape (M, M)."""
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(theta[None, :] - theta[:, None]))


def _slopes(points: Floats, votes: Floats, theta: Floats, has_prior: bool) -> tuple[Floats, Floats]:
    """The gradient of the log-likelihood, shape (M,), and the information, shape (M, M)."""
    chance = chances(theta)
    gradient = (points - votes * chance).sum(1)
    information = laplacian(votes * chance * (1 - chance))
    if has_prior:
        against_average = 1 / (1 + np.exp(-theta))
        gradient += 0.5 - against_average
        information[np.diag_indices_from(information)] += against_average * (1 - against_average)
    return gradient, information


def _log_likelihood(points: Floats, theta: Floats, has_prior: bool) -> float:
    value = -(points * np.logaddexp(0, theta[None, :] - theta[:, None])).sum()
    if has_prior:
        value -= (np.logaddexp(0, theta) + np.logaddexp(0, -theta)).sum() / 2
    return float(value)


def laplacian(edges: Floats) -> Floats:
    """The matrix L with h' L h = sum over pairs i < j of edges[i, j] (h_i - h_j)^2; both have shape (M, M), edges symmetric."""
    return np.diag(edges.sum(1)) - edges


def leads_everywhere(points: Floats) -> bool:
    """Whether wins and ties lead from everyone to everyone."""
    won = points > 0
    return bool(reachable(won, 0).all() and reachable(won.T, 0).all())


def reachable(links: Flags, start: int) -> Flags:
    """Where links lead from `start`, itself included; links have shape (M, M), the result (M,)."""
    reached = np.zeros(len(links), dtype=bool)
    reached[start] = True
    newest = reached
    while newest.any():
        found = links[newest].any(0) & ~reached
        reached = reached | found
        newest = found
    return reached
