//! The strength of strategies: in line-ups of different strategies, and by ratings.

use super::seats::{share_in_words, why_smaller};
use super::telling::{Telling, listed};
use crate::words::prelude::*;

pub(super) const TELLING: Telling = Telling {
    lines: |of| {
        let draft = line(of.results, of.baseline(), of.written);
        listed(draft.map(|draft| of.second_rate(draft)))
    },
    table: |shown| table(shown.results),
    sentences: |results| {
        let rows = results.strategies.chunk_by(|one, other| one.cell == other.cell);
        rows.flat_map(|rows| sentences(results, rows)).collect()
    },
    ..Telling::NONE
};

pub(super) const OF_RATINGS: Telling = Telling {
    lines: |of| listed(ratings(of.results)),
    table: |shown| table_of_ratings(shown.results),
    ..Telling::NONE
};

pub(super) const OF_PAIRS: Telling = Telling {
    table: |shown| table_of_pairs(&shown.results.pairs),
    sentences: |results| {
        results.pairs.iter().filter_map(|row| sentence_about_pair(results, row)).collect()
    },
    ..Telling::NONE
};

/// How strong two strategies are by all rules that are compared: in how many pairs of rules and table
/// the better one is stronger, and where it is not: of the first line-ups in which two meet.
pub(in crate::words) fn by_all_rules(results: &Results) -> Option<Draft> {
    /// At most this many exceptions are named.
    const NAMED: usize = 3;
    let names_of = |row: &StrategyRow| {
        let mut names: Vec<&str> =
            results.lineup(&row.cell.lineup).iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let names = names_of(results.strategies.first()?);
    let [one, other] = names[..] else { return None };
    let mixed = || {
        let rows = results.strategies.iter().filter(|row| is_judged(&row.share));
        rows.filter(|row| names_of(row) == [one, other])
    };
    let is_stronger = |row: &&StrategyRow| row.share.judged.verdict == Some(Verdict::Advantage);
    let wins = |name: &str| mixed().filter(is_stronger).filter(|row| row.strategy == name).count();
    let (name, other) = if wins(other) > wins(one) { (other, one) } else { (one, other) };
    let rows: Vec<&StrategyRow> = mixed().filter(|row| row.strategy == name).collect();
    let (stronger, others): (Vec<_>, Vec<_>) = rows.iter().copied().partition(is_stronger);
    let all = rows.len();
    let begin = format!("{name} is stronger than {other}");
    let exception = |row: &&StrategyRow| {
        let how = match row.share.judged.verdict {
            Some(Verdict::Disadvantage) => "weaker",
            Some(Verdict::Within) => "as strong",
            _ => "not settled",
        };
        let CellKey { variant, players, .. } = &row.cell;
        format!("{how} by {variant} with {players} players")
    };
    let count = |verdict: Verdict| {
        others.iter().filter(|row| row.share.judged.verdict == Some(verdict)).count()
    };
    let counts = [
        (count(Verdict::Disadvantage), "weaker"),
        (count(Verdict::Within), "as strong"),
        (count(Verdict::NotSettled), "not settled"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, how)| format!("{how} in {count}")).collect();
    let where_ = match stronger.len() {
        every if every == all => format!("in all {all} pairs of rules and table"),
        some => format!("in {some} of {all} pairs of rules and table"),
    };
    let told: Vec<String> = others.iter().map(exception).collect();
    let full = match told.len() {
        0 => format!("{begin} {where_}."),
        1..=NAMED => format!("{begin} {where_}; {}.", told.join("; ")),
        _ => format!("{begin} {where_}; {}.", counts.join("; ")),
    };
    // Of few, the numbers say more.
    (all > 2).then(|| Draft::new(Topic::Strength.title(), full))
}

/// At most this many line-ups are described one by one.
const TOLD: usize = 3;

/// Who wins more in the line-ups of different strategies, and whether neighbours matter. `written`:
/// whether files have the rest.
pub(in crate::words) fn line(results: &Results, variant: &str, written: bool) -> Option<Draft> {
    let cells = results.strategies.chunk_by(|one, other| one.cell == other.cell);
    let cells = cells.filter(|rows| {
        let CellKey { variant: own, players, .. } = &rows[0].cell;
        *own == variant && rows.len() > 1 && !results.names.is_one_side(*players)
    });
    let each: Vec<String> = cells.filter_map(|rows| in_one(results, rows)).collect();
    if each.is_empty() {
        return None;
    }
    let spreads = results.neighbour_spread.iter().filter(|row| row.cell.variant == variant);
    let matters = spreads.filter(|row| row.judged.verdict == Some(Verdict::NeighboursMatter));
    let most = matters.filter_map(|row| row.standard_deviation).max_by(f64::total_cmp);
    let beside = most.map(|points| {
        format!("who sits beside whom moves a win rate by {} points", percent(points, 1))
    });
    let place = if written { " in strategies.csv" } else { "" };
    let some = |most: usize| {
        let more = each.len().saturating_sub(most);
        let more = (more > 0).then(|| format!("{more} more{place}"));
        let told = each.iter().take(most).cloned().chain(more).chain(beside.clone());
        told.collect::<Vec<_>>().join("; ") + "."
    };
    Some(Draft::new(Topic::Strength.title(), some(TOLD)).or_short(some(1)))
}

/// Who is stronger in one line-up.
fn in_one(results: &Results, rows: &[StrategyRow]) -> Option<String> {
    let mut rows: Vec<&StrategyRow> = rows.iter().collect();
    rows.sort_by(|one, other| by_value(other.share.advantage, one.share.advantage));
    let best = rows.first()?;
    let (name, share, plural) = (&best.strategy, &best.share, &results.names.plural);
    if !is_judged(share) {
        let who = and(&rows.iter().map(|row| &row.strategy).collect::<Vec<_>>());
        let cut = unfinished_percent(share);
        return Some(format!("not judged between {who}: {cut} of {plural} do not end"));
    }
    let alone = by_itself(&best.finding(), ", though by itself");
    let ends = share.win_rate_low.zip(share.win_rate_high);
    let rate = precise(share.win_rate?, ends, " %");
    let within = match points(share.judged.tolerance) {
        none if none.is_empty() => none,
        tolerance => format!(" within {tolerance}"),
    };
    let judged = share.judged.verdict?;
    if best.cell.players == 2 {
        let other = &rows.get(1)?.strategy;
        let lost = lost_percent(results, &best.cell)
            .map_or_else(String::new, |lost| format!(" ({lost} % are lost by both)"));
        let said = match judged {
            Verdict::Advantage => format!("{name} is stronger than {other}: it wins"),
            Verdict::Within => {
                format!("{name} and {other} are equally strong{within}: {name} wins")
            }
            _ => {
                format!("it is not settled whether {name} is stronger than {other}{alone}: it wins")
            }
        };
        return Some(format!("{said} {rate} of {plural}{lost}"));
    }
    let strongest = match judged {
        Verdict::Advantage => format!("{name} is strongest"),
        Verdict::Within => format!("all are equally strong{within}"),
        _ => format!("it is not settled who is strongest{alone}"),
    };
    let digits = ends.map_or(1, |(low, high)| decimals(low, high));
    let each = rows.iter().filter_map(|row| {
        Some(format!("{} wins {} %", row.strategy, percent(row.share.win_rate?, digits)))
    });
    let (names, each) =
        (and(results.lineup(&best.cell.lineup)), each.collect::<Vec<_>>().join(", "));
    let (fair, why) = (percent(share.fair_share, 1), why_smaller(results, &best.cell));
    Some(format!("at a table of {names}, {strongest}: in one seat {each} ({fair} % is fair{why})"))
}

/// Who is best if all meet: by rating, and against the next one.
pub(in crate::words) fn ratings(results: &Results) -> Option<Draft> {
    // If many games do not end, the ratings describe those that do.
    let is_met =
        |row: &&FirstPlayerRow| !results.is_of_equals(&row.cell.lineup) && row.cell.players > 1;
    let mut met = results.first_player.iter().filter(is_met);
    let ended = if met.all(|row| is_judged(&row.share)) {
        String::new()
    } else {
        format!(", of {} that end", results.names.plural)
    };
    let mut ranked: Vec<&RatingRow> = results.ratings.iter().collect();
    ranked.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    let Some(best) = ranked.first() else { return by_wins(results, &ended) };
    let order = |most: usize| {
        let named = ranked.iter().take(most).skip(1);
        let named = named.map(|row| format!(", {} ({})", row.strategy, signed(row.elo, 0)));
        let more = more(" and ", ranked.len().saturating_sub(most), "more", "more");
        let (name, elo) = (&best.strategy, signed(best.elo, 0));
        let then = named.collect::<String>().replacen(", ", ", then ", 1);
        format!("{name} is rated highest ({elo} on the Elo scale{ended}){then}{more}.")
    };
    let next = ranked.get(1).and_then(|next| {
        let (best, next) = (&best.strategy, &next.strategy);
        let is_it = |pair: &&PairRow| pair.strategy == *best && pair.opponent == *next;
        let pair = results.pairs.iter().find(is_it)?;
        let rate = precise(pair.win_rate?, pair.win_rate_low.zip(pair.win_rate_high), " %");
        let sure = match pair.judged.verdict {
            Some(Verdict::Advantage) => "is ahead of",
            Some(Verdict::Disadvantage) => "is rated above, and yet loses more often against",
            Some(_) => "is not clearly ahead of",
            None => {
                let why = if pair.wins_840 + pair.opponent_wins_840 == 0 && can_be_lost(results) {
                    "no game between them was won"
                } else {
                    "too few games end"
                };
                let said = format!(" {best} is not judged against {next}: {why}.");
                return Some([said.clone(), said]);
            }
        };
        let said = format!(" {best} {sure} {next}: it wins {rate}");
        Some([format!("{said} of the games that one of the two won."), format!("{said}.")])
    });
    let [full, short] = next.unwrap_or_default();
    Some(Draft::new("Who is best", order(8) + &full).or_short(order(3) + &short))
}

/// Who is best, without ratings: by the mean share of wins. `ended`: a note on which games count.
fn by_wins(results: &Results, ended: &str) -> Option<Draft> {
    let why = unrated(results)?;
    let of_strategies = results.pairs.chunk_by(|one, other| one.strategy == other.strategy);
    let mean = |rows: &'_ [PairRow]| {
        let known = rows.iter().filter_map(|row| row.win_rate);
        let mean = known.clone().sum::<f64>() / known.count().max(1) as f64;
        (rows[0].strategy.clone(), mean)
    };
    let mut wins: Vec<(String, f64)> = of_strategies.map(mean).collect();
    wins.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    // Without a single win there is no order.
    if wins.iter().all(|(_, rate)| *rate <= 0.0) {
        let text = format!("not known. There are no ratings: {why}.");
        return Some(Draft::new("Who is best", text));
    }
    let named = |(name, rate): &(String, f64)| format!("{name} ({} %)", percent(*rate, 1));
    let order: Vec<String> = wins.iter().map(named).collect();
    let (first, order) = (&order[0], order.join(", "));
    let full = format!(
        "by the share of wins against the others{ended}: {order}. There are no ratings: {why}."
    );
    let short = format!("by wins{ended}: {first}. There are no ratings: {why}.");
    Some(Draft::new("Who is best", full).or_short(short))
}

/// Who is stronger. If two strategies have equally many seats, one loses the games that the other
/// wins: only the winner gets a sentence.
pub(in crate::words) fn sentences(results: &Results, rows: &[StrategyRow]) -> Vec<Sentence> {
    match rows {
        [one, other] if results.has_equal_seats(&one.cell.lineup) => {
            let winner = if one.share.win_rate < other.share.win_rate { other } else { one };
            sentence_about(results, winner).into_iter().collect()
        }
        _ => rows.iter().filter_map(|row| sentence_about(results, row)).collect(),
    }
}

/// "heuristic wins 93.6 % [93.5, 93.7] of 200,000 matches against greedy: stronger, beyond your
/// tolerance of 1 point."
pub(in crate::words) fn sentence_about(results: &Results, row: &StrategyRow) -> Option<Sentence> {
    let names = results.lineup(&row.cell.lineup);
    let held = names.iter().filter(|name| **name == row.strategy).count();
    let (strategy, of_rules) = (&row.strategy, under(results, &row.cell.variant, ""));
    // A name stays as it is written, at the beginning too.
    let who = if held > 1 {
        under(results, &row.cell.variant, &format!("each {strategy}"))
    } else {
        format!("{of_rules}{strategy}")
    };
    let players = match (names.len(), names.iter().find(|name| **name != row.strategy)) {
        (2, Some(other)) => format!("against {other}"),
        _ => between(results, &row.cell.lineup),
    };
    share_in_words(results, &who, &players, (&row.cell, &row.share), held as u128, &row.finding())
}

/// The share of the games that one of the two won, on a ladder for more than two players: each pair
/// once. With two players each pair is a line-up, which has its own sentence.
pub(in crate::words) fn sentence_about_pair(results: &Results, row: &PairRow) -> Option<Sentence> {
    let later = || {
        results
            .pairs
            .iter()
            .take_while(|other| *other != row)
            .any(|other| other.strategy == row.opponent && other.opponent == row.strategy)
    };
    if results.manifest.lineups.iter().all(|lineup| lineup.len() == 2) || later() {
        return None;
    }
    let (rate, ends) = (row.win_rate?, row.win_rate_low.zip(row.win_rate_high)?);
    let begin = format!(
        "{}, {} wins {} against {}",
        under(
            results,
            &row.variant,
            &format!("of the {} that one of the two won", results.names.plural)
        ),
        row.strategy,
        precise(rate, Some(ends), " %"),
        row.opponent,
    );
    of_row(results, row, &begin)
}

/// The strategy that wins most in a cell: "heuristic 93.6 %"; `None` if all strategies are the same.
pub(in crate::words) fn winner(results: &Results, cell: &CellKey) -> Option<String> {
    let rows = results
        .strategies
        .iter()
        .filter(|row| row.cell == *cell && row.share.win_rate_low.is_some())
        .filter(|row| is_judged(&row.share));
    let best = rows.max_by(|one, other| by_value(one.share.win_rate, other.share.win_rate));
    best.map(|row| format!("{} {}", row.strategy, rate(row.share.win_rate, 1)))
}

/// One row for each strategy of the line-ups of different strategies.
fn table(results: &Results) -> Panel {
    let rows = results.strategies.iter().filter(|row| row.share.win_rate_low.is_some());
    let several = results.manifest.lineups.iter().any(|names| names.len() > 2);
    let balanced = if several { "seats and neighbours balanced" } else { "seats balanced" };
    let mut columns = Columns::new(format!("Strategies against each other, {balanced}"), rows);
    columns.cells(|row| &row.cell);
    columns.words("strategy", |row| row.strategy.clone());
    columns_of_shares(results, columns, StrategyRow::FILE, |row| &row.share)
}

fn table_of_ratings(results: &Results) -> Panel {
    let several = results.manifest.lineups.iter().any(|names| names.len() > 2);
    let model = results.manifest.rating_model.as_ref().filter(|_| several);
    let model = model.map_or_else(String::new, |model| format!(" ({model})"));
    let title = format!("Ratings on the Elo scale, 0 on average{model}");
    let mut columns = Columns::new(title, &results.ratings);
    columns.words("strategy", |row| row.strategy.clone());
    columns.numbers("rating", |row| fixed(row.elo, 0));
    columns.numbers(&confidence(results), |row| {
        interval(row.elo_low.zip(row.elo_high), |elo| fixed(elo, 0))
    });
    columns.panel.shortened(RatingRow::FILE)
}

/// How often each strategy wins against each other one, the strongest first; empty if there are too
/// many for a screen.
fn table_of_pairs(rows: &[PairRow]) -> Panel {
    const MOST: usize = 10;
    let strategies: Vec<&[PairRow]> =
        rows.chunk_by(|one, other| one.strategy == other.strategy).collect();
    let names: Vec<&str> = strategies.iter().map(|rows| rows[0].strategy.as_str()).collect();
    let shown = if (2..=MOST).contains(&names.len()) { &strategies[..] } else { &[] };
    let title =
        "Who wins against whom (the strategy on the left, of the games that one of the two won)";
    let mut matrix = Columns::new(title, shown);
    matrix.words("strategy", |rows| rows[0].strategy.clone());
    for name in names {
        matrix.numbers(name, |rows| match rows.iter().find(|row| row.opponent == name) {
            Some(row) => rate(row.win_rate, 1),
            None if rows[0].strategy == name => String::new(),
            None => MISSING.to_owned(),
        });
    }
    matrix.panel
}

/// Why there are no ratings, as a verdict that cannot be given.
pub(in crate::words) fn refusal(results: &Results) -> Option<Sentence> {
    // If too few games end in every line-up, other sentences say so.
    if results.first_player.iter().all(|row| !is_judged(&row.share)) {
        return None;
    }
    let why = unrated(results)?;
    let text = if results.not_connected.is_empty() {
        format!("No ratings: {why}.")
    } else {
        let groups: Vec<String> =
            results.not_connected.iter().map(|group| group.join(", ")).collect();
        format!(
            "No ratings: {why}, so that no number says how much stronger one is: {}. More blocks, or strategies in between, may connect them.",
            groups.join(" | ")
        )
    };
    Some(plain(Standing::NotSettled, "Ratings", text))
}

/// Why there are no ratings, if the results do not connect all strategies.
pub(in crate::words) fn unrated(results: &Results) -> Option<String> {
    if let Some(reason) = &results.no_ratings {
        return Some(reason.clone());
    }
    let group_of = |strategy: &str| {
        results.not_connected.iter().position(|group| group.iter().any(|name| name == strategy))
    };
    let apart =
        || results.pairs.iter().filter(|pair| group_of(&pair.strategy) != group_of(&pair.opponent));
    let (won, not_won): (Vec<&PairRow>, Vec<&PairRow>) =
        apart().partition(|pair| pair.wins_840 + pair.opponent_wins_840 > 0);
    let between = |what: &str| format!("{what} between some of them");
    // A game that all lose has ended.
    let ended = if can_be_lost(results) { "was won" } else { "ended" };
    Some(match (won.is_empty(), not_won.is_empty()) {
        _ if results.not_connected.is_empty() => return None,
        // Strategies of a ladder without a finished game between them are no pairs.
        (true, _) => between(&format!("none of the {} {ended}", results.names.plural)),
        (false, true) => between("one side won every game"),
        (false, false) => between(&format!("one side won every game, or no game {ended},")),
    })
}

/// Whether some games can be lost by all.
fn can_be_lost(results: &Results) -> bool {
    results.shares.iter().any(|row| row.quantity == LOST_GAMES.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_counted_over_all_rules() {
        let mut results = crate::results::shipped("crypto-cards-learned");
        let said = |results: &Results| by_all_rules(results).expect("two meet").full.text;
        assert_eq!(
            said(&results),
            "learned is stronger than heuristic in 47 of 60 pairs of rules and table; as strong in 6; not settled in 7."
        );
        for row in &mut results.tables.strategies {
            row.share.judged.verdict = Some(match row.strategy.as_str() {
                "learned" => Verdict::Advantage,
                _ => Verdict::Disadvantage,
            });
        }
        let all = "learned is stronger than heuristic in all 60 pairs of rules and table";
        assert_eq!(said(&results), format!("{all}."));
        let own = results.tables.strategies.iter_mut().find(|row| row.strategy == "learned");
        own.expect("a row").share.judged.verdict = Some(Verdict::Disadvantage);
        let one =
            "learned is stronger than heuristic in 59 of 60 pairs of rules and table; weaker by ";
        assert!(said(&results).starts_with(one), "{}", said(&results));
        results.tables.strategies.clear();
        assert_eq!(by_all_rules(&results), None);
    }

    #[test]
    fn a_game_that_all_lose_has_ended() {
        let mut results = crate::results::shipped("ladder-crypto-cards");
        let names = ["random", "greedy"].map(|name| vec![name.to_owned()]);
        results.not_connected = names.to_vec();
        for pair in &mut results.tables.pairs {
            (pair.wins_840, pair.opponent_wins_840) = (0, 0);
        }
        let why = |results: &Results| unrated(results).expect("they are not connected");
        assert_eq!(why(&results), "none of the games ended between some of them");
        let mut lost = results.shares[0].clone();
        LOST_GAMES.name.clone_into(&mut lost.quantity);
        results.tables.shares.push(lost);
        assert_eq!(why(&results), "none of the games was won between some of them");
    }
}
