//! The page of the lab, which the program carries.

/// A file of the page.
pub(super) struct PageFile {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) text: &'static str,
}

macro_rules! page {
    ($($name:literal: $kind:expr,)*) => {
        &[$(PageFile {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("../../../lab/page/", $name)),
        }),*]
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page without the engine in WebAssembly and what keeps it for use without a network: the
/// program plays.
pub(super) const PAGE: &[PageFile] = page! {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "page.js": SCRIPT,
    "dom.js": SCRIPT,
    "editor.js": SCRIPT,
    "experiment.js": SCRIPT,
    "measure.js": SCRIPT,
    "play.js": SCRIPT,
    "pool.js": SCRIPT,
    "program.js": SCRIPT,
    "review.js": SCRIPT,
    "share.js": SCRIPT,
    "shown.js": SCRIPT,
    "table.js": SCRIPT,
    "bundled/codemirror.js": SCRIPT,
};

/// What the page says of who plays, where it is static, and where the program serves it.
const STATIC: &str = "content=\"page\"";

/// The text of a file of the page, where so many desks play.
pub(super) fn text(file: &PageFile, players: usize) -> String {
    file.text.replacen(STATIC, &format!("content=\"program {players}\""), 1)
}
