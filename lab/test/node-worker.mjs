// A worker of Node that behaves like one of a browser.

import { parentPort } from "node:worker_threads";

globalThis.self = { postMessage: (data) => parentPort.postMessage(data) };
await import("../page/worker.js");
parentPort.on("message", (data) => self.onmessage({ data }));
