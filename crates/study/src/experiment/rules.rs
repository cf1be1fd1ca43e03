//! Rules as they are chosen: a preset or a file, and single knobs on top.

use std::path::Path;

use fairdeal_core::game::Description;
use fairdeal_core::input::{
    Document, InputError, Location, Preset, Problem, Section, Settings, Unknown, check_name,
};

/// Rules as the options of a command choose them.
#[derive(Clone, Debug, Default)]
pub struct RulesChoice {
    /// A preset's name, or the path of a rules file.
    pub rules: Option<String>,
    /// `key=value`, again and again.
    pub set: Vec<String>,
}

impl RulesChoice {
    /// The chosen knobs; all others have their defaults.
    ///
    /// # Errors
    /// When there is no such preset or file, a key is unknown, or a value is out of range.
    pub fn settings(&self, game: &Description) -> Result<Settings, InputError> {
        let mut settings = Settings::defaults(game.knobs);
        match self.rules.as_deref() {
            None => {}
            Some(path) if path.contains('/') || Path::new(path).extension().is_some() => {
                let stem = Path::new(path).file_stem().unwrap_or_default();
                check_name(&stem.to_string_lossy(), Location::whole(path))?;
                read_file(&Document::read(Path::new(path))?, game, &mut settings)?;
            }
            Some(name) => settings.apply_preset(preset(game, name).map_err(|unknown| {
                let path = "or the path of a rules file, with its ending: rules.toml".to_owned();
                let hint = unknown.nearest().is_none().then_some(path);
                Location::whole("--rules").error(Problem::Unknown(unknown)).hint(hint)
            })?),
        }
        for option in self.set.iter().flat_map(|set| each(set)) {
            settings.apply_option(option).map_err(|error| error.names_in(&knobs_of(game)))?;
        }
        Ok(settings)
    }
}

/// Several knobs behind one `--set`, as a search names its proposal: `hand_size=6
/// place_cards=-1`.
fn each(set: &str) -> Vec<&str> {
    let parts: Vec<&str> = set.split_whitespace().collect();
    let is_knob = |part: &&str| {
        part.split_once('=').is_some_and(|(key, value)| !key.is_empty() && !value.is_empty())
    };
    if parts.iter().all(is_knob) && !set.contains('{') { parts } else { vec![set] }
}

/// The preset of a game with this name.
pub(super) fn preset<'g>(game: &'g Description, name: &str) -> Result<&'g Preset, Unknown> {
    let presets = game.presets.iter();
    presets.clone().find(|preset| preset.name == name).ok_or_else(|| {
        let known = presets.map(|preset| preset.name);
        Unknown::new("preset", name, known).listed_in(knobs_of(game))
    })
}

/// The command that prints all knobs and presets of a game.
pub(super) fn knobs_of(game: &Description) -> String {
    format!("`rules {}`", game.name)
}

/// Takes over the preset that a section names, and its table of knobs.
pub(super) fn read(
    section: &Section<'_>,
    game: &Description,
    settings: &mut Settings,
) -> Result<(), InputError> {
    if let Some((line, name)) = section.text("preset")? {
        settings.apply_preset(
            preset(game, name)
                .map_err(|unknown| section.error_at(line, Problem::Unknown(unknown)))?,
        );
    }
    match section.open_section("rules")? {
        Some(rules) => {
            if let Some(entry) = rules.entry("preset") {
                let allowed = format!("it beside `rules`: preset = {}", entry.value);
                let problem = Problem::conflict("`preset`, which is no knob,", allowed);
                return Err(rules.error_at(entry.line, problem));
            }
            settings.apply_section(&rules).map_err(|error| error.names_in(&knobs_of(game)))
        }
        None => Ok(()),
    }
}

/// Reads a rules file: `game`, `preset` and `[rules]`, all optional.
fn read_file(
    document: &Document,
    game: &Description,
    settings: &mut Settings,
) -> Result<(), InputError> {
    let top = document.section(&["game", "preset", "rules"])?;
    if let Some((line, name)) = top.text("game")?
        && name != game.name
    {
        let (found, allowed) = (format!("\"{name}\""), format!("\"{}\" here", game.name));
        return Err(top.error_at(line, Problem::value("game", found, allowed)));
    }
    read(&top, game, settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_option_can_set_several_knobs() {
        assert_eq!(each("hand_size=6 place_cards=-1"), ["hand_size=6", "place_cards=-1"]);
        assert_eq!(each("hand_size = 6"), ["hand_size = 6"]);
        for one in ["hits={ none = 1, ten = 2 }", "guild.csv:Old Baker.cost=3", "hand_size"] {
            assert_eq!(each(one), [one]);
        }
    }
}
