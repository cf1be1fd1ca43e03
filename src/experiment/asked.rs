//! What is asked, before it is checked.

use super::plan::{Design, Lineup, Plan, Variant};
use super::rules::RulesChoice;
use super::sweep::crossed;
use crate::findings::{Analysis, Goal, Looks, Stop};
use crate::input::{InputError, Location, Problem, Settings, Unknown};
use crate::metrics::Layout;
use crate::strategy::{Entrant, Playable, StrategyFile};

/// A strategy that is asked for: by name or path, or as it is.
#[derive(Clone, Debug)]
pub enum Asked<G: Playable> {
    /// The name of a strategy file, or its path.
    Named(String),
    /// A file that was read already, or a Rust type.
    Known(Entrant<G>),
}

impl<G: Playable> From<&str> for Asked<G> {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

impl<G: Playable> From<StrategyFile> for Asked<G> {
    fn from(file: StrategyFile) -> Self {
        Self::Known(file.into())
    }
}

impl<G: Playable> From<Entrant<G>> for Asked<G> {
    fn from(entrant: Entrant<G>) -> Self {
        Self::Known(entrant)
    }
}

/// A line-up that is asked for, with the places where each of its strategies was named.
type AskedLineup<G> = (Location, Vec<(Location, Asked<G>)>);

/// An experiment about game `G`, as it is asked for: put together step by step, then checked as a whole by [`Experiment::plan`].
///
/// ```
/// use fairdeal::experiment::Experiment;
/// use fairdeal::games::crisps::Crisps;
///
/// let plan = Experiment::<Crisps>::new("face-up")
///     .blocks(200)
///     .variant("no-face-up", &["face_up_draw=false"])
///     .lineup(["greedy", "random"])
///     .plan()?;
/// assert_eq!(plan.variants().len(), 2);
/// # Ok::<(), fairdeal::input::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment<G: Playable> {
    name: String,
    question: String,
    seed: u64,
    blocks: Option<u64>,
    stop: Option<Stop>,
    /// Where the reason to stop stands.
    stop_place: Option<Location>,
    design: Design,
    baseline: Option<(Location, String)>,
    /// The variants with their rules, or why there are none.
    variants: Result<Vec<Variant>, InputError>,
    /// The knobs that are swept over, with their values.
    axes: Vec<(String, Vec<String>)>,
    lineups: Vec<AskedLineup<G>>,
    /// The strategies of a round robin or a ladder, and those with doubled budgets.
    field: Vec<Asked<G>>,
    doubled: Vec<Asked<G>>,
    analysis: Analysis,
    game: std::marker::PhantomData<G>,
}

/// The largest number of blocks: far above any use, far below what the accumulators hold.
pub(super) const MOST_BLOCKS: u64 = 1 << 40;

/// How many blocks are played where nothing is said.
const BLOCKS: u64 = 10_000;

impl<G: Playable> Experiment<G> {
    /// An experiment without line-ups: the designer's rules, 10,000 blocks, seed 0, no early end.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            question: String::new(),
            seed: 0,
            blocks: None,
            stop: None,
            stop_place: None,
            design: Design::Compare,
            baseline: None,
            variants: Ok(Vec::new()),
            axes: Vec::new(),
            lineups: Vec::new(),
            field: Vec::new(),
            doubled: Vec::new(),
            analysis: Analysis::default(),
            game: std::marker::PhantomData,
        }
    }

    /// What it asks, in the designer's words.
    #[must_use]
    pub fn question(mut self, question: &str) -> Self {
        question.clone_into(&mut self.question);
        self
    }

    /// The seed of all its random numbers.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How many blocks (shuffles) are played: 1 to 2^40; at most, where the run may end early.
    #[must_use]
    pub fn blocks(mut self, blocks: u64) -> Self {
        self.blocks = Some(blocks);
        self
    }

    /// Ends the run as soon as a goal is reached, or after all [blocks](Self::blocks). Where these are not said it goes on until then, or until it is stopped
    /// from outside, with intervals that hold at any time; these are wider.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = Some(stop);
        self
    }

    /// How the counts are judged.
    #[must_use]
    pub fn analysis(mut self, analysis: Analysis) -> Self {
        self.analysis = analysis;
        self
    }

    /// Adds the rules of the designer with some knobs turned, each as `key=value`. Before the first variant, those of the designer are added as the baseline.
    #[must_use]
    pub fn variant(self, name: &str, set: &[&str]) -> Self {
        let this = if self.variants.as_ref().is_ok_and(Vec::is_empty) { self.rules("designer", &RulesChoice::default()) } else { self };
        this.rules(name, &RulesChoice { rules: None, set: set.iter().map(|option| (*option).to_owned()).collect() })
    }

    /// Sweeps over a knob: every variant is played with each of its values, and with each combination where several knobs are swept over. Without a variant,
    /// the designer's rules are the baseline, beside all points.
    #[must_use]
    pub fn sweep(mut self, knob: &str, values: &[&str]) -> Self {
        self.axes.push((knob.to_owned(), values.iter().map(|value| (*value).to_owned()).collect()));
        self
    }

    /// Adds rules as the options of a command choose them.
    #[must_use]
    pub fn rules(mut self, name: &str, choice: &RulesChoice) -> Self {
        match choice.settings::<G>() {
            Ok(settings) => self.settings(name, settings),
            Err(error) => {
                self.variants = self.variants.and(Err(error));
                self
            }
        }
    }

    /// Adds rules as they are, defaults filled in.
    #[must_use]
    pub fn settings(mut self, name: &str, settings: Settings) -> Self {
        if let Ok(variants) = &mut self.variants {
            variants.push(Variant { name: name.to_owned(), settings, point: Vec::new() });
        }
        self
    }

    /// The variant that the others are compared with; otherwise the first one is.
    #[must_use]
    pub fn baseline(mut self, name: &str) -> Self {
        self.baseline = Some((Location::whole("baseline"), name.to_owned()));
        self
    }

    /// Adds a line-up: one strategy a seat. Every arrangement of it is played.
    #[must_use]
    pub fn lineup<S: Into<Asked<G>>>(self, strategies: impl IntoIterator<Item = S>) -> Self {
        let place = Location::whole("a line-up");
        let asked = strategies.into_iter().map(|strategy| (place.clone(), strategy.into())).collect();
        self.lineup_at(place, asked)
    }

    /// Lets every choice of this many `players` among the strategies meet, and rates them: 2 to 64 different ones, by one set of rules.
    #[must_use]
    pub fn round_robin<S: Into<Asked<G>> + Clone>(mut self, strategies: &[S], players: usize) -> Self {
        self.design = Design::RoundRobin { players };
        self.field = strategies.iter().cloned().map(Into::into).collect();
        self
    }

    /// Lets the strategies, which are all different, climb a ladder for two: each plays against each other one and against itself. The `doubled` ones are
    /// copies with doubled budgets: each plays against the one before it alone (the first against the last of the strategies) and itself.
    #[must_use]
    pub fn ladder(mut self, strategies: &[Entrant<G>], doubled: &[Entrant<G>]) -> Self {
        self = self.round_robin(strategies, 2);
        self.design = Design::Ladder { doubled: doubled.len() };
        self.doubled = doubled.iter().cloned().map(Into::into).collect();
        self
    }

    pub(super) fn lineup_at(mut self, place: Location, strategies: Vec<(Location, Asked<G>)>) -> Self {
        self.lineups.push((place, strategies));
        self
    }

    pub(super) fn baseline_at(mut self, place: Location, name: &str) -> Self {
        self.baseline = Some((place, name.to_owned()));
        self
    }

    pub(super) fn stop_at(mut self, place: Location, stop: Stop) -> Self {
        (self.stop, self.stop_place) = (Some(stop), Some(place));
        self
    }

    pub(super) fn variants(mut self, variants: Vec<Variant>, design: Design) -> Self {
        (self.variants, self.design) = (Ok(variants), design);
        self
    }

    /// Checks everything and makes the plan.
    ///
    /// # Errors
    /// When something is unknown, missing, given twice or does not suit the game: the first problem is named with its place.
    pub fn plan(self) -> Result<Plan<G>, InputError> {
        let named = self.variants?;
        let designer = Variant { name: "designer".to_owned(), settings: RulesChoice::default().settings::<G>()?, point: Vec::new() };
        let mut variants = if named.is_empty() { vec![designer.clone()] } else { named.clone() };
        if !self.axes.is_empty() {
            let swept = if named.is_empty() {
                vec![(None, designer)]
            } else {
                named.into_iter().map(|one| (Some(one.name.clone()), one)).collect()
            };
            let points = self.axes.iter().try_fold(swept, |points, (knob, values)| crossed(&points, knob, values))?;
            // The rules as they are come first: what the points are compared with.
            variants.truncate(usize::from(points.iter().all(|(name, _)| name.is_none())));
            variants.extend(points.into_iter().map(|(_, variant)| variant));
        }
        for (index, variant) in variants.iter().enumerate() {
            if variants[..index].iter().any(|other| other.name == variant.name) {
                let problem = Problem::Duplicate { what: "variant", name: variant.name.clone() };
                return Err(InputError::new(Location::whole("variants"), problem));
            }
        }
        let baseline = match self.baseline {
            None => 0,
            Some((place, name)) => variants.iter().position(|variant| variant.name == name).ok_or_else(|| {
                let unknown = Unknown::new("variant", name, variants.iter().map(|variant| variant.name.clone()));
                InputError::new(place, Problem::Unknown(unknown))
            })?,
        };
        let (blocks, looks) = match (self.blocks, self.stop) {
            (blocks, None) => (blocks.unwrap_or(BLOCKS), Looks::Once),
            (Some(blocks), Some(stop)) => (blocks, Looks::planned(stop.first_look, blocks.clamp(1, MOST_BLOCKS), self.analysis.confidence)),
            (None, Some(stop)) => (MOST_BLOCKS, Looks::Any { first: stop.first_look }),
        };
        let mut plan = Plan {
            name: self.name,
            question: self.question,
            seed: self.seed,
            blocks,
            looks,
            analysis: self.analysis,
            stop: self.stop,
            design: self.design,
            baseline,
            variants,
            lineups: Vec::new(),
            strategies: Vec::new(),
            layout: Layout { game: &G::DESCRIPTION, cells: Vec::new(), pairs: Vec::new(), field: None },
            cells: Vec::new(),
        };
        plan.check_numbers()?;
        let lineups = match plan.design {
            Design::Compare | Design::Sensitivity(_) => self.lineups,
            Design::RoundRobin { players } => field_lineups(&plan, &self.lineups, &self.field, &[], players)?,
            Design::Ladder { .. } => field_lineups(&plan, &self.lineups, &self.field, &self.doubled, 2)?,
        };
        if lineups.is_empty() {
            let allowed = "one strategy a seat".to_owned();
            return Err(InputError::new(Location::whole(plan.name), Problem::Missing { key: "a line-up".into(), allowed }));
        }
        for (place, strategies) in lineups {
            plan.add_lineup(strategies, &place)?;
        }
        plan.check_sequential_test(&self.stop_place.unwrap_or_else(|| Location::whole(&plan.name)))?;
        plan.lay_out()
    }
}

/// The most strategies that can be rated.
const MOST_RATED: usize = 64;

/// The line-ups of a round robin or ladder: every choice of this many among the strategies; on a ladder also each copy against the one before it, and each
/// strategy against itself.
fn field_lineups<G: Playable>(
    plan: &Plan<G>,
    others: &[AskedLineup<G>],
    field: &[Asked<G>],
    doubled: &[Asked<G>],
    players: usize,
) -> Result<Vec<AskedLineup<G>>, InputError> {
    let place = Location::whole("--strategies");
    let refused =
        |found: String, allowed: &str| Err(InputError::new(place.clone(), Problem::Conflict { found, allowed: allowed.to_owned() }));
    let all = field.len() + doubled.len();
    if plan.variants.len() > 1 {
        return refused(format!("{} variants for strategies that all meet", plan.variants.len()), "one set of rules");
    }
    if !others.is_empty() {
        return refused("line-ups beside strategies that all meet".to_owned(), "one of them");
    }
    if players < 2 || all < players || all > MOST_RATED {
        let found = format!("{all} strategies that meet {players} at a table");
        return refused(found, &format!("2 or more at a table, and as many strategies as that or more, up to {MOST_RATED}"));
    }
    let chosen = choices(field.len(), players).into_iter().map(|chosen| chosen.into_iter().map(|index| field[index].clone()).collect());
    let mut lineups: Vec<Vec<Asked<G>>> = chosen.collect();
    if let Design::Ladder { .. } = plan.design {
        let chain: Vec<&Asked<G>> = field.last().into_iter().chain(doubled).collect();
        lineups.extend(chain.windows(2).map(|pair| vec![pair[0].clone(), pair[1].clone()]));
        lineups.extend(field.iter().chain(doubled).map(|strategy| vec![strategy.clone(), strategy.clone()]));
    }
    let placed = |asked: Vec<Asked<G>>| (place.clone(), asked.into_iter().map(|asked| (place.clone(), asked)).collect());
    Ok(lineups.into_iter().map(placed).collect())
}

impl<G: Playable> Plan<G> {
    /// Are the numbers in their ranges?
    fn check_numbers(&self) -> Result<(), InputError> {
        let refused = |key: &str, found: String, allowed: &str| {
            let problem = Problem::Value { key: key.to_owned(), found, allowed: allowed.to_owned() };
            Err(InputError::new(Location::whole(&self.name), problem))
        };
        let Analysis { win_rate_tolerance, length_tolerance, score_tolerance, share_tolerance, .. } = self.analysis;
        let tolerances = [win_rate_tolerance, length_tolerance, score_tolerance, share_tolerance];
        if let Some(tolerance) = tolerances.iter().find(|tolerance| !(tolerance.is_finite() && **tolerance >= 0.0)) {
            return refused("tolerance", tolerance.to_string(), "0 or more");
        }
        if !(1..=MOST_BLOCKS).contains(&self.blocks) {
            return refused("blocks", self.blocks.to_string(), "1 to 2^40");
        }
        if self.stop.is_some_and(|stop| stop.first_look == 0) {
            return refused("first_look", "0".to_owned(), "1 or more blocks");
        }
        Ok(())
    }

    /// A sequential test compares two strategies in one line-up, by one set of rules.
    fn check_sequential_test(&self, place: &Location) -> Result<(), InputError> {
        let Some(Goal::Sprt(sprt)) = self.stop.map(|stop| stop.goal) else { return Ok(()) };
        let (found, allowed) = if sprt.elo0 >= sprt.elo1 {
            (format!("elo0 = {} and elo1 = {}", sprt.elo0, sprt.elo1), "an elo0 below elo1")
        } else if self.lineups.len() != 1 || self.lineups[0].entries != [0, 1] || self.variants.len() != 1 {
            let (lineups, variants) = (self.lineups.len(), self.variants.len());
            let found = format!("{lineups} line-ups and {variants} variants under a sequential test (when = \"sprt\")");
            (found, "one line-up of two different strategies, and one variant")
        } else {
            return Ok(());
        };
        Err(InputError::new(place.clone(), Problem::Conflict { found, allowed: allowed.to_owned() }))
    }

    /// Adds a line-up; the number of players must suit the game, and a name must stand for one strategy.
    fn add_lineup(&mut self, asked: Vec<(Location, Asked<G>)>, place: &Location) -> Result<(), InputError> {
        check_players::<G>(asked.len(), place)?;
        let find = |(place, asked): (Location, Asked<G>)| match asked {
            Asked::Named(name) => StrategyFile::find::<G>(&name, &place).map(Entrant::from),
            Asked::Known(entrant) => match &entrant {
                Entrant::File(file) => file.check::<G>().map(|()| entrant),
                Entrant::Own(_) => Ok(entrant),
            },
        };
        let strategies: Vec<Entrant<G>> = asked.into_iter().map(find).collect::<Result<_, _>>()?;
        let name = lineup_name(&strategies);
        if self.lineups.iter().any(|lineup| lineup.name == name) {
            return Err(InputError::new(place.clone(), Problem::Duplicate { what: "line-up", name }));
        }
        let mut entries = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let known = self.strategies.iter().position(|known| known.name() == strategy.name());
            if known.is_some_and(|known| self.strategies[known] != strategy) {
                return Err(InputError::new(place.clone(), Problem::Duplicate { what: "strategy name", name: strategy.name().to_owned() }));
            }
            entries.push(known.unwrap_or_else(|| {
                self.strategies.push(strategy);
                self.strategies.len() - 1
            }));
        }
        self.lineups.push(Lineup { name, entries });
        Ok(())
    }
}

impl<G: Playable> Plan<G> {
    /// The same with one line-up only, by the rules of the baseline, without an early end.
    ///
    /// # Errors
    /// When the line-up does not suit the game.
    pub fn of_one_lineup(&self, strategies: &[Entrant<G>], blocks: u64) -> Result<Self, InputError> {
        let variants = vec![self.baseline().clone()];
        let again = Experiment::new(&self.name).seed(self.seed).blocks(blocks).analysis(self.analysis);
        again.variants(variants, Design::Compare).lineup(strategies.iter().cloned()).plan()
    }
}

/// Is the game for this number of players?
fn check_players<G: Playable>(players: usize, place: &Location) -> Result<(), InputError> {
    let game = &G::DESCRIPTION;
    if (game.fewest_players..=game.most_players).contains(&players) {
        return Ok(());
    }
    let allowed = format!("{} strategies, one for each player of {}", game.players_in_words(), game.title);
    let found = format!("a list of {players}");
    Err(InputError::new(place.clone(), Problem::Value { key: "strategies".into(), found, allowed }))
}

/// Every choice of this many among the numbers below `all`, in order.
fn choices(all: usize, players: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    if players == 0 || players > all {
        return found;
    }
    let mut chosen: Vec<usize> = (0..players).collect();
    loop {
        found.push(chosen.clone());
        // The last place that can move on does, and those after it follow closely.
        let Some(place) = (0..players).rev().find(|place| chosen[*place] + players - place < all) else { return found };
        chosen[place] += 1;
        for next in place + 1..players {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// What a line-up is called: its strategies seat by seat, or their number where three or more are the same.
fn lineup_name<G: Playable>(strategies: &[Entrant<G>]) -> String {
    let names: Vec<&str> = strategies.iter().map(Entrant::name).collect();
    match &names[..] {
        [first, _, _, ..] if names.iter().all(|name| name == first) => format!("{} x {first}", names.len()),
        _ => names.join(" vs "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_once() {
        assert_eq!(choices(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choices(3, 3), [[0, 1, 2]]);
        assert!(choices(2, 3).is_empty() && choices(2, 0).is_empty());
        assert_eq!(choices(6, 3).len(), 20);
    }
}
