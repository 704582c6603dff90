"""Who is rated: contestants with votes enough, in the largest group that votes link."""

from dataclasses import replace

import numpy as np

from .fit import Flags
from .frames import Numbers
from .votes import Votes

MIN_VOTES = 10


def find_rated(votes: Votes) -> tuple[Numbers, Flags]:
    """Contestants with ten votes in the largest group that votes among such ones link; and whom votes link to these at all.

    Votes of others do not count, so it is found again until nothing changes. Returns numbers, ascending, and shape (M,).
    """
    size = len(votes.contestants)
    pairs, met = np.unique(votes.left * size + votes.right, return_counts=True)
    left, right = np.divmod(pairs, max(1, size))
    is_kept = np.ones(size, dtype=bool)
    while True:
        is_inside = is_kept[left] & is_kept[right]
        ends = np.concatenate([left[is_inside], right[is_inside]])
        counts = np.bincount(ends, np.tile(met[is_inside], 2), minlength=size)
        group = _link_groups(left[is_inside], right[is_inside], size)
        members = np.bincount(group[is_kept], minlength=size)
        stays = is_kept & (counts >= MIN_VOTES) & (group == (members.argmax() if size else -1))
        if (stays == is_kept).all():
            break
        is_kept = stays
    rated = np.flatnonzero(is_kept)
    group = _link_groups(left, right, size)
    return rated, group == group[rated[0]] if len(rated) else np.zeros(size, dtype=bool)


def _link_groups(left: Numbers, right: Numbers, size: int) -> Numbers:
    """The lowest contestant of those that pairs link to each one, shape (M,). Takes no table of pairs."""
    group = np.arange(size)
    while (group[left] != group[right]).any():
        low, high = np.minimum(group[left], group[right]), np.maximum(group[left], group[right])
        np.minimum.at(group, high, low)
        while (group != group[group]).any():
            group = group[group]
    return group


def votes_among(votes: Votes, members: Numbers) -> Votes:
    """The votes among these contestants, who get their places as numbers."""
    number = np.full(len(votes.contestants), -1)
    number[members] = np.arange(len(members))
    left, right = number[votes.left], number[votes.right]
    is_inside = (left >= 0) & (right >= 0)
    names = [votes.contestants[i] for i in members]
    return replace(votes, contestants=names, left=left, right=right).pick(is_inside)
