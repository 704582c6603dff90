"""FastChat's compute_bt and compute_bootstrap_bt, from the source tree that DEADHEAT_FASTCHAT names."""

import importlib.util
import os
import sys
from pathlib import Path

from timing import report, seconds, votes

root = os.environ.get("DEADHEAT_FASTCHAT")
if not root:
    sys.exit("DEADHEAT_FASTCHAT names no source tree")
path = Path(root) / "fastchat" / "serve" / "monitor" / "rating_systems.py"
if not path.is_file():
    sys.exit(f"{path} is not there")
spec = importlib.util.spec_from_file_location("rating_systems", path)
systems = importlib.util.module_from_spec(spec)
sys.modules["rating_systems"] = systems
spec.loader.exec_module(systems)

read, frame, rounds = votes()
spent, _ = seconds(lambda: systems.compute_bt(frame))
bootstrap, _ = seconds(lambda: systems.compute_bootstrap_bt(frame, num_round=rounds))
report("fschat", read, spent, rounds, bootstrap)
