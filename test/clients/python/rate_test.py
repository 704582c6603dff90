"""`rate` on frames as people have them: dates and missing values, what a wrong one says, and what changes no digit."""

import gc
import json
import math
import random
import tracemalloc
import unittest
import weakref
from collections import defaultdict
from datetime import date, datetime
from importlib.metadata import metadata, version

import numpy
import pandas
import polars

import deadheat
from deadheat import rate


def draw_votes(count=240, contestants=4, seed=1):
    """Columns of votes; contestant c0 is the best."""
    drawn = random.Random(seed)
    columns = {name: [] for name in ("id", "model_a", "model_b", "winner", "question_id", "judge")}
    for at in range(count):
        left, right = drawn.sample(range(contestants), 2)
        is_won = drawn.random() < 1 / (1 + math.exp(0.5 * (left - right)))
        row = (f"v{at}", f"c{left}", f"c{right}", "model_a" if is_won else "model_b", f"p{at % 20}", f"w{at % 15}")
        for name, value in zip(columns, row):
            columns[name].append(value)
    return columns


def figures(board):
    return [(row.name, row.status, row.rating, row.interval, row.place) for row in board.contestants]


class Frames(unittest.TestCase):
    def test_frames_of_one_library_come_out_of_it(self):
        votes = draw_votes()
        boards = [rate(votes), rate(pandas.DataFrame(votes)), rate(polars.DataFrame(votes))]
        self.assertEqual([figures(board) for board in boards], 3 * [figures(boards[0])])
        for board, kind in zip(boards, (dict, pandas.DataFrame, polars.DataFrame)):
            frame = board.frame()
            self.assertIs(type(frame), kind)
            self.assertEqual(list(frame["model"]), [row.name for row in board.contestants])
            self.assertEqual(list(frame["rating_upper"]), [row.interval[1] for row in board.contestants])
            self.assertEqual(list(frame["source"]), 4 * ["people"])

    def test_a_mapping_of_any_kind_gives_a_dict(self):
        votes = defaultdict(list, draw_votes())
        self.assertIs(type(rate(votes).frame()), dict)
        once = {name: iter(values) for name, values in votes.items()}
        self.assertEqual(figures(rate(once)), figures(rate(votes)))

    def test_a_board_keeps_no_votes(self):
        votes = pandas.DataFrame(draw_votes())
        board, gone = rate(votes), weakref.ref(votes)
        del votes
        gc.collect()
        self.assertIsNone(gone())
        self.assertIs(type(board.frame()), pandas.DataFrame)

    def test_what_is_not_known_is_missing_in_the_frame(self):
        votes = draw_votes()
        for name, value in {"id": "new", "model_a": "newcomer", "model_b": "c0", "winner": "model_a"}.items():
            votes[name].append(value)
        votes["question_id"].append(None)
        votes["judge"].append(None)
        frame = rate(pandas.DataFrame(votes)).frame()
        self.assertTrue(pandas.isna(frame["rating"].iloc[-1]))
        self.assertEqual(frame["status"].iloc[-1], "too_few_votes")
        self.assertIsNone(rate(polars.DataFrame(votes)).frame()["place_best"][-1])

    def test_missing_values_of_every_kind_are_not_known(self):
        plain = draw_votes()
        numbers = [at % 20 for at in range(240)]
        plain["question_id"] = [None if number == 3 else number for number in numbers]
        expected = figures(rate(plain))
        as_floats = pandas.DataFrame({**plain, "question_id": [math.nan if n == 3 else n for n in numbers]})
        self.assertEqual(str(as_floats["question_id"].dtype), "float64")
        as_nullable = as_floats.assign(question_id=as_floats["question_id"].astype("Int64"))
        self.assertIs(as_nullable["question_id"][3], pandas.NA)
        for frame in (as_floats, as_nullable, as_nullable.convert_dtypes(), polars.DataFrame(plain)):
            board = rate(frame)
            self.assertEqual(board.prompts, 19)
            self.assertEqual(figures(board), expected)

    def test_a_number_has_one_text_in_every_column(self):
        votes = draw_votes()
        numbers = {name: [int(text[1:]) for text in votes[name]] for name in ("model_a", "model_b", "judge")}
        votes = {**votes, **numbers, "judge_type": 240 * ["llm"], "criterion": 240 * [1]}
        for name in ("model_a", "judge", "criterion"):
            # one missing value makes floats of a column
            with_missing = pandas.DataFrame({column: [*values, None if column == name else values[0]] for column, values in votes.items()})
            with_missing.loc[240, ["id", "model_a"]] = ["new", math.nan]
            self.assertEqual(str(with_missing[name].dtype), "float64")
            board = rate(with_missing, criterion=1, anchor=(2, 1000), source="judges")
            self.assertEqual(sorted(row.name for row in board.contestants), ["0", "1", "2", "3"])
            self.assertEqual((board.votes, board.criterion, board.anchor), (240, "1", ("2", 1000.0)))
            self.assertEqual(rate(with_missing, criterion="1", source="judge:3").votes, 16)
            self.assertEqual(rate(with_missing, criterion=1.0).voters, 15)

    def test_categories_dates_and_arrays_are_values(self):
        votes = draw_votes()
        expected = figures(rate(votes))
        days = [date(2026, 1, 1 + at % 20) for at in range(240)]
        frame = pandas.DataFrame({**votes, "question_id": pandas.to_datetime(days)})
        frame["model_a"] = frame["model_a"].astype("category")
        arrays = {name: numpy.array(values) for name, values in votes.items()}
        arrays["question_id"] = numpy.array(days, dtype="datetime64[D]")
        for changed in (frame, arrays, polars.DataFrame({**votes, "question_id": days})):
            self.assertEqual(figures(rate(changed)), expected)

    def test_columns_that_are_not_read_stay_as_they_are(self):
        votes = pandas.DataFrame({**draw_votes(), "tstamp": [datetime(2026, 1, 1), pandas.NaT] * 120, "answers": [[1]] * 240})
        before = votes.copy(deep=True)
        self.assertEqual(rate(votes).votes, 240)
        pandas.testing.assert_frame_equal(votes, before)

    def test_an_index_of_any_kind_is_not_read(self):
        votes = pandas.DataFrame(draw_votes())
        filtered = votes[votes["question_id"] != "p3"]
        self.assertEqual(rate(filtered).votes, 228)
        self.assertEqual(figures(rate(filtered.set_index("judge", drop=False))), figures(rate(filtered)))


class Rows(unittest.TestCase):
    def assert_refused(self, message, votes, **options):
        with self.assertRaises(ValueError) as refused:
            rate(votes, **options)
        self.assertEqual(str(refused.exception), message)

    def test_says_which_column_is_missing(self):
        self.assert_refused(
            "The frame has no column winner. Rename one of its columns: model_a, model_b, won.",
            pandas.DataFrame({"model_a": ["a"], "model_b": ["b"], "won": ["a"]}),
        )

    def test_says_what_is_no_frame(self):
        with self.assertRaisesRegex(TypeError, r"^A list is no frame. Make one of it, such as pandas.DataFrame\(rows\).$"):
            rate([{"model_a": "a", "model_b": "b", "winner": "tie"}])
        with self.assertRaisesRegex(TypeError, r"^A LazyFrame has no values yet. Make a frame of it with .collect\(\).$"):
            rate(polars.DataFrame(draw_votes()).lazy())
        twice = pandas.DataFrame(draw_votes())
        self.assert_refused(
            "The frame has two columns judge. Rename one of them, or drop it.", pandas.concat([twice, twice[["judge"]]], axis=1)
        )
        self.assert_refused(
            "The column winner is a str, not a list of values. Write a single row as a list: [row].",
            {"model_a": "a", "model_b": "b", "winner": "tie"} | {"model_a": ["a"], "model_b": ["b"]},
        )
        self.assert_refused(
            "The columns differ in length: model_a 2, model_b 2, winner 1 values. Give each row a value in each, such as None.",
            {"model_a": ["a", "b"], "model_b": ["b", "a"], "winner": ["tie"]},
        )

    def test_says_which_row_has_a_value_without_a_meaning(self):
        votes = draw_votes()
        votes["winner"][7] = "left"
        self.assert_refused(
            "winner, row 7: 'left' has no meaning. Use model_a, model_b, tie, tie (bothbad), both_bad, tie (inconsistent).",
            polars.DataFrame(votes),
        )
        self.assert_refused(
            "judge_type, row 2: 'robot' has no meaning. Use human, llm, result, simulated, live.",
            {**draw_votes(), "judge_type": ["human", None, *(238 * ["robot"])]},
        )
        self.assert_refused(
            "question_id, row 1: a value is a text or a number, not a list.",
            {**draw_votes(2), "question_id": ["a", ["b"]]},
        )

    def test_refuses_rows_that_may_be_one_vote_and_rows_that_are_many(self):
        votes = draw_votes()
        votes["id"][9] = "v4"
        self.assert_refused(
            "id, rows 4 and 9: both have 'v4'. Drop the rows that are there twice, or the column id.", votes
        )
        self.assert_refused(
            "A row is one vote, and this frame has a column count. Repeat each row so often, and drop the column.",
            {**draw_votes(), "count": 240 * [2]},
        )

    def test_leaves_out_rows_that_are_no_votes_and_counts_them(self):
        votes = draw_votes()
        votes["winner"][3] = votes["model_a"][4] = None
        votes["model_b"][5] = votes["model_a"][5]
        board = rate(pandas.DataFrame(votes))
        self.assertEqual((board.votes, board.left_out), (237, {"without names or winner": 2, "against themselves": 1}))
        self.assertIn("Left out: 2 without names or winner and 1 against themselves.", str(board))
        votes["model_a"][10:14] = ["N/A", "c\u202e1", "c\n1", 201 * "c"]
        odd = "with control characters or over 200 letters in a name"
        self.assertEqual(rate(votes).left_out, {"without names or winner": 3, "against themselves": 1, odd: 3})

    def test_needs_a_criterion_where_there_are_several(self):
        votes = {**draw_votes(), "criterion": 120 * ["style", "facts"]}
        self.assert_refused("The frame has votes under 2 criteria: 'facts', 'style'. Choose one: criterion=….", votes)
        self.assert_refused("criterion: there is no 'tone'. The frame has: facts, style.", votes, criterion="tone")
        self.assertEqual((rate(votes, criterion="style").votes, rate(votes, criterion="style").criterion), (120, "style"))

    def test_a_source_is_people_or_judges_or_one_of_them(self):
        kinds = ["human", "llm", "simulated"]
        votes = {**draw_votes(), "judge_type": [kinds[at % 3] for at in range(240)]}
        everybody = rate(votes)
        self.assertEqual((everybody.source, everybody.votes, everybody.left_out), ("all", 160, {"simulated": 80}))
        self.assertEqual(everybody.units, ["prompt"])
        self.assertEqual([rate(votes, source=name).votes for name in ("people", "judges", "simulated", "judge:w1")], [80, 80, 80, 16])
        self.assertEqual(rate(votes, source="judges").voters, 5)
        self.assert_refused("source: there is no judge 'w0'. The judges are: w1, w10, w13, w4, w7.", votes, source="judge:w0")
        self.assertEqual(rate(votes, source="all").votes, everybody.votes)
        first_name = rate(votes, source="humans")
        self.assertEqual((first_name.source, first_name.votes), ("people", 80))
        self.assert_refused(
            "source: 'pople' is none. Use people, judges, simulated, live, all or judge:NAME.", votes, source="pople"
        )

    def test_both_orders_of_a_judge_are_one_vote(self):
        def calls(*rows):
            names = ("model_a", "model_b", "winner", "order", "question_id")
            return {**dict(zip(names, map(list, zip(*rows)))), "judge": len(rows) * ["j"], "judge_type": len(rows) * ["llm"]}

        votes = calls(
            ("a", "b", "model_a", "ab", "p1"), ("b", "a", "model_b", "ba", "p1"),
            ("a", "b", "model_a", "ab", "p2"), ("b", "a", "model_a", "ba", "p2"),
            ("a", "b", "both_bad", "ab", "p3"), ("b", "a", "both_bad", "ba", "p3"),
            ("a", "b", "model_b", "ab", "p4"),
            ("a", "b", "model_b", "ab", "p5"), ("a", "b", "model_b", "ab", "p5"), ("a", "b", "tie", "ab", "p5"), ("b", "a", "model_a", "ba", "p5"),
            ("a", "b", "model_a", "ab", "p6"), ("a", "b", "model_b", "ab", "p6"), ("b", "a", "model_b", "ba", "p6"),
        )
        board = rate(votes)
        rows = {row.name: (row.wins, row.losses, row.ties, row.both_bad) for row in board.contestants}
        self.assertEqual(rows, {"a": (1, 1, 3, 1), "b": (1, 1, 3, 1)})
        self.assertEqual(board.left_out, {"judgements in one order alone": 1})
        self.assertEqual(rate(votes, orders="separate").votes, 14)
        self.assertEqual(rate(calls(("a", "b", "model_a", "ab", "p1"))).votes, 1)
        # a contestant without a vote is on the board, a group without a prompt is one, and the first sample may be unnamed
        votes["model_b"][6] = "c"
        self.assertEqual([row.name for row in rate(votes).contestants], ["a", "b", "c"])
        votes["group"] = votes.pop("question_id")
        votes["sample_a"] = [1, *(13 * [None])]
        self.assertEqual(rate(votes).votes, 5)


class Options(unittest.TestCase):
    def test_choices_and_levels_are_checked(self):
        for options, message in (
            ({"looks": "two"}, "looks: 'two' is none. Use one or any."),
            ({"weights": "vote"}, "weights: 'vote' is none. Use units or votes."),
            ({"orders": "both"}, "orders: 'both' is none. Use merge or separate."),
            ({"level": 95}, "level: 95 is no share from 0.5 to 0.999. Write a number, such as 0.9."),
            ({"level": "0.95"}, "level: '0.95' is no share from 0.5 to 0.999. Write a number, such as 0.9."),
            ({"anchor": ("nobody", 1000)}, "anchor: there is no contestant 'nobody'. The contestants are: c0, c1, c2, c3."),
            ({"anchor": "c0"}, "anchor: 'c0' is no contestant with a finite rating. Write both: anchor=(NAME, 1000)."),
            ({"anchor": ("c0", math.nan)}, "anchor: ('c0', nan) is no contestant with a finite rating. Write both: anchor=(NAME, 1000)."),
        ):
            with self.assertRaises(ValueError) as refused:
                rate(draw_votes(), **options)
            self.assertEqual(str(refused.exception), message)
        with self.assertRaisesRegex(ValueError, "level: 0.9 needs 4 contestants"):
            rate(draw_votes(contestants=2), level=0.9)
        narrow, wide = rate(draw_votes(), level=0.8), rate(draw_votes())
        self.assertLess(narrow.contestants[0].interval[1], wide.contestants[0].interval[1])

    def test_an_anchor_without_a_rating_is_warned_about(self):
        votes = draw_votes()
        for name, value in {"id": "new", "model_a": "newcomer", "model_b": "c0", "winner": "model_a", "question_id": "p", "judge": "w"}.items():
            votes[name].append(value)
        with self.assertWarnsRegex(UserWarning, "^newcomer has no rating, so it cannot anchor the scale. The scale stays centred on 1000.$"):
            board = rate(votes, anchor=("newcomer", 500))
        self.assertEqual((board.anchor, figures(board)), (None, figures(rate(votes))))

    def test_the_order_of_rows_and_sides_changes_no_digit(self):
        votes = pandas.DataFrame({**draw_votes(), "tstamp": range(240)})
        expected = figures(rate(votes))
        self.assertEqual(figures(rate(votes.sample(frac=1, random_state=3))), expected)
        sides = {"model_a": "model_b", "model_b": "model_a"}
        self.assertEqual(figures(rate(votes.rename(columns=sides).replace({"winner": sides}))), expected)

    def test_a_difference_is_that_of_two_contestants(self):
        board = rate(draw_votes(contestants=2))
        first, second = board.contestants
        difference = board.difference(first.name, second.name)
        self.assertAlmostEqual(difference.points, first.rating - second.rating)
        self.assertAlmostEqual(board.difference(second.name, first.name).points, -difference.points)
        # with two contestants the board says the same: both bars together are as long
        self.assertAlmostEqual(difference.margin, sum((row.interval[1] - row.interval[0]) / 2 for row in (first, second)))
        self.assertEqual(board.difference(first.name, first.name).margin, 0)
        with self.assertRaisesRegex(ValueError, "^There is no rated contestant 'c9'.$"):
            board.difference("c9", first.name)


class Boards(unittest.TestCase):

    def test_no_votes_are_a_board_too(self):
        for empty in (pandas.DataFrame(draw_votes(0)), polars.DataFrame(draw_votes(0)), draw_votes(0), pandas.DataFrame({}), polars.DataFrame({}), {}):
            board = rate(empty)
            self.assertEqual((board.state, board.votes, board.contestants), ("first_votes", 0, []))
            self.assertEqual(str(board), " No votes yet.\n\n 0 votes")

    def test_a_contestant_whose_votes_name_nobody_has_finite_figures(self):
        votes = draw_votes()
        votes["judge"] = [None if "c1" in (a, b) else judge for a, b, judge in zip(votes["model_a"], votes["model_b"], votes["judge"])]
        board = rate(votes)
        self.assertEqual(board.units, ["prompt", "voter"])
        self.assertTrue(all(math.isfinite(end) for row in board.contestants for end in row.interval))

    def test_too_many_contestants_are_refused(self):
        count = 1001
        names = [f"c{at}" for at in range(count)]
        votes = {"model_a": 10 * names, "model_b": 10 * (names[1:] + names[:1]), "winner": 5 * count * ["model_a", "model_b"]}
        with self.assertRaisesRegex(ValueError, "^1,001 contestants would be rated, 1,000 are the most. Filter the frame, or "):
            rate(votes)

    def test_many_names_take_no_table_of_pairs(self):
        names = [f"c{at}" for at in range(12_000)]
        votes = {"model_a": names, "model_b": names[1:] + names[:1], "winner": 12_000 * ["model_a"]}
        tracemalloc.start()
        self.assertEqual(rate(votes).state, "first_votes")
        self.assertLess(tracemalloc.get_traced_memory()[1], 60e6)
        tracemalloc.stop()
        ring = {name: 10 * values for name, values in votes.items()}
        with self.assertRaisesRegex(ValueError, "^12,000 contestants would be rated"):
            rate(ring)

    def test_is_shown_as_its_picture(self):
        board = rate(draw_votes())
        self.assertEqual(repr(board), str(board))
        self.assertLessEqual(max(map(len, board.text(60).splitlines())), 60)
        json.dumps(board.frame())

    def test_the_wheel_says_its_version_and_licence(self):
        self.assertEqual(deadheat.__version__, version("deadheat"))
        self.assertIn("LICENSE", metadata("deadheat").get_all("License-File"))

    def test_documents_everything_that_it_exports(self):
        undocumented = [name for name in deadheat.__all__ if not getattr(deadheat, name).__doc__]
        self.assertEqual(undocumented, [])


if __name__ == "__main__":
    unittest.main()
