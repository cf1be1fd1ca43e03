// Workers with an engine each. A worker that does not answer in time is ended and started again.

/** How long a stopped worker may take to answer, in milliseconds. */
const PATIENCE = 1000;

/** An answer that will not come, because its worker was ended. */
export class Ended extends Error {}

/** A worker that answers requests in their order. */
class Desk {
  constructor(makeWorker, module) {
    this.makeWorker = makeWorker;
    this.module = module;
    this.begin();
  }

  begin() {
    this.waiting = new Map();
    this.number = 0;
    this.worker = this.makeWorker();
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.postMessage({ module: this.module });
  }

  answered({ number, events, heard, broken }) {
    const waiting = this.waiting.get(number);
    if (heard !== undefined) {
      waiting?.hear?.(heard);
      return;
    }
    this.waiting.delete(number);
    if (broken !== undefined) {
      this.restart(`The engine failed: ${broken}`);
      waiting?.reject(new Ended(broken));
      return;
    }
    waiting?.resolve(events);
  }

  /** Asks the engine. Returns the events. `hear`: hears events before the answer. */
  ask(request, hear) {
    const number = (this.number += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject, hear });
      this.worker.postMessage({ number, request });
    });
  }

  /** Ends the worker and starts another one. What was asked gets no answer. */
  restart(why) {
    const left = [...this.waiting.values()];
    this.worker.terminate();
    this.begin();
    left.forEach(({ reject }) => reject(new Ended(why)));
  }
}

/** A pool: one worker that plans and judges, and others that play. */
export class Pool {
  /** `makeWorker`: starts a worker. `module`: compiled WebAssembly. `players`: how many play. */
  constructor(makeWorker, module, players) {
    this.makeWorker = makeWorker;
    this.module = module;
    this.judge = this.desk();
    this.players = Array.from({ length: players }, () => this.desk());
  }

  desk() {
    return new Desk(this.makeWorker, this.module);
  }

  /** The one that makes reviews, which starts when it is first asked for. */
  reviewer() {
    this.reviews ??= this.desk();
    return this.reviews;
  }

  /** Lets all play with another engine, if none of them works. A review goes on with its own. */
  use(module) {
    const all = [this.judge, ...this.players];
    if (all.some(({ waiting }) => waiting.size > 0)) return false;
    this.module = module;
    if (this.reviews) this.reviews.module = module;
    if (this.reviews?.waiting.size === 0) all.push(this.reviews);
    for (const desk of all) {
      desk.module = module;
      desk.restart("Another engine begins.");
    }
    return true;
  }

  /** Asks the one that plans and judges. Returns the only event of the answer. */
  async ask(request) {
    const [event] = await this.judge.ask(request);
    return event;
  }

  /** Lets all players plan the same experiment, so that they can play it. */
  plan(request) {
    return Promise.all(this.players.map((player) => player.ask(request)));
  }

  /** Ends the players that have not answered after a second. Returns whether some were ended. */
  async calm() {
    const ended = await Promise.all(
      this.players.map(async (player) => {
        if (player.waiting.size === 0) return false;
        const end = Date.now() + PATIENCE;
        while (player.waiting.size > 0 && Date.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        if (player.waiting.size === 0) return false;
        player.restart("It did not stop within a second.");
        return true;
      }),
    );
    return ended.includes(true);
  }
}
