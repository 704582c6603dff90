"""Rates votes, and talks to a Deadheat server.

`rate(frame)` makes the board of a frame of votes, of pandas or polars. `Client` reads boards and exports of a server, and
imports votes into it.
"""

from importlib.metadata import PackageNotFoundError, version

from .board import Board, Contestant, Difference, rate
from .client import Client, DeadheatError

__all__ = ["Board", "Client", "Contestant", "DeadheatError", "Difference", "rate"]
try:
    __version__ = version("deadheat")
except PackageNotFoundError:
    # run from a checkout, without installation
    __version__ = "0"
