"""A client of a running server."""

import json
from collections.abc import Iterable, Iterator, Mapping
from http.client import HTTPException
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class DeadheatError(Exception):
    """A request that the server refused or did not answer, or a command that failed.

    `code` is the reason, such as `arena_unknown`; `status` the HTTP status, if the server answered; `retry_after` the
    seconds to wait before the request is sent again, if the server says so.
    """

    def __init__(self, message: str, code: str, status: int | None = None, retry_after: float | None = None):
        super().__init__(message)
        self.code = code
        self.status = status
        self.retry_after = retry_after


class Client:
    """One server, by its address. Private arenas and imports need the admin token.

    Every method raises a `DeadheatError` if the server refuses or does not answer. What a method returns has the names
    of the HTTP interface.
    """

    def __init__(self, server: str = "http://127.0.0.1:4747", token: str | None = None, timeout: float = 60):
        self._server = server.rstrip("/")
        self._token = token
        self._timeout = timeout

    def arenas(self, q: str = "") -> list[dict[str, Any]]:
        """The public arenas, newest first; with `q`, those whose title or address contains its words."""
        found: list[dict[str, Any]] = []
        while True:
            page = self._json("/api/arenas", {"q": q, "limit": 200, "offset": len(found)})
            found += page["arenas"]
            if not page["arenas"] or len(found) >= page["total"]:
                return found

    def arena(self, arena: str) -> dict[str, Any]:
        """One arena, with the sources, criteria and categories of its boards."""
        return self._json(_path(arena))

    def board(self, arena: str, **view: str) -> dict[str, Any]:
        """The published board of a view: `source`, `criterion`, `category`, `looks` and others."""
        return self._json(f"{_path(arena)}/leaderboard", view)

    def compare(self, arena: str, challenger: str, incumbent: str, **options: Any) -> dict[str, Any]:
        """Whether `challenger` may replace `incumbent`. Options have the names of the HTTP interface: `minVotes`."""
        return self._json(f"{_path(arena)}/compare", {"a": challenger, "b": incumbent, **options})

    def export(self, arena: str, kind: str = "votes", **view: str) -> Iterator[dict[str, Any]]:
        """The rows of an export, one after the other: votes, ratings, battles, judgements or preferences."""
        with self._send(f"{_path(arena)}/export/{quote(kind, safe='')}.jsonl", view) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def import_file(
        self,
        arena: str,
        rows: str | PathLike[str] | Iterable[Mapping[str, Any]],
        *,
        dry_run: bool = False,
        orders: str = "merge",
        yes: bool = False,
        plan: Mapping[str, Any] | None = None,
        create: bool = False,
        title: str | None = None,
        question: str | None = None,
    ) -> dict[str, Any]:
        """Imports votes, answers or prompts, from a file or from rows. All or nothing; the same again adds nothing.

        `dry_run` stores nothing and says what would be added. `yes` imports what it would ask about, too. `plan` says how
        the file is read, as `look FILE --json` prints it. `create` makes a new arena, with this `title` and the
        `question` that voters are asked.
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
        return self._json(path, query, content_of(rows))

    def _json(self, path: str, query: Mapping[str, Any] | None = None, body: bytes | None = None) -> Any:
        with self._send(path, query or {}, body) as response:
            return json.load(response)

    def _send(self, path: str, query: Mapping[str, Any], body: bytes | None = None):
        search = urlencode({name: _text(value) for name, value in query.items() if value is not None}, doseq=True)
        request = Request(f"{self._server}{path}{'?' if search else ''}{search}", data=body)
        if self._token:
            request.add_header("authorization", f"Bearer {self._token}")
        if body is not None:
            request.add_header("content-type", "application/octet-stream")
        try:
            return urlopen(request, timeout=self._timeout)
        except HTTPError as error:
            raise _refusal(error) from None
        except (URLError, HTTPException, TimeoutError, ConnectionError) as error:
            reason = getattr(error, "reason", error)
            raise DeadheatError(f"{self._server} does not answer: {reason}", "unreachable") from None


def content_of(rows: str | PathLike[str] | Iterable[Mapping[str, Any]]) -> bytes:
    """The bytes of a file, or rows as JSONL."""
    if isinstance(rows, (str, PathLike)):
        return Path(rows).read_bytes()
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _path(arena: str) -> str:
    return f"/api/arenas/{quote(arena, safe='')}"


def _text(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _refusal(error: HTTPError) -> DeadheatError:
    with error:
        try:
            problem = json.load(error)
        except ValueError:
            problem = {}
        wait = error.headers.get("retry-after", "")
    message = problem.get("detail") or problem.get("title") or f"the server answers {error.code}"
    return DeadheatError(
        message, problem.get("code", "unexpected"), error.code, float(wait) if wait.isdecimal() else None
    )
