"""Rates votes by the command `deadheat rate`, which needs no server."""

import json
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike, environ, pathsep
from pathlib import Path
from typing import Any

from .client import DeadheatError, content_of


def rate(
    votes: str | PathLike[str] | Iterable[Mapping[str, Any]],
    *options: str,
    command: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The board of votes: a file, or rows with `model_a`, `model_b`, `winner` and preferably `question_id`.

    `options` are those of `deadheat rate`, such as `"--cluster", "voter"`. `command` starts deadheat; default: the
    environment variable DEADHEAT_COMMAND, then `deadheat` on the PATH, then where npm installed it in this folder or one
    above it.
    """
    start = [*(command or _command()), "rate", "-", "--json", *options]
    try:
        done = subprocess.run(start, input=content_of(votes), capture_output=True, check=False)
    except OSError as error:
        raise DeadheatError(f"{start[0]} does not run ({error.strerror}): install deadheat.", "no_command") from None
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip() or f"{start[0]} ended with {done.returncode}"
        raise DeadheatError(reason, "command_failed")
    return json.loads(done.stdout)


def _command() -> list[str]:
    if named := shlex.split(environ.get("DEADHEAT_COMMAND", "")):
        return named
    here = Path.cwd()
    local = pathsep.join(str(folder / "node_modules" / ".bin") for folder in (here, *here.parents))
    found = shutil.which("deadheat") or shutil.which("deadheat", path=local)
    if found is None:
        raise DeadheatError("rate needs the command deadheat, of the npm package. DEADHEAT_COMMAND may name it.", "no_command")
    return [found]
