// A desk of the program that serves the page, which behaves like a worker.

/** Reads an answer: events that are heard before, one in each line, and the list of the events last. */
async function read(answer, hear) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(left);
    const lines = (left + value).split("\n");
    left = lines.pop();
    lines.forEach((line) => hear(JSON.parse(line)));
  }
}

let number = 0;
const page = crypto.randomUUID();

/** Makes a desk. */
export function makeDesk() {
  const name = `${page}-${(number += 1)}`;
  const gone = new AbortController();
  let last = Promise.resolve();
  let isEnded = false;
  const desk = {
    postMessage({ number: place, request }) {
      if (!request) return;
      // One request after the other: the desk answers in this order.
      last = last.then(async () => {
        if (isEnded) return;
        try {
          const answer = await fetch(`ask/${name}`, { method: "POST", body: JSON.stringify(request), signal: gone.signal });
          if (!answer.ok) throw new Error(`the program answers ${answer.status}`);
          const hear = (heard) => !isEnded && desk.onmessage({ data: { number: place, heard } });
          const events = await read(answer, hear);
          if (!isEnded) desk.onmessage({ data: { number: place, events } });
        } catch (error) {
          if (!isEnded) desk.onmessage({ data: { number: place, broken: String(error.message ?? error) } });
        }
      });
    },
    terminate() {
      isEnded = true;
      gone.abort();
      fetch(`end/${name}`, { method: "POST", keepalive: true }).catch(() => {});
    },
  };
  addEventListener("pagehide", () => desk.terminate());
  return desk;
}
