// A worker: it has an engine of its own, and answers one request after the other.

import { start } from "./engine.js";

let ready;
let asked; // The number of the request that is being answered.

self.onmessage = async ({ data }) => {
  if (data.module) {
    ready = start(data.module, (heard) => self.postMessage({ number: asked, heard }));
    return;
  }
  const { number, request } = data;
  try {
    const engine = await ready;
    asked = number;
    self.postMessage({ number, events: engine(request) });
  } catch (error) {
    // A trap leaves the engine in an unknown state: the page starts another worker.
    self.postMessage({ number, broken: String(error) });
  }
};
