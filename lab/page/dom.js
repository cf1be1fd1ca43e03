// Elements of the page. Texts are always texts: nothing that somebody wrote becomes markup.

/** The element with an id. */
export const at = (id) => document.getElementById(id);

/** Makes an element. `children`: elements and texts. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Fills a list of options. `options`: pairs of value and text. The chosen one stays, if it can. */
export function fill(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  const has = options.some(([value]) => value === String(chosen));
  select.value = has ? chosen : (options[0]?.[0] ?? "");
}

/** Lets a file be saved. */
export function download(name, text, kind = "text/plain") {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type: kind })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
