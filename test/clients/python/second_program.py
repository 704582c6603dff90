"""Boards by the wheel, which shares no line with the engine, as test/shared/stats/second-program.json keeps them.

    python3 test/clients/python/second_program.py test/shared/stats/second-program.json DATA

Reads its worlds and the names of its files, which are below the folder DATA of reference data, and writes their boards again.
"""

import json
import sys
from pathlib import Path

from deadheat import rate
from deadheat.measure import half_widths

WINNERS = {"2": "model_a", "1": "tie", "0": "model_b"}


def world_rows(world):
    """The votes of a world. Each column is a text with a letter for each vote; `-`: not known."""
    for a, b, outcome, prompt, person in zip(*(world[name] for name in ("a", "b", "y", "prompt", "person"))):
        row = {"model_a": a, "model_b": b, "winner": WINNERS[outcome], "question_id": prompt, "judge": person}
        yield {name: None if value == "-" else value for name, value in row.items()}


def file_rows(path):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row["model_a"] != row["model_b"]:
            is_person = row.get("judge_type", "human") == "human"
            yield {
                **{name: row[name] for name in ("model_a", "model_b")},
                "winner": row["winner"] if row["winner"] in ("model_a", "model_b") else "tie",
                "question_id": row.get("group", row.get("question_id")),
                "judge": row.get("judge") if is_person else None,
            }


def describe_boards(rows):
    """At one look and at any, with the weights of units and with equal ones."""
    rows = list(rows)
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    numbers = {name: i for i, name in enumerate(sorted({*columns["model_a"], *columns["model_b"]}))}
    for weights in ("units", "votes"):
        for live in (False, True):
            board = rate(columns, weights=weights, looks="any" if live else "one")
            yield {"weights": weights, "live": live, **describe(board, numbers)}


def describe(board, numbers):
    if board.state == "first_votes":
        return {"state": board.state, "rated": sum(row.status == "rated" for row in board.contestants)}
    measured = board._measured
    places = {row.name: row.place for row in board.contestants}
    to_first = measured.of_differences(0)
    return {
        "state": board.state,
        "speaksFor": board.speaks_for,
        "rated": [numbers[name] for name in board._rated],
        "heat": [board._rated.index(name) for name in board.dead_heat],
        "places": [places[name] for name in board._rated],
        "theta": measured.theta.tolist(),
        "half": half_widths(measured.of_ratings(), board.level).tolist(),
        "variance": to_first.variance[1:].tolist(),
        "degrees": to_first.degrees[1:].tolist(),
    }


kept = Path(sys.argv[1])
boards = json.loads(kept.read_text(encoding="utf-8"))
for world in boards["worlds"]:
    world["boards"] = list(describe_boards(world_rows(world)))
for each in boards["files"]:
    each["boards"] = list(describe_boards(file_rows(Path(sys.argv[2]) / each["file"])))
kept.write_text(json.dumps(boards, separators=(",", ":")) + "\n", encoding="utf-8")
