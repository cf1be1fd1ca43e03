//! Describes a folder of results for programs: a Frictionless data package
//! (<https://specs.frictionlessdata.io>).

use serde_json::{Value, json};

use super::judged::Results;
use super::tables::{TableDescription, table_descriptions};
use fairdeal_core::rows::{Cells, Column};

impl Results {
    /// The content of `datapackage.json`: every table of the folder, and every column with its
    /// type, its meaning and the words that it may hold.
    pub fn data_package(&self) -> Value {
        let files = self.tables.files();
        let tables = table_descriptions()
            .into_iter()
            .filter(|table| files.iter().any(|file| *file == table.file));
        json!({
            "name": slug(&self.manifest.name),
            "title": self.manifest.name,
            "description": self.manifest.question,
            "id": self.manifest.digest,
            "profile": "tabular-data-package",
            "resources": tables.map(|table| resource(&table)).collect::<Vec<_>>(),
        })
    }
}

/// A name of letters, digits and hyphens, as the names of packages must be.
fn slug(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
    };
    let slug: String = name.chars().map(plain).collect();
    if slug.is_empty() { "results".to_owned() } else { slug }
}

fn resource(TableDescription { file, meaning, columns }: &TableDescription) -> Value {
    json!({
        "name": file.trim_end_matches(".csv").replace('_', "-"),
        "path": file,
        "profile": "tabular-data-resource",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "description": meaning,
        "schema": {"fields": columns.iter().map(field).collect::<Vec<_>>(), "missingValues": [""]},
    })
}

fn field(Column { name, meaning, cells, optional }: &Column) -> Value {
    let kind = match cells {
        Cells::Text | Cells::Words(_) => "string",
        Cells::WholeNumber => "integer",
        Cells::Number => "number",
        Cells::Flag => "boolean",
    };
    let mut field = json!({"name": name, "type": kind, "description": meaning});
    // An empty text cannot be told from a missing one.
    if !optional && *cells != Cells::Text {
        field["constraints"]["required"] = true.into();
    }
    if let Cells::Words(words) = cells {
        field["constraints"]["enum"] = json!(words);
    }
    field
}
