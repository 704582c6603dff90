"""Runs the code of a notebook, cell by cell, and expects what it shows: notebook.py FILE; with --write, shows what it prints."""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

path = Path(sys.argv[1])
notebook = json.loads(path.read_text())
os.chdir(path.parent)
names = {"__name__": "__main__"}
cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
for nth, cell in enumerate(cells, 1):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("".join(cell["source"]), f"{path.name}, code cell {nth}", "exec"), names)
    lines = printed.getvalue().splitlines(keepends=True)
    if "--write" in sys.argv:
        cell["execution_count"] = nth
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    shown = [line for output in cell["outputs"] for line in output["text"]]
    assert lines == shown, f"code cell {nth} prints\n{''.join(lines)}\nand shows\n{''.join(shown)}"
if "--write" in sys.argv:
    Path(path.name).write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
print(f"{len(cells)} cells")
