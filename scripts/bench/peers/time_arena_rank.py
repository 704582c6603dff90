"""arena-rank's Bradley-Terry with its own bootstrap."""

import inspect

from arena_rank.models.bradley_terry import BradleyTerry
from arena_rank.utils.data_utils import PairDataset
from timing import report, seconds, votes

read, frame, rounds = votes()
columns = dict(competitor_cols=["model_a", "model_b"], outcome_col="winner")
outcomes = {"model_a": 1.0, "model_b": 0.0, "tie": 0.5}
if "outcome_map" not in inspect.signature(PairDataset.from_pandas).parameters:
    frame["winner"] = frame["winner"].map(outcomes)
aggregation, data = seconds(lambda: PairDataset.from_pandas(frame, **columns))


def model():
    return BradleyTerry(n_competitors=len(data.competitors))


spent, _ = seconds(lambda: model().fit(data))
accepted = inspect.signature(BradleyTerry.compute_ratings_and_cis).parameters
options = dict(ci_method="bootstrap", num_bootstrap=rounds)
bootstrap, _ = seconds(
    lambda: model().compute_ratings_and_cis(data, **{k: v for k, v in options.items() if k in accepted})
)
report("arena-rank", read + aggregation, spent, rounds, bootstrap)
