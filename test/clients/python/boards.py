"""Rates votes as the wheel does, for tests that compare: reads requests as JSON and writes boards as JSON.

A request is `{"path": a file, "library": "pandas" | "polars" | "columns", "options": those of rate}`.
"""

import json
import sys

import pandas
import polars

from deadheat import rate


def read_frame(path, library):
    if library == "columns":
        rows = [json.loads(line) for line in open(path, encoding="utf-8")]
        return {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}
    if path.endswith(".csv"):
        return {"pandas": pandas.read_csv, "polars": polars.read_csv}[library](path)
    if library == "polars":
        return polars.read_ndjson(path, infer_schema_length=None)
    return pandas.read_json(path, lines=True)


def as_json(board):
    return {
        "state": board.state,
        "deadHeat": board.dead_heat,
        "leader": board.leader,
        "clearBy": board.clear_by,
        "finishLine": board.finish_line,
        "source": board.source,
        "criterion": board.criterion,
        "anchor": board.anchor and dict(zip(("name", "value"), board.anchor)),
        "votes": board.votes,
        "voters": board.voters,
        "prompts": board.prompts,
        "units": board.units,
        "effectiveUnits": board.effective_units,
        "speaksFor": board.speaks_for,
        "contestants": [
            {
                "name": row.name,
                "status": row.status,
                "rating": row.rating,
                "interval": row.interval,
                "place": row.place,
                "theta": row.theta,
                "winRate": row.win_rate,
                "wins": row.wins,
                "losses": row.losses,
                "ties": row.ties,
                "bothBad": row.both_bad,
                "votes": row.votes,
            }
            for row in board.contestants
        ],
        "text": board.text(100),
    }


requests = json.load(sys.stdin)
print(json.dumps([as_json(rate(read_frame(each["path"], each["library"]), **each["options"])) for each in requests]))
