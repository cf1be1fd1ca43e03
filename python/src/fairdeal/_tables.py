"""The tables of results."""

import csv
import json
import os

_TYPES = {"integer": int, "number": float, "boolean": lambda text: text == "true"}


def tables(folder):
    """Reads the tables of a run.

    folder: the folder of results, such as "results/crisps-variants".

    Returns a dict: by the name of each table (`"first_player"`), a data frame of polars or of pandas,
    whichever is installed, else a list of rows, which are dicts. Numbers are numbers, and empty cells
    are missing values (`None` in rows).

    Raises FileNotFoundError if the folder holds no tables.
    """
    path = os.path.join(folder, "datapackage.json")
    with open(path, encoding="utf-8") as file:
        package = json.load(file)
    found = {}
    for resource in package["resources"]:
        if not resource["path"].endswith(".csv"):
            continue
        fields = resource["schema"]["fields"]
        with open(os.path.join(folder, resource["path"]), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        found[resource["path"][: -len(".csv")]] = _frame(fields, rows)
    return found


def _frame(fields, rows):
    """A table as the best kind of frame that is installed."""
    columns = {field["name"]: _column(field, rows) for field in fields}
    try:
        import polars

        types = {"integer": polars.Int64, "number": polars.Float64, "boolean": polars.Boolean}
        schema = {field["name"]: types.get(field["type"], polars.String) for field in fields}
        try:
            return polars.DataFrame(columns, schema=schema)
        except (OverflowError, TypeError, polars.exceptions.PolarsError):
            # Sums of squares may be larger than 64 bits.
            return polars.DataFrame(columns, strict=False)
    except ImportError:
        pass
    try:
        import pandas

        types = {"integer": "Int64", "number": "float64", "boolean": "boolean"}
        frame = pandas.DataFrame(columns, dtype="object")
        for field in fields:
            name = field["name"]
            is_small = all(value is None or abs(value) < 2**63 for value in columns[name]) if field["type"] == "integer" else True
            if field["type"] in types and is_small:
                frame[name] = frame[name].astype(types[field["type"]])
        return frame
    except ImportError:
        names = list(columns)
        return [dict(zip(names, values)) for values in zip(*columns.values())]


def _column(field, rows):
    """The values of a column with their type."""
    of = _TYPES.get(field["type"], str)
    texts = [row[field["name"]] for row in rows]
    return [None if text == "" and of is not str else of(text) for text in texts]
