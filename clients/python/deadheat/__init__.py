"""Reads boards and exports of a Deadheat server, imports votes, and rates votes by its command.

Needs the standard library alone. `frame` uses pandas if it is installed.
"""

from .client import Client, DeadheatError
from .frame import frame
from .rate import rate

__all__ = ["Client", "DeadheatError", "frame", "rate"]
