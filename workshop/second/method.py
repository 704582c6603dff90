"""
The statistical method of shared/stats/method once more, written from its description, with numpy alone.

    python3 workshop/second/method.py > workshop/second/method.json

draws small worlds from seeds and prints their votes and what the method says of them. A test holds the TypeScript to
it. Nothing here is fast, and nothing was translated: a formula stands as the page has it, over plain arrays.
"""

import json
from itertools import combinations
from math import comb, exp, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist

import numpy as np

ALPHA, FIRST, FEW_VOTES, PRIOR, DRAWS, MARGIN = 0.05, 0.7, 30, 12.5, 200_000, 0.25
NORMAL = NormalDist()


# Distributions


def beta_below(a, b, x):
    """The incomplete beta function I_x(a, b), by its continued fraction."""
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(b, a, 1 - x)
    terms = []
    for m in range(1, 400):
        terms.append(-(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1)))
        terms.append(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)))
    fraction = 1.0
    for term in reversed(terms):
        fraction = 1 + term / fraction
    return exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / (a * fraction)


def normal_of_student(t, df):
    """The normal deviate with the same tails as Student's t; beyond a million degrees, t."""
    if df >= 1e6:
        return t
    return -NORMAL.inv_cdf(beta_below(df / 2, 0.5, df / (df + t * t)) / 2) if t > 0 else 0.0


def sign_test(wins, losses, looks):
    """p of two contestants by single votes: the binomial one, or for all looks 1 / (2^n B(wins + 1, losses + 1))."""
    n = wins + losses
    if looks == 'one':
        return min(1.0, 2 * sum(comb(n, k) for k in range(max(wins, losses), n + 1)) / 2**n)
    return min(1.0, (n + 1) * comb(n, wins) / 2**n)


# Fits. A vote is a row d of D with 1 at the left and −1 at the right, and a score y of 1, ½ or 0 for the left.


def chances(D, theta):
    p = 1 / (1 + np.exp(-D @ theta))
    return p, p * (1 - p)


def information(D, weight, theta):
    return (D.T * (weight * chances(D, theta)[1])) @ D


def basis(*orthogonal):
    """Columns that span what is orthogonal to all of these vectors."""
    return np.linalg.svd(np.array(orthogonal))[2][len(orthogonal) :].T


def fit(D, y, weight, penalised=False, equal=None):
    """The strengths of most (penalised) likelihood, and its logarithm; `equal` is a contrast that is kept 0."""
    ones = np.ones(D.shape[1])
    whole = basis(ones)
    free = whole if equal is None else basis(ones, equal)

    def value(theta):
        eta = D @ theta
        plain = np.sum(weight * (y * eta - np.logaddexp(0, eta)))
        # the penalty is that of the whole model, also where a contrast is kept 0
        inner = whole.T @ information(D, weight, theta) @ whole
        return plain + np.linalg.slogdet(inner)[1] / 2 if penalised else plain

    theta = np.zeros(D.shape[1])
    for _ in range(300):
        p, q = chances(D, theta)
        H = information(D, weight, theta)
        pull = weight * (y - p)
        if penalised:  # as if each vote came with its leverage in ties
            leverage = weight * q * np.einsum('ka,ab,kb->k', D, np.linalg.pinv(H), D)
            pull = pull + leverage * (0.5 - p)
            H = information(D, weight + leverage, theta)
        if free.shape[1] == 0:
            break
        step = free @ np.linalg.solve(free.T @ H @ free, free.T @ D.T @ pull)
        size = 1.0
        while size > 1e-6 and value(theta + size * step) < value(theta) - 1e-12:
            size /= 2
        theta = theta + size * step
        if np.abs(step).max() < 1e-13:
            break
    return theta, value(theta)


def has_maximum(contestants, left, right, y):
    """Whether wins and ties lead from everyone to everyone (Ford 1957)."""
    reach = np.eye(contestants, dtype=bool)
    reach[left[y > 0], right[y > 0]] = True
    reach[right[y < 1], left[y < 1]] = True
    for k in range(contestants):
        reach |= np.outer(reach[:, k], reach[k])
    return bool(reach.all())


# Weights


def by_unit(values, unit):
    """Sums over the votes of each unit."""
    total = np.zeros((unit.max() + 1, *values.shape[1:]))
    np.add.at(total, unit, values)
    return total


def votes_together(unit):
    """m of each vote: divided by the share named, and the mean over votes where the vote names no unit."""
    named = unit >= 0
    m = np.zeros(len(unit))
    m[named] = np.bincount(unit[named])[unit[named]] / named.mean()
    m[~named] = m[named].mean()
    return m


def correlation(D, y, weight, theta, unit):
    p, q = chances(D, theta)
    r = y - p
    s = np.sqrt(np.sum(r**2) / np.sum(q) * q)
    k = (unit >= 0) & (np.bincount(unit + 1)[unit + 1] > 1)  # a vote alone in its unit says nothing of it
    if not k.any():
        return 0.0
    sums = by_unit((weight * r)[k, None] * D[k], unit[k])
    excess = np.sum(sums**2) - np.sum(2 * (weight * r)[k] ** 2)
    room = 2 * (np.sum(by_unit((weight * s)[k], unit[k]) ** 2) - np.sum((weight * s)[k] ** 2))
    return min(1.0, max(0.0, excess / room))


def weighted(D, y, kinds, penalised):
    """Two steps from ρ₀; weights, correlations and strengths."""
    sizes = [votes_together(unit) for unit in kinds]
    rho = [0.1 / max(1, D.shape[1] / 2)] * len(kinds)
    for step in range(3):
        weight = 1 / (1 + sum((r * (m - 1) for r, m in zip(rho, sizes)), np.zeros(len(y))))
        theta = fit(D, y, weight, penalised)[0]
        if step < 2:
            rho = [correlation(D, y, weight, theta, unit) for unit in kinds]
    return theta, weight, rho


# Errors. Columns are contrasts, one for each pair i < j.


def one_way(t, share, unit):
    """κ/(κ − 1) Σ T², κ − 1 degrees (½ at least, in both), κ, and the T."""
    T, I = by_unit(t, unit), by_unit(share, unit)
    kish = I.sum(0) ** 2 / (I**2).sum(0)
    degrees = np.maximum(0.5, kish - 1)
    return kish / degrees * (T**2).sum(0), degrees, kish, T


def errors(D, y, weight, theta, kinds, contrasts):
    p, q = chances(D, theta)
    inverse = np.linalg.pinv(information(D, weight, theta))
    A = D @ inverse @ contrasts
    t, share = (weight * (y - p))[:, None] * A, (weight * q)[:, None] * A**2
    model = np.einsum('ax,ab,bx->x', contrasts, inverse, contrasts)
    alone = np.arange(len(y))
    of_votes, degrees, kish, T = one_way(t, share, alone)
    even = (share * (4 * q)[:, None]).sum(0) / share.sum(0)
    votes = kish, kish**even * (4 / model) ** (1 - even), even
    if not kinds:
        return of_votes, degrees, votes, model, T
    each = []
    for unit in kinds:
        k = unit >= 0
        raw, own, _, T = one_way(t[k], share[k], unit[k])
        if not k.all():  # the named ones' excess over single votes, and its noise, scaled up to all
            f = share[k].sum(0) / share.sum(0)
            f = np.where(f < 1e-9, 0, f)  # where no named vote tells of a contrast, nothing is known of its error
            single = t[k] ** 2
            noise = (1 - f) * np.sqrt(((T**2 - by_unit(single, unit[k])) ** 2).sum(0))
            excess = np.maximum(0, raw - single.sum(0) + noise)
            raw = of_votes + np.divide(excess, f**2, out=np.full_like(f, np.inf), where=f > 0)
        each.append((raw, own, T))
    variance = sum(raw for raw, _, _ in each)
    if len(kinds) == 2:  # votes without one of the names are alone in their cell
        together = (kinds[0] >= 0) & (kinds[1] >= 0)
        cell = np.where(together, kinds[0] * 1_000_003 + kinds[1], -1 - alone)
        cell = np.unique(cell, return_inverse=True)[1]
        variance = variance - (by_unit(t, cell) ** 2).sum(0)
    variance = np.maximum.reduce([variance, of_votes, *(raw for raw, _, _ in each)])
    degrees = np.minimum.reduce([own for _, own, _ in each])
    return variance, degrees, votes, model, np.concatenate([T for _, _, T in each])


def spread_at_equality(D, y, weight, theta, kinds, contrast):
    """By what factor the score of a contrast that is 0 at θ varies more over units than the model says."""
    p, q = chances(D, theta)
    A = D @ np.linalg.pinv(information(D, weight, theta)) @ contrast
    t = weight * (y - p) * A
    singles = np.sum(t**2)

    def excess(unit):
        k = unit >= 0
        alone = np.sum(t[k] ** 2)
        return max(0, np.sum(by_unit(t[k], unit[k]) ** 2) - alone) / (alone / singles) ** 2 if alone > 0 else 0

    each = [excess(unit) for unit in kinds]
    both = sum(each)
    if len(kinds) == 2:
        together = (kinds[0] >= 0) & (kinds[1] >= 0)
        cell = np.where(together, kinds[0] * 1_000_003 + kinds[1], -1 - np.arange(len(y)))
        both -= excess(np.unique(cell, return_inverse=True)[1])
    return (singles + max(0, both, *each)) / np.sum(weight * q * A**2)


# Decisions

LEVEL = -NORMAL.inv_cdf(ALPHA / 2)


def boundary(x, variance, looks):
    """What z must exceed: x for one look, Robbins' boundary at the level of x for all of them."""
    if looks == 'one':
        return x
    r = 1 / (PRIOR * variance)
    return np.sqrt((1 + 1 / r) * (np.log1p(r) - 2 * log(2 * NORMAL.cdf(-x))))


def step_down(z, variance, T, level, looks):
    """Rejected pairs, the last critical value, and the least distance of a z from its boundary at any step."""
    least = -NORMAL.inv_cdf(level / 2)
    rounds = np.abs(np.random.default_rng(1).standard_normal((DRAWS, len(T))) @ (T / np.sqrt((T**2).sum(0))))
    left, margin = np.ones(len(z), bool), np.inf
    while True:
        x = max(least, np.quantile(rounds[:, left].max(1), 1 - level)) if len(z) > 1 else least
        beyond = z - boundary(x, variance, looks)
        margin = min(margin, np.abs(beyond[left]).min())
        rest = left & (beyond <= 0)
        if rest.sum() in (0, left.sum()):
            return ~rest, x, margin
        left = rest


def facts_of(contestants, left, right, y, kinds):
    """All that comes before a decision. Of pairs in the order 0–1, 0–2, …"""
    D = np.eye(contestants)[left] - np.eye(contestants)[right]
    penalised = not has_maximum(contestants, left, right, y)
    theta, weight, rho = weighted(D, y, kinds, penalised)
    contrasts = np.array([np.eye(contestants)[i] - np.eye(contestants)[j] for i, j in pairs_of(contestants)]).T
    variance, degrees, (kish, votes, even), model, T = errors(D, y, weight, theta, kinds, contrasts)
    lead = theta @ contrasts
    z = np.zeros(len(lead))
    for x, contrast in enumerate(contrasts.T):
        if votes[x] < FEW_VOTES:
            equal, value = fit(D, y, weight, True, contrast)
            gain = fit(D, y, weight, True)[1] - value
            spread, df = 1, inf
            if kinds:
                spread = spread_at_equality(D, y, weight, equal, kinds, contrast) ** (1 - even[x])
                shared = max(0, 1 - (degrees[x] + 1) / kish[x])  # the most that units can have of the variance
                df = degrees[x] / shared**2 if shared > 0 else inf
            z[x] = normal_of_student(sqrt(max(0, 2 * gain) / max(1, variance[x] / model[x], spread)), df)
        else:
            z[x] = normal_of_student(abs(lead[x]) / sqrt(variance[x]), degrees[x])
    facts = {
        'penalised': penalised,
        'theta': theta,
        'correlations': rho,
        'weights': [weight.min(), weight.max(), weight.sum(), (weight**2).sum()],
        'lead': lead,
        'variance': variance,
        'degrees': degrees,
        'votes': votes,
        'modelVariance': model,
    }
    return facts, z, T


def pairs_of(contestants):
    return list(combinations(range(contestants), 2))


def decide(contestants, facts, z, T, exact, looks):
    """First place at 3.5 %, orders at 1.5 %, or at 5 % once first place is decided. Of two, one question at 5 %."""
    pairs, variance = pairs_of(contestants), facts['variance']
    if exact:  # the p of single votes has its looks within it, so z is to the boundary as it is to one look's value
        z = -NORMAL.inv_cdf(sign_test(*exact, looks) / 2) * boundary(LEVEL, variance, looks) / LEVEL * np.ones(1)
    is_one = len(pairs) == 1
    best = int(np.argmax(facts['theta']))
    of_best = np.array([best in pair for pair in pairs])
    first = -NORMAL.inv_cdf(ALPHA * (1 if is_one else FIRST) / 2)
    has_winner = bool(np.all((z > boundary(first, variance, looks))[of_best]))
    level = ALPHA if is_one or has_winner else ALPHA * (1 - FIRST)
    rejected, critical, margin = step_down(z, variance, T, level, looks)
    margin = min(margin, np.abs(z - boundary(first, variance, looks))[of_best].min())
    shown = rejected | (has_winner & of_best)
    above = sorted([i, j] if facts['lead'][x] > 0 else [j, i] for x, (i, j) in enumerate(pairs) if shown[x])
    return {'z': z, 'winner': best if has_winner else None, 'above': above, 'critical': critical}, margin


# Worlds


def draw(seed, contestants, votes, prompts=0, voters=0, lead=0.5, effect=0.5, heavy=0, named=(1, 1), **special):
    """Columns of votes: strengths fall by `lead`, and units have effects. 2 is a tie, −1 a unit without a name."""
    random = np.random.default_rng(seed)
    taste = effect * random.standard_normal((2, max(prompts, voters, 1), contestants))
    last, loser, newcomer = contestants - 1, special.get('loser'), special.get('newcomer', votes)
    rows = []
    while len(rows) < votes:
        i, j = (int(one) for one in random.choice(contestants, 2, replace=False))
        if last in (i, j) and sum(last in row[:2] for row in rows) >= newcomer:
            continue
        prompt = 0 if random.random() < heavy else int(random.integers(max(1, prompts)))
        units = [len(rows) % prompts if 'equal_units' in special else prompt, int(random.integers(max(1, voters)))]
        gap = lead * (j - i)
        for kind, count in enumerate((prompts, voters)):
            gap += (count > 0) * (taste[kind, units[kind], i] - taste[kind, units[kind], j])
            if count == 0 or random.random() >= named[kind]:
                units[kind] = -1
        outcome = 2 if random.random() < 0.2 else int(random.random() > 1 / (1 + exp(-gap)))
        rows.append([i, j, int(i == loser) if loser in (i, j) else outcome, *units])
    return np.array(rows).T


WORLDS = {
    'equal units': dict(contestants=4, votes=144, prompts=12, lead=0.6, equal_units=True),
    'one heavy prompt': dict(contestants=4, votes=200, prompts=20, lead=1.6, effect=0.3, heavy=0.5),
    'prompts and voters': dict(contestants=4, votes=240, prompts=14, voters=10, lead=1),
    'few voters': dict(contestants=3, votes=150, prompts=10, voters=3, lead=0.8),
    'two prompts, one of most votes': dict(contestants=3, votes=150, prompts=2, heavy=0.7, effect=0.3),
    'voters named on a part': dict(contestants=3, votes=240, prompts=14, voters=12, lead=1.5, named=(1, 0.6)),
    'both named on a part': dict(contestants=3, votes=240, prompts=12, voters=9, lead=0.9, named=(0.7, 0.5)),
    'voters alone, named on a part': dict(contestants=3, votes=200, voters=12, lead=1, named=(1, 0.5)),
    'single votes': dict(contestants=4, votes=250, lead=1.5),
    'few votes on few prompts': dict(contestants=2, votes=25, prompts=4, lead=3),
    'few votes': dict(contestants=3, votes=36, prompts=9, lead=1.6, effect=0.3),
    'a newcomer': dict(contestants=4, votes=170, prompts=14, lead=0.8, newcomer=8),
    'one who lost everything': dict(contestants=4, votes=120, prompts=12, lead=0.6, effect=1, heavy=0.3, loser=3),
    'two by prompts': dict(contestants=2, votes=90, prompts=15, lead=1.5),
    'two by single votes': dict(contestants=2, votes=40, lead=2.5),
}
DIGITS = '-0123456789abcdefghijklmnopqrstuvwxyz'


def stored(number, name, world):
    """The world's first board with weights, and with no z so near to its critical value that draws could decide."""
    contestants = world['contestants']
    for seed in range(100 * number, 100 * number + 100):
        columns = draw(seed, **world)
        left, right, outcome, *kinds = columns
        y = np.array([1, 0, 0.5])[outcome]
        kinds = [unit for unit in kinds if (unit >= 0).any()]
        facts, z, T = facts_of(contestants, left, right, y, kinds)
        if kinds and max(facts['correlations']) < 0.01:
            continue
        exact = None
        if contestants == 2 and not kinds:
            exact = [int(np.sum(y == (left == side))) for side in (0, 1)]
        one, every = (decide(contestants, facts, z, T, exact, looks) for looks in ('one', 'any'))
        if min(one[1], every[1]) > MARGIN:
            texts = [''.join(DIGITS[value + 1] for value in column) for column in columns]
            votes = dict(zip(('left', 'right', 'outcome', 'prompt', 'voter'), texts))
            return {'name': name, 'world': {'seed': seed, **world}, **votes, **facts, 'one': one[0], 'any': every[0]}
    raise SystemExit(f'{name}: no seed has weights and keeps every z away from its critical value. Change the world.')


def plain(value):
    """As JSON takes it."""
    return value.tolist() if isinstance(value, np.ndarray) else value.item()


if __name__ == '__main__':
    boards = [stored(number, name, world) for number, (name, world) in enumerate(WORLDS.items())]
    print(json.dumps(boards, indent=1, default=plain))
