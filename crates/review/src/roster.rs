//! The players of a review: three of different strength at a table of each size.

use crate::finding::Rank;

/// The players at tables of one size, by the names of their strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The number of players.
    pub players: usize,
    /// The strategies from the strongest to the weakest, as measured.
    pub ranked: Vec<String>,
}

impl Roster {
    /// Returns the name of the strategy of a strength. Between two there is none in the middle.
    pub fn name(&self, rank: Rank) -> Option<&str> {
        let place = match rank {
            Rank::Strong => 0,
            Rank::Middle if self.ranked.len() > 2 => self.ranked.len() / 2,
            Rank::Weak if self.ranked.len() > 1 => self.ranked.len() - 1,
            _ => return None,
        };
        self.ranked.get(place).map(String::as_str)
    }

    /// The players without one of them; `None` if only one would be left, so that strength could not be
    /// compared any more.
    pub fn without(&self, name: &str) -> Option<Self> {
        let others: Vec<String> = self.ranked.iter().filter(|one| *one != name).cloned().collect();
        let is_left = others.len() > 1 || others.len() == self.ranked.len();
        is_left.then_some(Self { players: self.players, ranked: others })
    }

    /// Returns the strategies by strength, the strongest first.
    pub fn by_rank(&self) -> impl Iterator<Item = (Rank, &str)> {
        let of = |rank| Some((rank, self.name(rank)?));
        [Rank::Strong, Rank::Middle, Rank::Weak].into_iter().filter_map(of)
    }

    /// Returns the strength whose players alone sit in a line-up.
    pub fn rank_of(&self, lineup: &[String]) -> Option<Rank> {
        let is_of = |name: &str| lineup.iter().all(|one| one == name);
        (lineup.len() == self.players)
            .then(|| self.by_rank().find(|(_, name)| is_of(name)).map(|(rank, _)| rank))?
    }
}
