"""Times another engine on a file of votes: `peers.py evalica|choix|FastChat FILE ROUNDS` prints one line of JSON."""

import importlib.util
import json
import os
import resource
import sys
from importlib import metadata

import numpy
import pandas

MOST_SECONDS = 10.0


def spent():
    """User CPU so far, of this process and of those it has waited for: other load on the machine hardly moves it."""
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def seconds(work):
    """How much CPU `work()` takes, and what it returns."""
    begun = spent()
    result = work()
    return spent() - begun, result


def limited(rounds, fit_seconds):
    """As many rounds as fit into ten seconds, two at least."""
    return max(2, min(rounds, int(MOST_SECONDS / max(fit_seconds, 1e-6))))


def time_choix(frame, rounds):
    """choix knows no ties: each is one win to either side in turn; rounds draw the counts of ordered pairs at once."""
    import choix

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
    fit, _ = seconds(lambda: choix.ilsr_pairwise_dense(matrix.astype(float)))
    draws = numpy.random.default_rng(1)
    chances = (matrix / matrix.sum()).ravel()

    def one_round():
        drawn = draws.multinomial(matrix.sum(), chances).reshape(size, size)
        return choix.ilsr_pairwise_dense(drawn.astype(float))

    bootstrap, _ = seconds(lambda: [one_round() for _ in range(rounds)])
    return aggregation, fit, rounds, bootstrap


def time_evalica(frame, rounds):
    """evalica's Bradley-Terry: a point fit, and rounds over votes drawn with replacement."""
    import evalica

    outcomes = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    columns = (frame["model_a"], frame["model_b"], frame["winner"].map(outcomes))

    def one_fit(rows=slice(None)):
        return evalica.bradley_terry(*(column.iloc[rows].tolist() for column in columns))

    fit, _ = seconds(one_fit)
    rounds = limited(rounds, fit)
    draws = numpy.random.default_rng(1)
    size = len(frame)
    bootstrap, _ = seconds(lambda: [one_fit(draws.integers(0, size, size)) for _ in range(rounds)])
    return 0.0, fit, rounds, bootstrap


def time_fastchat(frame, rounds):
    """FastChat's compute_bt and compute_bootstrap_bt, from a source tree; its bootstrap runs on all processors."""
    systems = fastchat()
    whole, _ = seconds(lambda: systems.compute_bt(frame))
    aggregation, _ = seconds(lambda: systems.preprocess_for_bt(frame))
    fit = max(0.0, whole - aggregation)
    rounds = limited(rounds, fit)
    bootstrap, _ = seconds(lambda: systems.compute_bootstrap_bt(frame, rounds))
    return aggregation, fit, rounds, bootstrap


def fastchat():
    """The one file by itself, since the package around it wants far more installed."""
    tree = os.environ.get("DEADHEAT_FASTCHAT")
    if not tree:
        sys.exit("DEADHEAT_FASTCHAT names no source tree")
    path = os.path.join(tree, "fastchat/serve/monitor/rating_systems.py")
    if not os.path.exists(path):
        sys.exit(f"{path} is not there")
    spec = importlib.util.spec_from_file_location("rating_systems", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["rating_systems"] = module
    spec.loader.exec_module(module)
    return module


ENGINES = {"choix": time_choix, "evalica": time_evalica, "FastChat": time_fastchat}

# processes that the bootstrap of FastChat starts import this file too
if __name__ == "__main__":
    engine, path, most_rounds = sys.argv[1:]
    read, votes = seconds(lambda: pandas.read_csv(path))
    aggregation, fit, rounds, bootstrap = ENGINES[engine](votes, int(most_rounds))
    try:
        version = metadata.version(engine)
    except metadata.PackageNotFoundError:
        version = "source"
    print(json.dumps(dict(version=version, read=read + aggregation, fit=fit, rounds=rounds, bootstrap=bootstrap)))
