//! `[play]` of an experiment: valid and invalid questions.

use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment, Overrides, Play, parse};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;

fn read(text: &str) -> Result<Play, String> {
    let text = format!(
        "game = \"crisps\"\nblocks = 10\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n{text}"
    );
    let document = Document::parse("f.toml", &text).expect("TOML");
    let plan = parse(&Crisps, &document, Overrides { seed: None, blocks: None })
        .map_err(|problems| problems.to_string())?;
    Ok(plan.play().expect("asked for").clone())
}

#[test]
fn questions_are_read() {
    let nothing = read("[play]\n").expect("nothing in particular");
    assert!(
        nothing.chances.is_none()
            && nothing.cards.is_none()
            && !nothing.luck
            && nothing.restricted.is_none()
    );
    let all =
        "[play]\nchances = true\ncards = { blocks = 7 }\nluck = true\nrestricted = [\"random\"]\n";
    let all = read(all).expect("all of it");
    let chances = all.chances.expect("asked for");
    assert_eq!(
        (chances.by_players, chances.strategy.name.as_str(), chances.rollouts, chances.blocks),
        (true, "greedy", 32, 64)
    );
    assert_eq!(all.cards, Some(CardsQuestion { exchanges: 1, blocks: 7 }));
    assert_eq!((all.luck, all.restricted.map_or(0, |restricted| restricted.len())), (true, 1));
    let given = read(
        "[play]\nchances = { strategy = \"heuristic\", rollouts = 8, blocks = 3 }\ncards = false\n",
    )
    .expect("chances");
    let chances = given.chances.expect("asked for");
    assert_eq!(
        (chances.strategy.name.as_str(), chances.rollouts, chances.blocks, given.cards),
        ("heuristic", 8, 3, None)
    );
    assert!(!chances.by_players, "a strategy is named");
}

#[test]
fn invalid_questions_are_refused() {
    let message = |text: &str| read(text).expect_err("refused");
    assert!(message("[play]\nchanses = true\n").contains("did you mean `chances`?"));
    assert!(
        message("[play]\nchances = 3\n")
            .contains("allowed: true, false, or a table with strategy, rollouts, blocks")
    );
    assert!(message("[play]\nchances = { rollout = 8 }\n").contains("did you mean `rollouts`?"));
    assert!(
        message("[play]\nchances = { rollouts = 7 }\n")
            .contains("allowed: an even number from 4 to 4096")
    );
    assert!(message("[play]\nchances = { rollouts = 2 }\n").contains("4 to 4096"));
    assert!(
        message("[play]\nchances = { blocks = 0 }\n")
            .contains("`blocks` cannot be 0 in `chances` of `[play]`")
    );
    assert!(
        message("[play]\nchances = { strategy = \"strong\" }\n").contains("does not search itself")
    );
    assert!(
        message("[play]\nchances = { strategy = \"gredy\" }\n").contains("did you mean `greedy`?")
    );
    assert!(message("[play]\nluck = 1\n").contains("allowed: true or false"));
    assert!(
        message("[play]\ncards = { exchanges = 0 }\n")
            .contains("`exchanges` cannot be 0 in `cards` of `[play]`")
    );
    assert!(message("[play]\nrestricted = [\"random\", \"random\"]\n").contains("random"));
    assert!(
        message("[play]\nluck = 1\ncards = 1\n").contains("`cards` cannot be 1"),
        "all problems are told"
    );
}

/// The questions change the counts, so they are part of the identity of the run; without questions
/// the identity is unchanged.
#[test]
fn questions_change_the_digest() {
    let plan = || Experiment::new(&Crisps, "test").lineup(["greedy", "random"]);
    let digest = |experiment: Experiment| experiment.plan().expect("a plan").digest();
    let chances = |rollouts| ChancesQuestion { rollouts, ..ChancesQuestion::default() };
    let digests = [
        digest(plan()),
        digest(plan().play()),
        digest(plan().chances(chances(32))),
        digest(plan().chances(chances(16))),
        digest(plan().cards(CardsQuestion::default())),
        digest(plan().luck()),
        digest(plan().restricted(["random"])),
    ];
    for (index, digest) in digests.iter().enumerate() {
        assert!(!digests[..index].contains(digest), "{index}");
    }
    assert!(plan().plan().expect("a plan").play().is_none());
    assert!(plan().luck().plan().expect("a plan").play().is_some_and(|play| play.luck));
}
