"""Validates the data packages of folders of results; tables that a package does not describe are errors too."""

import sys
from pathlib import Path

from frictionless import Package, validate


def faults(folder: Path) -> list[str]:
    """Returns what is wrong with a folder of results."""
    description = folder / "datapackage.json"
    if not description.is_file():
        return ["there is no datapackage.json"]
    report = validate(str(description))
    found = [f"{task.name}: {error.message}" for task in report.tasks for error in task.errors]
    found += [error.message for error in report.errors]
    described = {resource.path for resource in Package(str(description)).resources}
    there = {path.name for path in folder.glob("*.csv")}
    found += [f"{name} is not described" for name in sorted(there - described)]
    found += [f"{name} is described, but not there" for name in sorted(described - there)]
    return found


def main() -> None:
    """Validates all folders, and fails if one is at fault."""
    folders = [Path(name) for name in sys.argv[1:]]
    if not folders:
        sys.exit("no folders of results")
    failed = False
    for folder in folders:
        found = faults(folder)
        failed = failed or bool(found)
        print(f"{folder}: {'; '.join(found[:20]) if found else 'valid'}")
    sys.exit(failed)


main()
