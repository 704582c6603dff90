"""The installed client against the server at DEADHEAT_SERVER, which has the demo arena. Started by a test of Node."""

import gzip
import tempfile
import unittest
from datetime import datetime, timezone
from os import environ
from pathlib import Path

import numpy
import pandas
import polars


from deadheat import Client, DeadheatError, rate

ARENA = "support-replies"
VOTES = [
    {"model_a": "New", "model_b": "Baseline", "winner": "model_a", "question_id": "p1", "judge": "Žofie"},
    {"model_a": "Baseline", "model_b": "New", "winner": "tie", "question_id": "p2"},
]

COLUMNS = {"model_a": ["New", "Old"], "model_b": ["Old", "New"], "winner": ["model_a", "tie"], "question_id": ["p1", "p2"]}


class Server(unittest.TestCase):
    def setUp(self):
        self.client = Client(environ["DEADHEAT_SERVER"] + "/", token=environ["DEADHEAT_ADMIN_TOKEN"])

    def test_1_reads_arenas_and_boards(self):
        self.assertIn(ARENA, [arena["arena"] for arena in self.client.arenas()])
        self.assertEqual(self.client.arena(ARENA)["visibility"], "public")
        board = self.client.board(ARENA, source="humans", looks="one")
        self.assertEqual(board["looks"], "any")

    def test_2_imports_rows_all_or_nothing(self):
        self.assertEqual(self.client.import_file(ARENA, VOTES, dry_run=True)["votesAdded"], 2)
        receipt = self.client.import_file(ARENA, VOTES)
        self.assertEqual((receipt["votesAdded"], receipt["dryRun"]), (2, False))
        self.assertEqual(self.client.import_file(ARENA, iter(VOTES))["votesAlreadyThere"], 2)

    def test_3_imports_a_file_also_compressed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "votes.csv.gz"
            path.write_bytes(gzip.compress(b"model_a,model_b,winner,question_id\nNew,Baseline,model_b,p3\n"))
            self.assertEqual(self.client.import_file(ARENA, path)["votesAdded"], 1)

    def test_3_makes_an_arena(self):
        plan = {"kind": "votes", "columns": {"model_a": "left", "model_b": "other", "winner": "who", "id": "n"}}
        rows = [{"left": "Warm", "other": "Short", "who": "left", "n": "planned"}]
        self.assertEqual(self.client.import_file("planned", rows, plan=plan, create=True)["votesAdded"], 1)
        made = self.client.import_file("greetings", VOTES, create=True, title="Greetings", question="Which is kinder?")
        self.assertEqual((made["created"], made["votesAdded"]), (True, 2))
        self.assertEqual(self.client.arena("greetings")["title"], "Greetings")
        with self.assertRaises(DeadheatError) as refused:
            self.client.import_file("nowhere", VOTES)
        self.assertEqual(refused.exception.code, "arena_unknown")

    def test_4_exports_what_was_imported(self):
        votes = list(self.client.export(ARENA, "votes"))
        self.assertEqual(len(votes), 3)
        self.assertEqual(votes[0]["judge"] or votes[1]["judge"], "Žofie")

    def test_5_compares(self):
        comparison = self.client.compare(ARENA, "New", "Baseline", sequential=True, criterion=None)
        self.assertEqual((comparison["answer"], comparison["sequential"]), ("not_shown", True))

    def test_6_raises_one_error_with_the_sentence_of_the_server(self):
        with self.assertRaises(DeadheatError) as refused:
            self.client.arena("nothing-here")
        self.assertEqual((refused.exception.code, refused.exception.status), ("arena_unknown", 404))
        self.assertIn("nothing-here", str(refused.exception))
        with self.assertRaises(DeadheatError) as refused:
            Client(environ["DEADHEAT_SERVER"]).import_file(ARENA, VOTES)
        self.assertEqual(refused.exception.code, "token_invalid")
        with self.assertRaisesRegex(DeadheatError, "^http://127.0.0.1:1 does not answer: ") as gone:
            Client("http://127.0.0.1:1").arenas()
        self.assertEqual((gone.exception.code, gone.exception.status), ("unreachable", None))


class Frames(unittest.TestCase):
    """Imports and exports of frames, with dates and missing values as these libraries have them."""

    def setUp(self):
        self.client = Client(environ["DEADHEAT_SERVER"] + "/", token=environ["DEADHEAT_ADMIN_TOKEN"])
        self.times = [datetime(2026, 1, 31, 12, tzinfo=timezone.utc), None]

    def test_imports_and_exports_frames_of_pandas(self):
        votes = pandas.DataFrame({**COLUMNS, "judge": ["Žofie", numpy.nan], "tstamp": pandas.to_datetime(self.times)})
        self.assert_round_trip("of-pandas", votes, pandas.DataFrame)

    def test_imports_and_exports_frames_of_polars(self):
        votes = polars.DataFrame({**COLUMNS, "judge": ["Žofie", None], "tstamp": self.times})
        self.assert_round_trip("of-polars", votes, polars.DataFrame)

    def test_imports_and_exports_a_mapping_of_columns(self):
        votes = {**COLUMNS, "judge": ["Žofie", None], "tstamp": self.times}
        self.assert_round_trip("of-columns", votes, dict)

    def assert_round_trip(self, arena, votes, frame):
        self.assertEqual(self.client.import_file(arena, votes, create=True)["votesAdded"], 2)
        found = self.client.export(arena, "votes", frame=frame)
        self.assertIs(type(found), frame)
        rows = list(self.client.export(arena))
        first = next(at for at, row in enumerate(rows) if row["question_id"] == "p1")
        self.assertEqual(list(found["judge"])[first], "Žofie")
        self.assertEqual(list(found["tstamp"])[first], self.times[0].timestamp())
        self.assertEqual([list(found["winner"])[at] for at in (first, 1 - first)], ["model_a", "tie"])
        board = rate(found)
        self.assertEqual((board.votes, board.state), (2, "first_votes"))
        self.assertIs(type(board.frame()), frame)


if __name__ == "__main__":
    unittest.main()
