// The engine in WebAssembly: requests in, events out. It runs in a worker, or in Node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Starts an engine from compiled WebAssembly. Returns a function that answers requests. */
export async function start(module) {
  const { exports } = await WebAssembly.instantiate(module, {});
  return (request) => {
    const bytes = encoder.encode(JSON.stringify(request));
    const place = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const events = exports.answer();
    const answer = new Uint8Array(exports.memory.buffer, events, exports.length());
    return JSON.parse(decoder.decode(answer));
  };
}
