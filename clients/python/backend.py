"""Builds the wheel: a ZIP file of the package and its metadata (PEP 427, PEP 517). It needs no other package, so it
also works without a network."""

import base64
import hashlib
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
WHEEL = "Wheel-Version: 1.0\nGenerator: deadheat\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
# ZIP knows no time before 1980. A fixed one makes equal wheels from equal sources.
TIME = (1980, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel and returns its name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    label = f"{project['name']}-{project['version']}"
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(ROOT.glob("deadheat/*"))
             if path.suffix in (".py", ".typed")}
    files[f"{label}.dist-info/METADATA"] = _metadata(project).encode()
    files[f"{label}.dist-info/WHEEL"] = WHEEL.encode()
    record = f"{label}.dist-info/RECORD"
    files[record] = "".join([*(_entry(name, data) for name, data in files.items()), f"{record},,\n"]).encode()
    name = f"{label}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(zipfile.ZipInfo(path, TIME), data, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("Build the wheel: python3 -m pip wheel clients/python")


def _metadata(project):
    fields = {
        "Metadata-Version": "2.4",
        "Name": project["name"],
        "Version": project["version"],
        "Summary": project["description"],
        "License-Expression": project["license"],
        "Requires-Python": project["requires-python"],
        "Description-Content-Type": "text/markdown",
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"{head}\n{(ROOT / project['readme']).read_text()}"


def _entry(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"
