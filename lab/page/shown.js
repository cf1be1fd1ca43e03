// Results as the page shows them.

import { at, download, make } from "./dom.js";

/** The cells of a table of results as CSV, row by row. */
export function table(csv) {
  const cells = (line) => [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^,]*),/g)].map(([, cell]) => cell);
  const plain = (cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
  return csv.split(/\r?\n/).filter(Boolean).map((line) => cells(line).map(plain));
}

/** A table of the screen. */
export function panel({ title, columns, rows, standings, left_out: leftOut, notes }) {
  const head = columns.map(([text, words]) => make("th", { scope: "col", className: words ? "words" : "" }, text));
  const body = rows.map((cells, place) =>
    make(
      "tr",
      { className: standings[place] },
      ...cells.map((cell, column) => make("td", { className: columns[column][1] ? "words" : "" }, cell)),
    ),
  );
  const table = make(
    "table",
    {},
    make("caption", {}, title),
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...body),
  );
  const more = leftOut > 0 ? [make("p", { className: "quiet" }, `${leftOut} more rows are in the tables.`)] : [];
  const told = notes.map((note) => make("p", { className: "quiet" }, note));
  return make(
    "div",
    { className: "scroll", tabIndex: 0, role: "region", "aria-label": title },
    table,
    ...more,
    ...told,
  );
}

/** Shows results: the answer first, then the tables. */
export function show(results, place = at("results")) {
  const answer = results.answer.map(([about, line]) => make("li", {}, make("strong", {}, `${about}: `), line));
  place.replaceChildren(
    make("h3", {}, results.question),
    make("ul", { id: "answer" }, ...answer),
    ...results.panels.map(panel),
  );
}

/** Lists files, which can be saved. */
export function offer(files, place = at("downloads")) {
  const entry = ([name, text, kind]) => {
    const button = make("button", { type: "button" }, name);
    button.addEventListener("click", () => download(name, typeof text === "function" ? text() : text, kind));
    return make("li", {}, button);
  };
  place.replaceChildren(...files.map(entry));
}
