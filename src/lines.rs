//! Messages as lines of JSON, which is how clients of a process speak.
//!
//! An id is sent back as it came. A number that JavaScript would read as another one, or write in another way, is carried as a text behind
//! a mark from where a line is read to where one is written, in the few places where a message repeats what it was sent.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::data::Data;

/// What begins a text that is a number, or that began with this by itself. It is no character that anybody may send.
const MARK: char = '\u{fdd0}';

/// Every integer of so many digits is a number of JavaScript's.
const SAFE_DIGITS: usize = 15;

/// The message that a line is.
///
/// # Errors
/// What is wrong with it.
pub fn read(line: &str) -> Result<Data, String> {
    Data::parse(&with_repeated(line, carried))
}

/// The line for a message in JSON.
#[must_use]
pub fn written(json: &str) -> String {
    if json.contains(MARK) { with_repeated(json, put_down) } else { json.to_owned() }
}

/// The text that stands for an id on its way through the server, if it cannot go there as it is.
fn carried(id: &str) -> Option<String> {
    if id.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) {
        return (is_rare(id) && is_whole(id)).then(|| format!("\"{MARK}{id}\""));
    }
    let text: String = serde_json::from_str(id).ok()?;
    text.starts_with(MARK).then(|| serde_json::to_string(&format!("{MARK}{text}")).unwrap_or_default())
}

/// What came, of a text that was carried.
fn put_down(id: &str) -> Option<String> {
    let text: String = serde_json::from_str(id).ok()?;
    let text = text.strip_prefix(MARK)?;
    Some(if text.starts_with(MARK) { serde_json::to_string(text).unwrap_or_default() } else { text.to_owned() })
}

/// Whether a number would be another one, or look like another, after JavaScript has read it.
fn is_rare(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    number == "-0" || digits.len() > SAFE_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a number, as JSON writes it, has no fraction.
fn is_whole(number: &str) -> bool {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let fraction = digits.split_once('.').map_or("", |(_, fraction)| fraction).trim_end_matches('0');
    let Ok(exponent) = exponent.parse::<i32>() else { return !exponent.starts_with('-') };
    i32::try_from(fraction.len()).is_ok_and(|length| length <= exponent)
}

/// A message, as far as it may repeat something.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

/// Its parameters or its result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Inside<'a> {
    #[serde(borrow)]
    request_id: Option<&'a RawValue>,
    #[serde(borrow)]
    progress_token: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

/// What comes beside these.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta<'a> {
    #[serde(borrow)]
    progress_token: Option<&'a RawValue>,
    #[serde(borrow, rename = "io.modelcontextprotocol/subscriptionId")]
    subscription: Option<&'a RawValue>,
}

/// The line with what it repeats changed; what is no message stays as it is.
fn with_repeated(line: &str, change: fn(&str) -> Option<String>) -> String {
    let mut repeated = Vec::new();
    if line.trim_start().starts_with('[') {
        for message in serde_json::from_str::<Vec<&RawValue>>(line).unwrap_or_default() {
            find_repeated(message.get(), &mut repeated);
        }
    } else {
        find_repeated(line, &mut repeated);
    }
    let mut changed = String::with_capacity(line.len());
    let mut done = 0;
    repeated.sort_by_key(|raw| raw.as_ptr());
    for raw in repeated {
        let Some(instead) = change(raw) else { continue };
        let start = (raw.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        changed.push_str(line.get(done..start).unwrap_or_default());
        changed.push_str(&instead);
        done = start.saturating_add(raw.len());
    }
    changed.push_str(line.get(done..).unwrap_or_default());
    changed
}

fn find_repeated<'a>(message: &'a str, repeated: &mut Vec<&'a str>) {
    let Ok(Message { id, params, result }) = serde_json::from_str(message) else { return };
    repeated.extend(id.map(RawValue::get));
    for inside in [params, result].into_iter().flatten() {
        let Ok(Inside { request_id, progress_token, meta }) = serde_json::from_str(inside.get()) else { continue };
        repeated.extend([request_id, progress_token].into_iter().flatten().map(RawValue::get));
        let Some(Ok(Meta { progress_token, subscription })) =
            meta.map(|meta| serde_json::from_str(meta.get()))
        else {
            continue;
        };
        repeated.extend([progress_token, subscription].into_iter().flatten().map(RawValue::get));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_ids_as_they_came() {
        for id in [
            "0", "-7", "\"0\"", "\"\"", "1e300", "1E+3", "1.0", "1.5e1", "-0", "9007199254740993", "1e999",
            "123456789012345678901234567890", "\"\u{fdd0}\"", "\"\u{fdd0}5\"", "\"\u{fdd0}\u{fdd0}x\"",
        ] {
            let line = format!(r#" {{"jsonrpc":"2.0","id" : {id} ,"method":"m"}}"#);
            let id_read = read(&line).unwrap().get("id").unwrap();
            assert_eq!(written(&format!(r#"{{"id":{}}}"#, id_read.json())), format!(r#"{{"id":{id}}}"#));
        }
    }

    #[test]
    fn carries_what_notifications_repeat() {
        let line = r#"[{"params":{"requestId":1.0,"_meta":{"progressToken":2.0}}},{"id":3.0}]"#;
        assert_eq!(with_repeated(&with_repeated(line, carried), put_down), line);
        assert_eq!(with_repeated(line, carried).matches(MARK).count(), 3);
        let told = format!(
            r#"{{"method":"m","params":{{"progressToken":"{MARK}1.0","x":"{MARK}1.0","_meta":{{"io.modelcontextprotocol/subscriptionId":"{MARK}2.0"}}}}}}"#
        );
        let expected = r#"{"method":"m","params":{"progressToken":1.0,"x":"#;
        assert!(written(&told).starts_with(expected) && written(&told).ends_with(r#"subscriptionId":2.0}}}"#));
    }

    #[test]
    fn leaves_alone_what_is_no_id() {
        for line in [r#"{"id":1.5}"#, r#"{"id":15e-1}"#, r#"{"id":[1.0]}"#, "", "[1.0]", r#"{"id":1.0"#, "1.0"] {
            assert_eq!(with_repeated(line, carried), line);
        }
        assert!(read("{").is_err());
    }
}
