//! Single games: told, and played by a person.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::Eyes;
use fairdeal_core::input::{Location, Settings};
use fairdeal_core::seat::Seat;
use fairdeal_core::show::Seated;
use fairdeal_core::strategy::{Entrant, StrategyFile, StrategyTexts};

use crate::catalogue::of_input;
use crate::event::Event;
use crate::programs::{ListPrograms, Programs};
use crate::request::Rules;

/// The game, its rules and its players.
pub(crate) struct Table {
    game: &'static dyn AnyGame,
    settings: Settings,
    players: Vec<Entrant>,
    seed: u64,
    /// Whether programs play.
    programs: bool,
}

impl Table {
    /// Seats players at a game. `list`: lists the programs that may play it.
    pub(crate) fn new(
        game: &'static dyn AnyGame,
        rules: &Rules,
        list: ListPrograms,
    ) -> Result<Self, Event> {
        let mut settings = Settings::defaults(game.description().knobs);
        for option in &rules.set {
            settings.apply_option(option).map_err(|error| of_input(&error))?;
        }
        let programs = Programs::new(list, game.repertoire());
        rules.strategies.iter().try_for_each(|name| programs.check_name(name))?;
        let place = Location::whole("strategies");
        let player = |name: &String| StrategyFile::find(game.repertoire(), name, &place);
        let players = rules.strategies.iter().map(player).collect::<Result<Vec<_>, _>>();
        let players = players.map_err(|error| of_input(&error))?;
        let players: Vec<Entrant> = players.into_iter().map(Entrant::from).collect();
        let programs = programs.check(players.iter())?;
        Ok(Self { game, settings, players, seed: rules.seed, programs })
    }

    fn heading(&self, index: u64) -> String {
        format!("{}: game {index}, seed {}", self.game.description().title, self.seed)
    }
}

/// Tells a game turn by turn.
pub(crate) fn told(table: &Table, index: u64, eyes: Option<usize>) -> Result<Event, Event> {
    let party = table.game.party(&table.settings, &table.players, table.seed, table.programs);
    let mut party = party.map_err(|error| of_input(&error))?;
    let eyes = match eyes {
        Some(seat) if seat < table.players.len() => Eyes::Of(Seat::new(seat as u8)),
        Some(_) => return Err(no_seat()),
        None => Eyes::All,
    };
    let (told, _) = party.tell(index, eyes, &table.heading(index)).map_err(Event::refused)?;
    Ok(Event::Story { told: (&told).into() })
}

/// Plays a game up to the next choice of a person. The strategies are those of the other seats.
pub(crate) fn sat(
    table: &Table,
    (index, seat): (u64, usize),
    chosen: &[usize],
    is_advised: bool,
) -> Result<Event, Event> {
    if seat > table.players.len() {
        return Err(no_seat());
    }
    let repertoire = table.game.repertoire();
    let ladder = StrategyTexts::default().ladder(repertoire);
    let find = |name| StrategyFile::find(repertoire, name, &Location::whole("adviser")).ok();
    let known: Vec<StrategyFile> =
        if is_advised { ladder.iter().filter_map(|name| find(name)).collect() } else { Vec::new() };
    let guide = known.iter().rev().find(|file| !file.searches(repertoire));
    // Chances are those of a winner.
    let has_winner = !table.game.description().is_one_side(table.players.len() + 1);
    let seated = Seated {
        settings: &table.settings,
        others: &table.players,
        seat: Seat::new(seat as u8),
        allow_programs: table.programs,
        seed: table.seed,
        index,
        chosen,
        adviser: known.last(),
        guide: guide.filter(|_| has_winner),
    };
    let sitting = table.game.sit(&seated, &table.heading(index));
    let sitting = sitting.map_err(|error| of_input(&error))?.map_err(Event::refused)?;
    Ok(Event::Sitting {
        told: (&sitting.told).into(),
        options: sitting.options,
        chances: sitting.chances,
        advice: sitting.advice,
        adviser: known.last().map(|adviser| adviser.name.clone()),
    })
}

fn no_seat() -> Event {
    Event::refused("There is no such seat at the table.")
}
