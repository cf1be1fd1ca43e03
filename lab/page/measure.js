// Measures an experiment: workers play ranges of blocks, whose counts are added in their order, so
// that the results are the same for any number of workers.

import { Ended } from "./pool.js";

/** A range is chosen so that it takes about so many milliseconds. */
const PIECE = 150;

/** Results are shown at most this often, in milliseconds. */
const SHOWN = 300;

/** An experiment that is being played. */
export class Measurement {
  /** `told`: hears `{ mistakes }`, `{ results }`, `{ stopped }` or `{ failed }`. */
  constructor(pool, plan, told) {
    this.pool = pool;
    this.plan = { do: "plan", ...plan };
    this.told = told;
    this.stopping = false;
  }

  /** Stops it: what was counted is judged. */
  stop() {
    this.stopping = true;
    return this.pool.calm();
  }

  /** Plays it to its end, or until it is stopped. Returns the last results. */
  async run() {
    const planned = await this.pool.ask(this.plan);
    if (planned.event !== "planned") {
      this.told(planned.event === "mistakes" ? { mistakes: planned.mistakes } : { failed: planned.why });
      return undefined;
    }
    await this.pool.plan(this.plan);
    this.from = 0; // The first block that is not given to a worker.
    this.counted = 0; // The first block that is not counted.
    this.size = 1;
    this.parts = new Map();
    this.shown = 0;
    let { next } = planned;
    while (next !== null && !this.stopping) {
      this.next = next;
      const ended = await Promise.allSettled(this.pool.players.map((player) => this.playOn(player)));
      const failure = ended.find(({ reason }) => reason && !(reason instanceof Ended));
      if (failure) throw failure.reason;
      if (this.problem) {
        this.told({ failed: this.problem });
        return undefined;
      }
      ({ next } = await this.add());
    }
    return this.judge(next === null, planned.blocks);
  }

  /** Lets a worker play range after range. */
  async playOn(player) {
    while (this.from < this.next && !this.stopping && !this.problem) {
      const [from, to] = [this.from, Math.min(this.from + this.size, this.next)];
      this.from = to;
      const begun = performance.now();
      const [counts] = await player.ask({ do: "play", from, to });
      if (counts.event !== "counts") {
        this.problem = counts.why ?? "The games cannot be played.";
        return;
      }
      const took = performance.now() - begun;
      const fits = Math.floor(((to - from) * PIECE) / Math.max(took, 1));
      this.size = Math.max(1, Math.min(fits, 4 * this.size));
      this.parts.set(from, counts);
      if (performance.now() - this.shown > SHOWN && this.parts.has(this.counted)) {
        this.shown = performance.now();
        await this.add();
        await this.judge(false);
      }
    }
  }

  /** Adds the counts of the first blocks without a gap. */
  async add() {
    const counts = [];
    for (let part; (part = this.parts.get(this.counted)); ) {
      this.parts.delete(this.counted);
      this.counted = part.to;
      counts.push(...part.counts);
    }
    return this.pool.ask({ do: "add", counts });
  }

  async judge(ended, blocks = null) {
    if (this.counted === 0) return undefined;
    const results = await this.pool.ask({ do: "judge", ended });
    if (results.event !== "results") {
      this.told({ failed: results.why });
      return undefined;
    }
    this.told({ results, ended, of: blocks });
    return results;
  }
}
