//! Reading JSON. What is not well-formed Unicode is made so on the way in, numbers stay the text that they are, and an id
//! comes back as it came: serde's reader refuses the first, rounds the second, and is larger.

use std::fmt::{self, Write as _};

use serde_json::{Map, Number, Value};

use super::{ToJson as _, split_at_escape, write_inside};

/// How deep arrays and objects may be nested.
const DEEPEST: u32 = 128;

/// The members whose texts an answer repeats, so that nothing of them may be lost.
const REPEATED: [&str; 3] = ["id", "requestId", "progressToken"];

/// What begins a half of a surrogate pair in such a text, which no Rust text can hold: this, then the half as a character of
/// private use. It is no character that anybody may send; where somebody does, it stands there twice.
const MARK: char = '\u{fdd0}';

/// The first half of a surrogate pair, and the character that stands for it after [`MARK`].
const FIRST_HALF: u32 = 0xd800;
const FIRST_STAND_IN: u32 = 0xe000;

/// Why a text is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadError {
    what: &'static str,
    line: usize,
    column: usize,
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at line {} column {}", self.what, self.line, self.column)
    }
}

/// The value of a JSON text. The half of a surrogate pair becomes U+FFFD.
///
/// # Errors
/// If the text is no JSON, or nested too deeply.
pub(crate) fn read(text: &str) -> Result<Value, ReadError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let read = reader.value(false).and_then(|value| {
        reader.skip_space();
        if reader.at < text.len() { Err("trailing characters") } else { Ok(value) }
    });
    read.map_err(|what| reader.error(what))
}

/// The value of the JSON text of an id.
pub(crate) fn read_id(text: &str) -> Option<Value> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.value(true).ok().filter(|_| reader.at == text.len())
}

/// Appends a text of [`REPEATED`] as JSON, with its halves as they came.
pub(super) fn write_repeated(text: &str, out: &mut String) {
    if !text.contains(MARK) {
        text.write_json(out);
        return;
    }
    out.push('"');
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let followed = if character == MARK { characters.next() } else { Some(character) };
        match followed {
            Some(stand_in) if stand_in != character => {
                let half = u32::from(stand_in).wrapping_sub(FIRST_STAND_IN).wrapping_add(FIRST_HALF);
                // Writing to a String does not fail.
                let _ = write!(out, "\\u{half:04x}");
            }
            Some(character) => write_inside(character.encode_utf8(&mut [0; 4]), out),
            None => {}
        }
    }
    out.push('"');
}

type Read<T> = Result<T, &'static str>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn error(&self, what: &'static str) -> ReadError {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
        ReadError { what, line, column }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    /// The next byte, which is none of space.
    fn skip_space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.step(),
                other => return other,
            }
        }
    }

    fn value(&mut self, is_repeated: bool) -> Read<Value> {
        match self.skip_space() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string(is_repeated).map(Value::String),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => Err("expected value"),
            None => Err("EOF while parsing a value"),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Read<Value> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            return Err("expected value");
        }
        self.at = self.at.saturating_add(word.len());
        Ok(value)
    }

    fn nested(&mut self, read: fn(&mut Self) -> Read<Value>) -> Read<Value> {
        self.depth = self.depth.saturating_add(1);
        if self.depth >= DEEPEST {
            return Err("recursion limit exceeded");
        }
        self.step();
        let value = read(self)?;
        self.depth = self.depth.saturating_sub(1);
        Ok(value)
    }

    fn object(&mut self) -> Read<Value> {
        let mut members = Map::new();
        if self.skip_space() == Some(b'}') {
            self.step();
            return Ok(Value::Object(members));
        }
        loop {
            if self.skip_space() != Some(b'"') {
                return Err("expected the name of a member");
            }
            let name = self.string(false)?;
            if self.skip_space() != Some(b':') {
                return Err("expected `:`");
            }
            self.step();
            let value = self.value(REPEATED.contains(&name.as_str()))?;
            members.insert(name, value);
            if self.ends(b'}')? {
                return Ok(Value::Object(members));
            }
        }
    }

    fn array(&mut self) -> Read<Value> {
        let mut items = Vec::new();
        if self.skip_space() == Some(b']') {
            self.step();
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value(false)?);
            if self.ends(b']')? {
                return Ok(Value::Array(items));
            }
        }
    }

    /// Whether what is being read ends here, instead of going on after a comma.
    fn ends(&mut self, end: u8) -> Read<bool> {
        let next = self.skip_space();
        if next != Some(end) && next != Some(b',') {
            return Err(if next.is_none() { "EOF while parsing" } else { "expected `,` or the end" });
        }
        self.step();
        Ok(next == Some(end))
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.step();
        }
        if self.at == start { Err("invalid number") } else { Ok(()) }
    }

    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.step();
        }
        if self.peek() == Some(b'0') {
            self.step();
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.step();
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.step();
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.step();
            }
            self.digits()?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        // The public way to make one of a text brings serde's reader along.
        Ok(Value::Number(Number::from_string_unchecked(text.to_owned())))
    }

    fn string(&mut self, is_repeated: bool) -> Read<String> {
        self.step();
        let mut out = String::new();
        loop {
            let rest: &'a str = self.text.get(self.at..).unwrap_or_default();
            let Some((plain, special, _)) = split_at_escape(rest) else {
                self.at = self.text.len();
                return Err("EOF while parsing a string");
            };
            push(&mut out, plain, is_repeated);
            self.at = self.at.saturating_add(plain.len());
            match special {
                b'"' => {
                    self.step();
                    return Ok(out);
                }
                b'\\' => {
                    self.step();
                    self.escape(&mut out, is_repeated)?;
                }
                _ => return Err("control character in a string"),
            }
        }
    }

    fn escape(&mut self, out: &mut String, is_repeated: bool) -> Read<()> {
        let escaped = self.peek();
        self.step();
        out.push(match escaped {
            Some(same @ (b'"' | b'\\' | b'/')) => char::from(same),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unit(out, is_repeated),
            _ => return Err("invalid escape"),
        });
        Ok(())
    }

    /// Reads what follows `\u`, and of a pair of surrogates the other half too.
    fn unit(&mut self, out: &mut String, is_repeated: bool) -> Read<()> {
        let first = self.hex()?;
        if let 0xd800..=0xdbff = first
            && self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u"))
        {
            let after_first = self.at;
            self.at = self.at.saturating_add(2);
            let second = self.hex()?;
            if let 0xdc00..=0xdfff = second {
                let code = ((first & 0x3ff) << 10).wrapping_add(second & 0x3ff).wrapping_add(0x1_0000);
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return Ok(());
            }
            self.at = after_first;
        }
        match char::from_u32(first) {
            Some(character) => push(out, character.encode_utf8(&mut [0; 4]), is_repeated),
            None if is_repeated => {
                out.push(MARK);
                let code = first.wrapping_sub(FIRST_HALF).wrapping_add(FIRST_STAND_IN);
                out.extend(char::from_u32(code));
            }
            None => out.push(char::REPLACEMENT_CHARACTER),
        }
        Ok(())
    }

    fn hex(&mut self) -> Read<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16)).ok_or("invalid escape")?;
            unit = (unit << 4) | digit;
            self.step();
        }
        Ok(unit)
    }
}

fn push(out: &mut String, text: &str, is_repeated: bool) {
    if !is_repeated || !text.contains(MARK) {
        out.push_str(text);
        return;
    }
    for character in text.chars() {
        if character == MARK {
            out.push(MARK);
        }
        out.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn as_serde_does(text: &str) {
        let ours = read(text);
        match serde_json::from_str::<Value>(text) {
            Ok(value) => assert_eq!(ours.as_ref(), Ok(&value), "{text}"),
            Err(error) => assert!(ours.is_err(), "{text}: {error}"),
        }
    }

    #[test]
    fn reads_what_serde_reads() {
        for text in [
            "",
            " ",
            "null",
            " true ",
            "false",
            "tru",
            "nulls",
            "0",
            "-0",
            "01",
            "-",
            "1.",
            ".5",
            "1.5e",
            "1e+5",
            "1E-5x",
            "1 2",
            "{}",
            "{ }",
            "{,}",
            r#"{"a":1,}"#,
            r#"{"a" : [1 , 2] , "a":3}"#,
            r#"{"a"}"#,
            "{1:2}",
            "[",
            "[1",
            "[1,]",
            "[,]",
            "]",
            r#""a\n\/\u00e9\ud83d\ude00""#,
            r#""\x""#,
            r#""\u12""#,
            "\"a\nb\"",
            "\"a",
            "\"\u{feff}\u{10ffff}\"",
            "\u{feff}1",
            r#""\u+123""#,
            "[[[]]]",
            "\t\r\n[]",
            "\u{a0}1",
        ] {
            as_serde_does(text);
        }
        for depth in [1, 127, 128, 129] {
            as_serde_does(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        }
        let text = "a\"b".repeat(5).to_json().into_text();
        for end in 0..=text.len() {
            as_serde_does(text.get(..end).unwrap());
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let said = |text| read(text).unwrap_err().to_string();
        assert_eq!(said("{\"a\":\n  x}"), "expected value at line 2 column 2");
        assert_eq!(said(""), "EOF while parsing a value at line 1 column 0");
        assert_eq!(said(&"[".repeat(200)), "recursion limit exceeded at line 1 column 127");
    }

    #[test]
    fn keeps_numbers_as_they_are() {
        for number in
            ["1e300", "-0", "1.0", "9007199254740993", "123456789012345678901234567890", "1E+400", "0.1e-7"]
        {
            assert_eq!(read(number).unwrap().to_json().into_text(), number);
        }
    }

    #[test]
    fn makes_texts_well_formed() {
        for (text, read_as) in [
            (r#""\ud800""#, "\u{fffd}"),
            (r#""a\uDC00b""#, "a\u{fffd}b"),
            (r#""\ud800\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
            (r#""\ud800\n""#, "\u{fffd}\n"),
            (r#""\ud800\u0041""#, "\u{fffd}A"),
        ] {
            assert_eq!(read(text), Ok(Value::from(read_as)), "{text}");
        }
        let value = read(r#"{"\ud800": ["\udfff", {"x": "\ud800x"}]}"#).unwrap();
        assert_eq!(value.to_json().into_text(), "{\"\u{fffd}\":[\"\u{fffd}\",{\"x\":\"\u{fffd}x\"}]}");
    }

    #[test]
    fn repeats_ids_as_they_came() {
        for id in [r#""\ud800""#, r#""a\udfffb\ud83d""#, "\"\u{fdd0}\u{e000}\"", r#""\"\\""#, r#""\udbff\n""#]
        {
            let message = read(&format!(r#"{{"id":{id}}}"#)).unwrap();
            let Some(Value::String(text)) = message.get("id") else { panic!("{id}") };
            let mut written = String::new();
            write_repeated(text, &mut written);
            assert_eq!(written, id);
            assert_eq!(read_id(id).as_ref(), message.get("id"));
        }
        // What is written as an escape that needs none comes back without it.
        let Some(Value::String(text)) = read_id(r#""\ufdd0\ue000""#) else { panic!() };
        let mut written = String::new();
        write_repeated(&text, &mut written);
        assert_eq!(written, "\"\u{fdd0}\u{e000}\"");
        assert!(read_id("1 ").is_none() && read_id("").is_none());
    }
}

/// Not in a browser, where there is no proptest.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod generated {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reads_any_text_as_serde_does(text in r#"([\[\]{}:,"0-9eE.+\- a-fnrtu\\ ]|true|null|"a":|\\u[0-9a-c][0-9a-f]{3}){0,30}"#) {
            super::tests::as_serde_does(&text);
        }
    }
}
