//! Single games.

use fairdeal_core::game::Eyes;
use fairdeal_core::input::{Location, Settings};
use fairdeal_core::seat::Seat;
use fairdeal_core::show::WIDTH;
use fairdeal_core::strategy::{Entrant, StrategyFile};

use crate::catalogue::{check_strategy, made, of_input};
use crate::event::Event;
use crate::request::Rules;

/// Tells a game turn by turn.
pub(crate) fn told(rules: &Rules, index: u64, eyes: Option<usize>) -> Result<Event, Event> {
    let game = made(&rules.game)?;
    let mut settings = Settings::defaults(game.description().knobs);
    for option in &rules.set {
        settings.apply_option(option).map_err(|error| of_input(&error))?;
    }
    rules.strategies.iter().try_for_each(|name| check_strategy(name))?;
    let place = Location::whole("strategies");
    let entrant = |name: &String| StrategyFile::find(game.repertoire(), name, &place);
    let entrants = rules.strategies.iter().map(entrant).collect::<Result<Vec<_>, _>>();
    let entrants: Vec<Entrant> =
        entrants.map_err(|error| of_input(&error))?.into_iter().map(Entrant::from).collect();
    let party = game.party(&settings, &entrants, rules.seed, false);
    let mut party = party.map_err(|error| of_input(&error))?;
    let eyes = match eyes {
        Some(seat) if seat < rules.strategies.len() => Eyes::Of(Seat::new(seat as u8)),
        Some(_) => return Err(Event::refused("There is no such seat at the table.")),
        None => Eyes::All,
    };
    let heading = format!("{}: game {index}, seed {}", game.description().title, rules.seed);
    let (told, _) = party.tell(index, eyes, &heading).map_err(Event::refused)?;
    Ok(Event::Story { text: told.lines(WIDTH).join("\n") })
}
