"""evalica's Bradley-Terry: a point fit, and rounds over votes drawn with replacement."""

import sys
from pathlib import Path

# this folder holds a file of the package's own name
sys.path = [entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent]
import evalica  # noqa: E402
import numpy  # noqa: E402

sys.path.append(str(Path(__file__).resolve().parent))
from timing import limited, report, seconds, votes  # noqa: E402

WINNERS = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}

read, frame, rounds = votes()
left, right = frame["model_a"].to_numpy(), frame["model_b"].to_numpy()
winners = frame["winner"].map(WINNERS).to_numpy()


def fit(rows=slice(None)):
    return evalica.bradley_terry(left[rows], right[rows], winners[rows])


spent, _ = seconds(fit)
rounds = limited(rounds, spent)
draws = numpy.random.default_rng(1)
bootstrap, _ = seconds(
    lambda: [fit(draws.integers(0, len(left), len(left))) for _ in range(rounds)]
)
report("evalica", read, spent, rounds, bootstrap)
