//! An experiment to start from.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::given::among;
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::{Description, Playthrough};
use fairdeal_core::input::{Knob, KnobKind, Location, Settings, Value};
use fairdeal_core::strategy::{Entrant, Repertoire, StrategyFile};

/// The text, with names in braces where a game or its strategies are told.
const TEXT: &str = include_str!("starter.toml");
const TUNE: &str = include_str!("starter_tune.toml");

/// The text of an experiment about a game that can be run as it is: a change of one knob, judged
/// at two line-ups, with tolerances. It explains itself, and lists every knob and preset. `named` is
/// what the file calls the game, `path` where it will stand, and `program` the name of the program, for the commands in its comments.
pub fn starter(any: &dyn AnyGame, named: &str, path: &str, program: &str) -> String {
    let game = any.description();
    let Description { title, plural, .. } = game;
    let mut question = format!("Is going first an advantage in {title}?");
    let mut variants = String::new();
    if let Some((Knob { key, meaning, .. }, value)) = change(any) {
        question = format!("What does {key} change in {title}?");
        let (name, value) = (format!("{key}={value}"), value.to_toml());
        let _ = write!(
            variants,
            "\n[[variant]]\nname  = {name:?}\nrules = {{ {key} = {value} }}   # {meaning}\n"
        );
    }
    if let Some(preset) = game.presets.iter().find(|preset| !preset.values.is_empty()) {
        let _ = write!(
            variants,
            "\n# A preset is a named set of knobs. This one: {1}.\n# [[variant]]\n# name   = {0:?}\n# preset = {0:?}\n",
            preset.name,
            preset.summary.trim_end_matches('.')
        );
    }
    let [weaker, stronger] = strategies(any.repertoire());
    let players = game.usual_players();
    let mut lineups = String::new();
    if weaker != stronger && !game.is_one_side(players) {
        let seats = among(format!("{stronger:?}"), &format!("{weaker:?}"), players).join(", ");
        lineups = format!("\n[[lineup]]\nstrategies = [{seats}]\n");
    }
    let mut knobs = String::new();
    for (Knob { key, meaning, kind, .. }, value) in designer(game).told() {
        let value = value.to_toml();
        let _ = write!(knobs, "#   {key} = {value}\n#       {meaning}; allowed: {kind}\n");
    }
    if !knobs.is_empty() {
        knobs.insert_str(0, "\n# Every knob of the rules, with its default:\n");
    }
    filled(
        TEXT,
        &[
            ("{title}", title),
            ("{name}", named),
            ("{plural}", plural),
            ("{question}", &format!("{question:?}")),
            ("{variants}", &variants),
            ("{stronger}", &stronger),
            ("{players}", &players.to_string()),
            ("{lineups}", &lineups),
            ("{knobs}", &knobs),
            ("{program}", program),
            ("{path}", path),
        ],
    )
}

/// The text of a search for rules of a game that meet goals, which can be run as it is. It explains
/// itself, and lists every knob with values to try. `named` is what the file calls the game, `path`
/// where it will stand, and `program` the name of the program, for the commands in its comments.
pub fn tune_starter(any: &dyn AnyGame, named: &str, path: &str, program: &str) -> String {
    /// This many knobs are turned, and those that give later players a handicap, because these help
    /// most if a seat is better. The others are there as comments.
    const TURNED: usize = 3;
    const HANDICAPS: &str = "place_";
    let Description { title, plural, length_units, .. } = any.description();
    let [weaker, stronger] = strategies(any.repertoire());
    let players = any.description().usual_players();
    let lineups = if weaker == stronger {
        String::new()
    } else {
        format!("\n[[lineup]]\nstrategies = [\"{weaker}\"]\nplayers    = {players}\n")
    };
    let (mut axes, mut rest, mut turned) = (String::new(), String::new(), 0);
    for knob in any.description().listed_knobs() {
        let Some(values) = values_to_try(any, knob) else { continue };
        turned += 1;
        let is_turned = turned <= TURNED || knob.key.starts_with(HANDICAPS);
        let _ = if is_turned {
            writeln!(axes, "rules.{} = [{values}]   # {}", knob.key, knob.meaning)
        } else {
            writeln!(rest, "# rules.{} = [{values}]\n#     {}", knob.key, knob.meaning)
        };
    }
    if !rest.is_empty() {
        axes += "# More knobs that the search may change, without the # before their names:\n";
        axes += &rest;
    }
    let fair = if is_first_player_drawn(any, &weaker) {
        "going_first = \"fair\"                      # who goes first wins a fair share"
    } else {
        "seats       = \"fair\"                      # every seat wins its share"
    };
    let unit = length_units.get(1).or(length_units.first()).copied().unwrap_or_default();
    filled(
        TUNE,
        &[
            ("{title}", title),
            ("{name}", named),
            ("{plural}", plural),
            ("{unit}", unit),
            ("{fair}", fair),
            ("{axes}", &axes),
            ("{stronger}", &stronger),
            ("{players}", &players.to_string()),
            ("{lineups}", &lineups),
            ("{program}", program),
            ("{path}", path),
        ],
    )
}

/// Whether another seat goes first in some games: there, every seat wins its share whatever going
/// first is worth.
fn is_first_player_drawn(any: &dyn AnyGame, strategy: &str) -> bool {
    const GAMES: u64 = 16;
    let game = any.description();
    let place = Location::whole(strategy);
    let Ok(file) = StrategyFile::find(any.repertoire(), strategy, &place) else { return false };
    let seated = vec![Entrant::from(file); game.usual_players()];
    let Ok(mut party) = any.party(&designer(game), &seated, 1, false) else { return false };
    let first = (0..GAMES).filter_map(|index| Some(party.play_game(index).ok()?.first_player));
    first.collect::<BTreeSet<_>>().len() > 1
}

/// The values of a knob to try, as TOML: its own and others that can be played; `None` if there
/// are no others.
fn values_to_try(any: &dyn AnyGame, knob: &'static Knob) -> Option<String> {
    let values: Vec<Value> = match (knob.kind, designer(any.description()).value(knob.key)) {
        (KnobKind::Flag, _) => vec![Value::Flag(false), Value::Flag(true)],
        (KnobKind::Choice(names), _) => names.iter().map(|name| Value::Choice(name)).collect(),
        // Near a large number, such as the most turns of a game, nothing changes.
        (KnobKind::Integer(low, high), Value::Integer(number)) if number.abs() < 100 => {
            // Other tables may have another default.
            let game = any.description();
            let at =
                |players| Settings::defaults(game.knobs).at_tables(&[players]).default_of(knob);
            let all =
                (game.fewest_players..=game.most_players).filter_map(|players| match at(players) {
                    Value::Integer(number) => Some(number),
                    _ => None,
                });
            let (least, most) =
                all.fold((number, number), |(least, most), one| (least.min(one), most.max(one)));
            let near = (least - 2).max(low)..=(most + 2).min(high);
            near.map(Value::Integer).collect()
        }
        _ => return None,
    };
    let mut playable = values;
    playable.retain(|value| is_playable(any, knob, *value));
    let is_searched = playable.len() > 1 && !is_guard(any, knob);
    let playable: Vec<String> = playable.into_iter().map(Value::to_toml).collect();
    is_searched.then(|| playable.join(", "))
}

/// Whether a knob only guards against games that do not end, such as a limit of turns: of all games
/// that end with both values, none goes otherwise, whatever its value.
fn is_guard(any: &dyn AnyGame, knob: &'static Knob) -> bool {
    const GAMES: u64 = 40;
    let (game, place) = (any.description(), Location::whole(knob.key));
    let (KnobKind::Integer(low, high), own) = (knob.kind, designer(game)) else { return false };
    let Value::Integer(number) = own.value(knob.key) else { return false };
    let [weaker, _] = strategies(any.repertoire());
    let Ok(file) = StrategyFile::find(any.repertoire(), &weaker, &place) else { return false };
    let seated = vec![Entrant::from(file); game.usual_players()];
    let played = |settings: &Settings| -> Option<Vec<Playthrough>> {
        let mut party = any.party(settings, &seated, 1, false).ok()?;
        (0..GAMES).map(|index| party.play_game(index).ok()).collect()
    };
    let Some(before) = played(&own) else { return false };
    let middle = low.midpoint(number);
    let mut others = vec![number - 1, number + 1, low, low + 1, middle, number.saturating_mul(2)];
    others.retain(|other| (low..=high).contains(other) && *other != number);
    let mut cuts = false;
    for other in others {
        let mut settings = own.clone();
        settings.set((knob.key, Value::Integer(other)), place.clone());
        let Some(after) = played(&settings) else { continue };
        for (before, after) in before.iter().zip(&after) {
            let differs = before.outcome != after.outcome || before.lengths != after.lengths;
            let is_cut = before.outcome.unfinished || after.outcome.unfinished;
            if differs && !is_cut {
                return false;
            }
            cuts |= differs;
        }
    }
    cuts
}

/// The rules as they are, at the usual table.
fn designer(game: &Description) -> Settings {
    Settings::defaults(game.knobs).at_tables(&[game.usual_players()])
}

/// Whether rules with one other value can be played as they are meant.
fn is_playable(any: &dyn AnyGame, knob: &'static Knob, value: Value) -> bool {
    let game = any.description();
    let mut settings = designer(game);
    settings.set((knob.key, value), Location::whole(knob.key));
    any.make_rules(&settings, game.usual_players()).is_ok() && any.warnings_of(&settings).is_empty()
}

/// A text with its names filled in.
fn filled(text: &str, told: &[(&str, &str)]) -> String {
    let fill = |text: String, (name, value): &(&str, &str)| text.replace(name, value);
    let text = told.iter().fold(text.trim_end().to_owned(), fill);
    text.lines().fold(String::new(), |text, line| text + &folded(line))
}

/// A line no wider than a usual terminal: a long comment is wrapped, one beside a value goes above
/// it.
fn folded(line: &str) -> String {
    const WIDTH: usize = 80;
    let is_wide = line.chars().count() > WIDTH;
    let Some((before, comment)) = line
        .split_once('#')
        .filter(|(before, _)| is_wide && (before.is_empty() || before.ends_with(' ')))
    else {
        return format!("{line}\n");
    };
    let indent = format!("#{}", " ".repeat(comment.len() - comment.trim_start().len()));
    let (mut text, mut length) = (indent.clone(), indent.len());
    for (place, word) in comment.split_whitespace().enumerate() {
        let size = word.chars().count();
        if place > 0 && length + 1 + size > WIDTH {
            let _ = write!(text, "\n{indent}{word}");
            length = indent.len() + size;
        } else {
            let gap = if place > 0 { " " } else { "" };
            let _ = write!(text, "{gap}{word}");
            length += gap.len() + size;
        }
    }
    let value = before.trim_end();
    if value.is_empty() { text + "\n" } else { format!("{text}\n{value}\n") }
}

/// A knob with another value that can be played: one that is on or off if there is one, since its
/// effect is easy to understand.
fn change(any: &dyn AnyGame) -> Option<(&'static Knob, Value)> {
    let game = any.description();
    let is_playable = |(knob, value): &(&'static Knob, Value)| is_playable(any, knob, *value);
    let designer = designer(game);
    let flipped = |knob: &'static Knob| match (knob.kind, designer.value(knob.key)) {
        (KnobKind::Flag, Value::Flag(flag)) => vec![(knob, Value::Flag(!flag))],
        _ => Vec::new(),
    };
    let stepped = |knob: &'static Knob| match (knob.kind, designer.value(knob.key)) {
        (KnobKind::Integer(low, high), Value::Integer(number)) => [number - 1, number + 1]
            .into_iter()
            .filter(|next| (low..=high).contains(next))
            .map(|next| (knob, Value::Integer(next)))
            .collect(),
        (KnobKind::Choice(names), Value::Choice(chosen)) => names
            .iter()
            .filter(|name| **name != chosen)
            .map(|name| (knob, Value::Choice(name)))
            .collect(),
        _ => Vec::new(),
    };
    let knobs = || game.listed_knobs();
    knobs().flat_map(flipped).chain(knobs().flat_map(stepped)).find(is_playable)
}

/// Two strategies that do not search, since those are quick: the strongest one of the ladder, or one
/// of the game's own folder; and before it the one below. Of one kind the ladder's first one is
/// taken: others of its kind play in another style.
fn strategies(game: &Repertoire) -> [String; 2] {
    let find = |name: &String| StrategyFile::find(game, name, &Location::whole(name)).ok();
    let quick = |names: Vec<String>| {
        let files = names.iter().filter_map(find).filter(|file| !file.searches(game));
        files.collect::<Vec<_>>()
    };
    let mut kinds = BTreeSet::new();
    let mut all = quick(game.ladder.iter().map(|name| (*name).to_owned()).collect());
    all.retain(|file| kinds.insert(file.kind));
    if game.folder.is_some() {
        let own = StrategyFile::names(game).into_iter();
        all.extend(quick(own.filter(|name| !game.ladder.contains(&name.as_str())).collect()));
    }
    let names: Vec<String> = all.into_iter().map(|file| file.name).collect();
    match &names[..] {
        [] => ["random"; 2].map(str::to_owned),
        [one] => [one, one].map(Clone::clone),
        [.., weaker, stronger] => [weaker, stronger].map(Clone::clone),
    }
}
