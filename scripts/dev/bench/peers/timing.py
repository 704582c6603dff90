"""What the peers' scripts share: reading the votes, the clock, and the line they print."""

import json
import resource
import sys
from importlib import metadata


def spent():
    """User CPU so far, of this process and of those it has waited for: other load on the machine hardly moves it."""
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def seconds(work):
    """How much CPU `work()` takes, and what it returns."""
    begun = spent()
    result = work()
    return spent() - begun, result


def votes():
    """The file and the number of rounds from the command line: (seconds, frame, rounds)."""
    import pandas

    spent, frame = seconds(lambda: pandas.read_csv(sys.argv[1]))
    return spent, frame, int(sys.argv[2])


def limited(rounds, fit_seconds, most=10.0):
    """So many rounds as fit into `most` seconds, two at least."""
    return max(2, min(rounds, int(most / max(fit_seconds, 1e-6))))


def report(package, read, fit, rounds, bootstrap):
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        version = "source"
    print(json.dumps(dict(version=version, read=read, fit=fit, rounds=rounds, bootstrap=bootstrap)))
