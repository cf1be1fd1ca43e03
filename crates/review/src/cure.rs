//! Cures: changes of knobs that mend what is wrong without breaking something else.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{Settings, Value};

use crate::change::Change;
use crate::finding::{Finding, Mark, Rank};
use crate::topic::{TRAITS, Topic, Trait};

/// What a topic is about in one direction, by its place among all.
pub(crate) type Place = usize;

/// The single changes from which pairs are made, and the largest number of pairs, and of values between.
const PAIRED: usize = 6;
const MOST_PAIRS: usize = 12;

/// A change helps against a matter if less than this share of it is left; so many matters at most are
/// mended by changes of their own together.
const HELPS: f64 = 0.6;
const TOGETHER: usize = 2;

/// What is not settled counts as mended up to this severity.
const NEARLY: f64 = 0.25;

/// The changes that are tested.
const TESTED: usize = 2;

/// A change that was tried, and how much is wrong with it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) change: Change,
    /// How much is left of what is wrong, with what it breaks.
    pub(crate) left: f64,
    /// How much was wrong before.
    before: f64,
}

/// A change that was tested.
#[derive(Clone, Debug)]
pub struct Cure {
    /// The knobs with their values.
    pub change: Change,
    /// Whether the players who tested it had learned its rules.
    pub adapted: bool,
    /// By number of players.
    pub tables: Vec<CureAtTable>,
}

/// What a change does at tables of one size.
#[derive(Clone, Debug)]
pub struct CureAtTable {
    /// The number of players.
    pub players: usize,
    /// What was wrong and is not any more.
    pub mends: Vec<&'static Trait>,
    /// What is still wrong, or could not be measured with the change.
    pub leaves: Vec<&'static Trait>,
    /// What is broken now, and was not before.
    pub breaks: Vec<&'static Trait>,
    /// What was wrong: the worst value of each trait before and with the change, if it was measured
    /// again.
    pub values: Vec<(Finding, Option<Finding>)>,
}

impl CureAtTable {
    /// The verdict in a word.
    pub fn verdict(&self) -> &'static str {
        match (self.mends.is_empty(), self.leaves.is_empty(), self.breaks.is_empty()) {
            (_, _, false) => "breaks something",
            (true, true, true) => "changes nothing that is wrong",
            (false, true, true) => "mends it",
            (false, false, true) => "mends a part",
            (true, false, true) => "does not mend it",
        }
    }
}

impl Cure {
    /// Whether it mends what is wrong at each table, and breaks nothing.
    pub fn is_whole(&self) -> bool {
        let is_mended = |table: &CureAtTable| table.leaves.is_empty() && table.breaks.is_empty();
        self.tables.iter().all(is_mended) && self.tables.iter().any(|table| !table.mends.is_empty())
    }

    /// Whether it mends something, and breaks nothing.
    pub fn helps(&self) -> bool {
        self.tables.iter().all(|table| table.breaks.is_empty())
            && self.tables.iter().any(|table| !table.mends.is_empty())
    }
}

/// What places stand for.
pub(crate) fn traits(places: &BTreeSet<Place>) -> Vec<&'static Trait> {
    places.iter().map(|place| TRAITS[*place]).collect()
}

/// What is broken or worth a look, and may be mended by knobs.
pub(crate) fn wrong(findings: &[Finding]) -> BTreeSet<Place> {
    let own = findings.iter().filter(|one| one.is_wrong() && is_judged(one));
    let own = own.filter(|one| can_be_mended(one.of));
    own.map(|one| one.of.place()).collect()
}

/// Whether knobs are tried against it: not if no value of a knob changes it, or if it is never more
/// than worth a look.
fn can_be_mended(of: &Trait) -> bool {
    of.topic != Topic::DeadRule && of.limits.broken.is_some()
}

/// Whether a finding is one that counts for a cure: of the strongest players, at a table.
fn is_judged(finding: &Finding) -> bool {
    matches!(finding.rank, Rank::Strong | Rank::All) && finding.players > 0
}

/// By what it is about, and by table: the worst.
fn worst(
    findings: &[Finding],
    severity: impl Fn(&Finding) -> f64,
) -> BTreeMap<(Place, usize), f64> {
    let mut worst = BTreeMap::new();
    for finding in findings.iter().filter(|finding| is_judged(finding)) {
        let entry: &mut f64 = worst.entry((finding.of.place(), finding.players)).or_default();
        *entry = entry.max(severity(finding));
    }
    worst
}

/// Whether a trait is one of a card or an option, of which there are many.
fn is_of_one(of: &Trait) -> bool {
    matches!(of.topic, Topic::Dominant | Topic::Useless)
}

/// Whether both are about the same matter.
fn is_same(one: &Finding, other: &Finding) -> bool {
    other.of.is(one.of) && (other.subject == one.subject || !is_of_one(one.of))
}

/// Whether the same was wrong at the same table of the draft.
fn was_wrong(draft: &[Finding], one: &Finding) -> bool {
    let own = draft.iter().filter(|other| is_judged(other) && other.players == one.players);
    own.filter(|other| other.is_wrong()).any(|other| is_same(other, one))
}

/// Whether nothing can be said of a trait at a table of the draft because its games do not end. What
/// is found where a change lets them end is not the fault of the change.
fn was_hidden(draft: &[Finding], place: Place, players: usize) -> bool {
    let own = || draft.iter().filter(|one| is_judged(one) && one.players == players);
    own().any(Finding::is_endless) && own().all(|one| one.of.place() != place)
}

/// The worst that changed rules break and the draft does not.
pub(crate) fn broken_anew(draft: &[Finding], found: &[Finding]) -> Option<Finding> {
    let is_broken = |one: &&Finding| is_judged(one) && one.mark == Mark::Broken;
    let was = |one: &Finding| {
        let mut broken = draft.iter().filter(is_broken);
        broken.any(|other| other.of.is(one.of) && other.players == one.players)
            || was_hidden(draft, one.of.place(), one.players)
    };
    let anew = found.iter().filter(is_broken).filter(|one| !was(one));
    anew.max_by(|one, other| one.severity().total_cmp(&other.severity())).cloned()
}

/// How much is left of what is wrong with the draft, with what changed rules break.
pub(crate) fn left(draft: &[Finding], found: &[Finding], asked: &BTreeSet<Place>) -> f64 {
    // What is wrong must be mended by more than chance; what breaks must be seen.
    let severity = |one: &Finding| {
        if !asked.contains(&one.of.place()) {
            one.severity()
        } else if !is_of_one(one.of) || was_wrong(draft, one) {
            one.cautious_severity()
        } else if one.mark == Mark::Broken {
            // One more card or option is at fault. Of many some look so by chance.
            one.severity()
        } else {
            0.0
        }
    };
    let (was, mut now) = (worst(draft, severity), worst(found, severity));
    // What could not be measured is as bad as it was.
    for (key, severity) in &was {
        now.entry(*key).or_insert(*severity);
    }
    // What the draft did badly already is not the fault of the change.
    let of = |(key, severity): (&(Place, usize), &f64)| {
        let before = was.get(key).copied().unwrap_or(0.0);
        if asked.contains(&key.0) {
            *severity
        } else if TRAITS[key.0].limits.broken.is_some() && !was_hidden(draft, key.0, key.1) {
            (severity - before.max(1.0)).max(0.0) * 2.0
        } else {
            0.0
        }
    };
    now.iter().map(of).sum()
}

/// The changes by how much is left of what is wrong, the best first. `all`: the findings of the draft
/// and of each change.
pub(crate) fn ranked(
    changes: &[Change],
    all: &[Vec<Finding>],
    asked: &BTreeSet<Place>,
) -> Vec<Candidate> {
    let Some((draft, others)) = all.split_first() else { return Vec::new() };
    let before = left(draft, draft, asked);
    let candidate = |(change, found): (&Change, &Vec<Finding>)| {
        let left = left(draft, found, asked);
        Candidate { change: change.clone(), left, before }
    };
    let mut ranked: Vec<Candidate> = changes.iter().zip(others).map(candidate).collect();
    ranked.sort_by(|one, other| one.left.total_cmp(&other.left));
    ranked
}

/// Of each knob that helps the best value, the best knobs first.
fn best_of_each(singles: &[Candidate]) -> Vec<&Change> {
    let mut best: Vec<&Change> = Vec::new();
    for candidate in singles.iter().filter(|one| one.left < one.before) {
        let is_new = |known: &&Change| !known.knobs().eq(candidate.change.knobs());
        if best.iter().all(is_new) {
            best.push(&candidate.change);
        }
    }
    best.truncate(PAIRED);
    best
}

/// Values between the best one of a knob and the nearest ones that were tried, the one in the rules
/// too.
pub(crate) fn between(
    singles: &[Candidate],
    base: &Settings,
    game: &dyn AnyGame,
    sizes: &[usize],
) -> Vec<Change> {
    let numbers = |knob: &str| -> Vec<i64> {
        let own = base.iter().filter(|(known, _)| known.key == knob);
        let own = own.filter_map(|(_, value)| match value {
            Value::Integer(value) => Some(value),
            _ => None,
        });
        let tried = singles.iter().filter_map(|one| one.change.number_of(knob));
        own.chain(tried).collect()
    };
    let of_knob = |best: &&Change| {
        let knob = best.knobs().next().unwrap_or_default().to_owned();
        let (value, known) = (best.number_of(&knob), numbers(&knob));
        let below = known.iter().copied().filter(|one| Some(*one) < value).max();
        let above = known.iter().copied().filter(|one| Some(*one) > value).min();
        // Up to three values on each side.
        let inner = |other: Option<i64>| {
            let ends = other.zip(value).filter(|(other, value)| other != value);
            let at =
                |(other, value): (i64, i64), quarter: i64| value + (other - value) * quarter / 4;
            ends.into_iter().flat_map(move |ends| (1..=3).map(move |quarter| at(ends, quarter)))
        };
        let mut new: Vec<i64> = inner(below).chain(inner(above)).collect();
        new.dedup();
        new.retain(|one| !known.contains(one));
        let change = |value: i64| Change::of(base, &knob, value, game, sizes);
        new.into_iter().filter_map(change).collect::<Vec<_>>()
    };
    best_of_each(singles).iter().flat_map(of_knob).take(MOST_PAIRS).collect()
}

/// The best change against each matter, together: first the two most important ones, then three. `all`:
/// the findings of the draft and of each change.
pub(crate) fn composed(
    changes: &[Change],
    all: &[Vec<Finding>],
    asked: &BTreeSet<Place>,
    game: &dyn AnyGame,
    sizes: &[usize],
) -> Vec<Change> {
    let mut matters: Vec<BTreeSet<Place>> = Vec::new();
    for place in asked {
        let is_like = |matter: &&mut BTreeSet<Place>| {
            matter.iter().any(|one| TRAITS[*one].is_like(TRAITS[*place]))
        };
        match matters.iter_mut().find(is_like) {
            Some(matter) => matter.extend([*place]),
            None => matters.push(BTreeSet::from([*place])),
        }
    }
    let best = matters.iter().filter_map(|matter| {
        let best = ranked(changes, all, matter).into_iter().min_by(Candidate::order)?;
        (best.left < HELPS * best.before).then_some(best.change)
    });
    let mut together: Option<Change> = None;
    let mut found = Vec::new();
    for change in best {
        let both = together.as_ref().and_then(|known| known.with(&change, game, sizes));
        found.extend(both.clone());
        together = both.or(together).or(Some(change));
    }
    found.truncate(TOGETHER);
    found
}

/// Pairs of the best single changes.
pub(crate) fn pairs(singles: &[Candidate], game: &dyn AnyGame, sizes: &[usize]) -> Vec<Change> {
    let best = best_of_each(singles);
    let mut pairs = Vec::new();
    for (place, one) in best.iter().enumerate() {
        pairs.extend(best[place + 1..].iter().filter_map(|other| one.with(other, game, sizes)));
    }
    pairs.truncate(MOST_PAIRS);
    pairs
}

impl Candidate {
    /// What is left, and what the change costs a designer: more knobs, and values far from the draft.
    /// Of little that is wrong the share counts that is left: else a small change that mends half of
    /// it would come before one that mends all.
    fn cost(&self) -> f64 {
        const FOR_A_KNOB: f64 = 0.15;
        let left = self.left / self.before.clamp(f64::MIN_POSITIVE, 1.0);
        left + FOR_A_KNOB * (self.change.set.len() as f64 + self.change.distance)
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cost().total_cmp(&other.cost())
    }
}

/// The changes that are worth a test: those with the least left and the smallest changes.
pub(crate) fn chosen(mut candidates: Vec<Candidate>) -> Vec<Change> {
    candidates.retain(|one| one.left < 0.8 * one.before);
    candidates.sort_by(Candidate::order);
    candidates.into_iter().take(TESTED).map(|one| one.change).collect()
}

/// What the tested changes do, the best first. `all`: the findings of the draft and of each change,
/// on the same shuffles.
pub(crate) fn judged(
    changes: &[Change],
    all: &[Vec<Finding>],
    asked: &BTreeSet<Place>,
    adapted: bool,
) -> Vec<Cure> {
    let Some((draft, others)) = all.split_first() else { return Vec::new() };
    let sizes: BTreeSet<usize> =
        draft.iter().map(|one| one.players).filter(|players| *players > 0).collect();
    let mut cures: Vec<Cure> = changes
        .iter()
        .zip(others)
        .map(|(change, found)| {
            let at_table = |players: &usize| {
                let was = with_mark(draft, *players, Mark::LookAt);
                let still = still_wrong(draft, found, *players);
                let (mends, leaves): (BTreeSet<Place>, BTreeSet<Place>) =
                    was.intersection(asked).partition(|place| {
                        // A matter is mended as a whole.
                        let mut alike =
                            was.iter().filter(|one| TRAITS[**one].is_like(TRAITS[**place]));
                        alike.all(|one| !still.contains(one))
                    });
                let broken = with_mark(found, *players, Mark::Broken);
                let was_broken = with_mark(draft, *players, Mark::Broken);
                let breaks: BTreeSet<Place> = broken
                    .difference(&was_broken)
                    .copied()
                    .filter(|place| !was_hidden(draft, *place, *players))
                    .collect();
                let [mends, leaves, breaks] = [&mends, &leaves, &breaks].map(traits);
                let worst = |findings: &[Finding], place: &Place| {
                    let own = findings.iter().filter(|one| is_judged(one));
                    let own = own.filter(|one| one.players == *players && one.of.place() == *place);
                    own.max_by(|one, other| one.severity().total_cmp(&other.severity())).cloned()
                };
                let both = |place| Some((worst(draft, place)?, worst(found, place)));
                let values = was.intersection(asked).filter_map(both).collect();
                CureAtTable { players: *players, mends, leaves, breaks, values }
            };
            let tables = sizes.iter().map(at_table).collect();
            Cure { change: change.clone(), adapted, tables }
        })
        .collect();
    let order = |cure: &Cure| {
        let wrong = |table: &CureAtTable| table.breaks.len() + table.leaves.len();
        let wrong: usize = cure.tables.iter().map(wrong).sum();
        (!cure.is_whole(), wrong, cure.change.set.len())
    };
    cures.sort_by_key(order);
    cures
}

/// What is still wrong at tables of a size, not settled and not near the good side, or not measured
/// again. That another card or option is now worth a look is no fault, as long as it is not broken.
fn still_wrong(draft: &[Finding], found: &[Finding], players: usize) -> BTreeSet<Place> {
    let at_table = |one: &&Finding| is_judged(one) && one.players == players;
    let is_unknown =
        |one: &&Finding| !found.iter().filter(at_table).any(|other| is_same(one, other));
    let counts =
        |one: &&Finding| !is_of_one(one.of) || one.mark == Mark::Broken || was_wrong(draft, one);
    let is_wrong = |one: &&Finding| one.is_wrong() || one.severity() > NEARLY;
    let wrong = found.iter().filter(at_table).filter(is_wrong).filter(counts);
    let known = draft.iter().filter(at_table).filter(|one| one.is_wrong());
    let unknown = known.filter(is_unknown);
    wrong.chain(unknown).map(|one| one.of.place()).collect()
}

/// What has this mark or a worse one at tables of a size.
fn with_mark(findings: &[Finding], players: usize, at_least: Mark) -> BTreeSet<Place> {
    let own = findings.iter().filter(|one| is_judged(one) && one.players == players);
    own.filter(|one| one.mark <= at_least).map(|one| one.of.place()).collect()
}

#[cfg(test)]
mod tests {
    use fairdeal_core::registry::GAMES;

    use super::*;
    use crate::finding::Measured;
    use crate::topic::{DOMINANT_CARD, SEAT_OFTEN, TIES};

    fn change(set: &[&str]) -> Change {
        let set = set.iter().map(|option| (*option).to_owned()).collect();
        Change { set, settings: Settings::defaults(&[]), distance: 0.0 }
    }

    /// Findings of exact values: of a seat in shares of a fair share, and of ties.
    fn found(seat: f64, ties: f64) -> Vec<Finding> {
        let of = |of: &'static Trait, value: f64| {
            let measured = Measured { value, ends: None };
            Finding::judged(of, of.limits, ("", 2, Rank::Strong), measured, 1.0, "")
        };
        vec![of(&SEAT_OFTEN, seat), of(&TIES, ties)]
    }

    #[test]
    fn what_is_broken_or_worth_a_look_is_to_be_mended() {
        let both = BTreeSet::from([SEAT_OFTEN.place(), TIES.place()]);
        assert_eq!(wrong(&found(1.2, 0.05)), both);
        assert_eq!(wrong(&found(1.08, 0.0)), BTreeSet::from([SEAT_OFTEN.place()]));
        assert!(wrong(&found(1.0, 0.0)).is_empty());
    }

    #[test]
    fn a_cure_mends_and_breaks_nothing() {
        let changes = [change(&["a=1"]), change(&["b=1"]), change(&["a=1", "b=1"])];
        // The first mends the seat but makes ties; the second mends it; so do both together.
        let all = [found(1.2, 0.0), found(1.0, 0.3), found(1.0, 0.0), found(1.0, 0.0)];
        let topics = wrong(&all[0]);
        let ranked = ranked(&changes, &all, &topics);
        assert_eq!(ranked[0].change.name(), "b=1");
        let chosen = chosen(ranked);
        assert_eq!(chosen[0].name(), "b=1", "one knob is better than two");
        let cures = judged(&changes, &all, &topics, true);
        assert_eq!(cures[0].change.name(), "b=1");
        assert!(cures[0].is_whole() && cures[0].helps());
        let worst = cures.iter().find(|cure| cure.change.name() == "a=1").expect("tested");
        assert!(!worst.helps());
        assert!(worst.tables[0].breaks.iter().map(|of| of.topic).eq([Topic::Ties]));
        assert_eq!(worst.tables[0].verdict(), "breaks something");
    }

    #[test]
    fn what_may_be_chance_counts_less() {
        let of = |of: &'static Trait, card: &str, value: f64, reach: f64| {
            let measured = Measured { value, ends: Some((value - reach, value + reach)) };
            Finding::judged(of, of.limits, (card, 2, Rank::Strong), measured, 1.0, "")
        };
        let look = TIES.limits.look;
        let ties = |value: f64, reach: f64| vec![of(&TIES, "", value, reach)];
        let all = [ties(6.0 * look, 0.0), ties(0.9 * look, look), ties(0.95 * look, 0.0)];
        let ranked = ranked(&[change(&["a=1"]), change(&["b=1"])], &all, &wrong(&all[0]));
        assert_eq!(ranked[0].change.name(), "b=1");
        // Of many cards some look strong by chance.
        let cards = |eagle: f64, owl: f64, reach: f64| {
            vec![of(&DOMINANT_CARD, "Eagle", eagle, reach), of(&DOMINANT_CARD, "Owl", owl, reach)]
        };
        let draft = cards(0.6, 0.0, 0.01);
        let asked = wrong(&draft);
        assert!(left(&draft, &cards(-0.1, 0.2, 0.15), &asked) < 1e-9);
        assert!(left(&draft, &cards(-0.1, 0.6, 0.01), &asked) > 0.5, "the Owl is too strong now");
        assert!(left(&draft, &cards(0.3, 0.0, 0.01), &asked) > 0.5, "the Eagle still is");
    }

    #[test]
    fn another_card_that_is_worth_a_look_is_no_fault() {
        let cards = |eagle: f64, owl: f64| -> Vec<Finding> {
            let of = |card: &str, value: f64| {
                let (limits, measured) = (DOMINANT_CARD.limits, Measured { value, ends: None });
                Finding::judged(&DOMINANT_CARD, limits, (card, 2, Rank::Strong), measured, 1.0, "")
            };
            vec![of("Eagle", eagle), of("Owl", owl)]
        };
        let mends = |eagle: f64, owl: f64| {
            let all = [cards(0.6, 0.05), cards(eagle, owl)];
            let cures = judged(&[change(&["a=1"])], &all, &wrong(&all[0]), true);
            !cures[0].tables[0].mends.is_empty()
        };
        assert!(mends(0.1, 0.05) && mends(0.1, 0.19));
        assert!(!mends(0.19, 0.05), "it is still worth a look");
        assert!(!mends(0.1, 0.3), "another card is broken");
    }

    #[test]
    fn values_between_those_that_were_tried_are_tried_next() {
        let deals_twelve = |base: &Settings| {
            base.iter()
                .any(|(knob, value)| knob.key == "hand_size" && matches!(value, Value::Integer(12)))
        };
        let of_game = |game: &'static dyn AnyGame| {
            let base = Settings::defaults(game.description().knobs);
            deals_twelve(&base).then_some((game, base))
        };
        let (game, base) = GAMES.iter().find_map(of_game).expect("a game");
        let of = |value: i64, left: f64| {
            let change = Change::of(&base, "hand_size", value, game, &[2]).expect("allowed");
            Candidate { change, left, before: 2.0 }
        };
        let tried = [of(8, 0.5), of(4, 1.5), of(11, 2.5)];
        let between = between(&tried, &base, game, &[2]);
        let names: Vec<String> = between.iter().map(Change::name).collect();
        assert_eq!(
            names,
            ["hand_size=7", "hand_size=6", "hand_size=5", "hand_size=9", "hand_size=10"]
        );
    }

    #[test]
    fn a_change_that_leaves_what_is_wrong_is_not_tested() {
        let changes = [change(&["a=1"])];
        let all = [found(1.2, 0.0), found(1.21, 0.0)];
        let topics = wrong(&all[0]);
        assert!(chosen(ranked(&changes, &all, &topics)).is_empty());
    }

    #[test]
    fn what_mends_all_of_little_comes_before_a_small_change_that_mends_half() {
        let of = |option: &str, left: f64, before: f64, distance: f64| {
            let change = Change { distance, ..change(&[option]) };
            Candidate { change, left, before }
        };
        let little = [of("a=1", 0.15, 0.3, 0.1), of("b=1", 0.0, 0.3, 1.0)];
        assert_eq!(chosen(little.to_vec())[0].name(), "b=1");
        // Of much that is wrong, what is left says how far that is from the good side.
        let much = [of("a=1", 0.05, 6.0, 0.1), of("b=1", 0.0, 6.0, 1.0)];
        assert_eq!(chosen(much.to_vec())[0].name(), "a=1");
    }

    #[test]
    fn what_could_not_be_measured_is_not_mended() {
        let changes = [change(&["a=1"])];
        let all = [found(1.2, 0.3), found(1.0, 0.0)[..1].to_vec()];
        let asked = wrong(&all[0]);
        let ranked = ranked(&changes, &all, &asked);
        assert!(ranked[0].left > 0.9, "{ranked:?}");
        let cure = &judged(&changes, &all, &asked, false)[0];
        assert!(cure.tables[0].mends.iter().map(|of| of.topic).eq([Topic::Seats]));
        assert!(cure.tables[0].leaves.iter().map(|of| of.topic).eq([Topic::Ties]));
        assert!(!cure.is_whole());
    }
}
