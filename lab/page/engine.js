// The engine in WebAssembly: requests in, events out. It runs in a worker, or in Node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Starts an engine from compiled WebAssembly. Returns a function that answers requests. `heard`: hears
 * events before the answer.
 */
export async function start(module, heard = () => {}) {
  let memory;
  const read = (at, bytes) => JSON.parse(decoder.decode(new Uint8Array(memory.buffer, at, bytes)));
  const page = { now: () => performance.now(), hear: (at, bytes) => heard(read(at, bytes)) };
  const { exports } = await WebAssembly.instantiate(module, { page });
  ({ memory } = exports);
  return (request) => {
    const bytes = encoder.encode(JSON.stringify(request));
    const place = exports.reserve(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    return read(exports.answer(), exports.length());
  };
}
