"""A client of a running server."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from http.client import HTTPException, HTTPResponse, IncompleteRead
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeVar, Unpack, cast, overload
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .api import Arena, ArenaList, ArenaListArenas, BoardQuery, CompareQuery, Comparison, ImportReceipt, ServedBoard
from .frames import Columns, rows_as_jsonl

PORTION = 2**16

ExportKind = Literal["votes", "ratings", "battles", "judgements", "preferences"]
Row = Mapping[str, Any]
AnyFrame = TypeVar("AnyFrame")


class DeadheatError(Exception):
    """A request that the server refused or did not answer.

    `code` is the reason, such as `arena_unknown`; `status` the HTTP status, if the server answered; `retry_after` the
    seconds to wait before the request is sent again, if the server says so.
    """

    def __init__(self, message: str, code: str, status: int | None = None, retry_after: float | None = None):
        super().__init__(message)
        self.code = code
        self.status = status
        self.retry_after = retry_after


class Client:
    """One server, by its address. Private arenas and imports need the admin token, which goes to this address alone.

    Every method raises a `DeadheatError` if the server refuses, does not answer, or stops in the middle of an answer. What a
    method takes and returns has the names of the HTTP interface.
    """

    def __init__(self, server: str = "http://127.0.0.1:4747", token: str | None = None, timeout: float = 60):
        if not server.lower().startswith(("http://", "https://")):
            raise ValueError(f"server: {server!r} is no address. Write http:// or https:// before it.")
        self._server = server.rstrip("/")
        self._token = token
        self._timeout = timeout

    def arenas(self, q: str = "") -> list[ArenaListArenas]:
        """The public arenas, newest first; with `q`, those whose title or address contains its words."""
        found: list[ArenaListArenas] = []
        while True:
            page = cast(ArenaList, self._json("/api/arenas", {"q": q, "limit": 200, "offset": len(found)}))
            found += page["arenas"]
            if not page["arenas"] or len(found) >= page["total"]:
                return found

    def arena(self, arena: str) -> Arena:
        """One arena, with the sources, criteria and categories of its boards."""
        return cast(Arena, self._json(_path(arena)))

    def board(self, arena: str, **view: Unpack[BoardQuery]) -> ServedBoard:
        """The published board of a view: `source`, `criterion`, `category`, `looks` and others."""
        return cast(ServedBoard, self._json(f"{_path(arena)}/leaderboard", view))

    def compare(self, arena: str, challenger: str, incumbent: str, **options: Unpack[CompareQuery]) -> Comparison:
        """Whether `challenger` may replace `incumbent`."""
        return cast(Comparison, self._json(f"{_path(arena)}/compare", {"a": challenger, "b": incumbent, **options}))

    @overload
    def export(self, arena: str, kind: ExportKind = ..., **view: Unpack[BoardQuery]) -> Iterator[dict[str, Any]]: ...

    @overload
    def export(
        self,
        arena: str,
        kind: ExportKind = ...,
        *,
        frame: Callable[[dict[str, list[Any]]], AnyFrame],
        **view: Unpack[BoardQuery],
    ) -> AnyFrame: ...

    def export(
        self,
        arena: str,
        kind: ExportKind = "votes",
        *,
        frame: Callable[[dict[str, list[Any]]], AnyFrame] | None = None,
        **view: Unpack[BoardQuery],
    ) -> Iterator[dict[str, Any]] | AnyFrame:
        """The rows of an export, one after the other as they arrive; with `frame`, a frame of them.

        `frame` makes a frame of columns: `pandas.DataFrame` or `polars.DataFrame`. What a row lacks is None there.
        """
        rows = self._rows(f"{_path(arena)}/export/{quote(kind, safe='')}.jsonl", view)
        return rows if frame is None else frame(_columns(rows))

    def import_file(
        self,
        arena: str,
        rows: str | PathLike[str] | Columns | Iterable[Row],
        *,
        dry_run: bool = False,
        orders: Literal["merge", "separate"] = "merge",
        yes: bool = False,
        plan: Mapping[str, Any] | None = None,
        create: bool = False,
        title: str | None = None,
        question: str | None = None,
    ) -> ImportReceipt:
        """Imports votes, answers or prompts, from a file, a frame or rows. All or nothing; the same again adds nothing.

        Missing values are left out, and dates are written as ISO 8601. Raises ValueError that names column and row, for a
        value that JSON does not have. `dry_run` stores nothing and says what would be added. `yes` imports what it would
        ask about, too. `plan` says how the file is read, as `look FILE --json` prints it. `create` makes a new arena, with
        this `title` and the `question` that voters are asked.
        """
        flags = {"dry-run": dry_run, "yes": yes, "create": create}
        query = {
            "orders": orders,
            "title": title,
            "question": question,
            "plan": None if plan is None else json.dumps(plan),
            **{name: True for name in flags if flags[name]},
        }
        path = f"/api/admin/arenas/{quote(arena, safe='')}/import"
        return cast(ImportReceipt, self._json(path, query, _content_of(rows)))

    def _rows(self, path: str, query: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        rest = b""
        with self._send(path, query) as response:
            while portion := self._portion_of(response):
                *lines, rest = (rest + portion).split(b"\n")
                yield from (self._parsed(line) for line in lines if line.strip())
        if rest.strip():
            yield self._parsed(rest)

    def _json(self, path: str, query: Mapping[str, Any] | None = None, body: bytes | None = None) -> Any:
        with self._send(path, query or {}, body) as response:
            return self._parsed(b"".join(iter(lambda: self._portion_of(response), b"")))

    def _portion_of(self, response: HTTPResponse) -> bytes:
        """The next bytes of an answer, none at its end. Raises DeadheatError where it ends too early."""
        try:
            portion = response.read1(PORTION)
            # with a known length, http.client takes any end for the end
            if not portion and response.length:
                raise IncompleteRead(b"", response.length)
        except (OSError, HTTPException) as error:
            remedy = "Ask again: what came before is not all."
            raise DeadheatError(f"{self._server} stopped in the middle of its answer: {error}. {remedy}", "incomplete") from None
        return portion

    def _parsed(self, text: bytes) -> Any:
        """An object of JSON, which all answers and rows are. Raises DeadheatError for anything else."""
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            beginning = text[:40].decode(errors="replace")
            remedy = "Check that this is the address of a Deadheat server."
            raise DeadheatError(f"{self._server} answers {beginning!r}, which is no object of JSON. {remedy}", "unexpected")
        return found

    def _send(self, path: str, query: Mapping[str, Any], body: bytes | None = None) -> HTTPResponse:
        search = urlencode({name: _text(value) for name, value in query.items() if value is not None}, doseq=True)
        request = Request(f"{self._server}{path}{'?' if search else ''}{search}", data=body)
        if self._token:
            request.add_unredirected_header("authorization", f"Bearer {self._token}")
        if body is not None:
            request.add_header("content-type", "application/octet-stream")
        try:
            return cast(HTTPResponse, build_opener(_Redirects).open(request, timeout=self._timeout))
        except HTTPError as error:
            raise _refusal(error, path) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise DeadheatError(f"{self._server} does not answer: {reason}", "unreachable") from None


class _Redirects(HTTPRedirectHandler):
    """Follows redirects, but not with a token, which is for one server, nor with a body, which would be lost."""

    def redirect_request(self, req: Request, *around: Any) -> Request | None:
        if req.data is not None or req.has_header("Authorization"):
            return None
        return super().redirect_request(req, *around)


def _content_of(rows: str | PathLike[str] | Columns | Iterable[Row]) -> bytes:
    """The bytes of a file, or the rows of a frame or a list as JSONL."""
    if isinstance(rows, (str, PathLike)):
        return Path(rows).read_bytes()
    return rows_as_jsonl(rows)


def _columns(rows: Iterable[Row]) -> dict[str, list[Any]]:
    """Rows as columns of equal length, with None for what a row lacks."""
    columns: dict[str, list[Any]] = {}
    for at, row in enumerate(rows):
        for name in row:
            columns.setdefault(name, [None] * at)
        for name, values in columns.items():
            values.append(row.get(name))
    return {name: _as_one_kind(values) for name, values in columns.items()}


def _as_one_kind(values: list[Any]) -> list[Any]:
    """With whole numbers as floats where others are: JSON has one kind of number, and polars asks for one in a column."""
    if not any(type(value) is float for value in values):
        return values
    return [float(value) if type(value) is int else value for value in values]


def _path(arena: str) -> str:
    return f"/api/arenas/{quote(arena, safe='')}"


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _refusal(error: HTTPError, path: str) -> DeadheatError:
    """What the server says; of a redirect that is not followed, where it leads."""
    with error:
        try:
            problem = json.load(error)
        except (ValueError, OSError, HTTPException):
            problem = None
    if not isinstance(problem, dict):
        problem = {}
    message = problem.get("detail") or problem.get("title") or f"the server answers {error.code}"
    location = error.headers.get("location")
    if 300 <= error.code < 400 and location:
        to = urlsplit(urljoin(error.url, location))
        at = to.path.find(path)
        there = f"{to.scheme}://{to.netloc}{to.path[:max(at, 0)]}"
        moved = at >= 0 and not error.url.startswith(f"{there}{path}")
        message = (
            f"The server is at another address. Use Client({there!r}, …)."
            if moved
            else f"{error.url} leads to {location}, which may ask to sign in."
        )
    wait = error.headers.get("retry-after", "")
    return DeadheatError(
        message, problem.get("code", "unexpected"), error.code, float(wait) if wait.isdecimal() else None
    )
