//! The lab of fairdeal: requests become events.
//!
//! A page writes a game, turns its knobs, measures it, and lets people look at games and play them.
//! It sends [requests](Request) and gets [events](Event), both as JSON. The same requests are
//! answered in a browser, where WebAssembly plays, and by the program that serves the page. Games come
//! as texts, no file is written, and each request says how much is played: so many blocks, or the
//! minutes of a review.
//!
//! | to | ask |
//! | --- | --- |
//! | see the games that are here | [`Request::Games`] |
//! | check a game, and see its knobs and players | [`Request::Open`] |
//! | measure | [`Request::Plan`], then [`Request::Play`] and [`Request::Add`] again and again, and [`Request::Judge`] |
//! | learn what is wrong, and what to do | [`Request::Review`] |
//! | read a game | [`Request::Tell`] |
//! | play a game | [`Request::Sit`] |

mod catalogue;
mod event;
mod measure;
mod programs;
mod request;
mod reviews;
mod stories;

pub use event::{Event, KnobShown, Mistake, PanelShown, PartShown, PresetShown, Shown, ToldShown};
pub use programs::ListPrograms;
pub use request::{GameText, Request, Rules};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fairdeal_core::registry::GameList;
use fairdeal_core::strategy::Repertoire;
use fairdeal_study::session::{Control, Session};
use measure::Measured;
use stories::Table;

/// A lab: it answers requests, and remembers the experiment that is being played.
#[derive(Debug)]
pub struct Lab {
    /// The games that are compiled. It knows those of files too.
    games: GameList,
    measured: Option<Measured>,
    /// Set from outside to end what is played.
    stop: Arc<AtomicBool>,
    /// The threads of a review; 0: one for each core.
    threads: usize,
    programs: ListPrograms,
}

impl Lab {
    /// Returns a lab with these compiled games, and those of files.
    pub fn new(games: GameList) -> Self {
        let programs = |_: &Repertoire| Vec::new();
        Self { games, measured: None, stop: Arc::default(), threads: 0, programs }
    }

    /// Lets what it plays end early when this is set.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Lets reviews play on so many threads. Everything else is played on one.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Lets external programs play that this lists; without it, none plays.
    #[must_use]
    pub fn with_programs(self, programs: ListPrograms) -> Self {
        Self { programs, ..self }
    }

    /// Answers a request, both in JSON. A request that cannot be read is answered with a refusal. `hear`:
    /// hears of the progress before the answer, an event in JSON.
    pub fn answer(&mut self, request: &str, hear: &dyn Fn(&str)) -> String {
        let hear = |event: &Event| hear(&serde_json::to_string(event).unwrap_or_default());
        let events = match serde_json::from_str(request) {
            Ok(request) => self.events(request, &hear),
            Err(error) => vec![Event::Refused { why: error.to_string() }],
        };
        serde_json::to_string(&events).unwrap_or_else(|error| {
            let refused = [Event::Refused { why: error.to_string() }];
            serde_json::to_string(&refused).unwrap_or_default()
        })
    }

    /// Answers a request. `hear`: hears of the progress before the answer.
    pub fn events(&mut self, request: Request, hear: &dyn Fn(&Event)) -> Vec<Event> {
        self.try_events(request, hear).unwrap_or_else(|event| vec![event])
    }

    fn try_events(&mut self, request: Request, hear: &dyn Fn(&Event)) -> Result<Vec<Event>, Event> {
        let (games, programs) = (self.games, self.programs);
        Ok(match request {
            Request::Games => vec![catalogue::all(games)],
            Request::Starter { file } => vec![catalogue::starter(&file)],
            Request::Open { game } => vec![catalogue::opened(games, &game, programs)],
            Request::Plan { game, name, experiment } => {
                let game = catalogue::made(games, &game)?;
                let measured = Measured::new(game, &name, &experiment, programs)?;
                let planned = measured.planned();
                self.measured = Some(measured);
                vec![planned]
            }
            Request::Play { from, to } => {
                let stop = self.stop.clone();
                vec![self.measured()?.played(from, to, &stop)?]
            }
            Request::Add { counts } => vec![self.measured()?.add(&counts)?],
            Request::Judge { ended } => vec![self.measured()?.judged(ended)?],
            Request::Page => vec![self.measured()?.page()?],
            Request::Review { game, set, minutes, seed } => {
                let made = (catalogue::made(games, &game)?, &*game.name);
                let control = Control { stop: &self.stop, progress: &() };
                let session = Session::default().threads(self.threads).control(control);
                vec![reviews::reviewed(made, &set, (minutes, seed), &session, hear)?]
            }
            Request::Tell { rules, index, eyes } => {
                let table = Table::new(catalogue::made(games, &rules.game)?, &rules, programs)?;
                vec![stories::told(&table, index, eyes)?]
            }
            Request::Sit { rules, index, seat, chosen, advised } => {
                let table = Table::new(catalogue::made(games, &rules.game)?, &rules, programs)?;
                vec![stories::sat(&table, (index, seat), &chosen, advised)?]
            }
        })
    }

    fn measured(&mut self) -> Result<&mut Measured, Event> {
        self.measured.as_mut().ok_or_else(|| Event::Refused {
            why: "no experiment is planned: ask for a plan first".to_owned(),
        })
    }
}
