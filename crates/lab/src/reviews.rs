//! Reviews: from the rules of a game to what is wrong with it, and what mends it.

use std::collections::BTreeMap;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::Settings;
use fairdeal_review::pace::Pace;
use fairdeal_review::page::page;
use fairdeal_review::told::OUT_OF_REACH;
use fairdeal_review::wanted::Wanted;
use fairdeal_review::{Asked, InMemory, Length, ReviewError, STATE, review};
use fairdeal_study::report::ShownExperiment;
use fairdeal_study::session::Session;
use fairdeal_study::words::quoted;

use crate::catalogue::of_input;
use crate::event::Event;

/// The least and the most minutes.
const MINUTES: std::ops::RangeInclusive<f64> = 0.1..=240.0;

/// Reviews a game of this name with some knobs turned. `hear`: hears of each phase when it begins.
pub(crate) fn reviewed(
    (game, name): (&'static dyn AnyGame, &str),
    set: &[String],
    (minutes, seed): (f64, u64),
    session: &Session<'_>,
    hear: &dyn Fn(&Event),
) -> Result<Event, Event> {
    let mut settings = Settings::defaults(game.description().knobs);
    for option in set {
        settings.apply_option(option).map_err(|error| of_input(&error))?;
    }
    if !MINUTES.contains(&minutes) {
        let (least, most) = (MINUTES.start(), MINUTES.end());
        return Err(Event::refused(format!("A review takes {least} to {most} minutes.")));
    }
    let pace = Pace::default();
    let asked = Asked {
        game,
        name: name.to_owned(),
        settings,
        sizes: Asked::usual_sizes(game.description()),
        seed,
        length: Length::Minutes(minutes),
        wanted: Wanted::default(),
        pace,
    };
    let tell = |phase: &str| hear(&Event::Phase { text: phase.to_owned() });
    let review =
        review(&asked, session, &InMemory::default(), &tell).map_err(|error| match error {
            ReviewError::Input(error) => of_input(&error),
            other => Event::refused(other),
        })?;
    let set = set.iter().map(|option| format!("--set {}", quoted(option)));
    let command = [format!("fairdeal review {}", quoted(name))].into_iter().chain(set);
    let again =
        command.chain([format!("--seed {seed} --like {STATE}")]).collect::<Vec<_>>().join(" ");
    let shown = |phase: &str, results| ShownExperiment::untold(game.description(), phase, results);
    let html = page(&review, game, &shown, &pace, &again).map_err(Event::refused)?;
    let title = game.description().title;
    let files = review.files(title, html).map_err(Event::refused)?;
    let text = |content: &[u8]| String::from_utf8_lossy(content).into_owned();
    let files = files.iter().map(|(name, content)| ((*name).to_owned(), text(content)));
    Ok(Event::Review {
        title: title.to_owned(),
        summary: Box::new(review.summary()),
        out_of_reach: OUT_OF_REACH,
        files: files.collect::<BTreeMap<_, _>>(),
    })
}
