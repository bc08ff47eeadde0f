//! Subscribers of a resource, by its address: no other subscriptions are looked at.

use crate::index::Index;
use crate::resources::canonical_uri;
use crate::server::clients::ClientId;

/// The subscription that notifies a client: the number of a `subscriptions/listen` of its own, or this one of
/// `resources/subscribe`.
pub(in crate::server) const SUBSCRIBED: u32 = 0;

/// One of those who watch a resource.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::server) struct Watcher<'a> {
    pub(in crate::server) client: ClientId,
    pub(in crate::server) listen: u32,
    /// The address as it was subscribed to.
    pub(in crate::server) uri: &'a str,
}

/// Subscribers by address: first by the one address of each resource, then by the address as it was
/// subscribed to.
#[derive(Debug, Default)]
pub(in crate::server) struct Watched(Index);

/// What stands between the two.
const END: char = '\n';

fn key(uri: &str) -> String {
    let mut key = canonical_uri(uri);
    key.push(END);
    key.push_str(uri);
    key
}

fn number(client: ClientId, listen: u32) -> u64 {
    u64::from(client) << 32 | u64::from(listen)
}

#[expect(clippy::cast_possible_truncation, reason = "these are the two halves of it")]
fn watcher(uri: &str, number: u64) -> Watcher<'_> {
    Watcher { client: (number >> 32) as ClientId, listen: number as u32, uri }
}

impl Watched {
    pub(in crate::server) fn add(&mut self, uri: &str, client: ClientId, listen: u32) {
        self.0.add(&key(uri), number(client, listen));
    }

    pub(in crate::server) fn remove(&mut self, uri: &str, client: ClientId, listen: u32) {
        self.0.remove(&key(uri), number(client, listen));
    }

    /// Whether a client has subscribed to an address in these words.
    pub(in crate::server) fn has(&self, uri: &str, client: ClientId, listen: u32) -> bool {
        self.0.numbers(&key(uri)).binary_search(&number(client, listen)).is_ok()
    }

    /// Adds those who watch the resource of that one address.
    pub(in crate::server) fn watchers<'a>(&'a self, canonical: &str, out: &mut Vec<Watcher<'a>>) {
        let mut start = canonical.to_owned();
        start.push(END);
        for (key, numbers) in self.0.from(&start) {
            let Some(uri) = key.strip_prefix(start.as_str()) else { return };
            out.extend(numbers.iter().map(|number| watcher(uri, *number)));
        }
    }

    /// Adds all who watch anything.
    pub(in crate::server) fn all<'a>(&'a self, out: &mut Vec<Watcher<'a>>) {
        for (key, numbers) in self.0.from("") {
            let uri = key.split_once(END).map_or("", |(_, uri)| uri);
            out.extend(numbers.iter().map(|number| watcher(uri, *number)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_who_watches_a_resource_by_whichever_address() {
        let (one, other) = ("lisp://session/main/definition/*x*", "lisp://session/main/definition/%2AX%2a");
        let mut watched = Watched::default();
        for (uri, client, listen) in
            [(one, 1, 7), (other, 1, SUBSCRIBED), (one, u32::MAX, u32::MAX), ("lisp://guide", 2, 1)]
        {
            watched.add(uri, client, listen);
        }
        let of = |watched: &Watched, canonical: &str| {
            let mut found = Vec::new();
            watched.watchers(canonical, &mut found);
            found
                .iter()
                .map(|each| format!("{} {} {}", each.client, each.listen, each.uri))
                .collect::<Vec<_>>()
        };
        let canonical = canonical_uri(one);
        let last = format!("{0} {0} {one}", u32::MAX);
        assert_eq!(of(&watched, &canonical), [format!("1 0 {other}"), format!("1 7 {one}"), last.clone()]);
        assert!(of(&watched, "lisp://session/main/definition/*X").is_empty());
        watched.remove(other, 1, SUBSCRIBED);
        watched.remove(one, 1, 8);
        assert!(watched.has(one, 1, 7) && !watched.has(other, 1, SUBSCRIBED) && !watched.has(one, 1, 8));
        watched.remove(one, 1, 7);
        assert_eq!(of(&watched, &canonical), [last]);
        let mut all = Vec::new();
        watched.all(&mut all);
        assert_eq!(all.len(), 2);
    }
}
