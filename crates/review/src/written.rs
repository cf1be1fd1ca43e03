//! The tables of a review as files.

use std::path::Path;

use fairdeal_study::results::{WriteError, replace};
use fairdeal_study::words::and;

use crate::error::ReviewError;
use crate::finding::{Finding, Rank};
use crate::kept::STATE;
use crate::review::Review;
use crate::topic::{Trait, Unit};

/// The file of all that was measured.
pub const FINDINGS: &str = "findings.csv";
/// The file of the tested changes.
pub const CURES: &str = "cures.csv";
/// The page with pictures.
pub const PAGE: &str = "review.html";
/// The review as text.
pub const TEXT: &str = "review.txt";

/// A number as tables have it: with at most six decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn row(finding: &Finding) -> [String; 13] {
    let (low, high) =
        finding.measured.ends.unwrap_or((finding.measured.value, finding.measured.value));
    let players = if finding.players == 0 { String::new() } else { finding.players.to_string() };
    let unit = match finding.of.unit {
        Unit::Percent => "share",
        Unit::Points => "chance",
        Unit::Minutes => "minutes",
        Unit::Times => "times",
    };
    [
        finding.of.topic.name().to_owned(),
        finding.of.direction.name().to_owned(),
        finding.mark.name().to_owned(),
        finding.subject.clone(),
        players,
        finding.rank.name().to_owned(),
        number(finding.measured.value),
        number(low),
        number(high),
        number(finding.limits.look),
        unit.to_owned(),
        finding.source.clone(),
        finding.shown_by.as_ref().map_or_else(String::new, |game| format!("fairdeal show {game}")),
    ]
}

impl Review {
    /// `findings.csv`: everything that was measured, in the order of how much it matters.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub fn findings_csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "topic", "direction", "mark", "subject", "players", "strength", "value", "low", "high",
            "threshold", "unit", "source", "show",
        ])?;
        for finding in &self.findings {
            writer
                .write_record(row(finding).iter().map(|text| fairdeal_core::input::cell(text)))?;
        }
        writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
    }

    /// `cures.csv`: the tested changes, each at every table.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub fn cures_csv(&self) -> Result<Vec<u8>, csv::Error> {
        let names = |of: &[&Trait]| {
            let mut names: Vec<&str> = of.iter().map(|of| of.topic.name()).collect();
            names.dedup();
            names.join(" ")
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "rules", "players", "mends", "leaves", "breaks", "verdict", "adapted",
        ])?;
        for cure in &self.cures {
            for table in &cure.tables {
                writer.write_record([
                    cure.change.name(),
                    table.players.to_string(),
                    names(&table.mends),
                    names(&table.leaves),
                    names(&table.breaks),
                    table.verdict().to_owned(),
                    cure.adapted.to_string(),
                ])?;
            }
        }
        writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
    }

    /// The review as text.
    pub fn text(&self, title: &str) -> String {
        let rank = |finding: &&Finding| matches!(finding.rank, Rank::Strong | Rank::All);
        let wrong = self.findings.iter().filter(rank).filter(|one| one.is_wrong());
        let wrong = wrong.map(|one| format!("- {}: {}", one.mark, one.sentence()));
        let advice = self.recommendation().into_iter().map(|sentence| format!("- {sentence}"));
        let parts = [
            format!("# {title}: a balance review"),
            self.paragraph(title),
            wrong.collect::<Vec<_>>().join("\n"),
            "## What to do".to_owned(),
            advice.collect::<Vec<_>>().join("\n"),
            format!("{}\n", crate::told::OUT_OF_REACH),
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    /// All files, by their names. `page`: see [`page`](crate::page::page).
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub fn files(
        &self,
        title: &str,
        page: String,
    ) -> Result<[(&'static str, Vec<u8>); 5], csv::Error> {
        Ok([
            (FINDINGS, self.findings_csv()?),
            (CURES, self.cures_csv()?),
            (TEXT, self.text(title).into_bytes()),
            (PAGE, page.into_bytes()),
            (STATE, self.state.clone().into_bytes()),
        ])
    }

    /// Writes all files into the folder of the review, each whole or not at all.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, folder: &Path, title: &str, page: String) -> Result<(), ReviewError> {
        for (name, content) in self.files(title, page)? {
            let path = folder.join(name);
            replace(&path, &content)
                .map_err(|error| ReviewError::Write(WriteError::new(&path, &error)))?;
        }
        Ok(())
    }

    /// The sizes of the tables in words.
    pub fn tables_in_words(&self) -> String {
        let sizes: Vec<String> = self.rosters.iter().map(|one| one.players.to_string()).collect();
        and(&sizes)
    }
}
