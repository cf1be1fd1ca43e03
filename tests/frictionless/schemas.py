"""Validates experiments and strategies by the JSON Schema that their first line names (`#:schema schemas/GAME.json`)."""

import json
import sys
import tomllib
from pathlib import Path

from jsonschema import Draft202012Validator

MARK = "#:schema "


def faults(path: Path) -> list[str]:
    """Returns what is wrong with a file."""
    text = path.read_text(encoding="utf-8")
    first = text.splitlines()[0] if text else ""
    if not first.startswith(MARK):
        return ["its first line names no schema"]
    schema = json.loads((path.parent / first.removeprefix(MARK)).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    errors = Draft202012Validator(schema).iter_errors(tomllib.loads(text))
    return [f"{error.json_path}: {error.message}" for error in errors]


def main() -> None:
    """Validates all files, and fails if one is at fault."""
    failed = False
    for name in sys.argv[1:]:
        found = faults(Path(name))
        failed = failed or bool(found)
        if found:
            print(f"{name}: {'; '.join(found)}")
    if not failed:
        print(f"{len(sys.argv) - 1} experiments and strategies: valid")
    sys.exit(failed)


main()
