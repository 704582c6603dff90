"""FastChat's compute_bt and compute_bootstrap_bt, from a source tree; its bootstrap runs on all processors."""

import importlib.util
import os
import sys

from timing import limited, report, seconds, votes

FILE = "fastchat/serve/monitor/rating_systems.py"


def load():
    """The one file by itself, since the package around it wants far more installed."""
    tree = os.environ.get("DEADHEAT_FASTCHAT")
    if not tree:
        sys.exit("DEADHEAT_FASTCHAT names no source tree")
    path = os.path.join(tree, FILE)
    if not os.path.exists(path):
        sys.exit(f"DEADHEAT_FASTCHAT has no {FILE}")
    spec = importlib.util.spec_from_file_location("rating_systems", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["rating_systems"] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    systems = load()
    read, frame, rounds = votes()
    whole, _ = seconds(lambda: systems.compute_bt(frame))
    aggregation, cells = seconds(lambda: systems.preprocess_for_bt(frame))
    rounds = limited(rounds, whole - aggregation)
    took, _ = seconds(lambda: systems.compute_bootstrap_bt(frame, rounds))
    report("FastChat", read + aggregation, max(0.0, whole - aggregation), rounds, took)
