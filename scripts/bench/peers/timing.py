"""What the peers' scripts share: reading the votes, the clock, and the line they print."""

import json
import sys
import time
from importlib import metadata


def seconds(work):
    """How long `work()` takes, and what it returns."""
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


def votes():
    """The file and the number of rounds from the command line: (seconds, frame, rounds)."""
    import pandas

    spent, frame = seconds(lambda: pandas.read_csv(sys.argv[1]))
    return spent, frame, int(sys.argv[2])


def limited(rounds, fit_seconds, most=20.0):
    """So many rounds as fit into `most` seconds, two at least."""
    return max(2, min(rounds, int(most / max(fit_seconds, 1e-6))))


def report(package, read, fit, rounds, bootstrap):
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        version = "source"
    print(json.dumps(dict(version=version, read=read, fit=fit, rounds=rounds, bootstrap=bootstrap)))
