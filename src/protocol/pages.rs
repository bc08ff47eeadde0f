//! Lists that are sent page by page. A cursor says after which entry a page begins, by that entry's key: so
//! it stays good when entries come and go, that one included.

use crate::jsonrpc::{ErrorObject, INVALID_PARAMS};

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The entries of this page.
    pub entries: Vec<T>,
    /// The cursor of the next one, if there is one.
    pub next: Option<String>,
}

/// The page of a list after `cursor`, with up to `size` of its entries. These come with their keys, in the
/// order of the keys, and all keys differ. `list` is the list's name, so that none takes another one's
/// cursors.
///
/// # Errors
/// For a cursor that this list has not given out.
pub fn page<T>(
    list: &str,
    cursor: Option<&str>,
    size: usize,
    entries: impl IntoIterator<Item = (String, T)>,
) -> Result<Page<T>, ErrorObject> {
    let after = after(list, cursor)?;
    let mut page = Page { entries: Vec::new(), next: None };
    let mut last_key = String::new();
    for (key, entry) in entries {
        if after.is_some_and(|after| key.as_str() <= after) {
            continue;
        }
        if page.entries.len() >= size {
            let mut next = list.to_owned();
            next.push_str(AFTER);
            next.push_str(&last_key);
            page.next = Some(next);
            break;
        }
        page.entries.push(entry);
        last_key = key;
    }
    Ok(page)
}

/// The key that the page after `cursor` begins after, if there is a cursor.
///
/// # Errors
/// For a cursor that this list has not given out.
pub fn after<'a>(list: &str, cursor: Option<&'a str>) -> Result<Option<&'a str>, ErrorObject> {
    let Some(cursor) = cursor else { return Ok(None) };
    match cursor.strip_prefix(list).and_then(|rest| rest.strip_prefix(AFTER)) {
        Some(key) => Ok(Some(key)),
        None => Err(unknown_cursor(list)),
    }
}

const AFTER: &str = " after ";

/// The error for a cursor that was not given out by the list of that name.
#[must_use]
pub fn unknown_cursor(list: &str) -> ErrorObject {
    let mut message = "Unknown \"cursor\": none that the list of ".to_owned();
    message.push_str(list);
    message.push_str(" has given. Without a cursor the list begins anew.");
    ErrorObject::new(INVALID_PARAMS, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(names: &str) -> Vec<(String, char)> {
        names.chars().map(|name| (format!("key {name}"), name)).collect()
    }

    /// All pages of a list that is another one each time it is looked at.
    fn walk(size: usize, looks: &[&str]) -> Vec<String> {
        let mut cursor = None;
        let mut pages = Vec::new();
        for look in looks {
            let page = page("letters", cursor.as_deref(), size, entries(look)).unwrap();
            pages.push(page.entries.into_iter().collect());
            cursor = page.next;
            if cursor.is_none() {
                break;
            }
        }
        assert!(cursor.is_none());
        pages
    }

    #[test]
    fn cuts_a_list_into_pages() {
        assert_eq!(walk(2, &["abcde"; 9]), ["ab", "cd", "e"]);
        assert_eq!(walk(2, &["abcd"; 9]), ["ab", "cd"]);
        assert_eq!(walk(9, &["abc"; 9]), ["abc"]);
        assert_eq!(walk(3, &[""; 9]), [""]);
    }

    #[test]
    fn a_cursor_stays_good_when_the_list_changes() {
        assert_eq!(walk(2, &["bd", "bd"]), ["bd"]);
        assert_eq!(
            walk(2, &["bdf", "acdfg", "g"]),
            ["bd", "fg"],
            "what comes before the place is missed, not repeated"
        );
        assert_eq!(walk(2, &["bdf", "f"]), ["bd", "f"], "the last entry of the page is gone");
        assert_eq!(walk(2, &["bdf", "a"]), ["bd", ""], "all are gone");
    }

    #[test]
    fn no_list_takes_what_is_no_cursor_of_its_own() {
        for cursor in ["x", "numbers after key a", "letters", "letters after", " after a"] {
            let error = page("letters", Some(cursor), 2, entries("abc")).unwrap_err();
            assert_eq!(error.code, INVALID_PARAMS, "{cursor}");
        }
    }
}
