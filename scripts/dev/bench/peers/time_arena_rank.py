"""
arena-rank's Bradley-Terry: a point fit, and the rounds of its bootstrap one after another in this process, since the
processes it forks for them hang with JAX. A fit compiles its loss anew every time, and most of what it takes is that.
"""

import jax
from arena_rank.models.bradley_terry import BradleyTerry, fit_single_bootstrap_sample
from arena_rank.utils.data_utils import PairDataset
from timing import limited, report, seconds, votes

read, frame, rounds = votes()
aggregation, dataset = seconds(lambda: PairDataset.from_pandas(frame))


def fit():
    model = BradleyTerry(n_competitors=len(dataset.competitors))
    model.fit(dataset)
    jax.block_until_ready(model.params["ratings"])
    return model


fit()  # compiles
spent, model = seconds(fit)
rounds = limited(rounds, spent)


def bootstrap():
    total = dataset.counts.sum()
    drawn = jax.random.multinomial(
        jax.random.PRNGKey(1),
        n=int(total),
        p=dataset.counts / total,
        shape=(rounds, dataset.counts.shape[0]),
        dtype=model.dtype,
    )
    for counts in drawn:
        jax.block_until_ready(fit_single_bootstrap_sample(counts, model, dataset))


took, _ = seconds(bootstrap)
report("arena-rank", read + aggregation, spent, rounds, took)
