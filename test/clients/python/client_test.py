"""The installed client against the server at DEADHEAT_SERVER, which has the demo arena. Started by a test of Node."""

import contextlib
import gzip
import json
import tempfile
import unittest
from os import environ
from pathlib import Path
from unittest.mock import patch

import deadheat
from deadheat import Client, DeadheatError, frame, rate

ARENA = "support-replies"
VOTES = [
    {"model_a": "New", "model_b": "Baseline", "winner": "model_a", "question_id": "p1", "judge": "Žofie"},
    {"model_a": "Baseline", "model_b": "New", "winner": "tie", "question_id": "p2"},
]


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
        self.assertEqual(rate(votes, "--rounds", "0")["votes"], 3)

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


class Command(unittest.TestCase):
    def test_rates_rows_as_the_command_does(self):
        board = rate(VOTES, "--seed", "2")
        self.assertEqual((board["votes"], board["seed"]), (2, 2))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "votes.jsonl"
            path.write_text("\n".join(json.dumps(vote) for vote in VOTES))
            again = rate(str(path), "--seed", "2")
        self.assertEqual(again["contestants"], board["contestants"])

    def test_raises_the_sentence_of_the_command(self):
        with self.assertRaisesRegex(DeadheatError, "--roundz"):
            rate(VOTES, "--roundz", "1")
        with self.assertRaisesRegex(DeadheatError, "no-such-command does not run"):
            rate(VOTES, command=["no-such-command"])

    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder, patch.dict(environ, {"PATH": folder}), contextlib.chdir(folder):
            del environ["DEADHEAT_COMMAND"]
            with self.assertRaisesRegex(DeadheatError, "^rate needs the command deadheat"):
                rate(VOTES)
            command = Path(folder) / "node_modules" / ".bin" / "deadheat"
            command.parent.mkdir(parents=True)
            command.write_text('#!/bin/sh\necho "[\\"$1\\"]"\n')
            command.chmod(0o755)
            self.assertEqual(rate(VOTES), ["rate"])


class Pandas(unittest.TestCase):
    def test_makes_tables_or_says_what_to_install(self):
        board = rate(VOTES)
        try:
            import pandas
        except ImportError:
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                frame(board)
            return
        self.assertIsInstance(frame(board), pandas.DataFrame)
        self.assertEqual(list(frame(board)["name"]), [one["name"] for one in board["contestants"]])
        self.assertEqual(len(frame(VOTES)), 2)


class Package(unittest.TestCase):
    def test_documents_everything_that_it_exports(self):
        undocumented = [name for name in deadheat.__all__ if not getattr(deadheat, name).__doc__]
        self.assertEqual(undocumented, [])


if __name__ == "__main__":
    unittest.main()
