"""The board of Deadheat, statistics version 3, once more in Python: the second program that the engine is held to. Needs numpy and scipy.

    python3 workshop/second/board.py VOTES.jsonl [--rounds 1000] [--seed 1] [--level 0.95] [--weights votes] [--live]
    python3 workshop/second/board.py --worlds [FILE.jsonl ...] > workshop/second/board.json

VOTES.jsonl has model_a, model_b, winner (model_a | model_b | anything else is a tie) and, where known, question_id (or group) and
judge (a person, if judge_type is not llm). Self-battles are left out. Arrays run over votes, contestants (M) or units.
The second form writes what a test compares: small drawn worlds with their votes, and files of votes by name, with their boards.
"""
import argparse
import json
import math
import os

import numpy as np
from scipy.stats import norm, t as student

POINTS = 400 / math.log(10)                      # a rating is 1000 + POINTS * theta
FEW_PEOPLE, FEW_PROMPTS = 8, 5                   # below so many effective ones a board speaks for these people, or prompts, alone
MIN_VOTES = 10                                 # a contestant is rated from so many votes on
TUNED_AT = 12.5                                  # Robbins' boundary is tightest at 1/V = 12.5 r, r = 8: 400 even votes of a pair
KNOWN = 30                                       # votes from which on a contestant counts fully in the mean of all


def kish(shares):
    """Effective number of units: (sum m)^2 / sum m^2 over the first axis."""
    return shares.sum(0) ** 2 / np.maximum((shares ** 2).sum(0), 1e-300)


def fit(M, a, b, y, w, prior=0.0, theta=None, steps=60):
    """Weighted Bradley-Terry by Newton; prior = 1: one tie of each contestant with the average more. Returns theta (mean 0) and H."""
    won = np.bincount(a * M + b, w * y, M * M).reshape(M, M) + np.bincount(b * M + a, w * (1 - y), M * M).reshape(M, M)
    votes, theta = won + won.T, np.zeros(M) if theta is None else theta
    for _ in range(steps):
        p = 1 / (1 + np.exp(theta[None] - theta[:, None]))
        chance = 1 / (1 + np.exp(-theta))
        info = votes * p * (1 - p)
        H = np.diag(info.sum(1) + prior * chance * (1 - chance)) - info
        score = (won - votes * p).sum(1) + prior * (0.5 - chance)
        step = np.linalg.solve(H + (prior == 0) / M, score)
        theta = theta + step * min(1, 2 / max(1e-12, abs(step).max()))
        if abs(step).max() < 1e-10:
            break
    return theta - theta.mean(), H


def leads_everywhere(M, a, b, y):
    """Whether wins and ties lead from everyone to everyone (Ford 1957): only then is the maximum finite."""
    reach = np.eye(M, dtype=bool)
    reach[a[y > 0], b[y > 0]] = True
    reach[b[y < 1], a[y < 1]] = True
    for k in range(M):
        reach |= reach[:, k:k + 1] & reach[k]
    return reach.all()


def compact(u):
    """Units numbered from 0; -1 stays: not known."""
    out = np.full(len(u), -1)
    out[u >= 0] = np.unique(u[u >= 0], return_inverse=True)[1]
    return out


def weigh(n, units, rho):
    """w = 1 / (1 + rho (m_p - 1) + rho (m_v - 1)), relative to the largest. An unnamed vote gets the mean m of named ones; counts are scaled up."""
    total = np.ones(n)
    for u in units:
        named = u >= 0
        m = np.where(named, np.bincount(u[named])[np.maximum(u, 0)], 0) / named.mean()
        total += rho * (np.where(named, m, m[named].mean()) - 1)
    return total.min() / total


def choose_units(M, prompts, people, rho=None):
    """Which kinds of units a board of people has (either may be all -1), and for whom it speaks."""
    known = [compact(u) for u in (prompts, people) if (u >= 0).any()]
    w = weigh(len(prompts), known, 0.2 / M if rho is None else rho) if known else np.ones(len(prompts))
    effective = [float(kish(np.bincount(compact(u)[u >= 0], w[u >= 0])[:, None])[0]) if (u >= 0).any() else 0.0 for u in (prompts, people)]
    many_prompts, many_people = effective[0] >= FEW_PROMPTS, effective[1] >= FEW_PEOPLE
    if not (people >= 0).any():
        return ([prompts] if (prompts >= 0).any() else []), ''
    if many_people and not many_prompts and (prompts >= 0).any():
        return [people], f' on these {len(set(prompts[prompts >= 0]))} prompts'
    if not many_people:
        return ([prompts] if many_prompts else []), f' among these {len(set(people[people >= 0]))} people'
    return known, ''


def rated(M, a, b):
    """Contestants with MIN_VOTES votes in the largest group that votes among such contestants link."""
    keep = np.ones(M, dtype=bool)
    while True:
        inside = keep[a] & keep[b]
        votes = np.bincount(a[inside], minlength=M) + np.bincount(b[inside], minlength=M)
        group = np.arange(M)
        for i, j in zip(a[inside], b[inside]):
            if group[i] != group[j]:
                group[group == group[j]] = group[i]
        sizes = np.bincount(group[keep], minlength=M)
        now = keep & (votes >= MIN_VOTES) & (group == sizes.argmax())
        if (now == keep).all():
            return keep
        keep = now


def measure(M, a, b, y, units, rounds=1000, seed=1, level=0.95, rho=None):
    """units: a list of up to two arrays (prompts, then people), -1 where a vote's unit is not known. Returns ratings' theta and half-bars,
    and for every pair the variance of the difference, its degrees of freedom and the evenness e of its information."""
    n = len(y)
    units = [compact(u) for u in units]
    w = weigh(n, units, 0.2 / M if rho is None else rho)
    prior = 0.0 if leads_everywhere(M, a, b, y) else 1.0
    theta, H = fit(M, a, b, y, w, prior)
    Hi = np.linalg.pinv(H)
    votes = np.bincount(a, minlength=M) + np.bincount(b, minlength=M)
    mean = np.minimum(1, votes / KNOWN)
    mean = mean / mean.sum()
    theta = theta - mean @ theta
    alone = np.eye(M) - mean                     # row i: what theta_i minus the mean of all takes from each strength
    pairs = alone[:, None, :] - alone[None, :, :]
    p = 1 / (1 + np.exp(theta[b] - theta[a]))
    q = p * (1 - p)
    D = np.zeros((n, M))
    D[np.arange(n), a], D[np.arange(n), b] = 1, -1
    pull = (w * (y - p))[:, None] * D            # what each vote pulls, by contestant

    def spread(S):
        return Hi @ (S.T @ S) @ Hi

    def form(omega, c):
        return np.einsum('...i,ij,...j->...', c, omega, c, optimize=True)

    def boot(u):
        """Covariance of strengths over rounds of the Bayesian bootstrap: every unit gets an Exp(1) weight (Rubin 1981)."""
        rng = np.random.default_rng(seed)
        drawn = [fit(M, a, b, y, w * np.where(u < 0, 1, rng.exponential(size=u.max() + 1)[u]), prior, theta, 4)[0] for _ in range(rounds)]
        return np.cov(np.array(drawn).T, bias=True)

    def limit(u):
        """The same for endless rounds, in closed form."""
        S = np.zeros((u.max() + 1, M))
        np.add.at(S, u[u >= 0], pull[u >= 0])
        return spread(S)

    phi = min(1, ((w * (y - p) ** 2).sum() + 7.5) / ((w * q).sum() + 7.5))
    single = spread(pull)
    by_model = phi * (Hi @ (D.T @ ((w * w * q)[:, None] * D)) @ Hi if prior == 0 else Hi)
    omegas = [boot(u) if rounds and (u >= 0).all() else limit(u) for u in units]

    def variance(c, shares_of):
        v1 = np.maximum(form(single, c), form(by_model, c))
        parts, df = [], np.full(v1.shape, 1e9)
        for u, omega in zip(units, omegas):
            named = u >= 0
            f = named.mean()
            weights = np.zeros((u.max() + 1, M))
            np.add.at(weights, (u[named], a[named]), w[named])
            np.add.at(weights, (u[named], b[named]), w[named])
            k = kish(shares_of(weights / np.maximum(weights.sum(0), 1e-300) ** 2))
            by_rounds = rounds > 0 and named.all()   # exponential weights of k units have k / (k + 1) of the limit
            v = form(omega, c) * (k + by_rounds) / np.maximum(0.5, k - 1)
            if f < 1:                            # the excess of named votes over single ones, scaled up with its error
                excess = v - form(spread(pull[named]), c) + (1 - f) * v * np.sqrt(2 / k)
                v = v1 + np.maximum(0, excess) / f ** 2
            parts.append(v)
            df = np.minimum(df, np.maximum(0.5, k - 1))
        both = sum(parts) - form(single, c) if len(parts) == 2 else v1
        return np.maximum.reduce([v1, both, *parts]), df

    V, df = variance(alone, lambda s: s)
    V2, df2 = variance(pairs, lambda s: s[:, :, None] + s[:, None, :])
    each = np.array([(i, j) for i in range(M) for j in range(i)])         # evenness by pairs, not by votes
    key = {(i, j): k for k, (i, j) in enumerate(each)}
    place = np.array([key[max(i, j), min(i, j)] for i, j in zip(a, b)])
    share, level_share = (np.bincount(place, x, len(each)) for x in (w * q, w * q * 4 * q))
    even = np.ones((M, M))
    for i in range(M):
        moved = Hi[i][None, :] - Hi                                       # row j: H^-1 (e_i - e_j)
        reach = (moved[:, each[:, 0]] - moved[:, each[:, 1]]) ** 2
        even[i] = (reach @ level_share) / np.maximum(reach @ share, 1e-300)
    return theta, student.ppf((1 + level) / 2, df) * np.sqrt(V), V2, df2, even


def read(theta, half, V2, df2, even, live, alpha=0.05):
    """above (M x M), places, state and the dead heat for first."""
    M = len(theta)
    above = (theta - half)[:, None] > (theta + half)[None, :]
    places = [(1 + int(above[:, i].sum()), M - int(above[i].sum())) for i in range(M)]
    heat = [int(i) for i in np.argsort(-theta) if not above[:, i].any()]
    top = int(np.argmax(theta))
    if above[top].sum() < M - 1:
        return above, places, 'dead heat', heat
    if not live:
        return above, places, 'wins', [top]
    r = 1 / (TUNED_AT * V2[top] * even[top])     # information at equality: at the fit, an almost unbeaten leader has none
    z = norm.isf(student.sf((theta[top] - theta) / np.sqrt(np.maximum(V2[top], 1e-12)), df2[top]))
    need = np.sqrt((1 + 1 / r) * (np.log1p(r) - 2 * math.log(alpha)))
    wins = all(z[j] > need[j] for j in range(M) if j != top)
    return above, places, 'wins' if wins else 'leads', [top]


class Board:
    """A board of columns: contestants a and b, scores y, prompts and people (-1: not known)."""

    def __init__(self, M, a, b, y, prompts, people, rounds=0, seed=1, level=0.95, weights='units', live=False):
        self.keep = rated(M, a, b)
        self.first_votes = self.keep.sum() < 2 or self.keep.sum() * 2 < M
        self.votes = len(y)
        if self.first_votes:
            return
        inside = self.keep[a] & self.keep[b]
        number = np.cumsum(self.keep) - 1
        a, b, y, prompts, people = number[a[inside]], number[b[inside]], y[inside], prompts[inside], people[inside]
        M, rho = int(self.keep.sum()), 0.0 if weights == 'votes' else None
        units, self.whom = choose_units(M, prompts, people, rho)
        self.theta, self.half, V2, df2, even = measure(M, a, b, y, units, rounds, seed, level, rho)
        self.V2, self.df2 = V2, df2
        self.above, self.places, self.state, self.heat = read(self.theta, self.half, V2, df2, even, live)
        if self.state == 'leads':                # a leader that lost nothing is read as if one of its wins were a loss
            top = self.heat[0]
            won = np.flatnonzero(((a == top) & (y == 1)) | ((b == top) & (y == 0)))
            if len(won) == ((a == top) | (b == top)).sum():
                flipped = y.copy()
                flipped[won[-1]] = 1 - flipped[won[-1]]
                self.state = read(*measure(M, a, b, flipped, units, 0, seed, level, rho), live)[2].replace('dead heat', 'leads')


def read_file(path):
    """Columns of a file of votes, with the names of its contestants."""
    with open(path, encoding='utf-8') as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    rows = [r for r in rows if r['model_a'] != r['model_b']]
    names = sorted({r[k] for r in rows for k in ('model_a', 'model_b')})
    number = {name: i for i, name in enumerate(names)}
    a, b = (np.array([number[r[k]] for r in rows]) for k in ('model_a', 'model_b'))
    y = np.array([{'model_a': 1.0, 'model_b': 0.0}.get(r['winner'], 0.5) for r in rows])

    def column(read_unit):
        values = [read_unit(r) for r in rows]
        seen = {v: i for i, v in enumerate(sorted({v for v in values if v is not None}))}
        return np.array([-1 if v is None else seen[v] for v in values])

    prompts = column(lambda r: str(r.get('group') or r.get('question_id')) if r.get('group') or r.get('question_id') is not None else None)
    people = column(lambda r: str(r['judge']) if r.get('judge') and r.get('judge_type', 'human') == 'human' else None)
    return names, a, b, y, prompts, people


# name, contestants, votes, prompts, people, gap of neighbours in logits, share of ties, what is odd
WORLDS = [
    ('prompts and people', 5, 260, 14, 16, 0.3, 0.2, ''),
    ('prompts alone', 4, 150, 10, 0, 0.5, 0.1, ''),
    ('people alone', 4, 150, 0, 20, 0.5, 0.1, ''),
    ('single votes', 3, 80, 0, 0, 0.6, 0.1, ''),
    ('partly named people', 4, 220, 12, 18, 0.4, 0.2, 'unnamed'),
    ('few people', 4, 160, 12, 4, 0.6, 0.1, ''),
    ('few prompts', 4, 200, 3, 25, 0.5, 0.1, ''),
    ('few of both', 3, 90, 3, 4, 0.7, 0.1, ''),
    ('seventy per cent ties', 4, 240, 15, 15, 0.5, 0.7, ''),
    ('an unbeaten leader', 3, 120, 12, 14, 0.4, 0.1, 'unbeaten'),
    ('an island and a newcomer', 6, 200, 12, 14, 0.4, 0.1, 'island'),
    ('heavy units', 5, 280, 20, 20, 0.3, 0.2, 'heavy'),
    ('far apart', 2, 100, 20, 30, 4.0, 0.0, ''),
    ('first votes', 8, 30, 10, 6, 0.3, 0.1, ''),
]


def draw(seed, M, n, prompts, people, gap, ties, odd):
    rng = np.random.default_rng(seed)
    a = rng.integers(M, size=n)
    b = (a + 1 + rng.integers(M - 1, size=n)) % M
    if odd == 'island':                          # the last two met each other alone, but for three votes
        a, b = np.where(a >= M - 2, M - 2, a), np.where(a >= M - 2, M - 1, np.where(b >= M - 2, (a + 1) % (M - 2), b))
        a[:3], b[:3] = [M - 3, M - 3, 0], [0, 0, M - 3]
    skew = (lambda k: np.minimum(k - 1, rng.geometric(0.25, size=n) - 1)) if odd == 'heavy' else (lambda k: rng.integers(k, size=n))
    prompt = skew(prompts) if prompts else np.full(n, -1)
    person = skew(people) if people else np.full(n, -1)
    if odd == 'unnamed':
        person = np.where(rng.random(n) < 0.4, -1, person)
    strength = -gap * np.arange(M)
    taste = 0.5 * rng.standard_normal((max(1, prompts), M))
    lead = strength[a] - strength[b] + (taste[prompt, a] - taste[prompt, b] if prompts else 0)
    y = np.where(rng.random(n) < ties, 0.5, (rng.random(n) < 1 / (1 + np.exp(-lead))).astype(float))
    if odd == 'unbeaten':
        y = np.where(a == 0, 1.0, np.where(b == 0, 0.0, y))
    return a, b, y, prompt, person


def described(columns, M):
    """Boards by closed form, at one look and at any, with the weights of units and with equal ones."""
    boards = []
    for weights in ('units', 'votes'):
        for live in (False, True):
            board = Board(M, *columns, rounds=0, weights=weights, live=live)
            if board.first_votes:
                boards.append({'weights': weights, 'live': live, 'state': 'first votes', 'rated': int(board.keep.sum())})
                continue
            boards.append({
                'weights': weights, 'live': live, 'state': board.state, 'whom': board.whom.strip(),
                'rated': np.flatnonzero(board.keep).tolist(), 'heat': board.heat, 'places': board.places,
                'theta': board.theta.tolist(), 'half': board.half.tolist(),
                'variance': [board.V2[0, j] for j in range(1, len(board.theta))],
                'degrees': [board.df2[0, j] for j in range(1, len(board.theta))]})
    return boards


def write_worlds(files):
    letters = '0123456789abcdefghijklmnopqrstuvwxyz'
    worlds = []
    for seed, (name, M, n, *how) in enumerate(WORLDS):
        columns = draw(seed, M, n, *how)
        a, b, y, prompt, person = columns
        spell = lambda values: ''.join('-' if v < 0 else letters[int(v)] for v in values)
        worlds.append({'name': name, 'contestants': M, 'a': spell(a), 'b': spell(b), 'y': spell(2 * y),
                       'prompt': spell(prompt), 'person': spell(person), 'boards': described(columns, M)})
    data = []
    for path in files:
        names, *columns = read_file(path)
        data.append({'file': os.path.join(os.path.basename(os.path.dirname(path)), os.path.basename(path)), 'boards': described(columns, len(names))})
    print(json.dumps({'worlds': worlds, 'files': data}, separators=(',', ':')))


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument('votes', nargs='*')
    ask.add_argument('--worlds', action='store_true')
    ask.add_argument('--rounds', type=int, default=1000)
    ask.add_argument('--seed', type=int, default=1)
    ask.add_argument('--level', type=float, default=0.95)
    ask.add_argument('--weights', choices=['units', 'votes'], default='units')
    ask.add_argument('--live', action='store_true')
    how = ask.parse_args()
    if how.worlds:
        return write_worlds(how.votes)
    names, *columns = read_file(how.votes[0])
    board = Board(len(names), *columns, rounds=how.rounds, seed=how.seed, level=how.level, weights=how.weights, live=how.live)
    if board.first_votes:
        print(f'first votes: {board.votes} votes, {int(board.keep.sum())} of {len(names)} rated')
        return
    rated_names = [x for x, k in zip(names, board.keep) if k]
    M = len(rated_names)
    print(f"{board.state}{board.whom}: {', '.join(rated_names[i] for i in board.heat)}; {int(board.above.sum())} of {M * (M - 1) // 2} orders shown")
    for i in np.argsort(-board.theta):
        low, high = (1000 + POINTS * (board.theta[i] + s * board.half[i]) for s in (-1, 1))
        print(f'{board.places[i][0]:>3}-{board.places[i][1]:<3} {rated_names[i]:34} {1000 + POINTS * board.theta[i]:7.1f}   {low:7.1f} to {high:7.1f}')
    waiting = [x for x, k in zip(names, board.keep) if not k]
    if waiting:
        print('too few votes yet:', ', '.join(waiting))


if __name__ == '__main__':
    main()
