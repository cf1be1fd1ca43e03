// A desk of the program that serves the page, which behaves like a worker.

let number = 0;
const page = crypto.randomUUID();

/** Makes a desk. */
export function makeDesk() {
  const name = `${page}-${(number += 1)}`;
  let last = Promise.resolve();
  let isEnded = false;
  const desk = {
    postMessage({ number: place, request }) {
      if (!request) return;
      // One request after the other: the desk answers in this order.
      last = last.then(async () => {
        if (isEnded) return;
        try {
          const answer = await fetch(`ask/${name}`, { method: "POST", body: JSON.stringify(request) });
          if (!answer.ok) throw new Error(`the program answers ${answer.status}`);
          desk.onmessage({ data: { number: place, events: await answer.json() } });
        } catch (error) {
          if (!isEnded) desk.onmessage({ data: { number: place, broken: String(error.message ?? error) } });
        }
      });
    },
    terminate() {
      isEnded = true;
      fetch(`end/${name}`, { method: "POST", keepalive: true }).catch(() => {});
    },
  };
  addEventListener("pagehide", () => desk.terminate());
  return desk;
}
