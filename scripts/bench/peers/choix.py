"""choix knows no ties: each is one win to either side in turn; rounds draw the counts of ordered pairs at once."""

import sys
from pathlib import Path

# this folder holds a file of the package's own name
sys.path = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]
import choix  # noqa: E402
import numpy  # noqa: E402
import pandas  # noqa: E402

sys.path.append(str(Path(__file__).resolve().parent))
from timing import report, seconds, votes  # noqa: E402

read, frame, rounds = votes()
codes, names = pandas.factorize(pandas.concat([frame["model_a"], frame["model_b"]]))
left, right = codes[: len(frame)], codes[len(frame) :]
turn = numpy.arange(len(frame)) % 2 == 0
first_won = (frame["winner"] == "model_a") | ((frame["winner"] == "tie") & turn)
size = len(names)


def counts():
    winners = numpy.where(first_won, left, right)
    losers = numpy.where(first_won, right, left)
    return numpy.bincount(winners * size + losers, minlength=size * size).reshape(size, size)


aggregation, matrix = seconds(counts)
spent, _ = seconds(lambda: choix.ilsr_pairwise_dense(matrix.astype(float)))
draws = numpy.random.default_rng(1)
chances = (matrix / matrix.sum()).ravel()


def one_round():
    drawn = draws.multinomial(matrix.sum(), chances).reshape(size, size)
    return choix.ilsr_pairwise_dense(drawn.astype(float))


bootstrap, _ = seconds(lambda: [one_round() for _ in range(rounds)])
report("choix", read + aggregation, spent, rounds, bootstrap)
