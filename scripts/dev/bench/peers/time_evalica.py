"""evalica's Bradley-Terry: a point fit, and rounds over votes drawn with replacement."""

import evalica
import numpy
from timing import limited, report, seconds, votes

WINNERS = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}

read, frame, rounds = votes()
left, right, winners = frame["model_a"], frame["model_b"], frame["winner"].map(WINNERS)


def fit(rows=slice(None)):
    return evalica.bradley_terry(*(column.iloc[rows].tolist() for column in (left, right, winners)))


spent, _ = seconds(fit)
rounds = limited(rounds, spent)
draws = numpy.random.default_rng(1)
bootstrap, _ = seconds(
    lambda: [fit(draws.integers(0, len(left), len(left))) for _ in range(rounds)]
)
report("evalica", read, spent, rounds, bootstrap)
