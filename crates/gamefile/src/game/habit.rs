//! The kind `habit`, for every game in a file: players who reach places that others avoid.

use fairdeal_core::choices;
use fairdeal_core::game::{Choice, Game, LegalSet, Searchable, SeatView};
use fairdeal_core::input::{Knob, knobs};
use fairdeal_core::rng::{BlockStreams, Stream};
use fairdeal_core::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

use super::{FileGame, Options, View};
use crate::machine::code::Code;
use crate::machine::state::{Machine, Status};

choices! {
    /// Which option is taken.
    pub(crate) enum Takes {
        /// The first one.
        First = "first",
        /// The last one.
        Last = "last",
        /// The one that changes least.
        Least = "least",
    }
}

knobs! {
    /// The parameters.
    struct Parameters {
        /// `first` or `last` option, or `least`: the one after which the game goes on, the player has kept the most cards, and the fewest cards and numbers have changed
        takes: Takes = Takes::First;
    }
}

/// Always takes the same option, whatever it is, or the one that changes least.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    takes: Takes,
}

impl StrategyKind for Habit {
    const SUMMARY: &'static str =
        "takes the first or the last option, or the one that changes least: it looks for mistakes";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;

    fn new(file: &StrategyFile) -> Self {
        Self { takes: Parameters::read(&file.parameters).takes }
    }
}

impl Strategy<FileGame> for Habit {
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Options,
        stream: &mut Stream,
    ) -> Result<Choice<'l, <FileGame as Game>::Action>, Failure> {
        let count = legal.count();
        let place = match self.takes {
            _ if count < 2 => 0,
            Takes::First => 0,
            Takes::Last => count - 1,
            Takes::Least => least(view, legal, stream),
        };
        legal.choose_nth(place).ok_or(Failure::NoLegalAction)
    }
}

/// The change that an option makes, the most important part first: whether it ends the game, the
/// cards that leave the player, all cards that move, and the numbers that change.
type Change = (bool, u32, u32, u32);

/// The place of the option that changes least, in one draw of the cards that the player cannot see;
/// of several a random one.
fn least(view: &View<'_>, legal: &Options, stream: &mut Stream) -> u32 {
    let rules = view.rules();
    let code = &rules.code;
    // Options of one kind that all take a card are alike.
    let first = legal.nth(0);
    if code.has_card(first) && legal.iter().all(|action| action.kind() == first.kind()) {
        return stream.below(legal.count());
    }
    let streams = BlockStreams::new(stream.word(), 0);
    let world = FileGame::sample(rules, &FileGame::determinizer(view), stream);
    let seat = view.seat().index() as u8;
    let (mut best, mut found, mut equal): (Change, _, _) = ((true, u32::MAX, 0, 0), 0, 0);
    for (place, action) in (0..).zip(legal.iter()) {
        let (mut state, mut chance) = (world.clone(), streams);
        FileGame::apply(rules, &mut state, action, &mut chance, &mut ());
        let moved = change(code, seat, world.machine(), state.machine());
        if equal == 0 || moved < best {
            (best, found, equal) = (moved, place, 1);
        } else if moved == best {
            equal += 1;
            if stream.below(equal) == 0 {
                found = place;
            }
        }
    }
    found
}

/// Returns the change between two states.
fn change(code: &Code, seat: u8, before: &Machine, after: &Machine) -> Change {
    let (mut left, mut moved) = (0, 0);
    let is_own =
        |zone| code.zones.get(usize::from(zone)).is_some_and(|info| info.of.seat() == Some(seat));
    for card in 0..code.setup.cards.len() as u16 {
        let (from, to) = (before.zones.of(card), after.zones.of(card));
        moved += u32::from(from != to);
        left += u32::from(is_own(from) && !is_own(to));
    }
    let numbers = code.numbers.iter().filter(|number| !number.is_length);
    let slots = numbers.flat_map(|number| (usize::from(number.first)..).take(number.of.len()));
    let changed = slots.filter(|slot| before.slots[*slot] != after.slots[*slot]).count() as u32;
    (after.head.status != Status::Deciding, left, moved, changed)
}

#[cfg(test)]
mod tests {
    use fairdeal_core::game::{Game, Turn};
    use fairdeal_core::input::{Location, Settings};
    use fairdeal_core::rng::{BlockStreams, Purpose};
    use fairdeal_core::strategy::{Strategy, StrategyFile, StrategyKind, TypedGame};

    use super::Habit;
    use crate::front;
    use crate::game::{FileGame, MadeGame};

    /// Returns the choices of a habit at each decision of seat 0 of a game.
    fn chosen(name: &str, play: &str) -> Vec<String> {
        let text = format!(
            "from fairdeal import *\n\ngame(\"Small\", players=(2, 2))\n\
             ALL = cards([\"hearts\"], range(1, 9))\n\
             deck = zone(nobody)\nhand = each_player(zone, owner)\npile = zone(everyone)\n\
             chips = each_player(5)\n\n\n\
             def play():\n    deck.put(ALL)\n    deck.deal(3, hand)\n{play}\n\n\n\
             def score(p):\n    return chips[p]\n"
        );
        let game = front::compile("small.py", &text, &mut |_| Err("no tables".to_owned()));
        let game = MadeGame::new(game.expect("a game"));
        let settings = Settings::defaults(&[]);
        let rules = game.rules_of(&settings, 2).expect("rules");
        let repertoire = TypedGame::repertoire(&game);
        let file = StrategyFile::find(repertoire, name, &Location::whole("a test")).expect("it");
        let mut habit = Habit::new(&file);
        let mut streams = BlockStreams::new(1, 1);
        let mut own = streams.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(&rules, &mut streams, &mut ());
        let mut chosen = Vec::new();
        while let Turn::Decide(seat) = FileGame::turn(&state) {
            let legal = FileGame::legal(&rules, &state);
            let view = FileGame::view(&rules, &state, seat);
            let action = habit.choose(&view, &legal, &mut own).expect("a choice").into_action();
            chosen.push(rules.action_name(action));
            FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
        }
        chosen
    }

    #[test]
    fn a_habit_takes_the_first_or_the_last_option_always() {
        let play = "    for _ in range(3):\n        choose(0, [4, 2, 7])\n    choose(0, [1])";
        assert_eq!(chosen("first", play), ["4", "4", "4", "1"]);
        assert_eq!(chosen("last", play), ["7", "7", "7", "1"]);
    }

    #[test]
    fn who_stalls_keeps_the_game_going_its_cards_and_the_rest_in_this_order() {
        let case = |options: &str| {
            let play = format!(
                "    a = choose(0, [{options}])\n    if a == \"end\":\n        end(\"over\")\n    \
                 if a == \"play\":\n        pile.put(hand[0].top)\n    if a == \"draw\":\n        \
                 deck.draw(hand[0])\n    if a == \"mill\":\n        pile.put(deck[:2])\n    \
                 if a == \"bet\":\n        chips[0] -= 1\n    choose(0, [\"go on\"])"
            );
            chosen("stalls", &play)[0].clone()
        };
        for (options, expected) in [
            ("\"end\", \"play\"", "play"),
            ("\"play\", \"mill\", \"end\"", "mill"),
            ("\"mill\", \"play\", \"draw\"", "draw"),
            ("\"draw\", \"bet\"", "bet"),
            ("\"bet\", \"pass\", \"draw\"", "pass"),
        ] {
            assert_eq!(case(options), expected, "{options}");
        }
    }
}
