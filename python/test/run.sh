#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh environment, and uses it as its users do.
# Usage: python/test/run.sh [PROFILE]    with the profile of a release, or another one
set -euo pipefail

root="$(cd "$(dirname "$0")/../.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
place="$(mktemp -d)"
packed="$root/python/src/fairdeal/lab.tar.xz"
stand_in=
trap 'rm -rf "$place" $stand_in' EXIT
cd "$root/python"

# The static lab takes minutes to build: without it a page of one word will do in its place.
if [ ! -e "$packed" ]; then
    stand_in="$packed"
    mkdir -p "$place/page/bundled"
    echo "lab" | tee "$place/page/index.html" >"$place/page/bundled/codemirror.js"
    tar --create --xz --file "$packed" --directory "$place/page" .
fi

python3 -m venv "$place/build"
"$place/build/bin/pip" install --quiet "maturin>=1.9,<2"
"$place/build/bin/maturin" build --quiet --profile "${1:-release}" --target-dir "$target" --out "$place/wheels"
wheel="$(ls "$place"/wheels/*.whl)"
size="$(stat -c %s "$wheel")"
echo "the wheel has $size bytes"
[ "$size" -le $((12 * 1024 * 1024)) ]

python3 -m venv "$place/fresh"
"$place/fresh/bin/pip" install --quiet "$wheel"
mkdir "$place/work"
cp "$root/games/whist.py" "$place/work/my_game.py"
cd "$place/work"
"$place/fresh/bin/fairdeal" list games >/dev/null
# A game file plays itself.
"$place/fresh/bin/python" my_game.py match --strategies random --blocks 20 | grep --quiet "How games end"
"$place/fresh/bin/fairdeal" match my_game.py --strategies random --blocks 200 --out results/mine --quiet
cat >check.py <<'P'
import sys

import fairdeal

kind = sys.argv[1]
found = fairdeal.tables("results/mine")
seats = found["seats"]
if kind == "rows":
    assert isinstance(seats, list) and isinstance(seats[0]["games"], int), seats[0]
    assert isinstance(seats[0]["win_rate"], float)
else:
    assert type(seats).__module__.startswith(kind), type(seats)
    assert seats["games"].sum() > 0 and 0 <= seats["win_rate"].mean() <= 1
    assert "int" in str(seats["games"].dtype).lower(), seats["games"].dtype
assert callable(fairdeal.zone) and callable(fairdeal.choose)
print(kind, len(found), "tables")
P
"$place/fresh/bin/python" check.py rows
"$place/fresh/bin/pip" install --quiet pandas
"$place/fresh/bin/python" check.py pandas
"$place/fresh/bin/pip" install --quiet polars
"$place/fresh/bin/python" check.py polars

# The wheel has the static lab, and says so if it was built without it.
"$place/fresh/bin/python" -c 'import fairdeal; fairdeal.lab_site("site")'
mkdir packed
tar --extract --file "$packed" --directory packed
diff --recursive packed site
[ -s site/index.html ]
rm "$place"/fresh/lib/python*/site-packages/fairdeal/lab.tar.xz
if "$place/fresh/bin/python" -c 'import fairdeal; fairdeal.lab_site("none")' 2>missing.txt; then
    echo "a site that is not there was copied" >&2
    exit 1
fi
grep --quiet "built without the static lab" missing.txt

# The stub has the words of the language, and a type checker finds mistakes in games.
"$place/fresh/bin/pip" install --quiet mypy
"$place/fresh/bin/python" - <<'P'
import ast
import importlib.resources

import fairdeal

stub = ast.parse((importlib.resources.files("fairdeal") / "__init__.pyi").read_text())
names = {getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", None) for node in stub.body}
missing = set(fairdeal._reference.__all__) - names
assert not missing, f"the stub lacks {sorted(missing)}"
P
printf 'from fairdeal import *\n\ngame("Mine", players=(2, 4))\nn: int = choose(0, ["a", "b"])\n' >typed.py
if "$place/fresh/bin/mypy" typed.py >mypy.txt; then
    echo "the type checker found nothing" >&2
    exit 1
fi
grep --quiet "typed.py:4" mypy.txt
echo "the wheel works"
