//! JSON. What serde derives for the types that are written here would be a sixth of the WebAssembly; tests hold the two
//! against each other.

mod read;

pub(crate) use read::{read, read_id};

use std::fmt::Write as _;
use std::rc::Rc;

use serde_json::{Map, Number, Value};

/// What has a JSON form.
pub trait ToJson {
    /// Appends the JSON form to `out`.
    fn write_json(&self, out: &mut String);

    /// The JSON form.
    fn to_json(&self) -> Json
    where
        Self: Sized,
    {
        (self as &dyn ToJson).as_json()
    }
}

impl dyn ToJson + '_ {
    /// The JSON form. Not a method of the trait, which would be code of its own for every type.
    #[must_use]
    pub fn as_json(&self) -> Json {
        let mut out = String::new();
        self.write_json(&mut out);
        Json::raw(out)
    }
}

/// A text that is JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    text: String,
    long: Option<Box<LongText>>,
}

/// A string of a JSON text that is kept beside it, so that it need not be escaped, copied and parsed along with it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LongText {
    /// Where empty strings stand for it, in ascending order.
    at: Vec<usize>,
    text: Rc<String>,
    /// Whether the empty string is to stay, because somebody else puts the text there.
    is_apart: bool,
}

impl Json {
    /// An object whose members `write` adds.
    #[must_use]
    pub fn object(write: impl FnOnce(&mut Object<'_>)) -> Self {
        let mut out = String::new();
        Object::write(&mut out, write);
        Self::raw(out)
    }

    /// Constants that together are JSON; a test has to see to that.
    #[must_use]
    pub fn literal(parts: &[&'static str]) -> Self {
        let mut out = String::new();
        for part in parts {
            out.push_str(part);
        }
        Self::raw(out)
    }

    /// The same with a text in place of each of the empty strings that stand `at` there, in ascending order.
    #[must_use]
    pub fn with_long_text(mut self, at: Vec<usize>, text: String) -> Self {
        self.long = Some(Box::new(LongText { at, text: Rc::new(text), is_apart: false }));
        self
    }

    /// The same as the last member of an object, which `write` has begun.
    #[must_use]
    pub fn as_last_member(&self, name: &'static str, write: impl FnOnce(&mut Object<'_>)) -> Self {
        let mut around = Self::object(|object| {
            write(object);
            object.text(name, &self.text);
        });
        around.long.clone_from(&self.long);
        if let Some(long) = &mut around.long {
            let before = around.text.len().saturating_sub(self.text.len()).saturating_sub("}".len());
            for at in &mut long.at {
                *at = at.saturating_add(before);
            }
        }
        around
    }

    /// The object with one more member, before the others.
    #[must_use]
    pub fn with_first_member(&self, name: &'static str, value: &dyn ToJson) -> Self {
        let others = self.text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
        Self::object(|object| {
            object.member(name, value);
            object.others(others);
        })
    }

    /// Takes the long text out of it, for whoever puts it where the empty string stays.
    pub fn take_apart(&mut self) -> Option<Rc<String>> {
        let long = self.long.as_mut()?;
        long.is_apart = true;
        Some(Rc::clone(&long.text))
    }

    /// Whether a text was taken out of it.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        self.long.as_ref().is_some_and(|long| long.is_apart)
    }

    /// A text that was written as JSON already.
    #[must_use]
    pub fn raw(text: String) -> Self {
        Self { text, long: None }
    }

    /// The text.
    #[must_use]
    pub fn into_text(self) -> String {
        if self.long.is_none() {
            return self.text;
        }
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    /// About how many bytes the text has.
    #[must_use]
    pub fn length(&self) -> usize {
        let long = self.long.as_ref().map_or(0, |long| long.text.len().saturating_mul(long.at.len()));
        long.saturating_add(self.text.len())
    }

    /// The text. Not of one with a long text.
    #[must_use]
    pub fn as_text(&self) -> &str {
        &self.text
    }
}

impl ToJson for Json {
    fn write_json(&self, out: &mut String) {
        match &self.long {
            Some(long) if !long.is_apart => {
                let mut done = 0;
                for at in &long.at {
                    out.push_str(self.text.get(done..*at).unwrap_or_default());
                    long.text.write_json(out);
                    done = at.saturating_add("\"\"".len());
                }
                out.push_str(self.text.get(done..).unwrap_or_default());
            }
            _ => out.push_str(&self.text),
        }
    }
}

/// A JSON object that is being written.
#[derive(Debug)]
pub struct Object<'a> {
    out: &'a mut String,
    is_empty: bool,
}

impl Object<'_> {
    /// Appends an object to `out`, with the members that `write` adds.
    pub fn write(out: &mut String, write: impl FnOnce(&mut Object<'_>)) {
        out.push('{');
        write(&mut Object { out, is_empty: true });
        out.push('}');
    }

    /// Adds a member. The caller sees to it that its name is new and needs no escapes.
    pub fn member(&mut self, name: &'static str, value: &dyn ToJson) {
        self.name(name);
        value.write_json(self.out);
    }

    /// Adds a member if there is a value for it.
    pub fn optional(&mut self, name: &'static str, value: Option<&dyn ToJson>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    /// Adds a member whose value is the JSON in a text.
    pub fn text(&mut self, name: &'static str, json: &str) {
        self.name(name);
        self.out.push_str(json);
    }

    /// Adds members that were written already.
    fn others(&mut self, members: &str) {
        if !members.is_empty() {
            self.out.push(',');
            self.out.push_str(members);
        }
    }

    /// Adds a member that is an object itself.
    pub fn object(&mut self, name: &'static str, write: impl FnOnce(&mut Object<'_>)) {
        self.name(name);
        Object::write(self.out, write);
    }

    fn name(&mut self, name: &'static str) {
        if !self.is_empty {
            self.out.push(',');
        }
        self.is_empty = false;
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
    }
}

impl ToJson for str {
    fn write_json(&self, out: &mut String) {
        out.push('"');
        write_inside(self, out);
        out.push('"');
    }
}

/// Appends a text as it stands between the quotes of a JSON string.
fn write_inside(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some((plain, escaped, after)) = split_at_escape(rest) {
        out.push_str(plain);
        match escaped {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            control => {
                // Writing to a String does not fail.
                let _ = write!(out, "\\u{control:04x}");
            }
        }
        rest = after;
    }
    out.push_str(rest);
}

/// Appends a text that an answer repeats, an id say, as it came: [`read()`] has kept in it what no Rust text can hold.
pub(crate) fn write_repeated(text: &str, out: &mut String) {
    read::write_repeated(text, out);
}

/// The text up to the first byte that JSON escapes, that byte, and what follows it.
fn split_at_escape(text: &str) -> Option<(&str, u8, &str)> {
    let bytes = text.as_bytes();
    let (words, _) = bytes.as_chunks::<8>();
    let plain = words.iter().take_while(|word| !may_need_escape(u64::from_le_bytes(**word))).count();
    let start = plain.saturating_mul(8);
    let is_escaped = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..b' ');
    let at = bytes.get(start..)?.iter().position(is_escaped)?.checked_add(start)?;
    Some((text.get(..at)?, *bytes.get(at)?, text.get(at.checked_add(1)?..)?))
}

/// Whether one of eight bytes needs an escape; sometimes true for the bytes after one that does. A loop over single bytes would be
/// what takes longest in a long answer.
fn may_need_escape(word: u64) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES.wrapping_mul(limit)) & !word;
    let quote = word ^ ONES.wrapping_mul(0x22);
    let backslash = word ^ ONES.wrapping_mul(0x5c);
    (below(word, 0x20) | below(quote, 1) | below(backslash, 1)) & ONES.wrapping_mul(0x80) != 0
}

impl ToJson for &str {
    fn write_json(&self, out: &mut String) {
        (**self).write_json(out);
    }
}

impl ToJson for String {
    fn write_json(&self, out: &mut String) {
        self.as_str().write_json(out);
    }
}

impl ToJson for bool {
    fn write_json(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl ToJson for u32 {
    fn write_json(&self, out: &mut String) {
        u64::from(*self).write_json(out);
    }
}

impl ToJson for i32 {
    fn write_json(&self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

impl ToJson for u64 {
    fn write_json(&self, out: &mut String) {
        let _ = write!(out, "{self}");
    }
}

/// Times are all that is written so: with three decimals at most, because what prints any float to its last digit is a large
/// part of a small WebAssembly. What is no time that anything takes is `null`, as what JSON cannot say is.
impl ToJson for f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was just checked")]
    fn write_json(&self, out: &mut String) {
        const WHOLE: f64 = 9_007_199_254_740_992.0;
        let magnitude = self.abs();
        if magnitude >= WHOLE || magnitude.is_nan() {
            out.push_str("null");
            return;
        }
        if *self < 0.0 {
            out.push('-');
        }
        let mut whole = magnitude.trunc() as u64;
        let mut thousandths = (magnitude.fract() * 1000.0).round() as u64;
        if thousandths == 1000 {
            whole = whole.saturating_add(1);
            thousandths = 0;
        }
        whole.write_json(out);
        if thousandths > 0 {
            let digits = format!(".{thousandths:03}");
            out.push_str(digits.trim_end_matches('0'));
        }
    }
}

/// A number is the text that it was read from.
impl ToJson for Number {
    fn write_json(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}

/// The float nearest to a number, but for some units in the last place: nothing is counted by it but times. The standard library's reader
/// of floats is larger by a dozen kilobytes.
#[must_use]
pub(crate) fn float(number: &Number) -> f64 {
    let mut mantissa = 0.0_f64;
    let mut exponent: i32 = 0;
    let mut text = number.as_str().bytes().peekable();
    let is_negative = text.next_if_eq(&b'-').is_some();
    let mut is_fraction = false;
    while let Some(byte) = text.next_if(|byte| !matches!(byte, b'e' | b'E')) {
        if byte == b'.' {
            is_fraction = true;
            continue;
        }
        let has_room = mantissa < MOST_MANTISSA;
        if has_room {
            mantissa = mantissa * 10.0 + f64::from(byte.saturating_sub(b'0'));
        }
        if has_room == is_fraction {
            exponent = if is_fraction { exponent.saturating_sub(1) } else { exponent.saturating_add(1) };
        }
    }
    text.next();
    let falls = text.next_if(|byte| !byte.is_ascii_digit()) == Some(b'-');
    let mut given: i32 = 0;
    for byte in text {
        given = given.saturating_mul(10).saturating_add(i32::from(byte.saturating_sub(b'0')));
    }
    exponent = if falls { exponent.saturating_sub(given) } else { exponent.saturating_add(given) };
    let mut scale = 1.0_f64;
    for _ in 0..exponent.unsigned_abs().min(MOST_DIGITS) {
        scale *= 10.0;
    }
    let magnitude = match exponent {
        _ if mantissa == 0.0 => 0.0,
        ..0 => mantissa / scale,
        0.. => mantissa * scale,
    };
    if is_negative { -magnitude } else { magnitude }
}

/// Beyond so many digits before or after its point no float is left of a number.
const MOST_DIGITS: u32 = 700;

/// From there on another digit makes no difference.
const MOST_MANTISSA: f64 = 1e17;

impl ToJson for Value {
    fn write_json(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(flag) => flag.write_json(out),
            Self::Number(number) => number.write_json(out),
            Self::String(text) => text.write_json(out),
            Self::Array(items) => items.write_json(out),
            Self::Object(members) => members.write_json(out),
        }
    }
}

impl ToJson for Map<String, Value> {
    fn write_json(&self, out: &mut String) {
        out.push('{');
        let mut separator = "";
        for (name, value) in self {
            out.push_str(separator);
            separator = ",";
            name.write_json(out);
            out.push(':');
            value.write_json(out);
        }
        out.push('}');
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write_json(&self, out: &mut String) {
        match self {
            Some(value) => value.write_json(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write_json(&self, out: &mut String) {
        out.push('[');
        let mut is_first = true;
        for item in self {
            if !is_first {
                out.push(',');
            }
            is_first = false;
            item.write_json(out);
        }
        out.push(']');
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write_json(&self, out: &mut String) {
        self.as_slice().write_json(out);
    }
}

/// Writes a struct as an object with these members.
macro_rules! json_object {
    ($type:ident { $($field:ident: $name:literal),+ $(,)? }) => {
        impl $crate::json::ToJson for $type {
            fn write_json(&self, out: &mut String) {
                $crate::json::Object::write(out, |object| {
                    $(object.member($name, &self.$field);)+
                });
            }
        }
    };
}

/// Writes an enum without fields as a string.
macro_rules! json_name {
    ($type:ident { $($variant:ident: $name:literal),+ $(,)? }) => {
        impl $crate::json::ToJson for $type {
            fn write_json(&self, out: &mut String) {
                match self {
                    $(Self::$variant => $name,)+
                }
                .write_json(out);
            }
        }
    };
}

pub(crate) use {json_name, json_object};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_strings_as_serde_does() {
        let every: String = ('\0'..'\u{300}').chain("\u{2028}\u{1f600}".chars()).collect();
        assert_eq!(every.to_json().into_text(), serde_json::to_string(&every).unwrap());
    }

    #[test]
    fn writes_what_needs_an_escape_wherever_it_stands() {
        for special in
            ['"', '\\', '\n', '\u{1}', '\u{1f}', ' ', '!', '#', '[', ']', '\u{7f}', '\u{80}', '\u{ffff}']
        {
            for before in 0..20 {
                for after in [0, 1, 7, 8, 9, 17] {
                    let text = format!("{}{special}{special}{}", "a".repeat(before), "z".repeat(after));
                    assert_eq!(text.to_json().into_text(), serde_json::to_string(&text).unwrap());
                }
            }
        }
    }

    #[test]
    fn keeps_a_long_text_beside_the_rest() {
        let inner = Json::object(|object| {
            object.member("text", &"");
            object.member("more", &1_u32);
        });
        let outer = inner.with_long_text(vec!["{\"text\":".len()], "a\nb".to_owned());
        let mut whole = outer.as_last_member("result", |object| object.member("id", &7_u32));
        assert_eq!(whole.clone().into_text(), r#"{"id":7,"result":{"text":"a\nb","more":1}}"#);
        assert_eq!(whole.take_apart().unwrap().as_str(), "a\nb");
        assert!(whole.is_apart());
        assert_eq!(whole.into_text(), r#"{"id":7,"result":{"text":"","more":1}}"#);
    }

    #[test]
    fn writes_values() {
        let json = Json::object(|object| {
            object.member("a", &Some(1_u32));
            object.member("b", &None::<u32>);
            object.optional("c", None);
            object.member("d", &vec![1.5, f64::NAN]);
            object.object("e", |inner| inner.member("f", &true));
        });
        assert_eq!(json.as_text(), r#"{"a":1,"b":null,"d":[1.5,null],"e":{"f":true}}"#);
    }

    #[test]
    fn writes_any_value_as_serde_does() {
        let value = serde_json::json!({
            "a": [null, true, -5, 0, u64::MAX, i64::MIN, 2.5, -0.125], "b\"": {"c": "d\n"}, "e": [], "f": {},
        });
        assert_eq!(value.to_json().into_text(), serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn writes_floats_to_thousandths() {
        let written = |number: f64| number.to_json().into_text();
        assert_eq!(written(1.234_56), "1.235");
        assert_eq!(written(-1.999_9), "-2");
        assert_eq!(written(30.0), "30");
        assert_eq!(written(0.05), "0.05");
        assert_eq!(written(4_503_599_627_370_496.0), "4503599627370496");
        assert_eq!((written(-1e300), written(f64::INFINITY)), ("null".to_owned(), "null".to_owned()));
    }

    #[test]
    fn reads_floats_closely_enough() {
        for text in ["0", "30", "-1.5", "0.05", "1e3", "12.5E-2", "123456789.125", "1e300", "4e-300"] {
            let Ok(Value::Number(number)) = read(text) else { panic!("{text}") };
            let exact: f64 = text.parse().unwrap();
            assert!((float(&number) - exact).abs() <= exact.abs() * 1e-12, "{text}");
        }
        for (text, huge) in
            [("1e999999999999", f64::INFINITY), ("-1e400", f64::NEG_INFINITY), ("1e-99999999999", 0.0)]
        {
            let Ok(Value::Number(number)) = read(text) else { panic!("{text}") };
            assert_eq!(float(&number).to_bits(), f64::to_bits(huge), "{text}");
        }
    }
}
