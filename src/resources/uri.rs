//! The URIs of resources: `lisp://guide`, and `lisp://session/{session}/…` for what a session has.
//!
//! A name in a URI is a symbol as the journal writes it (`AVERAGE`, `OWN::AREA`, `(SETF FOO)`, `|a b|`),
//! percent-encoded as one segment. Where the symbol alone would mean several things, the kind of one can
//! follow as another segment.

use std::fmt::Write as _;

/// Where the usage guide is.
pub const GUIDE: &str = "lisp://guide";

const SESSION: &str = "lisp://session/";

/// What a URI of a session's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The session's handle.
    pub session: String,
    /// What of it.
    pub part: Part,
}

/// What of a session a resource shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// What was evaluated and answered, the newest of it.
    Transcript,
    /// The same up to an exchange, by its number.
    TranscriptUpTo(u32),
    /// What its latest evaluation wrote, as far as it was kept.
    Output,
    /// Everything that it has defined, as a file to load.
    Journal,
    /// The last error, in words.
    LastError,
    /// The last error, as data.
    LastErrorData,
    /// What a name was defined as; of one kind only, if it says so.
    Definition(String, Option<String>),
    /// A picture of the latest evaluation that displayed any, by its number from 1, as the text of an SVG.
    Picture(u32),
    /// What a symbol names, in the image's own words.
    Symbol(String),
    /// What a package exports, in the image's own words.
    Package(String),
}

/// The parts that every session has.
pub static FIXED_PARTS: [Part; 5] =
    [Part::Transcript, Part::Journal, Part::LastError, Part::LastErrorData, Part::Output];

impl Place {
    /// What a URI names, if it is one of ours and well-formed. Names are as the journal writes them.
    #[must_use]
    pub fn parse(uri: &str) -> Option<Self> {
        let mut segments = uri.strip_prefix(SESSION)?.split('/');
        let session = decoded(segments.next()?)?;
        let part = match (segments.next()?, segments.next(), segments.next()) {
            ("transcript", None, _) => Part::Transcript,
            ("transcript", Some(last), None) => Part::TranscriptUpTo(number(&decoded(last)?)?),
            ("output", None, _) => Part::Output,
            ("journal", None, _) => Part::Journal,
            ("last-error", None, _) => Part::LastError,
            ("last-error.json", None, _) => Part::LastErrorData,
            ("definition", Some(name), None) => Part::Definition(canonical(&decoded(name)?), None),
            ("definition", Some(name), Some(kind)) => {
                Part::Definition(canonical(&decoded(name)?), Some(decoded(kind)?.to_ascii_uppercase()))
            }
            ("picture", Some(place), None) => Part::Picture(number(&decoded(place)?)?),
            ("symbol", Some(name), None) => Part::Symbol(decoded(name)?),
            ("package", Some(name), None) => Part::Package(decoded(name)?),
            _ => return None,
        };
        segments.next().is_none().then_some(Self { session, part })
    }

    /// Its URI.
    #[must_use]
    pub fn uri(&self) -> String {
        uri(&self.session, &self.part)
    }
}

/// The URI of a part of a session.
#[must_use]
pub fn uri(session: &str, part: &Part) -> String {
    let (word, name) = match part {
        Part::Transcript => ("/transcript", ""),
        Part::TranscriptUpTo(last) => ("/transcript/", &*last.to_string()),
        Part::Output => ("/output", ""),
        Part::Picture(number) => ("/picture/", &*number.to_string()),
        Part::Journal => ("/journal", ""),
        Part::LastError => ("/last-error", ""),
        Part::LastErrorData => ("/last-error.json", ""),
        Part::Definition(name, _) => ("/definition/", &**name),
        Part::Symbol(name) => ("/symbol/", &**name),
        Part::Package(name) => ("/package/", &**name),
    };
    let mut uri = SESSION.to_owned();
    encode(session, &mut uri);
    uri.push_str(word);
    encode(name, &mut uri);
    if let Part::Definition(_, Some(kind)) = part {
        uri.push('/');
        encode(&kind.to_ascii_lowercase(), &mut uri);
    }
    uri
}

/// A number as it is written in an address: in one way alone.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| number.to_string() == text)
}

/// The one address of what `uri` names, which may be written in several ways: that by which it is listed, and
/// said to have changed.
#[must_use]
pub fn canonical_uri(uri: &str) -> String {
    Place::parse(uri).map_or_else(|| uri.to_owned(), |place| place.uri())
}

/// A name as the journal writes it: outside of `|…|` the reader makes letters upper-case, and what is at home
/// in the user's package or the standard's has no prefix.
#[must_use]
pub fn canonical(name: &str) -> String {
    let text = as_read(name);
    let mut symbol = String::new();
    if let Some(place) = text.strip_prefix("(SETF ").and_then(|rest| rest.strip_suffix(')')) {
        symbol.push_str("(SETF ");
        qualify(place.trim(), &mut symbol);
        symbol.push(')');
    } else {
        qualify(&text, &mut symbol);
    }
    symbol
}

/// The text with upper-case letters and single spaces, but for what is quoted.
fn as_read(name: &str) -> String {
    let mut text = String::new();
    let mut is_quoted = false;
    for character in name.trim().chars() {
        is_quoted ^= character == '|';
        if is_quoted {
            text.push(character);
        } else if !character.is_whitespace() {
            text.push(character.to_ascii_uppercase());
        } else if !text.ends_with(' ') {
            text.push(' ');
        }
    }
    text
}

/// Appends a symbol with the prefix that the journal gives it.
fn qualify(symbol: &str, out: &mut String) {
    let mut is_quoted = false;
    let colon = symbol.find(|character| {
        is_quoted ^= character == '|';
        character == ':' && !is_quoted
    });
    if let Some((package, name)) = colon.and_then(|colon| symbol.split_at_checked(colon)) {
        let name = name.trim_start_matches(':');
        match package {
            "COMMON-LISP-USER" | "CL-USER" | "COMMON-LISP" | "CL" => {}
            "" | "KEYWORD" => out.push(':'),
            other => {
                out.push_str(other);
                out.push_str("::");
            }
        }
        out.push_str(name);
    } else {
        out.push_str(symbol);
    }
}

/// Appends `text` as one segment of a path. What stays as it is, is what clients leave when they fill in a
/// template.
fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String does not fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// A segment of a path as text; none if it is no text, or not encoded properly.
fn decoded(segment: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high.saturating_mul(16).saturating_add(low)).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(name: &str, kind: Option<&str>) -> Part {
        Part::Definition(name.to_owned(), kind.map(str::to_owned))
    }

    #[test]
    fn any_name_survives_the_way_there_and_back() {
        for name in
            ["AVERAGE", "(SETF FOO)", "OWN::AREA", "|a/b %|", "1+", "*X*", "|ä€😀|", "A?B#C", "|..|", "%"]
        {
            for kind in [None, Some("FUNCTION"), Some("METHOD-COMBINATION")] {
                let place = Place { session: "a.b-1".to_owned(), part: definition(name, kind) };
                let uri = place.uri();
                assert!(uri.bytes().all(|byte| byte.is_ascii_graphic()), "{uri}");
                assert_eq!(Place::parse(&uri), Some(place), "{uri}");
            }
        }
        assert_eq!(
            uri("main", &definition("(SETF OWN::X)", Some("FUNCTION"))),
            "lisp://session/main/definition/(SETF%20OWN%3A%3AX)/function"
        );
        for part in FIXED_PARTS.clone() {
            let place = Place { session: "main".to_owned(), part };
            assert_eq!(Place::parse(&place.uri()), Some(place));
        }
    }

    #[test]
    fn names_are_read_as_lisp_reads_them() {
        assert_eq!(canonical("average"), "AVERAGE");
        assert_eq!(canonical(" ( setf   |foo bar| ) "), "( SETF |foo bar| )");
        assert_eq!(canonical("(setf cl-user::foo)"), "(SETF FOO)");
        assert_eq!(canonical("cl:car"), "CAR");
        assert_eq!(canonical("own:x"), "OWN::X");
        assert_eq!(canonical("|o:w|::|x:y|"), "|o:w|::|x:y|");
        assert_eq!(canonical(":key"), ":KEY");
        assert_eq!(canonical(""), "");
        assert_eq!(canonical("|never closed: x"), "|never closed: x");
    }

    #[test]
    fn what_is_no_uri_of_ours_is_nothing() {
        for uri in [
            "",
            "lisp:",
            "lisp://",
            "lisp://guide",
            "lisp://session",
            "lisp://session/",
            "lisp://session/main",
            "lisp://session/main/",
            "lisp://session/main/nothing",
            "lisp://session/main/journal/x",
            "lisp://session/main/transcript/x",
            "lisp://session/main/transcript/",
            "lisp://session/main/transcript/+5",
            "lisp://session/main/transcript/-1",
            "lisp://session/main/transcript/5000000000",
            "lisp://session/main/transcript/5/6",
            "lisp://session//journal",
            "lisp://session/main/definition",
            "lisp://session/main/definition/",
            "lisp://session/main/definition/a/b/c",
            "lisp://session/main/definition/%",
            "lisp://session/main/definition/%4",
            "lisp://session/main/definition/%zz",
            "lisp://session/main/definition/%ff",
            "LISP://session/main/journal",
            "lisp://session/main/symbol/a/b",
            "file:///etc/passwd",
            "lisp://session/%00%ff/journal",
        ] {
            assert_eq!(Place::parse(uri), None, "{uri}");
        }
    }

    #[test]
    fn the_same_thing_can_be_written_in_several_ways() {
        let listed = "lisp://session/main/definition/*X*";
        for written in [
            listed,
            "lisp://session/main/definition/%2ax%2A",
            "lisp://session/ma%69n/definition/cl-user%3A%3A*x*",
        ] {
            assert_eq!(canonical_uri(written), listed);
        }
        for other in ["lisp://session/main/definition/%7C*x*%7C", "test://a", ""] {
            assert_eq!(
                canonical_uri(other),
                if other.contains('%') { "lisp://session/main/definition/%7C*x*%7C" } else { other }
            );
        }
    }
}
