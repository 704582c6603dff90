"""Writes `deadheat/api.py`, the types of what a server answers, from its document:

    curl -s http://127.0.0.1:4747/openapi.json | python3 clients/python/types_of_openapi.py > clients/python/deadheat/api.py
"""

import json
import keyword
import sys
from typing import Any

Schema = dict[str, Any]

ANSWERS = {
    "ArenaList": ("get", "/api/arenas"),
    "Arena": ("get", "/api/arenas/{arena}"),
    "ServedBoard": ("get", "/api/arenas/{arena}/leaderboard"),
    "Comparison": ("get", "/api/arenas/{arena}/compare"),
    "ImportReceipt": ("post", "/api/admin/arenas/{arena}/import"),
}
QUERIES = {
    "BoardQuery": ("get", "/api/arenas/{arena}/leaderboard"),
    "CompareQuery": ("get", "/api/arenas/{arena}/compare"),
}
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Writer:
    """Collects classes, each after those that it names. Objects with the same keys are one class."""

    def __init__(self, components: dict[str, Schema]) -> None:
        self.components = components
        self.classes: list[str] = []
        self.named: dict[str, str] = {}

    def type_of(self, schema: Schema, name: str) -> str:
        """The type of a schema. Objects become classes, called by the path to them."""
        schema = self.resolved(schema)
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        for key in ("anyOf", "oneOf"):
            if key in schema:
                parts = [self.type_of(part, f"{name}{nth or ''}") for nth, part in enumerate(schema[key])]
                return " | ".join(dict.fromkeys(parts))
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.type_of({**schema, "type": each}, name) for each in kind)
        if kind == "array":
            if "prefixItems" in schema:
                return f"list[{' | '.join(dict.fromkeys(self.type_of(part, name) for part in schema['prefixItems']))}]"
            return f"list[{self.type_of(schema.get('items', {}), name)}]"
        if kind == "object" and "properties" in schema:
            return self.add_class(schema, name)
        if kind == "object":
            return f"dict[str, {self.type_of(schema.get('additionalProperties') or {}, name)}]"
        return SCALARS.get(kind or "", "Any")

    def resolved(self, schema: Schema) -> Schema:
        """The schema that a reference stands for."""
        while "$ref" in schema:
            schema = self.components[schema["$ref"].rsplit("/", 1)[1]]
        return schema

    def add_class(self, schema: Schema, name: str) -> str:
        fields = {}
        schema = self.resolved(schema)
        required = schema.get("required", [])
        for key, part in schema["properties"].items():
            text = self.type_of(part, f"{name}{key[0].upper()}{key[1:]}")
            fields[key] = text if key in required else f"NotRequired[{text}]"
        known = self.named.setdefault(str(fields), name)
        if known != name:
            return known
        if any(keyword.iskeyword(key) or not key.isidentifier() for key in fields):
            inside = "".join(f'    "{key}": {text},\n' for key, text in fields.items())
            self.classes.append(f'{name} = TypedDict("{name}", {{\n{inside}}})\n')
        else:
            inside = "".join(f"    {key}: {text}\n" for key, text in fields.items()) or "    pass\n"
            self.classes.append(f"class {name}(TypedDict):\n{inside}")
        return name


def as_argument(schema: Schema) -> Schema:
    """The schema of a query parameter as a caller gives it: no empty texts, and true or false."""
    if set(schema.get("enum", [])) >= {"true", "false"}:
        return {"type": "boolean"}
    parts = [part for part in schema.get("anyOf", []) if part.get("const") != ""]
    enum = [value for value in schema.get("enum", []) if value != ""]
    return {**schema, **({"anyOf": parts} if parts else {}), **({"enum": enum} if enum else {})}


def main() -> None:
    document = json.load(sys.stdin)
    paths = document["paths"]
    writer = Writer(document["components"]["schemas"])
    for name, (method, path) in ANSWERS.items():
        answer = next(answer for status, answer in paths[path][method]["responses"].items() if status.startswith("2"))
        writer.add_class(answer["content"]["application/json"]["schema"], name)
    for name, (method, path) in QUERIES.items():
        query = [part for part in paths[path][method]["parameters"] if part["in"] == "query"]
        writer.add_class({"properties": {part["name"]: as_argument(part["schema"]) for part in query}}, name)
    print('"""What a server answers and takes, by its /openapi.json. `types_of_openapi.py` wrote this file."""\n')
    print("from typing import Any, Literal, NotRequired, TypedDict\n\n")
    print("\n\n".join(writer.classes), end="")


main()
