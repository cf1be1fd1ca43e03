"""Plays shards of a plan on a Dask cluster, and merges them. It needs `distributed` and the standard library.

A worker needs the program. It may see the folder of the shards (a shared disk); if not, the plan is sent to it, and it sends each shard back.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import uuid

from distributed import Client, as_completed

TRIES = 5


def play(shard, plan, options, mark):
    """Plays one shard, on a worker. Returns its exit code, what it said, and the files by name if this worker does not see the folder."""
    with tempfile.TemporaryDirectory() as own:
        path, folder = options.plan, options.folder
        sees = os.path.exists(os.path.join(folder, mark))
        if not sees:
            path, folder = os.path.join(own, "plan.json"), os.path.join(own, "shards")
            with open(path, "wb") as file:
                file.write(plan)
        words = [options.program, "run", "--plan", path, "--shard", str(shard), "--out", folder, "--threads", options.threads, "--quiet"]
        current = options.current if os.path.isdir(options.current) else own
        done = subprocess.run(words + options.more, cwd=current, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        files = {}
        if done.returncode == 0 and not sees:
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), "rb") as file:
                    files[name] = file.read()
        return done.returncode, done.stderr.strip(), files


def write(folder, name, content):
    """Writes a file whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, os.path.join(folder, name))


def play_all(client, plan, shards, options, mark):
    """Plays shards on the workers, each again if it is worth it."""
    tries, done = dict.fromkeys(shards, 1), 0
    # As a task, it is made again if the worker that holds it is lost.
    plan = client.submit(bytes, plan, pure=False)

    def submit(shard):
        return client.submit(play, shard, plan, options, mark, key=f"shard-{shard}-{tries[shard]}-{mark}", pure=False)

    running = {submit(shard): shard for shard in shards}
    ended = as_completed(running)
    for future in ended:
        shard = running.pop(future)
        # Dask itself plays a shard again when its worker is lost; after some losses it gives up, which ends here with code 3.
        if future.status == "finished":
            code, said, files = future.result()
        else:
            why = repr(future.exception()) if future.status == "error" else future.status
            code, said, files = 3, f"Dask: {why}", {}
        for name, content in files.items():
            write(options.folder, name, content)
        if code == 0:
            done += 1
            print(f"{done} of {len(shards)} shards", file=sys.stderr)
        elif (code == 3 or code < 0) and tries[shard] < TRIES:
            tries[shard] += 1
            print(f"shard {shard}: {said or f'killed by signal {-code}'}; try {tries[shard]} of {TRIES}", file=sys.stderr)
            again = submit(shard)
            running[again] = shard
            ended.add(again)
        else:
            print(f"shard {shard} failed (exit code {code}): {said}", file=sys.stderr)


def numbers(text):
    """The numbers of 0-3,7: 0 1 2 3 7."""
    bounds = [part.split("-") for part in text.split(",") if part]
    return [number for part in bounds for number in range(int(part[0]), int(part[-1]) + 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("scheduler", "plan", "shards", "folder", "results", "threads", "program", "merger"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("more", nargs="*", help="more options of `fairdeal run` and `fairdeal merge`, after --")
    options = parser.parse_args()
    options.current = os.getcwd()
    os.makedirs(options.folder, exist_ok=True)
    # Whoever sees this file sees the folder itself, not another one of the same name.
    mark = f".seen-{uuid.uuid4().hex}"
    write(options.folder, mark, b"")
    try:
        with open(options.plan, "rb") as file, Client(options.scheduler) as client:
            play_all(client, file.read(), numbers(options.shards), options, mark)
    except Exception as error:  # The scheduler cannot be reached, or is lost.
        print(f"Dask at {options.scheduler}: {error!r}", file=sys.stderr)
        return 3
    finally:
        os.remove(os.path.join(options.folder, mark))
    # What is missing is named there.
    return subprocess.run([options.merger, "merge", options.plan, options.folder, "--out", options.results] + options.more).returncode


if __name__ == "__main__":
    sys.exit(main())
