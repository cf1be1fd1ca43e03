// The editor of game files.

import * as code from "./bundled/codemirror.js";

const colours = code.EditorView.theme({
  "&": { height: "100%", color: "var(--front)", backgroundColor: "var(--back)" },
  ".cm-content": { caretColor: "var(--front)" },
  ".cm-cursor": { borderLeftColor: "var(--front)" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--soft)", border: "0" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused": { outline: "3px solid var(--main)", outlineOffset: "-3px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    backgroundColor: "color-mix(in srgb, var(--main) 30%, transparent) !important",
  },
  ".cm-tooltip": { color: "var(--front)", backgroundColor: "var(--soft)", maxWidth: "40rem", whiteSpace: "pre-wrap" },
  ".cm-panels": { color: "var(--front)", backgroundColor: "var(--soft)" },
});

// Colours of the page, which follow the light or dark scheme.
const { tags } = code;
const words = code.HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--word)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], fontWeight: "600" },
]);

/** Makes an editor in an element. `changed`: hears of each change of the text. */
export function editor(place, changed) {
  // Its styles live in a shadow tree, so that the page allows no styles but its own.
  const root = place.attachShadow({ mode: "open" });
  const box = document.createElement("div");
  root.append(box);
  Object.assign(box.style, { height: "100%" });
  const view = new code.EditorView({
    parent: box,
    root,
    extensions: [
      code.lineNumbers(),
      code.history(),
      code.drawSelection(),
      code.bracketMatching(),
      code.indentUnit.of("    "),
      code.python(),
      code.syntaxHighlighting(words),
      code.lintGutter(),
      code.search({ top: true }),
      code.keymap.of([...code.defaultKeymap, ...code.historyKeymap, ...code.searchKeymap, ...code.lintKeymap]),
      code.EditorView.contentAttributes.of({ "aria-label": "The game as a file" }),
      code.EditorView.lineWrapping,
      colours,
      code.EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
      }),
    ],
  });
  // So that the keyboard reaches what does not fit.
  view.scrollDOM.tabIndex = 0;
  return {
    text: () => view.state.doc.toString(),
    show(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    /** Marks mistakes. */
    mark(mistakes) {
      const { doc } = view.state;
      const marks = mistakes
        .filter(({ line }) => line !== null && line <= doc.lines)
        .map(({ line, column, length, message }) => {
          const { from: start, to: end } = doc.line(line);
          const from = Math.min(start + Math.max((column ?? 1) - 1, 0), end);
          return { from, to: Math.min(from + Math.max(length, 1), doc.length), severity: "error", message };
        });
      view.dispatch(code.setDiagnostics(view.state, marks));
    },
    /** Goes to a line. */
    go(line) {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
  };
}
