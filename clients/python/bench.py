"""CPU and memory of `rate` at a million votes: `python3 clients/python/bench.py [VOTES] [CONTESTANTS]`. Needs pandas."""

import resource
import sys
import time

import numpy as np
import pandas

from deadheat import rate


def draw_votes(votes: int, contestants: int, seed: int = 1) -> pandas.DataFrame:
    """Votes of 20,000 people on 50,000 prompts, drawn with neighbours 10 points apart, a fifth of them ties."""
    rng = np.random.default_rng(seed)
    names = np.array([f"contestant-{i}" for i in range(contestants)], dtype=object)
    left = rng.integers(contestants, size=votes)
    right = (left + 1 + rng.integers(contestants - 1, size=votes)) % contestants
    is_won = rng.random(votes) < 1 / (1 + np.exp((left - right) * 10 * np.log(10) / 400))
    winner = np.where(rng.random(votes) < 0.2, "tie", np.where(is_won, "model_a", "model_b"))
    return pandas.DataFrame({
        "model_a": names[left],
        "model_b": names[right],
        "winner": winner,
        "question_id": [f"prompt-{i}" for i in rng.integers(50_000, size=votes)],
        "judge": [f"person-{i}" for i in rng.integers(20_000, size=votes)],
    })


def most_megabytes() -> float:
    """The most memory that this process had so far, on Linux."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    given = [int(text) for text in sys.argv[1:]]
    votes, contestants = [*given, *(1_000_000, 100)[len(given) :]]
    frame = draw_votes(votes, contestants)
    before, started = most_megabytes(), time.process_time()
    board = rate(frame)
    print(f"{votes:,} votes of {contestants} contestants: {board.state}")
    print(f"{time.process_time() - started:.1f} s of CPU, {most_megabytes():,.0f} MB at most, {before:,.0f} MB before it")


main()
