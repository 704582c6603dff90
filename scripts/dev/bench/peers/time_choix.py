"""choix knows no ties: each is one win to either side in turn; rounds draw the counts of ordered pairs at once."""

import choix
import numpy
import pandas
from timing import report, seconds, votes

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
