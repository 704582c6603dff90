"""Rates votes, and talks to a Deadheat server.

`rate(frame)` makes the board of a frame of votes, of pandas or polars. `Client` reads boards and exports of a server, and
imports votes into it.
"""

from importlib.metadata import PackageNotFoundError, version

from .client import Client, DeadheatError
from .rate import Board, rate

__all__ = ["Board", "Client", "DeadheatError", "rate"]
try:
    __version__ = version("deadheat")
except PackageNotFoundError:
    # run from a checkout, without installation
    __version__ = "0"
