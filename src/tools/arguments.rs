//! Reading a tool's arguments. Each error names the argument and says what was expected.

use crate::data::{Members, Text, Value, Written, parse};
use crate::protocol::Given;

/// A wrong argument, as a sentence for the caller.
pub type ArgumentError = String;

/// How much of a wrong value an error repeats, in characters.
const QUOTED_CHARS: usize = 60;

/// The arguments of one call. Their names are noted as they are read, so that what is left over at the end is
/// unknown.
///
/// An argument may come in each of its spellings (see [`is_spelling`]). Clients that make every argument
/// required send `""` for what they do not set, and some send all as text, as a command line has it: so an
/// empty text counts as left out where it says nothing, a number or boolean is its text where a text is
/// expected, and the text of a number, boolean or list is read where one of those is.
#[derive(Debug)]
pub struct Arguments {
    values: Given,
    known: Vec<&'static str>,
}

impl Arguments {
    /// The arguments as they came.
    #[must_use]
    pub fn new(values: Given) -> Self {
        Self { values, known: Vec::new() }
    }

    /// A text that may be left out, and is not when it is empty.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_or_empty_text(&mut self, name: &'static str) -> Result<Option<Text>, ArgumentError> {
        match self.take(name) {
            Some(Written::Text(text)) => Ok(Some(text.clone())),
            Some(value) => {
                let value = value.value();
                string(&value).map(|text| Some(text.into())).ok_or_else(|| wrong(name, "a string", &value))
            }
            None => Ok(None),
        }
    }

    /// A text that may be left out, and is when it is empty.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_text(&mut self, name: &'static str) -> Result<Option<Text>, ArgumentError> {
        Ok(self.optional_or_empty_text(name)?.filter(|text| !text.is_empty()))
    }

    /// A text.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn text(&mut self, name: &'static str, what: &str) -> Result<Text, ArgumentError> {
        self.optional_or_empty_text(name)?
            .ok_or_else(|| format!("Argument \"{name}\" is missing: expected {what}, as a string."))
    }

    /// A text that may be left out, and is when it is empty, and is read.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_string(&mut self, name: &'static str) -> Result<Option<String>, ArgumentError> {
        Ok(self.optional_text(name)?.map(|text| text.to_string()))
    }

    /// A text that is read.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn string(&mut self, name: &'static str, what: &str) -> Result<String, ArgumentError> {
        Ok(self.text(name, what)?.to_string())
    }

    /// A boolean that may be left out.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_flag(&mut self, name: &'static str) -> Result<Option<bool>, ArgumentError> {
        let Some(value) = self.take_no_text(name) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| wrong(name, "true or false", &value))
    }

    /// One of some words, which may be left out, as what it stands for.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_choice<T: Copy>(
        &mut self,
        name: &'static str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, ArgumentError> {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let place = self.optional_word(name, &words)?;
        Ok(place.and_then(|place| choices.get(place)).map(|(_, choice)| *choice))
    }

    /// The place among some words of the one that is given, for all types that words can stand for.
    #[inline(never)]
    fn optional_word(&mut self, name: &'static str, words: &[&str]) -> Result<Option<usize>, ArgumentError> {
        let Some(given) = self.optional_string(name)? else { return Ok(None) };
        let place = words.iter().position(|word| *word == given);
        if place.is_none() {
            let mut expected = String::new();
            for word in words {
                let separator = if expected.is_empty() { "" } else { " or " };
                for part in [separator, "\"", word, "\""] {
                    expected.push_str(part);
                }
            }
            return Err(wrong(name, &expected, &given.into()));
        }
        Ok(place)
    }

    /// A number from `least` to `most` that may be left out.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_number(
        &mut self,
        name: &'static str,
        least: u32,
        most: u32,
    ) -> Result<Option<f64>, ArgumentError> {
        let Some(value) = self.take_no_text(name) else { return Ok(None) };
        match value.as_f64() {
            Some(number) if (f64::from(least)..=f64::from(most)).contains(&number) => Ok(Some(number)),
            _ => Err(wrong(name, &format!("a number from {least} to {most}"), &value)),
        }
    }

    /// An integer from `least` to `most` that may be left out. 0 counts as left out where it is less than
    /// that: clients that make every argument required have nothing else to send.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_integer(
        &mut self,
        name: &'static str,
        least: u32,
        most: u32,
    ) -> Result<Option<u32>, ArgumentError> {
        let Some(value) = self.take_no_text(name) else { return Ok(None) };
        let number = integer(&value);
        if number == Some(0) && least > 0 {
            return Ok(None);
        }
        number
            .filter(|number| (least..=most).contains(number))
            .map(Some)
            .ok_or_else(|| wrong(name, &format!("an integer from {least} to {most}"), &value))
    }

    /// Strings, or a flag: no strings where that is true, nothing where it is false or the list is empty. The
    /// flag may be the only string of a list.
    ///
    /// # Errors
    /// Where it is neither.
    pub fn optional_flag_or_strings(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Vec<String>>, ArgumentError> {
        let Some(strings) = self.optional_strings(name)? else { return Ok(None) };
        Ok(match strings.as_slice() {
            [] => None,
            [only] if only == "true" => Some(Vec::new()),
            [only] if only == "false" => None,
            _ => Some(strings),
        })
    }

    /// A list of strings that may be left out, or of what else has a text. One of them is a list of one.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_strings(&mut self, name: &'static str) -> Result<Option<Vec<String>>, ArgumentError> {
        let Some(value) = self.take_list(name) else { return Ok(None) };
        let Some(items) = value.as_array() else {
            return string(&value)
                .map(|one| Some(vec![one]))
                .ok_or_else(|| wrong(name, "a list of strings", &value));
        };
        let each = |item: &Value| string(item).ok_or_else(|| wrong(name, "strings in its list", item));
        items.iter().map(each).collect::<Result<Vec<String>, _>>().map(Some)
    }

    /// A string, or a list of strings.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn strings(&mut self, name: &'static str, what: &str) -> Result<Vec<String>, ArgumentError> {
        let texts = self.optional_strings(name)?;
        texts.map_or_else(|| self.string(name, what).map(|text| vec![text]), Ok)
    }

    /// A list of at most `most` integers, none of them negative, that may be left out.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_integers(
        &mut self,
        name: &'static str,
        most: usize,
    ) -> Result<Option<Vec<u32>>, ArgumentError> {
        let Some(value) = self.take_list(name) else { return Ok(None) };
        let items = value.as_array().filter(|items| items.len() <= most);
        items
            .and_then(|items| items.iter().map(|item| integer(&without_quotes(item.clone()))).collect())
            .map(Some)
            .ok_or_else(|| wrong(name, &format!("a list of at most {most} integers from 0 on"), &value))
    }

    /// A list of at most `most` objects that may be left out; `read` is given each to read it.
    ///
    /// # Errors
    /// If it is something else, or one of its objects is wrong.
    pub fn optional_objects<T>(
        &mut self,
        name: &'static str,
        most: usize,
        read: impl Fn(&mut Self) -> Result<T, ArgumentError>,
    ) -> Result<Option<Vec<T>>, ArgumentError> {
        let Some(value) = self.take_list(name) else { return Ok(None) };
        let items = value.as_array().filter(|items| items.len() <= most);
        let mut objects = Vec::new();
        for item in items.ok_or_else(|| wrong(name, &format!("a list of at most {most} objects"), &value))? {
            let Some(members) = item.as_object() else {
                return Err(wrong(name, "objects in its list", item));
            };
            let written = |(name, value): (&String, &Value)| (name.clone(), value.clone().into());
            let mut entry = Self::new(members.iter().map(written).collect());
            let object = read(&mut entry)
                .and_then(|object| entry.finish().map(|()| object))
                .map_err(|error| format!("In argument \"{name}\": {error}"))?;
            objects.push(object);
        }
        Ok(Some(objects))
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// If an argument was not read, because no tool knows it or because it was given in two spellings.
    pub fn finish(self) -> Result<(), ArgumentError> {
        let known = |name: &str| self.known.iter().any(|known| is_spelling(name, known));
        if let Some((name, _)) = self.values.iter().find(|(name, _)| !known(name)) {
            let expected = if self.known.is_empty() {
                "no arguments".to_owned()
            } else {
                format!("no others than {}", listed(&self.known))
            };
            return Err(format!("Unknown argument \"{name}\": expected {expected}."));
        }
        let twice =
            |known: &&&str| self.values.iter().filter(|(name, _)| is_spelling(name, known)).count() > 1;
        match self.known.iter().find(twice) {
            Some(name) => Err(format!("Argument \"{name}\" is given twice, in two spellings.")),
            None => Ok(()),
        }
    }

    /// `null` counts as left out: some clients send it for what they do not set.
    fn take(&mut self, name: &'static str) -> Option<&Written> {
        self.known.push(name);
        let mut given = self.values.iter().filter(|(one, value)| is_spelling(one, name) && !is_null(value));
        let first = given.next()?;
        // Its own spelling counts where there are two, of which one is too many.
        given.find(|(one, _)| one == name).or(Some(first)).map(|(_, value)| value)
    }

    /// A value that is no text: where it came as one, the text is read.
    fn take_no_text(&mut self, name: &'static str) -> Option<Value> {
        let value = self.take(name).map(Written::value).filter(|value| *value != "")?;
        Some(without_quotes(value)).filter(|value| !value.is_null())
    }

    /// A list, or something else that it is to hold alone.
    fn take_list(&mut self, name: &'static str) -> Option<Value> {
        let value = self.take(name).map(Written::value).filter(|value| *value != "")?;
        Some(Some(without_quotes(value.clone())).filter(Value::is_array).unwrap_or(value))
    }
}

/// Whether an argument may be spelled so. Lists of tools have identifiers, as many languages make arguments
/// of them: hyphens of its name in Lisp are `_`, and a word that Python reserves ends with one. Its name in
/// Lisp is taken as well.
fn is_spelling(given: &str, name: &str) -> bool {
    let (given, name) = (given.as_bytes(), name.as_bytes());
    let ended = name.strip_suffix(b"_").unwrap_or(name);
    let is_same = |(one, other): (&u8, &u8)| one == other || (*one == b'-' && *other == b'_');
    given == name || given.len() == ended.len() && given.iter().zip(ended).all(is_same)
}

fn is_null(value: &Written) -> bool {
    *value == Written::Value(Value::Null)
}

/// What has a text: the text itself, a number, a boolean.
fn string(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.json()),
        _ => None,
    }
}

/// What a text says as JSON; itself if it says nothing. Python writes `True`.
fn without_quotes(value: Value) -> Value {
    match value.as_str() {
        Some("True") => true.into(),
        Some("False") => false.into(),
        Some(text) => parse(text).unwrap_or(value),
        None => value,
    }
}

/// Words with commas between them.
pub(super) fn listed(words: &[&str]) -> String {
    let mut list = String::new();
    for word in words {
        if !list.is_empty() {
            list.push_str(", ");
        }
        list.push_str(word);
    }
    list
}

/// Integers may come as `20` or, from languages that know one type of number, as `20.0`.
fn integer(value: &Value) -> Option<u32> {
    u32::try_from(value.integer()?).ok()
}

/// The error for an argument that is not what was expected.
pub(super) fn wrong(name: &str, expected: &str, got: &Value) -> ArgumentError {
    let kind = match got {
        Value::Null => "",
        Value::Bool(_) => "the boolean ",
        Value::Number(_) => "the number ",
        Value::String(_) => "the string ",
        Value::Object(_) => "the object ",
        Value::Array(_) => "the array ",
    };
    let written = got.json();
    let mut quoted: String = written.chars().take(QUOTED_CHARS).collect();
    if quoted.len() < written.len() {
        quoted.push_str("...");
    }
    format!("Argument \"{name}\" is wrong: expected {expected}, got {kind}{quoted}.")
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::protocol::given;
    use serde_json::json;

    fn arguments(value: Value) -> Arguments {
        Arguments::new(given(&value.into()))
    }

    #[test]
    fn names_the_argument_and_what_was_expected() {
        let mut read =
            arguments(json!({"code": {}, "flag": "yes", "n": 2.5, "t": -1, "long": ["x".repeat(100)]}));
        assert_eq!(
            read.string("code", "Lisp").unwrap_err(),
            "Argument \"code\" is wrong: expected a string, got the object {}."
        );
        assert_eq!(
            read.optional_flag("flag").unwrap_err(),
            "Argument \"flag\" is wrong: expected true or false, got the string \"yes\"."
        );
        assert_eq!(
            read.optional_integer("n", 1, 9).unwrap_err(),
            "Argument \"n\" is wrong: expected an integer from 1 to 9, got the number 2.5."
        );
        assert_eq!(
            read.optional_number("t", 0, 9).unwrap_err(),
            "Argument \"t\" is wrong: expected a number from 0 to 9, got the number -1."
        );
        assert!(read.optional_string("long").unwrap_err().ends_with("xxx...."));
        assert_eq!(
            read.string("gone", "Lisp code").unwrap_err(),
            "Argument \"gone\" is missing: expected Lisp code, as a string."
        );
    }

    #[test]
    fn reads_what_is_right() {
        let mut read = arguments(json!({"code": "x", "n": 20.0, "t": 0.5, "flag": null}));
        assert_eq!(read.string("code", "Lisp"), Ok("x".to_owned()));
        assert_eq!(read.optional_integer("n", 1, 99), Ok(Some(20)));
        assert_eq!(read.optional_number("t", 0, 9), Ok(Some(0.5)));
        assert_eq!(read.optional_flag("flag"), Ok(None));
        assert_eq!(read.optional_string("other"), Ok(None));
        assert_eq!(read.finish(), Ok(()));
    }

    #[test]
    fn rejects_unknown_arguments() {
        let mut read = arguments(json!({"code": "x", "kode": "y"}));
        read.string("code", "Lisp").unwrap();
        assert_eq!(read.finish().unwrap_err(), "Unknown argument \"kode\": expected no others than code.");
    }

    #[test]
    fn empty_texts_are_left_out_where_they_say_nothing() {
        let empty = || arguments(json!({"a": ""}));
        assert_eq!(empty().optional_string("a"), Ok(None));
        assert_eq!(empty().optional_flag("a"), Ok(None));
        assert_eq!(empty().optional_integer("a", 1, 9), Ok(None));
        assert_eq!(empty().optional_number("a", 1, 9), Ok(None));
        assert_eq!(empty().optional_strings("a"), Ok(None));
        assert_eq!(empty().optional_integers("a", 9), Ok(None));
        assert_eq!(empty().optional_flag_or_strings("a"), Ok(None));
        assert_eq!(empty().optional_choice("a", &[("x", 1)]), Ok(None));
        assert!(empty().optional_objects("a", 9, |_| Ok(())).unwrap().is_none());
        assert_eq!(arguments(json!({"a": 0})).optional_integer("a", 1, 9), Ok(None));
        assert_eq!(arguments(json!({"a": 0})).optional_integer("a", 0, 9), Ok(Some(0)));
        assert_eq!(empty().string("a", "Lisp"), Ok(String::new()));
        assert_eq!(empty().optional_or_empty_text("a"), Ok(Some(Text::default())));
    }

    #[test]
    fn texts_and_what_has_a_text_stand_for_each_other() {
        let one = |value: Value| arguments(json!({"a": value}));
        assert_eq!(one(json!(42)).string("a", "Lisp"), Ok("42".to_owned()));
        assert_eq!(one(json!(true)).optional_string("a"), Ok(Some("true".to_owned())));
        assert_eq!(one(json!("60")).optional_number("a", 0, 99), Ok(Some(60.0)));
        assert_eq!(one(json!("60")).optional_integer("a", 0, 99), Ok(Some(60)));
        for text in ["false", "False"] {
            assert_eq!(one(json!(text)).optional_flag("a"), Ok(Some(false)));
        }
        for text in ["true", "True"] {
            assert_eq!(one(json!(text)).optional_flag("a"), Ok(Some(true)));
        }
        assert_eq!(one(json!("null")).optional_flag("a"), Ok(None));
        assert_eq!(one(json!("[]")).optional_strings("a"), Ok(Some(vec![])));
        assert_eq!(one(json!("[\"x\", 2]")).optional_strings("a").unwrap().unwrap(), ["x", "2"]);
        assert_eq!(one(json!("[1, \"2\"]")).optional_integers("a", 9), Ok(Some(vec![1, 2])));
        assert_eq!(one(json!("(list 1 2)")).optional_strings("a").unwrap().unwrap(), ["(list 1 2)"]);
        assert_eq!(one(json!(7)).optional_strings("a").unwrap().unwrap(), ["7"]);
        for all in [json!(true), json!("true"), json!(["true"])] {
            assert_eq!(one(all).optional_flag_or_strings("a"), Ok(Some(vec![])));
        }
        for none in [json!(false), json!("false"), json!("[]"), json!([])] {
            assert_eq!(one(none).optional_flag_or_strings("a"), Ok(None));
        }
        let objects = one(json!("[{\"b\": 1}]"))
            .optional_objects("a", 9, |entry| entry.optional_integer("b", 0, 9))
            .unwrap();
        assert_eq!(objects, Some(vec![Some(1)]));
        for wrong in [json!({}), json!([])] {
            assert!(one(wrong).optional_string("a").is_err());
        }
        for wrong in [json!("6 0"), json!("[60]"), json!("{}"), json!([60])] {
            assert!(one(wrong.clone()).optional_number("a", 0, 99).is_err(), "{wrong}");
        }
    }

    #[test]
    fn both_spellings_are_taken_and_not_at_once() {
        for name in ["on_error", "on-error"] {
            let mut read = arguments(json!({name: "x"}));
            assert_eq!(read.optional_string("on_error"), Ok(Some("x".to_owned())));
            assert_eq!(read.finish(), Ok(()));
        }
        for name in ["class_", "class"] {
            let mut read = arguments(json!({name: "x"}));
            assert_eq!(read.optional_string("class_"), Ok(Some("x".to_owned())));
            assert_eq!(read.finish(), Ok(()));
        }
        let mut both = arguments(json!({"on_error": "x", "on-error": "x"}));
        both.optional_string("on_error").unwrap();
        assert_eq!(both.finish().unwrap_err(), "Argument \"on_error\" is given twice, in two spellings.");
        for other in ["on error", "on_error_", "onerror", "on-erro", "-n-error", "class-", "class__", "lass_"]
        {
            let mut read = arguments(json!({other: "x"}));
            assert_eq!(read.optional_string("on_error"), Ok(None));
            assert_eq!(read.optional_string("class_"), Ok(None));
            assert!(read.finish().is_err(), "{other}");
        }
    }
}
