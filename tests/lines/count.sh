#!/bin/bash
# Counts the lines of code of the packages: src/ and crates/*/src without tests, comments and blank
# lines. Lines are as long as the formatter makes them, so a copy is formatted first, at 140 and at
# 100 columns.
#
#     tests/lines/count.sh [FOLDER]
#
# FOLDER is the root of a checkout; without it, that of this script. Needs rustfmt and python3.
set -euo pipefail

root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

for folder in "$root"/src "$root"/crates/*/src; do
    # A package that is not published serves the tests alone.
    if [[ -d $folder ]] && ! grep -q '^publish = false' "$folder/../Cargo.toml"; then
        mkdir -p "$copy/${folder#"$root"/}"
        cp -R "$folder/." "$copy/${folder#"$root"/}"
    fi
done

for columns in 140 100; do
    grep -v '^max_width' "$root/rustfmt.toml" >"$copy/rustfmt.toml"
    echo "max_width = $columns" >>"$copy/rustfmt.toml"
    find "$copy" \( -name lib.rs -o -name main.rs \) -print0 |
        xargs -0 rustfmt --edition 2024 --config-path "$copy"
    python3 - "$copy" "$columns" <<'COUNT'
import sys
from pathlib import Path

root, columns = Path(sys.argv[1]), sys.argv[2]
TEST = "#[cfg(test)]"


def module_files(file, name):
    """The places where the module `name` of a file may be."""
    is_root = file.name in ("lib.rs", "main.rs", "mod.rs")
    folder = file.parent if is_root else file.with_suffix("")
    return folder / f"{name}.rs", folder / name


def code(file):
    """The lines of code of a file, and the places of the modules that only tests have."""
    counted, tests = 0, []
    lines = iter(file.read_text().splitlines())
    in_comment = False
    for line in lines:
        text = line.strip()
        if in_comment or text.startswith("/*"):
            in_comment = "*/" not in text
            continue
        if not text or text.startswith("//"):
            continue
        if text == TEST:
            # The item ends at the first line of its own indent that ends it.
            indent = line[: len(line) - len(line.lstrip())]
            for line in lines:
                words = line.split()
                if words and words[-1].endswith(";") and "mod" in words[:-1]:
                    tests.extend(module_files(file, words[-1].rstrip(";")))
                is_outer = line.startswith(indent) and not line[len(indent) :].startswith(" ")
                if is_outer and not line.strip().startswith("#[") and line.endswith((";", "}")):
                    break
            continue
        counted += 1
    return counted, tests


def is_test(file):
    folders = file.relative_to(root).parts[:-1]
    return file.name == "tests.rs" or file.stem.endswith("_tests") or "tests" in folders


counts, only_tests = {}, set()
for file in root.rglob("*.rs"):
    if not is_test(file):
        counts[file], tests = code(file)
        only_tests.update(tests)
packages = {}
for file, count in counts.items():
    if not only_tests.intersection([file, *file.parents]):
        parts = file.relative_to(root).parts
        package = "/".join(parts[: parts.index("src") + 1])
        packages[package] = packages.get(package, 0) + count
detail = ", ".join(f"{package} {count}" for package, count in sorted(packages.items()))
print(f"{columns} columns: {sum(packages.values())} lines of code ({detail})")
COUNT
done
