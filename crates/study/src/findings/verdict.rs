//! Verdicts: they compare an interval of an effect with a tolerance.

mod region;

use super::{Analysis, Run};
use fairdeal_core::rows::{Correction, Family, Judged, Verdict};
use fairdeal_stats::normal::two_sided_p_value;
use fairdeal_stats::{Confidence, Interval, families, planning, student};

pub(super) use region::Region;

/// The claim about an effect, which decides the names of its verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// A share of the wins against the fair one.
    Advantage,
    /// A difference of two values.
    Change,
    /// How far something moves win rates, which is never negative.
    Matters,
    /// A share of the wins against the fair one, of a player who never takes a kind of action.
    DoingWithout,
}

impl Claim {
    /// The verdicts above the tolerance, below it, and within it.
    fn verdicts(self) -> [Verdict; 3] {
        match self {
            Self::Advantage => [Verdict::Advantage, Verdict::Disadvantage, Verdict::Within],
            Self::Change => [Verdict::Higher, Verdict::Lower, Verdict::Same],
            Self::Matters => [Verdict::NeighboursMatter, Verdict::Lower, Verdict::Within],
            Self::DoingWithout => [Verdict::BetterWithout, Verdict::Needed, Verdict::NotNeeded],
        }
    }
}

/// The verdict of an interval by itself, with the numbers that predict how many more blocks
/// should settle it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgement {
    verdict: Verdict,
    effect: f64,
    /// How far the interval reaches towards the nearer bound of the tolerance.
    reach: f64,
    blocks: u64,
    /// The bound of the tolerance with which the effect is compared.
    bound: f64,
    shrinks_with_blocks: bool,
    /// Whether it follows from the rules, and needs no p-value.
    certain: bool,
}

impl Judgement {
    /// The verdict about an effect with its interval after this many blocks: beyond the tolerance
    /// only if all of the interval is.
    pub(super) fn new(
        claim: Claim,
        effect: f64,
        interval: Interval,
        blocks: u64,
        tolerance: f64,
    ) -> Self {
        Self::with_reach(claim, effect, interval, interval.half_width(), blocks, tolerance)
    }

    /// The verdict of an interval that reaches further to one side than to the other. `reach`: how
    /// far it reaches towards the nearer bound.
    pub(super) fn with_reach(
        claim: Claim,
        effect: f64,
        interval: Interval,
        reach: f64,
        blocks: u64,
        tolerance: f64,
    ) -> Self {
        let [above, below, within] = claim.verdicts();
        let verdict = if interval.low > tolerance {
            above
        } else if interval.high < -tolerance {
            below
        } else if tolerance > 0.0 && interval.low >= -tolerance && interval.high <= tolerance {
            within
        } else {
            Verdict::NotSettled
        };
        Self {
            verdict,
            effect,
            reach,
            blocks,
            bound: tolerance,
            shrinks_with_blocks: false,
            certain: false,
        }
    }

    /// Marks the interval as one that shrinks in proportion to the number of blocks, not to its
    /// square root: a bound on how many blocks may yet change.
    pub(super) fn of_changed_blocks(self) -> Self {
        Self { shrinks_with_blocks: true, ..self }
    }

    /// The verdict where at most a share `share` of the blocks deviates from all others, whose effect is
    /// `from`. It is settled where that share is at most `most`.
    pub(super) fn of_nearly_all(
        from: f64,
        (share, most): (f64, f64),
        blocks: u64,
        tolerance: f64,
    ) -> Self {
        let Self { verdict, .. } =
            Self::new(Claim::Change, from, Interval { low: from, high: from }, blocks, tolerance);
        // More blocks are needed until the bound on the share is as small as allowed.
        Self {
            verdict,
            effect: tolerance + most,
            reach: share,
            blocks,
            bound: tolerance,
            shrinks_with_blocks: true,
            certain: false,
        }
    }

    /// No difference: the rules are identical.
    pub(super) const SAME: Self = Self {
        verdict: Verdict::Same,
        effect: 0.0,
        reach: 0.0,
        blocks: 0,
        bound: 0.0,
        shrinks_with_blocks: false,
        certain: true,
    };

    /// A goal that the rules meet by definition: a bound is their own value.
    pub(super) const MEETS: Self = Self { verdict: Verdict::Meets, ..Self::SAME };

    /// About how many more blocks should settle it; `None` where no reasonable number would. It is
    /// settled where its distance from the nearer bound is `factor` times `quantile` standard errors,
    /// the reach of its own interval being `quantile`. Its p-value puts it at `errors` now, where that
    /// is known.
    ///
    /// An interval is not always as wide as the p-value says: it may reach further to one side, or
    /// end at whole numbers only. The wider of both counts.
    fn blocks_needed(&self, errors: Option<f64>, quantile: f64, factor: f64) -> Option<u64> {
        let tolerance = self.bound;
        let distance = (self.effect.abs() - tolerance).abs();
        let total = if self.shrinks_with_blocks {
            // Such an interval grows as the square of a normal one.
            let reach =
                errors.map_or(0.0, |errors| distance * (quantile / errors) * (quantile / errors));
            planning::blocks_to_shrink(
                self.reach.max(reach) * factor * factor,
                distance,
                self.blocks,
            )
        } else {
            let standard_error =
                errors.map_or(0.0, |errors| distance / errors).max(self.reach / quantile);
            planning::blocks_to_settle(
                planning::Known { estimate: self.effect, standard_error, blocks: self.blocks },
                quantile * factor,
                tolerance,
            )
        };
        Some(rounded_up(total?.saturating_sub(self.blocks).max(1))).filter(|more| *more <= TOO_MANY)
    }
}

/// This many more blocks say only that the effect lies about on a bound of the tolerance.
const TOO_MANY: u64 = 10_000_000;

/// A number rounded up to two digits: more would claim too much.
pub(crate) fn rounded_up(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit).saturating_mul(unit)
}

/// The two-sided p-value of an effect that lies on the nearer bound of the tolerance, from its
/// interval: small where it is clear on which side of the bound the effect lies. By Student's
/// distribution, or by the normal one where there are no degrees of freedom.
pub(super) fn p_at_bound(
    analysis: &Analysis,
    effect: f64,
    interval: Interval,
    tolerance: f64,
    freedom: Option<u64>,
) -> Option<f64> {
    p_of_ratio(analysis, distance_to_bound(effect, interval, tolerance)?, freedom)
}

/// The two-sided p-value of an effect whose distance from a bound is this multiple of the reach of
/// its interval: by Student's distribution, or by the normal one without degrees of freedom.
fn p_of_ratio(analysis: &Analysis, ratio: f64, freedom: Option<u64>) -> Option<f64> {
    let confidence = analysis.confidence;
    let p = match freedom {
        Some(freedom) => student::two_sided_p_value(
            student::two_sided_quantile(freedom, confidence)? * ratio,
            freedom,
        )?,
        None => two_sided_p_value(confidence.z() * ratio),
    };
    Some(p)
}

/// The distance of an effect from the nearer bound of the tolerance, in units of the reach of its
/// interval; infinite if the interval stops at the effect because no more is possible. `None` if
/// the interval is a point, which says nothing about the error.
pub(super) fn distance_to_bound(effect: f64, interval: Interval, tolerance: f64) -> Option<f64> {
    if interval.high <= interval.low {
        return None;
    }
    let (up, down) = ((interval.high - effect).max(0.0), (effect - interval.low).max(0.0));
    // Beyond the bound, the reach back to it counts; within it, the reach out to either bound.
    let sides = match effect.abs() - tolerance {
        beyond if beyond > 0.0 && effect > 0.0 => [(beyond, down); 2],
        beyond if beyond > 0.0 => [(beyond, up); 2],
        _ => [(tolerance - effect, up), (tolerance + effect, down)],
    };
    let ratios =
        sides.map(|(distance, reach)| if distance <= 0.0 { 0.0 } else { distance / reach });
    Some(ratios[0].min(ratios[1]))
}

/// The p-value that an interval amounts to: the largest for which the interval of that confidence
/// still excludes something.
pub(super) fn p_by_inversion(excludes: impl Fn(Confidence) -> bool) -> f64 {
    let excludes_at = |z: f64| Confidence::new(1.0 - two_sided_p_value(z)).is_ok_and(&excludes);
    // Confidences from one half to the closest number to 1.
    let (mut low, mut high) = (0.7, 7.0);
    if !excludes_at(low) {
        return 1.0;
    }
    if excludes_at(high) {
        return two_sided_p_value(high);
    }
    for _ in 0..10 {
        let middle = f64::midpoint(low, high);
        if excludes_at(middle) { low = middle } else { high = middle }
    }
    two_sided_p_value(low)
}

/// A verdict of a run. [`Families`] number the verdicts and know their final form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VerdictId(usize);

/// A row whose verdict is not given yet.
#[derive(Debug)]
pub(super) struct Open<R> {
    pub(super) id: VerdictId,
    pub(super) row: R,
}

impl<R> Open<R> {
    /// Moves the verdict to another row.
    pub(super) fn map<S>(self, row: impl FnOnce(R) -> S) -> Open<S> {
        Open { id: self.id, row: row(self.row) }
    }
}

/// The place holder in a row before the families are settled.
pub(super) const PENDING: Judged = Judged {
    p: None,
    p_adjusted: None,
    p_bound: None,
    p_bound_adjusted: None,
    correction: Correction::Holm,
    family: Family::Explored,
    family_size: 0,
    tolerance: 0.0,
    verdict: None,
    blocks_needed: None,
};

/// One effect that is tested.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tested {
    /// p-value of "no effect".
    pub(super) p: Option<f64>,
    /// p-value of an effect on the nearer bound of the tolerance.
    pub(super) p_bound: Option<f64>,
    pub(super) judgement: Option<Judgement>,
    /// The effect that it mirrors. It is not tested again, and has the p-values of that one.
    pub(super) mirrors: Option<VerdictId>,
    pub(super) tolerance: f64,
}

impl Tested {
    /// Keeps the test if the effect can be judged at all. Otherwise the effect gets no verdict, and
    /// does not count in the correction for many verdicts.
    pub(super) fn only_if(self, is_judged: bool) -> Self {
        if is_judged { self } else { Self { tolerance: self.tolerance, ..Self::default() } }
    }

    /// The place of the effect whose p-values it has; `own` is its own place.
    fn same_as(&self, own: usize) -> usize {
        self.mirrors.map_or(own, |VerdictId(other)| other)
    }
}

#[cfg(test)]
impl Tested {
    /// The verdict of a family of one.
    pub(super) fn alone(self) -> Option<Verdict> {
        let mut families = Families {
            significance: 0.05,
            quantile: 1.96,
            correction: Correction::Holm,
            tested: Vec::new(),
        };
        let id = families.add(Family::Asked, self);
        families.settle().judged(id).verdict
    }
}

/// All effects of a run that are judged. Those of the question are one family, all others another
/// one; the verdicts of a family are corrected for each other.
#[derive(Debug)]
pub(super) struct Families {
    significance: f64,
    /// The number of standard errors that an ordinary interval reaches to each side.
    quantile: f64,
    correction: Correction,
    tested: Vec<(Family, Tested)>,
}

impl Families {
    /// Returns empty families. A designer declares few changes, and none of them should look clear
    /// by luck. A sweep has many points; only few of its clear ones should be clear by luck.
    pub(super) fn new(run: Run<'_>) -> Self {
        let is_sweep = run.layout.cells.iter().any(|label| !label.variant.point.is_empty());
        let correction = if is_sweep { Correction::BenjaminiHochberg } else { Correction::Holm };
        let (significance, quantile) =
            (run.analysis.confidence.significance(), run.analysis.confidence.z());
        Self { significance, quantile, correction, tested: Vec::new() }
    }

    /// Adds an effect. [`Self::settle`] gives its verdict.
    pub(super) fn add(&mut self, family: Family, tested: Tested) -> VerdictId {
        self.tested.push((family, tested));
        VerdictId(self.tested.len() - 1)
    }

    /// Adds the test of a row, whose verdict is not known yet.
    pub(super) fn open<R>(&mut self, family: Family, tested: Tested, row: R) -> Open<R> {
        Open { id: self.add(family, tested), row }
    }

    /// Corrects all p-values for the others of their family and gives the verdicts.
    pub(super) fn settle(&self) -> Settled {
        let mut judged = vec![PENDING; self.tested.len()];
        for family in [Family::Asked, Family::Explored] {
            self.settle_one(family, &mut judged);
        }
        Settled(judged)
    }

    /// Settles one family. An effect that says the same as one of another family stays in that.
    fn settle_one(&self, family: Family, judged: &mut [Judged]) {
        let (p, p_bound) =
            (self.adjusted(family, |one| one.p), self.adjusted(family, |one| one.p_bound));
        // Without a p-value there is no verdict, unless it follows from the rules.
        let follows = |one: &Tested| one.judgement.is_some_and(|judgement| judgement.certain);
        let is_clear = |place: usize| {
            let follows = || follows(&self.tested[place].1);
            p_bound[place].map_or_else(follows, |p| p <= self.significance)
        };
        let own: Vec<usize> = (0..self.tested.len())
            .filter(|place| self.own(family, *place, |one| one.p_bound).is_some())
            .collect();
        let (size, open) = (own.len(), own.iter().filter(|place| !is_clear(**place)).count());
        let factor = self.factor(size, open);
        for (place, (_, one)) in self.tested.iter().enumerate() {
            let same = one.same_as(place);
            if self.tested[same].0 != family {
                continue;
            }
            let judgement = one.judgement.filter(|_| p_bound[place].is_some() || follows(one));
            let verdict = judgement.map(|judgement| {
                if is_clear(place) { judgement.verdict } else { Verdict::NotSettled }
            });
            let blocks_needed = || {
                let p_bound = self.tested[same].1.p_bound;
                let errors = p_bound
                    .and_then(|p| self.standard_errors(p))
                    .map(|errors| errors * self.quantile);
                judgement?.blocks_needed(errors, self.quantile, factor)
            };
            judged[place] = Judged {
                p: one.p,
                p_adjusted: p[place],
                p_bound: one.p_bound,
                p_bound_adjusted: p_bound[place],
                correction: self.correction,
                family,
                family_size: size,
                tolerance: one.tolerance,
                verdict,
                blocks_needed: if verdict == Some(Verdict::NotSettled) {
                    blocks_needed()
                } else {
                    None
                },
            };
        }
    }

    /// The factor by which the interval of an effect must be narrower than by itself to settle
    /// it while this many of all verdicts are open: then its p-value, corrected as now, is
    /// just small enough.
    fn factor(&self, size: usize, open: usize) -> f64 {
        let level = match self.correction {
            Correction::Holm => self.significance / open.max(1) as f64,
            Correction::BenjaminiHochberg => {
                self.significance * (size + 1 - open.max(1).min(size)) as f64 / size.max(1) as f64
            }
        };
        self.standard_errors(level).unwrap_or(1.0).max(1.0)
    }

    /// The number of standard errors of a p-value, in units of the reach of an interval. A p-value
    /// above 0.49 counts as 0.49. `None` if it is too small for numbers.
    fn standard_errors(&self, p: f64) -> Option<f64> {
        let z = |p: f64| Confidence::new(1.0 - p.min(0.49)).map(Confidence::z).ok();
        Some(z(p)? / z(self.significance)?)
    }

    /// The p-value of an effect that is tested in a family for itself.
    fn own(
        &self,
        family: Family,
        place: usize,
        p_value: impl Fn(&Tested) -> Option<f64>,
    ) -> Option<f64> {
        let (its, one) = &self.tested[place];
        p_value(one).filter(|_| *its == family && one.mirrors.is_none())
    }

    /// The p-values of a family, corrected for each other.
    fn adjusted(
        &self,
        family: Family,
        p_value: impl Fn(&Tested) -> Option<f64>,
    ) -> Vec<Option<f64>> {
        let own: Vec<Option<f64>> =
            (0..self.tested.len()).map(|place| self.own(family, place, &p_value)).collect();
        let tested: Vec<f64> = own.iter().flatten().copied().collect();
        let adjusted = match self.correction {
            Correction::Holm => families::holm(&tested),
            Correction::BenjaminiHochberg => families::benjamini_hochberg(&tested),
        };
        let mut values = adjusted.into_iter();
        let adjusted: Vec<Option<f64>> =
            own.into_iter().map(|one| one.and_then(|_| values.next())).collect();
        let of_same = |(place, (_, one)): (usize, &(Family, Tested))| adjusted[one.same_as(place)];
        self.tested.iter().enumerate().map(of_same).collect()
    }
}

/// The verdicts of all families.
#[derive(Debug)]
pub(super) struct Settled(Vec<Judged>);

impl Settled {
    /// Returns the final form of a verdict.
    pub(super) fn judged(&self, id: VerdictId) -> Judged {
        self.0[id.0].clone()
    }

    /// The rows with their verdicts.
    pub(super) fn rows<R>(
        &self,
        open: impl IntoIterator<Item = Open<R>>,
        place: impl Fn(&mut R) -> &mut Judged,
    ) -> Vec<R> {
        let close = |Open { id, mut row }: Open<R>| {
            *place(&mut row) = self.judged(id);
            row
        };
        open.into_iter().map(close).collect()
    }
}

/// The ends of an interval.
pub(super) fn ends(interval: Option<Interval>) -> (Option<f64>, Option<f64>) {
    (interval.map(|interval| interval.low), interval.map(|interval| interval.high))
}

#[cfg(test)]
mod forecasts;

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(low: f64, high: f64, tolerance: f64) -> Judgement {
        Judgement::new(
            Claim::Advantage,
            f64::midpoint(low, high),
            Interval { low, high },
            1000,
            tolerance,
        )
    }

    fn family(correction: Correction, tested: &[Tested]) -> Vec<Judged> {
        let tested = tested.iter().map(|one| (Family::Asked, *one)).collect();
        Families { significance: 0.05, quantile: 1.96, correction, tested }.settle().0
    }

    #[test]
    fn the_whole_interval_decides() {
        assert_eq!(judged(0.011, 0.03, 0.01).verdict, Verdict::Advantage);
        assert_eq!(judged(-0.03, -0.011, 0.01).verdict, Verdict::Disadvantage);
        assert_eq!(judged(-0.01, 0.01, 0.01).verdict, Verdict::Within);
        assert_eq!(judged(0.009, 0.03, 0.01).verdict, Verdict::NotSettled);
        assert_eq!(judged(-0.02, 0.02, 0.01).verdict, Verdict::NotSettled);
        assert_eq!(judged(0.001, 0.002, 0.0).verdict, Verdict::Advantage);
        let nothing = judged(0.0, 0.0, 0.0);
        assert_eq!(
            (nothing.verdict, nothing.blocks_needed(None, 1.96, 1.0)),
            (Verdict::NotSettled, None)
        );
    }

    #[test]
    fn more_blocks_are_those_that_narrow_the_interval() {
        // Two standard errors of 1 point must shrink to the tolerance of 1 point, with a
        // reserve for luck.
        let needed = |factor| {
            judged(-0.02, 0.02, 0.01).blocks_needed(None, 2.0, factor).expect("can be said")
        };
        assert!((5000..100_000).contains(&needed(1.0)), "{}", needed(1.0));
        // Among others it must be half as wide again.
        assert!(needed(2.0) > 2 * needed(1.0), "{}", needed(2.0));
        // On the bound itself, no reasonable number settles it.
        let bound = Judgement::new(
            Claim::Advantage,
            0.01,
            Interval { low: 0.009, high: 0.011 },
            1_000_000,
            0.01,
        );
        assert_eq!(bound.blocks_needed(None, 2.0, 1.0), None);
        assert_eq!([2999, 1234, 99, 101].map(rounded_up), [3000, 1300, 99, 110]);
    }

    #[test]
    fn a_bound_on_changed_blocks_shrinks_with_their_number() {
        // Twice as wide as it may be: twice the blocks; and four times that where it must be half
        // as wide among others.
        let bound = judged(-0.02, 0.02, 0.01).of_changed_blocks();
        for (factor, needed) in [(1.0, 1000..=1100), (2.0, 7000..=7100)] {
            let more = bound.blocks_needed(None, 1.96, factor).expect("can be said");
            assert!(needed.contains(&more), "{more}");
        }
    }

    #[test]
    fn p_values_are_those_of_the_intervals() {
        let analysis = Analysis::default();
        let p = |low: f64, high: f64, tolerance, freedom| {
            p_at_bound(
                &analysis,
                f64::midpoint(low, high),
                Interval { low, high },
                tolerance,
                freedom,
            )
            .expect("an interval")
        };
        for freedom in [None, Some(5), Some(5000)] {
            // An interval that just reaches the bound, from outside and from inside, on either
            // side.
            for (low, high) in [(0.01, 0.03), (-0.03, -0.01), (0.002, 0.01), (-0.01, -0.002)] {
                assert!((p(low, high, 0.01, freedom) - 0.05).abs() < 1e-9, "{low} {high}");
            }
            assert!(p(0.011, 0.03, 0.01, freedom) < 0.05 && p(0.009, 0.03, 0.01, freedom) > 0.05);
            assert!(p(-0.01, 0.03, 0.01, freedom) > 1.0 - 1e-12);
        }
        // By inversion: of an estimate at two standard errors.
        let inverted = p_by_inversion(|confidence| confidence.z() < 2.0);
        assert!((inverted - two_sided_p_value(2.0)).abs() < 0.001, "{inverted}");
        assert_eq!(p_by_inversion(|_| false).to_bits(), 1.0_f64.to_bits());
        assert!(p_by_inversion(|_| true) < 1e-11);
    }

    #[test]
    fn what_is_said_twice_is_tested_once() {
        let tested =
            |p, mirrors| Tested { p: Some(p), p_bound: Some(p), mirrors, ..Tested::default() };
        let judged = family(
            Correction::Holm,
            &[tested(0.01, None), tested(0.01, Some(VerdictId(0))), tested(0.04, None)],
        );
        let adjusted: Vec<Option<f64>> = judged.iter().map(|one| one.p_adjusted).collect();
        assert_eq!(adjusted, [Some(0.02), Some(0.02), Some(0.04)]);
        assert!(judged.iter().all(|one| one.family_size == 2));
    }

    /// Each family is corrected by itself, and a verdict that mirrors another one belongs to the
    /// family of that one.
    #[test]
    fn families_do_not_weigh_on_each_other() {
        let tested =
            |p, mirrors| Tested { p: Some(p), p_bound: Some(p), mirrors, ..Tested::default() };
        let (asked, explored) = (Family::Asked, Family::Explored);
        for correction in [Correction::Holm, Correction::BenjaminiHochberg] {
            let alone = family(correction, &[tested(0.01, None), tested(0.03, None)]);
            let mut families =
                Families { significance: 0.05, quantile: 1.96, correction, tested: Vec::new() };
            let first = families.add(asked, tested(0.01, None));
            for _ in 0..10 {
                families.add(explored, tested(0.02, None));
            }
            families.add(explored, tested(0.01, Some(first)));
            families.add(asked, tested(0.03, None));
            let Settled(judged) = families.settle();
            assert_eq!(judged[0], alone[0]);
            assert_eq!(judged[12], alone[1]);
            assert_eq!(judged[11], alone[0], "it mirrors the first");
            assert!(judged[1..11].iter().all(|one| {
                (one.family, one.family_size) == (explored, 10) && one.p_adjusted >= Some(0.02)
            }));
        }
    }

    #[test]
    fn nothing_is_clear_that_is_not_clear_among_all() {
        let alone = |p: f64| Tested {
            p_bound: Some(p),
            judgement: Some(judged(0.011, 0.03, 0.01)),
            tolerance: 0.01,
            ..Tested::default()
        };
        let verdicts = |correction, p: &[f64]| {
            let rows = family(correction, &p.iter().copied().map(alone).collect::<Vec<_>>());
            rows.iter().map(|row| row.verdict.expect("judged")).collect::<Vec<_>>()
        };
        let (clear, open) = (Verdict::Advantage, Verdict::NotSettled);
        assert_eq!(verdicts(Correction::Holm, &[0.04]), [clear]);
        assert_eq!(verdicts(Correction::Holm, &[0.04, 0.04]), [open, open]);
        assert_eq!(verdicts(Correction::Holm, &[0.04, 0.001]), [clear, clear]);
        assert_eq!(verdicts(Correction::BenjaminiHochberg, &[0.04, 0.04]), [clear, clear]);
        assert_eq!(verdicts(Correction::BenjaminiHochberg, &[0.04, 0.9]), [open, open]);
        let rows = family(Correction::Holm, &[alone(0.04), alone(0.04)]);
        assert!(
            rows.iter().all(|row| row.blocks_needed.is_some_and(|more| more > 0)),
            "more blocks would settle it"
        );
        // An interval that is a point says nothing about the error; the p-value does.
        let point =
            Judgement::new(Claim::Change, 0.08, Interval { low: 0.08, high: 0.08 }, 1000, 0.05);
        let of_point = |p: f64| Tested {
            p_bound: Some(p),
            judgement: Some(point),
            tolerance: 0.05,
            ..Tested::default()
        };
        let needed = |p: f64| {
            family(Correction::Holm, &[of_point(p), alone(0.2)])[0]
                .blocks_needed
                .expect("can be said")
        };
        assert!(
            needed(0.04) > 500 && needed(0.2) > 2 * needed(0.04) && needed(0.9) > needed(0.2),
            "{} {}",
            needed(0.04),
            needed(0.2)
        );
        // Only identical rules are certain without a test.
        let same = Tested { judgement: Some(Judgement::SAME), ..Tested::default() };
        assert_eq!(family(Correction::Holm, &[same, alone(0.2)])[0].verdict, Some(Verdict::Same));
    }

    #[test]
    fn what_has_no_p_value_has_no_verdict() {
        let unknown = Tested {
            judgement: Some(judged(-1.0, -1.0, 0.05)),
            tolerance: 0.05,
            ..Tested::default()
        };
        let known = Tested { p_bound: Some(1e-9), ..unknown };
        let rows = family(
            Correction::Holm,
            &[unknown, known, Tested { mirrors: Some(VerdictId(0)), ..known }],
        );
        assert_eq!(
            rows.iter().map(|row| row.verdict).collect::<Vec<_>>(),
            [None, Some(Verdict::Disadvantage), None]
        );
        assert!(rows[0].blocks_needed.is_none());
    }

    #[test]
    fn a_point_says_nothing_of_the_error() {
        let distance = |effect, low, high| distance_to_bound(effect, Interval { low, high }, 0.01);
        assert_eq!(distance(0.5, 0.5, 0.5), None);
        assert_eq!(distance(0.0, 0.0, 0.0), None);
        assert_eq!(distance(1.0, 0.51, 1.0), Some(0.99 / 0.49));
        // If the interval ends at the bound of possible values, the other side counts.
        let most =
            distance_to_bound(0.5, Interval { low: 0.4, high: 0.5 }, 0.6).expect("an interval");
        assert!((most - 11.0).abs() < 1e-9, "{most}");
        // A quantity that cannot be negative is judged by how far it may be above.
        assert_eq!(distance_to_bound(0.0, Interval { low: 0.0, high: 0.02 }, 0.01), Some(0.5));
        assert_eq!(distance_to_bound(0.0, Interval { low: -0.005, high: 0.02 }, 0.01), Some(0.5));
        assert_eq!(distance_to_bound(0.01, Interval { low: 0.0, high: 0.02 }, 0.01), Some(0.0));
    }
}
