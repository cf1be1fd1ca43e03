//! The lab as WebAssembly: a request is written where [`reserve`] says, and [`answer`] says where the
//! events are. It imports a clock, and the function that hears of the progress of an answer.
//!
//! WebAssembly has one thread here: a call returns when the answer is there.

#![expect(unsafe_code, reason = "names and memory are shared with the page")]

use std::cell::RefCell;

#[cfg(feature = "games")]
use fairdeal_core::registry::GAMES;
use fairdeal_lab::Lab;

/// No compiled games: most people write their own, and the code of these is large.
#[cfg(not(feature = "games"))]
const GAMES: fairdeal_core::registry::GameList = fairdeal_core::registry::GameList::new(&[]);

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds of a clock that never goes back.
    #[cfg(target_family = "wasm")]
    safe fn now() -> f64;
    /// Hears an event before the answer: a text of so many bytes.
    fn hear(text: *const u8, bytes: usize);
}

/// A lab with the text of the request, and that of the events.
struct Desk {
    lab: Lab,
    request: Vec<u8>,
    events: String,
}

thread_local! {
    static DESK: RefCell<Desk> =
        RefCell::new(Desk { lab: Lab::new(GAMES), request: Vec::new(), events: String::new() });
}

/// Makes room for a request of so many bytes. Returns where it is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request.clear();
        desk.request.resize(bytes, 0);
        desk.request.as_mut_ptr()
    })
}

/// Answers the request that was written. Returns where the events are.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow_mut(|desk| {
        let request = String::from_utf8_lossy(&desk.request);
        #[cfg(target_family = "wasm")]
        fairdeal_core::clock::read(|| now());
        // SAFETY: the page reads the text before it returns.
        let told = |event: &str| unsafe { hear(event.as_ptr(), event.len()) };
        desk.events = desk.lab.answer(&request, &told);
        desk.events.as_ptr()
    })
}

/// Returns how many bytes the events have.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    DESK.with_borrow(|desk| desk.events.len())
}
