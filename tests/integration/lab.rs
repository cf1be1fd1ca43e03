//! The lab as a page uses it: requests and events.

use std::collections::BTreeMap;
use std::path::Path;

use fairdeal::experiment::{Overrides, parse};
use fairdeal::game::{GAMES, GameList};
use fairdeal::input::Document;
use fairdeal::session::Session;
use fairdeal_lab::Lab;
use serde_json::{Value, json};

use crate::external::python_is_here;

/// The only event that answers a request.
fn ask(lab: &mut Lab, request: &Value) -> Value {
    let events: Value =
        serde_json::from_str(&lab.answer(&request.to_string(), &|_| ())).expect("JSON");
    assert_eq!(events.as_array().map(Vec::len), Some(1), "{events}");
    events[0].clone()
}

/// The text of a game that the program carries.
fn text(name: &str) -> String {
    let files = GAMES.files().expect("files");
    files.shipped(name).expect("carried").files[0].1.clone()
}

const EXPERIMENT: &str = "
seed = 5
blocks = 300

[[lineup]]
strategies = [\"random\"]
players = 3

[analysis]
tolerance = { win_rate = 0.02 }
";

/// Plays a planned experiment to its end, in pieces as several workers would. Returns the tables.
fn measured(lab: &mut Lab, game: &Value, experiment: &str, piece: u64) -> BTreeMap<String, String> {
    let planned =
        ask(lab, &json!({"do": "plan", "game": game, "name": "mine", "experiment": experiment}));
    assert_eq!(planned["event"], "planned", "{planned}");
    let (mut next, mut from) = (planned["next"].as_u64(), 0);
    while let Some(end) = next {
        let mut parts = Vec::new();
        while from < end {
            let to = (from + piece).min(end);
            parts.push(ask(lab, &json!({"do": "play", "from": from, "to": to})));
            from = to;
        }
        for part in parts {
            let added = ask(lab, &json!({"do": "add", "counts": part["counts"]}));
            assert_eq!(added["blocks"], part["to"], "{added}");
            next = added["next"].as_u64();
        }
    }
    let results = ask(lab, &json!({"do": "judge", "ended": true}));
    serde_json::from_value(results["tables"].clone()).expect("tables")
}

/// The same experiment as the command line plays it.
fn run(game: &str, experiment: &str) -> BTreeMap<String, String> {
    let game = GAMES.open(game, Path::new("")).expect("a game");
    let document = Document::parse("mine.toml", experiment).expect("TOML");
    let plan = parse(game, &document, Overrides::default()).expect("a plan");
    let results = Session::default().run(&plan).expect("played").results;
    let files = results.tables.csv_files().expect("memory");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    files.into_iter().map(|file| (file.name.to_owned(), text(file.content))).collect()
}

#[test]
fn tables_are_the_same_bytes_however_the_blocks_are_cut() {
    let file = json!({"name": "hearts.py", "text": text("hearts.py")});
    let four = EXPERIMENT.replace("players = 3", "players = 4");
    let expected = run("hearts.py", &four);
    for piece in [7, 64, 1_000] {
        assert_eq!(measured(&mut Lab::new(GAMES), &file, &four, piece), expected, "{piece}");
    }
    let expected = run("scrip", EXPERIMENT);
    assert_eq!(measured(&mut Lab::new(GAMES), &json!({"name": "scrip"}), EXPERIMENT, 50), expected);
}

#[test]
fn a_run_that_may_end_at_any_time_ends_at_the_same_block() {
    let experiment = EXPERIMENT.replace("blocks = 300", "blocks = 50")
        + "[stop]\nprecision = 0.02\nmax_blocks = 5000\n";
    let game = json!({"name": "crackpipe"});
    assert_eq!(
        measured(&mut Lab::new(GAMES), &game, &experiment, 90),
        run("crackpipe", &experiment)
    );
}

#[test]
fn results_can_be_seen_at_any_time() {
    let mut lab = Lab::new(GAMES);
    let experiment = EXPERIMENT.to_owned() + "[stop]\nwhen = \"settled\"\n";
    let game = json!({"name": "crazy_eights.py"});
    let plan = json!({"do": "plan", "game": game, "name": "mine", "experiment": experiment});
    assert_eq!(ask(&mut lab, &plan)["blocks"], Value::Null);
    let part = ask(&mut lab, &json!({"do": "play", "from": 0, "to": 40}));
    ask(&mut lab, &json!({"do": "add", "counts": part["counts"]}));
    let results = ask(&mut lab, &json!({"do": "judge", "ended": false}));
    assert_eq!(
        (results["event"].as_str(), results["blocks"].as_u64()),
        (Some("results"), Some(40))
    );
    assert_eq!(results["anytime"], true);
    assert!(results["panels"].as_array().is_some_and(|panels| !panels.is_empty()), "{results}");
    let page = ask(&mut lab, &json!({"do": "page"}));
    assert!(page["html"].as_str().is_some_and(|html| html.contains("</html>")));
}

#[test]
fn counts_in_another_order_are_refused() {
    let mut lab = Lab::new(GAMES);
    let plan = json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine",
        "experiment": "blocks = 20\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n"});
    ask(&mut lab, &plan);
    let later = ask(&mut lab, &json!({"do": "play", "from": 10, "to": 20}));
    for counts in [later["counts"].clone(), json!(["no counts"])] {
        let refused = ask(&mut lab, &json!({"do": "add", "counts": counts}));
        assert_eq!(refused["event"], "refused", "{refused}");
    }
}

#[test]
fn mistakes_say_their_place_and_their_remedy() {
    let mut lab = Lab::new(GAMES);
    let wrong = text("hearts.py") + "x = = 1\n";
    let line = wrong.lines().count();
    let found = ask(&mut lab, &json!({"do": "open", "game": {"name": "h.py", "text": wrong}}));
    assert_eq!(found["event"], "mistakes", "{found}");
    assert_eq!(found["mistakes"][0]["line"], line, "{found}");
    let plan = json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine",
        "experiment": "blocks = 20\n[[lineup]]\nstrategies = [\"greedi\", \"random\"]\n"});
    let found = ask(&mut lab, &plan);
    assert_eq!(found["mistakes"][0]["line"], 3, "{found}");
    let message = found["mistakes"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("did you mean `greedy`?"), "{message}");
    let found = ask(&mut lab, &json!({"do": "open", "game": {"name": "crips"}}));
    assert!(found.to_string().contains("did you mean `crisps`?"), "{found}");
}

#[test]
fn what_is_no_request_is_refused() {
    let mut lab = Lab::new(GAMES);
    for request in
        [json!({}), json!({"do": "fly"}), json!({"do": "play", "from": 0, "to": 1}), json!(7)]
    {
        assert_eq!(ask(&mut lab, &request)["event"], "refused", "{request}");
    }
}

#[test]
fn nothing_is_read_from_files_or_run() {
    let mut lab = Lab::new(GAMES);
    for name in ["/bin/true", "../x.toml", "strategies/crisps/greedy.toml", "x.py"] {
        let experiment =
            format!("blocks = 20\n[[lineup]]\nstrategies = [\"{name}\", \"random\"]\n");
        let plan = json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine", "experiment": experiment});
        let refused = ask(&mut lab, &plan).to_string();
        assert!(refused.contains("strategies by their names"), "{refused}");
        let tell = json!({"do": "tell", "game": {"name": "crisps"}, "strategies": [name, "random"], "index": 0});
        let refused = ask(&mut lab, &tell).to_string();
        assert!(refused.contains("strategies by their names"), "{refused}");
        let refused = ask(&mut lab, &json!({"do": "open", "game": {"name": name}}));
        assert_ne!(refused["event"], "game", "{refused}");
    }
}

#[test]
fn a_game_is_told() {
    let tell = json!({"do": "tell", "game": {"name": "crisps"}, "set": ["hand_size=5"],
        "strategies": ["greedy", "random"], "seed": 2, "index": 1, "eyes": 0});
    let story = ask(&mut Lab::new(GAMES), &tell);
    assert!(story["text"].as_str().is_some_and(|text| text.contains("game 1, seed 2")), "{story}");
    let lines = &story["parts"][0]["lines"];
    let about =
        |about: &str| lines.as_array().is_some_and(|all| all.iter().any(|line| line[0] == about));
    assert!(about("table") && about("0") && about("play") && !about("1"), "{lines}");
    assert!(story["text"].as_str().is_some_and(|text| text.contains("Told as seat 1 saw it.")));
}

#[test]
fn a_review_of_the_lab_is_made_again_by_the_program() {
    let request = json!({"do": "review", "game": {"name": "kuhn_poker.py", "text": text("kuhn_poker.py")},
        "set": ["bet=2"], "minutes": 0.1, "seed": 7});
    let heard = std::cell::RefCell::new(Vec::new());
    let hear = |event: &str| heard.borrow_mut().push(event.to_owned());
    let events = Lab::new(GAMES).answer(&request.to_string(), &hear);
    let events: Value = serde_json::from_str(&events).expect("JSON");
    let review = &events[0];
    assert_eq!(review["event"], "review", "{review}");
    assert!(heard.borrow().iter().all(|event| event.starts_with("{\"event\":\"phase\"")));
    assert!(heard.borrow().len() > 3, "{heard:?}");
    assert!(review["advice"].as_array().is_some_and(|advice| !advice.is_empty()), "{review}");
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str| review["files"][name].as_str().expect("a file").to_owned();
    assert!(file("review.html").contains("--seed 7 --like review.json"));
    std::fs::write(place.path().join("review.json"), file("review.json")).expect("written");
    std::fs::write(place.path().join("kuhn_poker.py"), text("kuhn_poker.py")).expect("written");
    let run = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("fairdeal"))
        .current_dir(place.path())
        .args(["review", "kuhn_poker.py", "--set", "bet=2", "--seed", "7"])
        .args(["--like", "review.json", "--out", "again", "--quiet"])
        .output()
        .expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for name in ["findings.csv", "cures.csv", "review.txt"] {
        let again = std::fs::read_to_string(place.path().join("again").join(name)).expect("there");
        assert_eq!(file(name), again, "{name}");
    }
}

#[test]
fn a_person_plays_a_game_to_its_end_and_takes_choices_back() {
    let mut lab = Lab::new(GAMES);
    for (game, others) in [
        (json!({"name": "crisps"}), json!(["greedy"])),
        (
            json!({"name": "crazy_eights.py", "text": text("crazy_eights.py")}),
            json!(["greedy", "random"]),
        ),
    ] {
        let mut sit = |chosen: &[usize], advised: bool| {
            let asked = json!({"do": "sit", "game": game, "strategies": others, "seed": 4, "index": 2,
                "seat": 1, "chosen": chosen, "advised": advised});
            let sitting = ask(&mut lab, &asked);
            assert_eq!(sitting["event"], "sitting", "{sitting}");
            let options = sitting["options"].as_array().map_or(0, Vec::len);
            (
                sitting["text"].as_str().unwrap_or_default().to_owned(),
                options,
                sitting["advice"].clone(),
                sitting["chances"].clone(),
            )
        };
        let (first, options, advice, chances) = sit(&[], true);
        assert!(options > 1 && advice.as_u64().is_some_and(|place| (place as usize) < options));
        assert_eq!(chances.as_array().map(Vec::len), Some(options), "{chances}");
        assert!(first.contains("Told as seat 2 saw it."), "{first}");
        let mut chosen = Vec::new();
        loop {
            let (text, options, advice, _) = sit(&chosen, false);
            assert_eq!(advice, Value::Null);
            assert!(text.starts_with(first.lines().next().expect("a heading")));
            if options == 0 {
                assert!(text.contains("The end, after"), "{text}");
                break;
            }
            assert!(!text.contains("The end, after"), "{text}");
            chosen.push(chosen.len() % options);
            assert!(chosen.len() < 2_000, "the game does not end");
        }
        // Taken back: the same game as before.
        assert_eq!(sit(&[], false).0, first);
    }
}

#[test]
fn a_choice_that_is_no_option_is_refused() {
    let sit = json!({"do": "sit", "game": {"name": "crisps"}, "strategies": ["greedy"], "index": 0,
        "seat": 0, "chosen": [999], "advised": false});
    assert_eq!(ask(&mut Lab::new(GAMES), &sit)["event"], "refused");
    let sit = json!({"do": "sit", "game": {"name": "crisps"}, "strategies": ["greedy"], "index": 0,
        "seat": 5, "chosen": [], "advised": false});
    assert_eq!(ask(&mut Lab::new(GAMES), &sit)["event"], "refused");
}

#[test]
fn all_games_are_listed_with_what_a_page_needs() {
    let games = ask(&mut Lab::new(GAMES), &json!({"do": "games"}));
    let games = games["games"].as_array().expect("a list").clone();
    assert_eq!(games.len(), GAMES.iter().count() + GAMES.files().expect("files").names().len());
    for game in games {
        let is_full = game["knobs"].is_array() && game["strategies"][0] == "random";
        assert!(is_full, "{game}");
    }
}

#[test]
fn a_lab_without_compiled_games_has_those_of_files() {
    let mut lab = Lab::new(GameList::new(&[]));
    let games = ask(&mut lab, &json!({"do": "games"}));
    let is_file =
        |game: &Value| game["name"].as_str().is_some_and(|name| name.strip_suffix(".py").is_some());
    assert!(
        games["games"].as_array().is_some_and(|all| !all.is_empty() && all.iter().all(is_file))
    );
    let refused = ask(&mut lab, &json!({"do": "open", "game": {"name": "crisps"}}));
    assert_eq!(refused["event"], "mistakes", "{refused}");
}

#[test]
fn mutated_texts_have_mistakes_or_are_games() {
    let original = text("crazy_eights.py");
    let letters: Vec<char> = original.chars().collect();
    let mut state: u64 = 9;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut lab = Lab::new(GAMES);
    for _ in 0..200 {
        let mut text = letters.clone();
        for _ in 0..=random(4) {
            let place = random(text.len());
            match random(3) {
                0 => drop(text.remove(place)),
                1 => text.insert(place, ['(', ':', '"', '\u{202e}', '<'][random(5)]),
                _ => text[place] = ['x', '9', '\n', ' ', '&'][random(5)],
            }
        }
        let text: String = text.into_iter().collect();
        let found = ask(&mut lab, &json!({"do": "open", "game": {"name": "m.py", "text": text}}));
        assert!(found["event"] == "mistakes" || found["event"] == "game", "{found}");
    }
}

#[test]
fn a_game_is_played_in_a_terminal() {
    let run = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("fairdeal"))
        .args(["play", "crisps", "--seed", "3", "--against", "greedy", "--set", "hand_size=4"])
        .write_stdin("1\nh\nu\nfly\n99\nq\n")
        .output()
        .expect("it runs");
    let text = String::from_utf8(run.stdout).expect("text");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(text.contains("Seat 1: you\nSeat 2: greedy\n"), "{text}");
    assert!(text.contains("The strongest player would choose: "), "{text}");
    assert!(text.contains("With it you win about "), "{text}");
    // The beginning, and again after the choice was taken back.
    assert_eq!(text.matches("Told as seat 1 saw it.").count(), 2, "{text}");
    // The help, and again after what is no option.
    assert_eq!(text.matches("Type the number of an option.").count(), 3, "{text}");
}

/// A program that serves the lab, until this is dropped.
struct Server {
    process: std::process::Child,
    host: String,
    token: String,
}

impl Server {
    fn new(folder: &Path, options: &[&str]) -> Self {
        let mut process = std::process::Command::new(assert_cmd::cargo::cargo_bin!("fairdeal"))
            .arg("lab")
            .arg(folder)
            .args(options)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut line = String::new();
        let said = process.stdout.take().expect("piped");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(said), &mut line).expect("a line");
        let address = line.trim().split_once("http://").expect("an address").1;
        let (host, token) = address.split_once('/').expect("a token");
        let (host, token) = (host.to_owned(), token.trim_end_matches('/').to_owned());
        Self { process, host, token }
    }

    /// Asks with these headers. Returns the status and the body.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(&self.host).expect("it listens");
        let length = body.len();
        write!(stream, "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}")
            .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), body.to_owned())
    }

    /// Asks as the page does.
    fn own(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let Self { host, token, .. } = self;
        let headers = format!("Host: {host}\r\nOrigin: http://{host}\r\n{headers}");
        self.ask(method, &format!("/{token}/{path}"), &headers, body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_program_serves_the_page_to_itself_alone() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("games");
    std::fs::create_dir(&folder).expect("made");
    std::fs::write(place.path().join("secret.py"), "outside").expect("written");
    let server = Server::new(&folder, &[]);
    let Server { host, token, .. } = &server;
    let page = server.own("GET", "", "", "");
    assert_eq!(page.0, 200);
    assert!(page.1.contains("content=\"program "), "the page knows that the program plays");
    let events =
        server.own("POST", "ask/a", "", "{\"do\":\"open\",\"game\":{\"name\":\"crisps\"}}");
    assert!(events.1.contains("\"event\":\"game\""), "{events:?}");
    assert_eq!(server.own("POST", "end/a", "", "").0, 200);
    // Another name of this computer, another site, no token, a wrong one.
    let path = format!("/{token}/");
    let refused = |path: &str, headers: &str| server.ask("GET", path, headers, "").0;
    assert_eq!(refused(&path, "Host: example.org\r\n"), 403);
    assert_eq!(refused(&path, ""), 403, "without a host");
    assert_eq!(refused(&path, &format!("Host: {host}\r\nOrigin: http://example.org\r\n")), 403);
    assert_eq!(refused("/", &format!("Host: {host}\r\n")), 404);
    assert_eq!(refused(&format!("/{token}x/"), &format!("Host: {host}\r\n")), 404);
    // Files: written once, overwritten only if that is wanted, and never outside of the folder.
    let new = "If-None-Match: *\r\n";
    assert_eq!(server.own("PUT", "files/mine.py", new, "a").0, 200);
    assert_eq!(server.own("PUT", "files/mine.py", new, "b").0, 412);
    assert_eq!(server.own("GET", "files/mine.py", "", ""), (200, "a".to_owned()));
    assert_eq!(server.own("PUT", "files/mine.py", "", "b").0, 200);
    assert_eq!(server.own("GET", "files", "", "").1, "[\"mine.py\"]");
    for path in ["files/../secret.py", "files/..%2Fsecret.py", "../secret.py", "files//etc/passwd"]
    {
        assert_eq!(server.own("GET", path, "", "").0, 404, "{path}");
        assert_ne!(server.own("PUT", path, "", "x").0, 200, "{path}");
    }
    assert_eq!(std::fs::read_to_string(place.path().join("secret.py")).expect("there"), "outside");
}

#[test]
fn programs_of_the_folder_play_only_if_they_are_allowed() {
    if !python_is_here() {
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    };
    let bot = "import json, sys\nsys.stdin.readline()\nfor line in sys.stdin:\n    \
               print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)\n";
    let strategy = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        format!("kind = \"external\"\ncommand = {words:?}\n")
    };
    file("outside.py", bot);
    file("games/bots/first.py", bot);
    file("games/mine.py", &text("whist.py"));
    file("games/strategies/crisps/inside.toml", &strategy("python3 bots/first.py"));
    file("games/strategies/crisps/outside.toml", &strategy("python3 ../outside.py"));
    file("games/strategies/crisps/shell.toml", &strategy("sh -c true bots/first.py"));
    file("games/strategies/crisps/module.toml", &strategy("python3 -m outside bots/first.py"));
    file("games/strategies/crisps/reads.toml", &strategy("python3 bots/first.py ../outside.py"));
    let folder = place.path().join("games");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../outside.py", folder.join("link.py")).expect("linked");
    let ask =
        |server: &Server, request: &Value| server.own("POST", "ask/a", "", &request.to_string()).1;
    let tell = |server: &Server, name: &str| {
        let tell = json!({"do": "tell", "game": {"name": "crisps"}, "strategies": [name, "random"], "index": 0});
        ask(server, &tell)
    };
    let plan = |name: &str| {
        let experiment = format!("blocks = 2\n[[lineup]]\nstrategies = [\"{name}\", \"random\"]\n");
        json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine", "experiment": experiment})
    };
    let allowed = ["bots/first.py", "strategies/crisps/inside.toml", "inside"];
    let whole = place.path().join("outside.py").display().to_string();
    let elsewhere = [
        "../outside.py",
        "bots/../../outside.py",
        "link.py",
        "outside",
        "shell",
        "module",
        "reads",
        &whole,
        "strategies/crisps/outside.toml",
        "/bin/true",
    ];

    let server = Server::new(&folder, &["--allow-programs"]);
    let game = ask(&server, &json!({"do": "open", "game": {"name": "crisps"}}));
    let listed = "\"programs\":[\"bots/first.py\",\"strategies/crisps/inside.toml\"]";
    assert!(game.contains(listed) && !game.contains("\"inside\""), "{game}");
    for name in allowed {
        assert!(tell(&server, name).contains("\"event\":\"story\""), "{name}");
        assert!(ask(&server, &plan(name)).contains("\"event\":\"planned\""), "{name}");
        let counts = ask(&server, &json!({"do": "play", "from": 0, "to": 2}));
        assert!(counts.contains("\"event\":\"counts\""), "{name}: {counts}");
        let sit = json!({"do": "sit", "game": {"name": "crisps"}, "strategies": [name], "index": 0,
            "seat": 1, "chosen": [], "advised": false});
        let sitting = ask(&server, &sit);
        assert!(sitting.contains("\"event\":\"sitting\""), "{name}: {sitting}");
    }
    let is_refused = |server: &Server, name: &str| {
        for answer in [tell(server, name), ask(server, &plan(name))] {
            let is_refused = answer.contains("\"event\":\"refused\"");
            assert!(is_refused && answer.contains("--allow-programs"), "{name}: {answer}");
        }
    };
    for name in elsewhere {
        is_refused(&server, name);
    }

    let server = Server::new(&folder, &[]);
    let game = ask(&server, &json!({"do": "open", "game": {"name": "crisps"}}));
    assert!(game.contains("\"programs\":[]"), "{game}");
    for name in allowed.into_iter().chain(elsewhere) {
        is_refused(&server, name);
    }
}
