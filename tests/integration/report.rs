//! The page with pictures: well-formed, complete in one file, and every picture with its numbers
//! and a text alternative.

use std::fs;

use crate::support::{Csv, only, plan, play, results, table::Table, table::text, tables};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Experiment, Overrides, Plan, parse};
use fairdeal::findings::Ending;
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{Document, Location};
use fairdeal::registry::GAMES;
use fairdeal::report::{ShownExperiment, Told, page};
use fairdeal::results::{CsvFile, Manifest, Results, is_report};
use fairdeal::strategy::{Repertoire, StrategyFile};
use fairdeal::words;
use fairdeal::words::chart::Plot;

/// Elements of HTML without an end tag.
const EMPTY: [&str; 4] = ["br", "link", "meta", "!DOCTYPE"];

/// An element for the checks: its name, the text of its attributes, and its enclosing element.
struct Element<'a> {
    name: &'a str,
    attributes: &'a str,
    inside: Vec<&'a str>,
    /// Its offset in the page.
    at: usize,
}

impl<'a> Element<'a> {
    fn attribute(&self, name: &str) -> Option<&'a str> {
        let begin = format!(" {name}=\"");
        self.attributes.split_once(begin.as_str()).and_then(|(_, rest)| rest.split('"').next())
    }
}

/// Parses a page: every element must end in its place, and text must not contain a stray `<` or
/// `&`.
fn elements(page: &str) -> Vec<Element<'_>> {
    let (mut open, mut found): (Vec<&str>, Vec<Element<'_>>) = (Vec::new(), Vec::new());
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap_or("");
            assert!(
                ["lt", "gt", "amp", "quot"].contains(&name),
                "a stray & before {:?}",
                &entity[..entity.len().min(30)]
            );
        }
        let tag = &rest[start + 1..];
        let end = tag.find('>').expect("a tag ends");
        let (inside, after) = (&tag[..end], &tag[end + 1..]);
        let at = page.len() - rest.len() + start;
        rest = after;
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "at {}", &page[at.saturating_sub(100)..at]);
            continue;
        }
        let name = inside.split([' ', '\n']).next().expect("a name");
        let attributes = &inside[name.len()..];
        assert_eq!(attributes.matches('"').count() % 2, 0, "{inside}");
        found.push(Element { name, attributes, inside: open.clone(), at });
        if ["script", "style"].contains(&name) {
            let close = format!("</{name}>");
            let end = rest.find(&close).expect("it ends");
            rest = &rest[end + close.len()..];
        } else if !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "not ended: {open:?}");
    found
}

/// The text of a page without scripts, styles, commands and games in words; and its tags.
fn text_and_tags(page: &str) -> (String, String) {
    let (mut text, mut tags) = (String::new(), String::new());
    let mut verbatim = 0;
    for part in page.split('<').skip(1) {
        let (tag, after) = part.split_once('>').expect("a tag ends");
        if ["code", "pre", "script", "style"]
            .contains(&tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or(""))
        {
            verbatim += if tag.starts_with('/') { -1 } else { 1 };
        }
        tags += tag;
        if verbatim == 0 {
            text += after;
        }
    }
    (text, tags)
}

/// The checks for every page.
fn check(page: &str) -> usize {
    // Backticks are for terminals, and a line-up is not broken at its hyphen. (A script may contain
    // anything.)
    let (text, tags) = text_and_tags(page.split_once("<script>").expect("a script").0);
    let left = text.match_indices('`').chain(text.match_indices(" line-up")).next();
    let before = |place: usize| {
        text[..place]
            .chars()
            .rev()
            .take(100)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect::<String>()
    };
    assert!(left.is_none(), "{:?}", left.map(|(place, _)| before(place)));
    assert!(!tags.contains('`'));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    assert!(!is_report(&file));
    fs::write(&file, page.as_bytes()).expect("a file");
    assert!(is_report(&file));
    let all = elements(page);
    let of = |name: &'static str| all.iter().filter(move |element| element.name == name);
    // One file: nothing is loaded, every link leads to a place on the page or to a file inside it.
    let places: Vec<&str> = all.iter().filter_map(|element| element.attribute("id")).collect();
    let mut seen = places.clone();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), places.len(), "each place has a name of its own");
    for element in &all {
        assert!(
            element.attribute("src").is_none() && element.attribute("style").is_none(),
            "{}",
            element.attributes
        );
        if let Some(address) = element.attribute("href") {
            match address.strip_prefix('#') {
                Some(place) => assert!(places.contains(&place), "no {place} on the page"),
                None => assert!(address.starts_with("data:"), "{address}"),
            }
        }
    }
    assert!(
        !page.contains("http://")
            && !page.contains("https://")
            && !page.contains("@import")
            && !page.contains("url(")
    );
    // Headings in order, one of the first level.
    let levels: Vec<usize> = all
        .iter()
        .filter(|element| element.name.len() == 2 && element.name.starts_with('h'))
        .filter_map(|element| element.name[1..].parse().ok())
        .collect();
    assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
    assert!(
        levels.windows(2).all(|pair| pair[1] <= pair[0] + 1),
        "a level is left out: {levels:?}"
    );
    assert_eq!(
        (of("title").filter(|title| title.inside.contains(&"head")).count(), of("main").count()),
        (1, 1)
    );
    // Every picture has a description; every figure has its numbers in a closed section.
    for picture in of("svg").filter(|picture| !picture.inside.contains(&"svg")) {
        let hidden = picture.attribute("aria-hidden") == Some("true");
        let said = picture.attribute("role") == Some("img")
            && picture.attribute("aria-label").is_some_and(|text| text.len() > 10);
        assert!(hidden || said, "{}", picture.attributes);
    }
    // Every coordinate in a picture is a number.
    for shape in all.iter().filter(|element| element.inside.contains(&"svg")) {
        assert!(
            ["NaN", "inf"].iter().all(|number| !shape.attributes.contains(number)),
            "{} {}",
            shape.name,
            shape.attributes
        );
    }
    let figures: Vec<&Element<'_>> = of("figure").collect();
    for (index, figure) in figures.iter().enumerate() {
        let end = figures.get(index + 1).map_or(usize::MAX, |next| next.at);
        let inside: Vec<&Element<'_>> = all
            .iter()
            .filter(|element| {
                (figure.at..end).contains(&element.at) && element.inside.contains(&"figure")
            })
            .collect();
        let holds = |name: &str, within: &str| {
            inside.iter().any(|element| element.name == name && element.inside.contains(&within))
        };
        assert!(
            holds("table", "details")
                && holds("caption", "table")
                && inside.iter().any(|element| element.name == "figcaption")
        );
        assert!(inside.iter().any(|element| element.name == "td"), "a table without numbers");
    }
    for heading in of("th") {
        assert!(heading.attribute("scope").is_some());
    }
    figures.len()
}

/// The page of results, read from a file like the command does.
fn shown(results: &Results) -> (String, ShownExperiment) {
    let table = Table::new();
    table.file("results.json", &serde_json::to_string(results).expect("JSON"));
    let experiment = ShownExperiment::read(GAMES, table.path()).expect("results");
    (page(std::slice::from_ref(&experiment)).expect("a page"), experiment)
}

fn every_game(game: &'static dyn AnyGame) {
    let plan = plan(game, 40);
    let results = results(&plan, &play(&plan, 2));
    let (page, experiment) = shown(&results);
    assert!(check(&page) > 10);
    // Each table is inside as a file.
    for CsvFile { name, .. } in results.csv_files().expect("memory") {
        assert!(page.contains(&format!("download=\"test-{name}.gz\"")), "{name}");
    }
    // Two games are shown, and they belong to the run.
    assert_eq!(experiment.games.len(), 2, "{}", game.description().name);
    for game in &experiment.games {
        let Told { lines, .. } = game.told.as_ref().expect("it can be played again");
        assert!(
            lines.len() > 20 && lines.iter().all(|line| line.chars().count() <= 72),
            "{}",
            game.why
        );
    }
}

#[test]
fn every_game_has_a_page() {
    for game in GAMES.iter() {
        every_game(game);
    }
}

fn plan_of(game: &'static dyn AnyGame, text: &str) -> Plan {
    let document = Document::parse(
        "experiments/test.toml",
        format!("game = \"{}\"\nseed = 3\n{text}", game.description().name),
    )
    .expect("TOML");
    parse(game, &document, Overrides::default()).expect("a valid experiment")
}

/// Every design has its section.
#[test]
fn every_design_has_a_page() {
    let lineups = "[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"random\", \"greedy\"]\n";
    let sweep = |knobs: &str| plan_of(&Crisps, &format!("blocks = 30\n{lineups}[sweep]\n{knobs}"));
    let ladder = Experiment::new(&Scrip, "all")
        .blocks(30)
        .ladder(&["random", "greedy", "heuristic"], &[])
        .plan()
        .expect("a plan");
    let variants = "blocks = 30\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\", \"greedy\"]\n[[variant]]\nname = \"as-is\"\n[[variant]]\nname = \"dear\"\n\
                    rules = { place_points = 1 }\n";
    let designs: Vec<(&str, Results)> = vec![
        ("By seat and by place, by the rules dear", found(&plan_of(&Crackpipe, variants))),
        ("What the knobs do", found(&sweep("rules.hand_size = [6, 7, 8]\n"))),
        (
            "What the knobs do",
            found(&sweep("rules.hand_size = [6, 7]\nrules.auto_skip = [true, false]\n")),
        ),
        (
            "What the knobs do",
            found(&sweep(
                "rules.hand_size = [6, 7]\nrules.auto_skip = [true, false]\nrules.points_to_win = [1, 2]\n",
            )),
        ),
        (
            "Which knob matters",
            found(&plan_of(
                &Crisps,
                "blocks = 16\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[sensitivity]\nsamples = 4\nrules.hand_size = [6, 8]\nrules.auto_skip = [true, false]\n",
            )),
        ),
        ("Who wins against whom", found(&ladder)),
        (
            "Going first",
            found(&plan_of(
                &Crisps,
                "blocks = 1\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n",
            )),
        ),
    ];
    let mut experiments = Vec::new();
    for (section, results) in &designs {
        let (page, experiment) = shown(results);
        assert!(check(&page) > 0, "{section}");
        assert!(page.contains(section), "{section}");
        experiments.push(experiment);
    }
    // All of them on one page, with an index.
    let together = page(&experiments).expect("a page");
    check(&together);
    assert_eq!(together.matches("<article").count(), designs.len());
    for place in 1..=designs.len() {
        assert!(together.contains(&format!("href=\"#e{place}-top\"")));
    }
}

/// With variants and a sweep, a chart over a knob has one line per variant, and each line has every
/// value of the knob once.
#[test]
fn variants_that_meet_a_sweep_have_a_line_each() {
    let text = |knobs: &str| {
        format!(
            "blocks = 30\n[[variant]]\nname = \"open\"\n[[variant]]\nname = \"hidden\"\nrules = {{ face_up_draw = false }}\n[sweep]\n{knobs}\
             [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n"
        )
    };
    let (page, _) = shown(&found(&plan_of(&Crisps, &text("rules.hand_size = [6, 7, 8]\n"))));
    check(&page);
    assert!(page.contains(", each by the rules open and hidden."));
    for players in ["greedy players", "random players"] {
        let (_, figure) = page
            .split_once(&format!("<strong>Going first, 2 players: {players}</strong>"))
            .expect("a picture a line-up");
        let (figure, _) = figure.split_once("<details").expect("its numbers");
        let lines: Vec<&str> = figure
            .split("<path class=\"line c")
            .skip(1)
            .filter_map(|rest| rest.split("</path>").next())
            .collect();
        assert_eq!(lines.len(), 2, "{figure}");
        for name in ["open", "hidden"] {
            let line = lines
                .iter()
                .find(|line| line.contains(&format!("<title>{name}</title>")))
                .expect("a line a variant");
            let (_, path) = line.split_once(" d=\"").expect("a path");
            let (path, _) = path.split_once('"').expect("an end");
            assert_eq!((path.matches('M').count(), path.matches('L').count()), (1, 2), "{path}");
        }
    }
    // On the screen, too: a chart for each line-up, with a row for each value.
    let results = found(&plan_of(&Crisps, &text("rules.hand_size = [6, 7, 8]\n")));
    let charts = words::charts(&results);
    assert_eq!(charts.len(), 2);
    for (chart, players) in charts.iter().zip(["greedy players", "random players"]) {
        assert!(chart.title.ends_with(players), "{}", chart.title);
        let Plot::Lines(lines) = &chart.plot else { panic!("{chart:?}") };
        let names: Vec<&str> = lines.series.iter().map(|line| line.name.as_str()).collect();
        let places: Vec<&str> = lines.places.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["open", "hidden"]);
        assert_eq!(places, ["hand_size=6", "hand_size=7", "hand_size=8"]);
        assert!(lines.series.iter().all(|line| line.spots.len() == 3));
    }
    // With two knobs, one grid per variant.
    let (page, _) = shown(&found(&plan_of(
        &Crisps,
        &text("rules.hand_size = [6, 7]\nrules.auto_skip = [true, false]\n"),
    )));
    check(&page);
    for variant in ["open", "hidden"] {
        assert!(page.contains(&format!(
            "<strong>Going first, 2 players: greedy players, by the rules {variant}</strong>"
        )));
    }
}

fn found(plan: &Plan) -> Results {
    Results::new(plan, &play(plan, 2), Ending::Planned).expect("a value")
}

/// The rows of the table on a page that has this caption, cell by cell, as text.
fn rows_of(page: &str, caption: &str) -> Vec<Vec<String>> {
    let begin = format!("<caption>{caption}</caption>");
    let (_, table) =
        page.split_once(begin.as_str()).unwrap_or_else(|| panic!("no table {caption:?}"));
    let (_, body) = table.split_once("<tbody>").expect("rows");
    let (body, _) = body.split_once("</tbody>").expect("an end");
    let cells = |row: &str| {
        row.split("</t")
            .filter(|cell| cell.contains("<t"))
            .map(|cell| cell.rsplit('>').next().unwrap_or("").to_owned())
            .collect()
    };
    body.split("<tr>").skip(1).map(cells).collect()
}

/// Cards, luck and restricted play: the values of the tables are in the figures of the page, row
/// for row.
#[test]
fn questions_about_play_have_figures() {
    let asked = "blocks = 24\n[play]\ncards = true\nluck = true\nrestricted = [\"greedy\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let plan = plan_of(&Crackpipe, asked);
    let counts = play(&plan, 2);
    let (page, _) = shown(&results(&plan, &counts));
    check(&page);
    let tables = tables(&plan, &counts);
    // By file: the column that is empty if there is nothing to show, and those that the page shows
    // unchanged, with their positions there.
    let file = |name: &str,
                value: &str,
                shown: &[(usize, &str)],
                caption: &dyn Fn(&Csv, &[String]) -> String| {
        let table =
            tables.iter().find(|table| table.file == name).unwrap_or_else(|| panic!("no {name}"));
        let mut found = 0;
        for row in table.rows.iter().filter(|row| !table.get(row, value).is_empty()) {
            let whole = |cell: &str| cell.replace([',', '\u{a0}', '\u{202f}'], "");
            let told = rows_of(&page, &caption(table, row));
            let is_told = |cells: &Vec<String>| {
                shown.iter().all(|(place, column)| whole(&cells[*place]) == table.get(row, column))
            };
            assert_eq!(
                told.iter().filter(|cells| is_told(cells)).count(),
                1,
                "{name} {row:?} in {told:?}"
            );
            found += 1;
        }
        found
    };
    let luck =
        file("luck.csv", "estimate", &[(0, "variant"), (3, "source"), (6, "games")], &|_, _| {
            "What explains the results".to_owned()
        });
    assert_eq!(luck, 4);
    let restricted = [(0, "kind"), (6, "avoided"), (7, "chosen"), (8, "games")];
    assert!(
        file("restricted.csv", "cost", &restricted, &|_, _| "What greedy loses without an action"
            .to_owned())
            >= 2
    );
    let cards = file(
        "cards.csv",
        "estimate",
        &[(0, "card"), (4, "games"), (5, "changed_blocks")],
        &|table, row| {
            let [event, against, strategy] =
                ["event", "against", "strategy"].map(|column| table.get(row, column));
            let what = if against == "exchanged" {
                "What a card is worth when"
            } else {
                "What goes with a card"
            };
            format!("{what} {event}, for {strategy}")
        },
    );
    assert!(cards > 50, "{cards}");
}

/// Text of users is shown as text only.
#[test]
fn names_cannot_become_markup() {
    let text = "question = '<script>alert(\"1\")</script> & more?'\nblocks = 30\nbaseline = \"a<b\"\n[[variant]]\nname = \"a<b\"\n[[variant]]\nname = \"</title>\"\n\
                rules = { hand_size = 8 }\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let (page, _) = shown(&found(&plan_of(&Crisps, text)));
    check(&page);
    assert!(
        !page.contains("<script>alert")
            && page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more?")
    );
}

/// The command writes the page beside the results, reports problems with folders, and leaves
/// foreign files alone.
#[test]
fn the_command_writes_a_page() {
    let table = Table::new();
    let asked =
        "game = \"crisps\"\nblocks = 20\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    table.file("one.toml", asked).file("two.toml", asked);
    table.good(&["run", "one.toml", "--quiet", "--report"]);
    table.good(&["run", "two.toml", "--quiet"]);
    let read = |path: &str| fs::read_to_string(table.path().join(path)).unwrap_or_default();
    let beside = read("results/one/report.html");
    check(&beside);
    for named in ["results/one/", "one", "one.toml"] {
        fs::remove_file(table.path().join("results/one/report.html")).expect("the page");
        table.good(&["report", named]);
        assert_eq!(read("results/one/report.html"), beside, "the same bytes");
    }
    // A page of two, with a file among the folders.
    table.file("results/README.md", "mine");
    let both =
        table.run(&["report", "results/README.md", "results/one", "results/two/results.json"]);
    assert!(
        both.status.success() && text(&both.stdout).contains("results/report.html: 2 experiments"),
        "{}",
        text(&both.stderr)
    );
    assert!(text(&both.stderr).contains("results/README.md is no folder with results"));
    assert_eq!(read("results/report.html").matches("<article").count(), 2);
    // Mistakes.
    let wrong = |arguments: &[&str]| {
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        text(&output.stderr)
    };
    let near = wrong(&["report", "results/onne"]);
    assert!(
        near.contains("unknown results `results/onne`") && near.contains("`results/one`"),
        "{near}"
    );
    let near = wrong(&["report", "onne"]);
    assert!(
        near.contains("unknown results `onne`\n  did you mean `one`?\n  allowed: one, two"),
        "{near}"
    );
    assert!(wrong(&["report", "results"]).contains("results/one"));
    assert!(
        wrong(&["report", "crisps-variants"])
            .contains("fairdeal run crisps-variants` plays that experiment")
    );
    table.file("mine.html", "<p>mine</p>");
    assert!(wrong(&["report", "results/one", "--out", "mine.html"]).contains("is there already"));
    assert_eq!(read("mine.html"), "<p>mine</p>");
    // Another run leaves no page beside numbers that do not belong to it.
    table.good(&["run", "one.toml", "--quiet", "--blocks", "30"]);
    assert!(!table.path().join("results/one/report.html").exists());
    // A foreign page with its name is neither removed nor replaced without a warning.
    table.file("results/one/report.html", "<p>mine</p>");
    for arguments in [&["run", "one.toml", "--blocks", "40"][..], &["run", "one.toml", "--report"]]
    {
        assert!(wrong(arguments).contains("results/one/report.html"), "{arguments:?}");
        assert_eq!(read("results/one/report.html"), "<p>mine</p>");
    }
    table.good(&["run", "one.toml", "--quiet", "--blocks", "40", "--force"]);
    assert_eq!(read("results/one/report.html"), "<p>mine</p>", "no page was asked for");
    table.good(&["run", "one.toml", "--quiet", "--report", "--force"]);
    check(&read("results/one/report.html"));
}

/// The command on a page plays the same again, for any origin of the results.
#[test]
fn the_printed_command_gives_the_same() {
    let table = Table::new();
    let stops = "game = \"crisps\"\n[stop]\nprecision = 0.2\nmax_blocks = 600\n[[lineup]]\nstrategies = [\"greedy\", \"mine\"]\n";
    table
        .file("experiments/stops.toml", stops)
        .file("strategies/crisps/mine.toml", "kind = \"random\"\n");
    let mixed = [
        "match", "crisps", "--strategies", "greedy,random", "--blocks", "2", "--tolerance", "0.02",
        "--set", "hand_size=8", "--play",
    ];
    let ladder = [
        "ladder",
        "scrip",
        "--strategies",
        "random,heuristic,greedy",
        "--players",
        "3",
        "--blocks",
        "2",
    ];
    for given in [&mixed[..], &ladder, &["run", "stops"]] {
        let play = |arguments: &[&str], folder: &str| {
            table.good(&[arguments, &["--quiet", "--out", folder]].concat());
            fs::read_to_string(table.path().join(folder).join("results.json")).expect("results")
        };
        let first = play(given, "first");
        table.good(&["report", "first"]);
        let page = fs::read_to_string(table.path().join("first/report.html")).expect("a page");
        let (_, after) =
            page.split_once("aria-label=\"Commands\"><code>fairdeal ").expect("a command");
        let (printed, _) = after.split_once('\n').expect("a line");
        let again = play(&printed.split(' ').collect::<Vec<_>>(), "again");
        assert!(first == again, "{printed}");
        // A strategy that the program does not carry is named.
        assert_eq!(page.contains("those of the strategies mine."), given[0] == "run", "{printed}");
        for folder in ["first", "again"] {
            fs::remove_dir_all(table.path().join(folder)).expect("a folder");
        }
    }
}

/// For a ladder the page prints the strategies without the copies with doubled budgets, and names
/// those that the program does not carry.
#[test]
fn a_ladder_is_printed_as_one() {
    let strategy = |name: &str, text: &str| {
        let document = Document::parse(format!("{name}.toml"), text).expect("TOML");
        StrategyFile::parse(Repertoire::of::<Crisps>(), &document).expect("a strategy")
    };
    let quick = strategy("quick", "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 2\n");
    let random =
        StrategyFile::find(Repertoire::of::<Crisps>(), "random", &Location::whole("a test"))
            .expect("a strategy");
    let plan = Experiment::new(&Crisps, "match")
        .of_command()
        .blocks(2)
        .ladder(&[quick, random], &[])
        .doublings(1)
        .plan()
        .expect("a plan");
    let (page, experiment) = shown(&found(&plan));
    let command = "fairdeal ladder crisps --strategies random,quick --players 2 --doublings 1 --blocks 2 --seed 0\n";
    assert!(page.contains(command) && page.contains("those of the strategies quick."));
    assert_eq!(experiment.needs.files, ["quick"]);
    assert_eq!(experiment.needs.copies, ["quick x2"]);
    // A file may have a name like that of a copy, and an experiment that of a command.
    let likely =
        strategy("quick x2", "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 5\n");
    let named = [plan.strategies()[1].clone(), likely.into()];
    let named =
        Experiment::new(&Crisps, "match").blocks(2).ladder(&named, &[]).plan().expect("a plan");
    let (page, experiment) = shown(&found(&named));
    assert!(page.contains("fairdeal run match --blocks 2 --seed 0\n"));
    assert_eq!(
        (experiment.needs.files, experiment.needs.copies),
        (vec!["quick".to_owned(), "quick x2".to_owned()], Vec::new())
    );
    // Searches that know the others are not among their strategies.
    let texts = only(&[]);
    let asked = Experiment::new(&Crisps, "match")
        .of_command()
        .blocks(2)
        .texts(&texts)
        .ladder(&plan.strategies()[..2], &[]);
    let (page, experiment) = shown(&found(&asked.exploiters().plan().expect("a plan")));
    assert!(
        page.contains(" --doublings 0 --exploiters --blocks 2 ")
            && page.contains("How far from perfect")
    );
    assert_eq!(experiment.needs.files, ["quick"]);
}

/// A program with games of its own has another name, which appears in the commands of its results.
/// Nothing else differs.
#[test]
fn commands_name_the_program_that_made_the_results() {
    let text = "blocks = 500\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    let plan = || plan_of(&Crisps, text);
    let (ours, theirs) = (found(&plan()), found(&plan().of_program("my-games")));
    let answer = |results: &Results| words::answer(results, Some("here")).markdown();
    let (page, told) = (shown(&theirs).0, answer(&theirs));
    assert!(!page.contains("fairdeal run"));
    assert!(
        page.contains("my-games run ")
            && page.contains("my-games report ")
            && page.contains("my-games show --from ")
    );
    assert!(told.contains("my-games ladder crisps"), "{told}");
    assert_eq!(told.replace("my-games", "fairdeal"), answer(&ours));
    assert_eq!(Manifest { program: None, ..theirs.manifest }, ours.manifest);
}

/// If no command gives the same numbers, the page promises none.
#[test]
fn unrepeatable_commands_are_not_promised() {
    let text = "[stop]\nprecision = 0.001\nmax_blocks = 600\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let mut results = found(&plan_of(&Crisps, text));
    let promise = "to the last digit";
    assert!(shown(&results).0.contains(promise));
    (results.manifest.complete, results.manifest.blocks) = (false, 300);
    let (page, _) = shown(&results);
    assert!(
        !page.contains(promise)
            && page.contains("no command gives the same numbers")
            && page.contains("--blocks 600 --seed 3")
    );
}
