"""The board of a frame of votes, by the program `deadheat`."""

import json
import subprocess
from os import environ
from shlex import split
from typing import Any, Generic

from .frames import LikeFrame, columns_of, maker_of, rows_as_jsonl

COMMAND = "npx --no deadheat"
"""Runs the package of the folder, and never fetches one."""
COUNTS = {"win_rate": "winRate", "votes": "votes", "wins": "wins", "losses": "losses", "ties": "ties", "both_bad": "bothBad", "status": "status"}


class Board(dict[str, Any], Generic[LikeFrame]):
    """A board with the names of `deadheat rate --json`, such as `board["deadHeat"]`; `board.frame()` is a table of it."""

    def __init__(self, board: dict[str, Any], votes: LikeFrame):
        super().__init__(board)
        self._make = maker_of(votes)

    def frame(self) -> LikeFrame:
        """The contestants as a frame of the type that was rated, with the columns of `export ratings`; for a mapping, a dict."""
        rows = self["contestants"]
        columns: dict[str, list[Any]] = {"model": [row["name"] for row in rows], "rating": [row["rating"] for row in rows]}
        for name, (low, high) in {"interval": ("rating_lower", "rating_upper"), "place": ("place_best", "place_worst")}.items():
            columns[low] = [row[name] and row[name][0] for row in rows]
            columns[high] = [row[name] and row[name][1] for row in rows]
        for column, name in COUNTS.items():
            columns[column] = [row[name] for row in rows]
        columns["source"] = [self["view"]["source"] for _ in rows]
        return self._make(columns)


def rate(votes: LikeFrame, **options: Any) -> Board[LikeFrame]:
    """The board of votes. It needs Node, since `deadheat rate` makes it.

    `votes` is a frame of pandas or polars, or a mapping of columns. A row is one vote: `model_a`, `model_b`, `winner`
    (`model_a`, `model_b`, `tie` or `both_bad`) and, where known, `question_id`, `judge` and other columns of votes files. A
    missing value is not known.

    `options` are those of `deadheat rate`, such as `source="people"`, `looks="any"`, `voter_cap=0.05`, `anchor=("A", 1000)`
    and `strict=True`.

    The command is that of the setting DEADHEAT_COMMAND, else `npx --no deadheat`. Raises ValueError for votes or options
    that it refuses, and RuntimeError where it does not run.
    """
    command = split(environ.get("DEADHEAT_COMMAND", COMMAND))
    arguments = [*command, "rate", "-", "--json", *_flags(options)]
    try:
        ran = subprocess.run(arguments, input=rows_as_jsonl(columns_of(votes)), capture_output=True)
    except OSError as error:
        raise RuntimeError(f"{command[0]} does not run: {error}. {REMEDY}") from None
    said = ran.stderr.decode(errors="replace").strip().removeprefix("deadheat: ")
    if ran.returncode == 2:
        raise ValueError(said)
    if ran.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {ran.returncode}: {said} {REMEDY}")
    return Board(json.loads(ran.stdout), votes)


REMEDY = "Install Node and the package deadheat in this folder, or name the command in DEADHEAT_COMMAND."


def _flags(options: dict[str, Any]) -> list[str]:
    """Options as the terminal has them: `voter_cap=0.05` is `--voter-cap=0.05`, and a pair is `NAME=VALUE`."""
    flags = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            flags.append(flag)
        elif value is not None and value is not False:
            text = "=".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
            flags.append(f"{flag}={text}")
    return flags
