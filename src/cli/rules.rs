//! `fairdeal rules`.

use super::prelude::*;
use fairdeal_core::game::Description;
use fairdeal_core::input::{
    BY_PLAYERS, DerivedDefault, Knob, KnobKind, Preset, Settings, TableKeys, Value,
};
use fairdeal_study::words::page;

#[derive(Args, Debug)]
pub(super) struct RulesArguments {
    /// The game
    pub(super) game: String,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
}

/// Explains how a game is played, and its knobs.
pub(super) fn rules(
    games: GameList,
    arguments: &RulesArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let any = game_named(games, &arguments.game)?;
    let game = any.description();
    let settings = arguments.rules.choice().settings(game)?;
    any.make_rules(&settings, game.fewest_players)?;
    warn_of(any, &settings, None);
    let screen = Screen::of_stdout();
    let page_of_game = any.rules_page();
    if page_of_game.is_empty() {
        screen.text(
            &format!("{}: {} ({} players)", game.title, game.summary, game.players_in_words()),
            0,
            out,
        )?;
    } else {
        let text = with_note(page_of_game, &otherwise(&settings, &Settings::defaults(game.knobs)));
        write!(out, "{}", page(&text, screen.page_width()))?;
    }
    // Each knob and preset is explained once: by the page or, if the page leaves it out, here.
    let is_told = |begin: String| page_of_game.contains(&begin);
    writeln!(out)?;
    let heading = if game.listed_knobs().next().is_none() {
        "This game has no knobs."
    } else if game.listed_knobs().all(|knob| is_told(format!("`{} = ", knob.key))) {
        "Knobs, explained above: each with its value, and what else it can be. They go into a [rules] table, or after --set."
    } else {
        "Knobs: each with its value, and what else it can be. They go into a [rules] table, or after --set."
    };
    screen.text(heading, 0, out)?;
    let of_knob = |(knob, value): (&'static Knob, Value)| {
        let told = is_told(format!("`{} = ", knob.key));
        let meaning = if told { String::new() } else { format!("\n{}", knob.meaning) };
        let others = alternatives(game, &settings, knob, value);
        (format!("{} = {}", knob.key, value.to_toml()), others + &meaning)
    };
    entries(screen, settings.told().map(of_knob), out)?;
    if let Some(cell) = game.knobs.iter().find(|knob| knob.is_cell()) {
        let text = format!(
            "Every whole number of a table is set in the same way, by table, card and column: \"{}={}\".",
            cell.key, cell.default
        );
        writeln!(out)?;
        screen.text(&text, 0, out)?;
    }
    writeln!(out, "\nPresets, and what they change:")?;
    let of_preset = |preset: &Preset| {
        let told = is_told(format!("`{}`", preset.name));
        let summary = if told { String::new() } else { format!("{}\n", preset.summary) };
        let change = |(key, value): &(&str, Value)| format!("{key} = {}", value.to_toml());
        let changes = match preset.values {
            [] => "nothing".to_owned(),
            values => values.iter().map(change).collect::<Vec<_>>().join(", "),
        };
        (preset.name.to_owned(), summary + &changes)
    };
    entries(screen, game.presets.iter().map(of_preset), out)?;
    if !game.events.is_empty() {
        writeln!(out)?;
        super::list::events(game, out)?;
    }
    // The actions of the games in the program are in `list actions`.
    if any.source().is_some() {
        writeln!(out)?;
        super::list::actions(game, out)?;
    }
    if !game.rulings.is_empty() {
        let mut text = "\nWhere the rules are silent:\n".to_owned();
        game.rulings.iter().for_each(|ruling| text.extend(["  - ", ruling, "\n"]));
        screen.lines(&text, out)?;
    }
    Ok(Outcome::Done)
}

/// The page of the rules, below its title with a note about values that the page does not have.
fn with_note(page: &str, otherwise: &[String]) -> String {
    match page.split_once("\n\n").filter(|_| !otherwise.is_empty()) {
        Some((title, text)) => format!(
            "{title}\n\nThis text has the values of the designer's rules. Yours differ: {}.\n\n{text}",
            otherwise.join(", ")
        ),
        None => page.to_owned(),
    }
}

/// The knobs that differ from the page of the rules: "`hand_size = 7` (in the text 12)".
fn otherwise(settings: &Settings, designer: &Settings) -> Vec<String> {
    let differs = settings.iter().zip(designer.iter()).filter(|((_, own), (_, text))| own != text);
    let told = differs.map(|((knob, own), (_, text))| {
        format!("`{} = {}` (in the text {})", knob.key, own.to_toml(), text.to_toml())
    });
    told.collect()
}

/// Prints names and their texts in two columns. The second column begins where most names end.
fn entries(
    screen: Screen,
    lines: impl Iterator<Item = (String, String)>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    const WIDEST: usize = 36;
    let lines: Vec<(String, String)> = lines.collect();
    let widths = lines.iter().map(|(name, _)| name.chars().count());
    let column = 4 + widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    lines.iter().try_for_each(|(name, meaning)| screen.entry(name, column, meaning, out))
}

/// The range of a knob, and its default if that differs from its value.
fn alternatives(game: &Description, settings: &Settings, knob: &Knob, value: Value) -> String {
    let default = settings.default_of(knob);
    let others = |names: &[&str]| {
        let others = names
            .iter()
            .filter(|name| !matches!(value, Value::Choice(chosen) if chosen == **name))
            .map(|name| format!("\"{name}\""));
        others.collect::<Vec<_>>().join(" or ")
    };
    let range = match knob.kind {
        KnobKind::Integer(low, high) => format!("{low} to {high}"),
        KnobKind::Real(low, high) => format!("{low} to {high}, fractions too"),
        KnobKind::Flag => (value == Value::Flag(false)).to_string(),
        KnobKind::Choice(names) => others(names),
        KnobKind::ChoiceOrTable(names, TableKeys { keys, low, high }) => {
            format!(
                "{}, or a table with {low} to {high} for each of {}",
                others(names),
                keys.join(", ")
            )
        }
    };
    let derived = match knob.derived {
        Some(DerivedDefault::With { with: (key, with), default }) if default != value => {
            format!("; {} with {key} = {}", default.to_toml(), with.to_toml())
        }
        _ => String::new(),
    };
    let unset = if default == Value::Choice(BY_PLAYERS) {
        format!("; unless set, {}", by_players(game, settings, knob))
    } else if value == default {
        String::new()
    } else {
        format!("; {} unless set", default.to_toml())
    };
    format!("{range}{derived}{unset}")
}

/// The defaults of a knob by the number of players: "7 for 2, 5 for 3 to 6 players".
fn by_players(game: &Description, settings: &Settings, knob: &Knob) -> String {
    let of = |players: usize| settings.clone().at_tables(&[players]).default_of(knob);
    let all: Vec<(usize, Value)> =
        (game.fewest_players..=game.most_players).map(|players| (players, of(players))).collect();
    let told = all.chunk_by(|(_, one), (_, other)| one == other).map(|alike| {
        let ((first, value), (last, _)) = (alike[0], alike[alike.len() - 1]);
        let players = if first == last { first.to_string() } else { format!("{first} to {last}") };
        format!("{} for {players}", value.to_toml())
    });
    told.collect::<Vec<String>>().join(", ") + " players"
}
