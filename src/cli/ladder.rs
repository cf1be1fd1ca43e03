//! `fairdeal ladder`: how skill changes the answers.

use std::io::Write;

use super::args::{LadderArguments, WithoutFile};
use super::failure::{Failure, Outcome};
use super::programs::permission;
use super::progress::Bars;
use super::run::{play, variant_name};
use super::warn_of;
use crate::findings::Analysis;
use crate::input::{InputError, Location, Problem};
use crate::registry::{GameList, Visitor};
use crate::results::Directory;
use crate::session::{LadderRequest, Session, double_budgets};
use crate::strategy::{Playable, StrategyFile};

/// Climbs the ladder of a game.
pub(super) fn ladder<L: GameList>(arguments: &LadderArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    L::visit(&arguments.game, Ladder { arguments, out }).map_err(Failure::unknown)?
}

struct Ladder<'a, W> {
    arguments: &'a LadderArguments,
    out: &'a mut W,
}

impl<W: Write> Visitor for Ladder<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { arguments, out } = self;
        let WithoutFile { seed, tolerance, out: folder, options } = &arguments.without_file;
        let rules = arguments.rules.choice();
        warn_of::<G>(&rules.settings::<G>()?, None);
        let strategies = rungs::<G>(&arguments.strategies)?;
        let allowed = permission(&strategies, options.programs)?;
        let request = LadderRequest::<G> {
            variant: &variant_name(&rules),
            rules: &rules,
            strategies: strategies.into_iter().map(Into::into).collect(),
            seed: *seed,
            blocks: arguments.blocks,
            analysis: Analysis { win_rate_tolerance: *tolerance, ..Analysis::default() },
            doublings: arguments.doublings,
        };
        // Better now than after hours of play.
        folder.as_deref().map(Directory::prepare).transpose()?;
        let bars = Bars::new(G::DESCRIPTION.plural, options.quiet);
        let session = Session::default().threads(options.threads()).control(bars.control()).allow_programs(allowed);
        play(&double_budgets(&session, &request)?, folder.clone(), options, allowed, out)
    }
}

/// The strategies that climb: those that are named, or all that the game ships for a ladder.
fn rungs<G: Playable>(wanted: &[String]) -> Result<Vec<StrategyFile>, Failure> {
    let place = Location::whole("--strategies");
    let shipped: Vec<String> = G::LADDER.iter().map(|name| (*name).to_owned()).collect();
    let names = if wanted.is_empty() { &shipped } else { wanted };
    let files = names.iter().map(|name| StrategyFile::find::<G>(name, &place)).collect::<Result<Vec<_>, _>>()?;
    if let Some((_, twice)) = files.iter().enumerate().find(|(index, file)| files[..*index].iter().any(|other| other.name == file.name)) {
        return Err(InputError::new(place, Problem::Duplicate { what: "strategy", name: twice.name.clone() }).into());
    }
    if files.len() < 2 {
        let problem =
            Problem::Value { key: "the number of strategies".into(), found: files.len().to_string(), allowed: "2 or more".into() };
        return Err(InputError::new(place, problem).into());
    }
    Ok(files)
}
