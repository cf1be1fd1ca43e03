//! Rows in groups.

/// Each value once, in the order in which they first occur.
pub(crate) fn distinct<T: PartialEq + Copy>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    grouped(values, |value| *value).into_iter().map(|(value, _)| value).collect()
}

/// Rows in groups of the same key, in the order in which the keys first occur.
pub(crate) fn grouped<T, K: PartialEq>(
    rows: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for row in rows {
        let own = key(&row);
        match groups.iter_mut().find(|(known, _)| *known == own) {
            Some((_, group)) => group.push(row),
            None => groups.push((own, vec![row])),
        }
    }
    groups
}
