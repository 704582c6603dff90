"""The installed client against the server at DEADHEAT_SERVER, which has the demo arena. Started by a test of Node."""

import gzip
import math
import tempfile
import threading
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from os import environ
from pathlib import Path
from unittest import mock

import numpy
import pandas
import polars

from deadheat import Client, DeadheatError, rate
from deadheat.frames import rows_in

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
        board = self.client.board(ARENA, source="people", looks="one")
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
        self.assertEqual((board["votes"], board["state"]), (2, "first_votes"))
        self.assertIs(type(board.frame()), frame)

    def test_imports_the_rows_of_a_frame_as_the_frame(self):
        frame = pandas.DataFrame({
            **COLUMNS,
            "id": [numpy.int64(3), Decimal(4)],
            "judge": ["Žofie", numpy.nan],
            "tstamp": pandas.to_datetime(self.times),
            "sample_a": numpy.array([1, 2]),
        })
        self.assertEqual(self.client.import_file("as-rows", frame.to_dict("records"), create=True)["votesAdded"], 2)
        self.assertEqual(self.client.import_file("as-rows", frame)["votesAlreadyThere"], 2)
        arrays = {name: frame[name].to_numpy() for name in frame}
        self.assertEqual(self.client.import_file("as-rows", arrays)["votesAlreadyThere"], 2)
        first = next(row for row in self.client.export("as-rows") if row["question_id"] == "p1")
        self.assertEqual((first["judge"], first["tstamp"]), ("Žofie", self.times[0].timestamp()))

    def test_lists_have_dates_and_what_is_missing_in_them(self):
        day = self.times[0].date()
        row = {"days": [day, None, numpy.datetime64(day)], "scores": numpy.array([math.nan]), "of": {"n": Decimal("0.5")}, "big": 2**60}
        self.assertEqual(
            list(rows_in([row])), [{"days": ["2026-01-31", None, "2026-01-31"], "scores": [None], "of": {"n": 0.5}, "big": str(2**60)}]
        )

    def test_columns_may_be_called_by_numbers(self):
        named = pandas.DataFrame([["Greet me.", "Hi", "Hello"]])
        plan = {"kind": "table", "columns": {"prompt": "0", "answer of New": "1", "answer of Old": "2"}}
        self.assertEqual(self.client.import_file("numbered", named, plan=plan, create=True)["answersAdded"], 2)

    def test_says_which_value_has_no_form_in_json(self):
        day = pandas.Period("2026-01-31")
        votes = {**COLUMNS, "tstamp": [None, day]}
        for rows, message in (
            (pandas.DataFrame(votes), "tstamp, row 1: a value of type Period has no form in JSON. Make it a text or a number."),
            ([{"id": 1}, {"id": b"2"}], "id, row 1: a value of type bytes has no form in JSON. Make it a text or a number."),
            ([{"tags": ["x", {"of": day}]}], "tags, row 0: a value of type Period has no form in JSON. Make it a text or a number."),
            ([{"id": 1}, ["2"]], "Row 1 is a list. Make a dict of it, with the names of its columns."),
            ([{"score": math.inf}], "score, row 0: infinity is no number of JSON. Make it a text or a number."),
            ({"prompt": "Hi", "A": "x"}, "The column prompt is a str, not a list of values. Write a single row as a list: [row]."),
            ({"id": [1, 2], "A": ["x"]}, "The columns differ in length: id 2, A 1 values. Give each row a value in each, such as None."),
        ):
            with self.assertRaises(ValueError) as refused:
                self.client.import_file(ARENA, rows)
            self.assertEqual(str(refused.exception), message)


class Rating(unittest.TestCase):
    """Boards of frames, which the command in DEADHEAT_COMMAND makes."""

    def test_dates_and_what_is_missing_change_no_figure(self):
        votes = {"model_a": 20 * [1, 2], "model_b": 20 * [2, 1], "winner": 40 * ["model_a"], "question_id": [f"p{at % 9}" for at in range(40)], "id": list(range(40))}
        days = [datetime(2026, 1, 1 + at % 9, tzinfo=timezone.utc) for at in range(40)]
        board = rate(votes, seed=2, looks="any")
        self.assertEqual((board["votes"], board["looks"], board["seed"]), (40, "any", 2))
        self.assertEqual(board.frame()["model"], ["1", "2"])
        with_missing = pandas.DataFrame({**votes, "model_a": [numpy.nan, *votes["model_a"][1:]]})
        self.assertEqual(str(with_missing["model_a"].dtype), "float64")
        self.assertEqual(rate(with_missing)["votes"], 39)
        for changed in (
            pandas.DataFrame({**votes, "tstamp": pandas.to_datetime(days), "judge": numpy.nan}),
            polars.DataFrame({**votes, "tstamp": days, "category": None}),
            {**votes, "model_a": 20 * [Decimal(1), Decimal(2)], "tstamp": numpy.array([day.date() for day in days], dtype="datetime64[D]")},
        ):
            self.assertEqual(rate(changed, seed=2, looks="any")["contestants"], board["contestants"])

    def test_options_are_those_of_the_terminal(self):
        votes = {"model_a": 20 * ["a", "c"], "model_b": 40 * ["b"], "winner": 10 * ["model_a", "model_b", "tie", "tie"], "question_id": list(range(40))}
        board = rate(votes, anchor=("b", 800.5), rounds=0, strict=True, criterion=None)
        self.assertEqual((board["anchor"], board["intervals"]), ({"name": "b", "value": 800.5}, "closed_form"))

    def test_a_refusal_is_the_sentence_of_the_command(self):
        for votes, options, message in (
            ({"model_a": ["a"], "model_b": ["b"], "won": ["a"]}, {}, "^standard input has one row, which cannot be used"),
            ({}, {}, "^standard input is empty.$"),
            (COLUMNS, {"looks": "two"}, "argument 'two' is invalid. Allowed choices are one, any."),
            ({**COLUMNS, "judge": [b"x", b"y"]}, {}, "^judge, row 0: a value of type bytes has no form in JSON."),
        ):
            with self.assertRaisesRegex(ValueError, message):
                rate(votes, **options)

    def test_a_command_that_does_not_run_is_said(self):
        for command, message in (("/nowhere/deadheat", "^/nowhere/deadheat does not run: "), ("false", "^false ended with 1: ")):
            with mock.patch.dict(environ, DEADHEAT_COMMAND=command):
                with self.assertRaisesRegex(RuntimeError, f"{message}.*DEADHEAT_COMMAND.$"):
                    rate(COLUMNS)

    def test_what_is_no_frame_is_said(self):
        with self.assertRaisesRegex(TypeError, r"^A LazyFrame has no values yet. Make a frame of it with .collect\(\).$"):
            rate(polars.DataFrame(COLUMNS).lazy())
        twice = pandas.DataFrame(COLUMNS)
        with self.assertRaisesRegex(ValueError, "^The frame has two columns winner. Rename one of them, or drop it.$"):
            rate(pandas.concat([twice, twice[["winner"]]], axis=1))
        with self.assertRaisesRegex(TypeError, r"^A list is no frame. Make one of it, such as pandas.DataFrame\(rows\).$"):
            rate(VOTES)


class Answers(unittest.TestCase):
    """What comes of answers that are cut, no JSON, or lead elsewhere. One after the other, a server gives these."""

    def serve(self, *answers):
        """A server that gives each answer once: a status, headers and a body."""
        left, self.seen = list(answers), []
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.rfile.read(int(self.headers.get("content-length", 0)))
                seen.append(self.headers)
                status, headers, body = left.pop(0)
                self.send_response(status)
                for name, value in {"connection": "close", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def test_an_export_that_is_cut_is_an_error(self):
        row = b'{"winner":"tie"}\n'
        for headers, body in (
            ({"content-length": "1000"}, row),
            ({"transfer-encoding": "chunked"}, b"%x\r\n%s\r\n" % (len(row), row)),
            ({"transfer-encoding": "chunked"}, b"%x\r\n%s" % (2 * len(row), row)),
        ):
            server = self.serve((200, headers, body))
            rows = Client(server).export("a")
            self.assertEqual(next(rows), {"winner": "tie"})
            with self.assertRaisesRegex(DeadheatError, f"^{server} stopped in the middle of its answer: .+ Ask again: ") as cut:
                next(rows)
            self.assertEqual(cut.exception.code, "incomplete")
        whole = self.serve((200, {"transfer-encoding": "chunked"}, b"%x\r\n%s\r\n0\r\n\r\n" % (len(row), row)))
        self.assertEqual(list(Client(whole).export("a")), [{"winner": "tie"}])

    def test_an_answer_that_is_cut_or_no_json_is_an_error(self):
        page = b"<!doctype html>"
        server = self.serve(
            (200, {"content-length": "1000"}, b"{"),
            (200, {"content-length": str(len(page))}, page),
            (200, {"content-length": str(len(page))}, page),
            (200, {"content-length": "2"}, b"[]"),
            (502, {"content-length": "2"}, b"[]"),
            (502, {"content-length": "20"}, b"[]"),
        )
        client = Client(server)
        for code, message, ask in (
            ("incomplete", "stopped in the middle of its answer", client.arena),
            ("unexpected", "answers '<!doctype html>', which is no object of JSON. Check that this is the address of", client.arena),
            ("unexpected", "answers '<!doctype html>', which is no object of JSON. Check that this is the address of", lambda a: next(client.export(a))),
            ("unexpected", r"answers '\[\]', which is no object of JSON", client.arena),
            ("unexpected", "the server answers 502", client.arena),
            ("unexpected", "the server answers 502", client.arena),
        ):
            with self.assertRaisesRegex(DeadheatError, message) as wrong:
                ask("a")
            self.assertEqual(wrong.exception.code, code)

    def test_a_token_and_a_body_stay_with_their_server(self):
        new = self.serve((200, {"content-length": "2"}, b"{}"))
        self.assertEqual(Client(self.serve((308, {"location": f"{new}/api/arenas/a"}, b""))).arena("a"), {})
        ask = "^The server is at another address. Use Client\\('http://127.0.0.1:1', …\\).$"
        to = {"location": "http://127.0.0.1:1/api/admin/arenas/a/import"}
        for status in (301, 308):
            with self.assertRaisesRegex(DeadheatError, ask):
                Client(self.serve((status, to, b""))).import_file("a", [{"id": 1}])
        with self.assertRaisesRegex(DeadheatError, ask):
            Client(self.serve((302, {"location": "http://127.0.0.1:1/api/arenas/a"}, b"")), token="secret").arena("a")
        for page in ("/login", "https://login.example/?next=/api/arenas/a"):
            with self.assertRaisesRegex(DeadheatError, "/api/arenas/a leads to .*, which may ask to sign in.$"):
                Client(self.serve((302, {"location": page}, b"")), token="secret").arena("a")

    def test_an_address_has_its_scheme(self):
        with self.assertRaisesRegex(ValueError, "^server: 'arena.example' is no address. Write http:// or https:// before it.$"):
            Client("arena.example")


if __name__ == "__main__":
    unittest.main()
