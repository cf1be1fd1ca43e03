// A link that holds all that is on the page, compressed in its fragment: no server sees it.

const toText = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The largest text that a link may hold, in bytes. */
const MOST = 1 << 21;

/** Sends bytes through a stream that packs or unpacks them; it ends with an error if they are too many. */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    if ((size += value.length) > MOST) {
      await reader.cancel();
      throw new Error("the text of the link is too long");
    }
    parts.push(value);
  }
}

/** Packs something into the fragment of a link. */
export async function packed(what) {
  const bytes = new TextEncoder().encode(JSON.stringify(what));
  return toText(await through(bytes, new CompressionStream("deflate-raw")));
}

/** Unpacks a fragment; `undefined` if it holds nothing of this kind. */
export async function unpacked(fragment) {
  try {
    const bytes = await through(toBytes(fragment), new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
