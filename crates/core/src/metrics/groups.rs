//! Groups of blocks, for errors without a closed form: they are estimated from the differences
//! between groups.

/// The number of groups.
pub const GROUPS: u64 = 8;

/// Returns the group of a block, and the end of the run of blocks from it on in the same group.
///
/// The groups take turns, so that a longer run adds to each of them and all stay about equal: at
/// first one block at a time, later up to eight, which count faster together. After a multiple of 8
/// blocks, up to 256, all groups are equal; then the largest has at most a sixteenth more.
pub(crate) fn group_of(block: u64) -> (u64, u64) {
    let width = match block {
        0..256 => 1,
        256..512 => 2,
        512..1024 => 4,
        _ => 8,
    };
    let turn = block / width;
    (turn % GROUPS, (turn + 1).saturating_mul(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_nearly_equal_at_any_time() {
        let mut sizes = [0_u64; GROUPS as usize];
        for block in 0..5000 {
            let (group, end) = group_of(block);
            assert!(
                (block..end).all(|other| group_of(other) == (group, end))
                    && group_of(end).0 != group,
                "{block}"
            );
            sizes[group as usize] += 1;
            let (least, most) =
                (sizes.iter().min().expect("eight"), sizes.iter().max().expect("eight"));
            let blocks = block + 1;
            assert!(most - least <= 1.max(least / 16), "{sizes:?} after {blocks} blocks");
            assert!(
                blocks > 256 || !blocks.is_multiple_of(GROUPS) || most == least,
                "{sizes:?} after {blocks} blocks"
            );
        }
        assert_eq!(group_of(u64::MAX).1, u64::MAX);
    }
}
