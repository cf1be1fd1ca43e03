"""Plays all shards of a plan on a Dask cluster: on_dask.py SCHEDULER PLAN [OPTIONS of `fairdeal run`]

    python3 on_dask.py tcp://first:8786 plan.json

The workers need the program, and no disk that they share: the plan is sent to them, and they send the shards back. FAIRDEAL is the path of the program on the
workers, if they do not find `fairdeal`. Needs the package `distributed`, of the version that the cluster has.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from distributed import Client, as_completed

TRIES = 5


def play(program: str, plan: bytes, there: dict[str, bytes], current: str, options: list[str]) -> tuple[int, str, dict[str, bytes]]:
    """Plays a shard, on a worker, unless the files that are there have it. Returns the exit code, the errors, and the files by name."""
    with tempfile.TemporaryDirectory() as own:
        path, folder = Path(own, "plan.json"), Path(own, "plan.shards")
        path.write_bytes(plan)
        folder.mkdir()
        for name, content in there.items():
            (folder / name).write_bytes(content)
        words = [program, "run", "--plan", str(path), "--out", str(folder), "--threads", "1", "--quiet", *options]
        # The files of programs are found from there.
        current = current if os.path.isdir(current) else own
        done = subprocess.run(words, cwd=current, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # Such as a full disk; or it was killed. Dask tries again.
        if done.returncode == 3 or done.returncode < 0:
            raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()}")
        return done.returncode, done.stderr.strip(), {file.name: file.read_bytes() for file in folder.iterdir()}


def write(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


def main() -> int:
    scheduler, path, options = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    text, folder = path.read_bytes(), path.with_suffix(".shards")
    folder.mkdir(exist_ok=True)
    try:
        client = Client(scheduler)
    except OSError as error:
        print(f"Dask at {scheduler}: {error}", file=sys.stderr)
        return 3
    # As a task, it is made again if the worker that holds it is lost.
    plan = client.submit(bytes, text, pure=False)
    running = {}
    for shard in json.loads(text)["shards"]:
        there = {file.name: file.read_bytes() for file in folder.glob(f"*-{shard['first']}-{shard['last']}.shard")}
        words = ["--shard", str(shard["shard"]), *options]
        program = os.environ.get("FAIRDEAL", "fairdeal")
        future = client.submit(play, program, plan, there, os.getcwd(), words, pure=False, retries=TRIES - 1)
        running[future] = shard["shard"]
    done = 0
    for future in as_completed(running):
        # A worker that is lost is replaced by another one; after some losses Dask gives up.
        code, said, files = future.result() if future.status == "finished" else (3, repr(future.exception()), {})
        for name, content in files.items():
            write(folder / name, content)
        done += code == 0
        print(f"{done} of {len(running)} shards" if code == 0 else f"shard {running[future]} failed (exit code {code}): {said}", file=sys.stderr)
    return 0 if done == len(running) else 1


if __name__ == "__main__":
    sys.exit(main())
