// What the page uses of CodeMirror, bundled into page/bundled/codemirror.js by lab/bundle.

export { EditorState } from "@codemirror/state";
export { EditorView, keymap, lineNumbers, highlightActiveLine, drawSelection } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { indentUnit, bracketMatching, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
export { python } from "@codemirror/lang-python";
export { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
export { searchKeymap, search } from "@codemirror/search";
export { tags } from "@lezer/highlight";
