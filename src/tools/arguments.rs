//! Reading a tool's arguments. Each error names the argument and says what was expected.

use crate::data::{Data, Text};

/// A wrong argument, as a sentence for the caller.
pub type ArgumentError = String;

/// How much of a wrong value an error repeats, in characters.
const QUOTED_CHARS: usize = 60;

/// The arguments of one call. Their names are noted as they are read, so that what is left over at the end is
/// unknown.
#[derive(Debug)]
pub struct Arguments {
    values: Data,
    /// How many of them were read.
    found: usize,
    known: Vec<&'static str>,
}

impl Arguments {
    /// The arguments as they came.
    #[must_use]
    pub fn new(values: Data) -> Self {
        Self { values, found: 0, known: Vec::new() }
    }

    /// A text that may be left out.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_text(&mut self, name: &'static str) -> Result<Option<Text>, ArgumentError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.text().map(Some).ok_or_else(|| wrong(name, "a string", &value))
    }

    /// A text.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn text(&mut self, name: &'static str, what: &str) -> Result<Text, ArgumentError> {
        self.optional_text(name)?
            .ok_or_else(|| format!("Argument \"{name}\" is missing: expected {what}, as a string."))
    }

    /// A text that may be left out and is read.
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

    /// A text, or a number from 0 to `most` as its digits.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn name_or_number(&mut self, name: &'static str, most: u32) -> Result<String, ArgumentError> {
        let value = self.take(name).unwrap_or_default();
        let number = || integer(&value).filter(|number| *number <= most).map(|number| number.to_string());
        value.string().or_else(number).ok_or_else(|| wrong(name, "a name or a number", &value))
    }

    /// A boolean that may be left out.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_flag(&mut self, name: &'static str) -> Result<Option<bool>, ArgumentError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.flag().map(Some).ok_or_else(|| wrong(name, "true or false", &value))
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
            return Err(wrong(name, &expected, &Data::of(&given)));
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
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.number() {
            Some(number) if (f64::from(least)..=f64::from(most)).contains(&number) => Ok(Some(number)),
            _ => Err(wrong(name, &format!("a number from {least} to {most}"), &value)),
        }
    }

    /// An integer from `least` to `most` that may be left out.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_integer(
        &mut self,
        name: &'static str,
        least: u32,
        most: u32,
    ) -> Result<Option<u32>, ArgumentError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        integer(&value)
            .filter(|number| (least..=most).contains(number))
            .map(Some)
            .ok_or_else(|| wrong(name, &format!("an integer from {least} to {most}"), &value))
    }

    /// Strings, or a flag: no strings where that is true, nothing where it is false or the list is empty.
    ///
    /// # Errors
    /// Where it is neither.
    pub fn optional_flag_or_strings(
        &mut self,
        name: &'static str,
    ) -> Result<Option<Vec<String>>, ArgumentError> {
        match self.values.get(name).and_then(|value| value.flag()) {
            None => Ok(self.optional_strings(name)?.filter(|strings| !strings.is_empty())),
            Some(flag) => {
                self.take(name);
                Ok(flag.then(Vec::new))
            }
        }
    }

    /// A list of strings that may be left out; one string counts as a list of one.
    ///
    /// # Errors
    /// If it is something else.
    pub fn optional_strings(&mut self, name: &'static str) -> Result<Option<Vec<String>>, ArgumentError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        if let Some(text) = value.string() {
            return Ok(Some(vec![text]));
        }
        let items = value.items().ok_or_else(|| wrong(name, "a list of strings", &value))?;
        let text = |item: &Data| item.string().ok_or_else(|| wrong(name, "strings in its list", item));
        items.iter().map(text).collect::<Result<Vec<String>, _>>().map(Some)
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
        let Some(value) = self.take(name) else { return Ok(None) };
        let items = value.items().filter(|items| items.len() <= most);
        items
            .and_then(|items| items.iter().map(integer).collect())
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
        let Some(value) = self.take(name) else { return Ok(None) };
        let items = value.items().filter(|items| items.len() <= most);
        let mut objects = Vec::new();
        for item in items.ok_or_else(|| wrong(name, &format!("a list of at most {most} objects"), &value))? {
            if !item.is_object() {
                return Err(wrong(name, "objects in its list", &item));
            }
            let mut entry = Self::new(item);
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
    /// If an argument was not read, because no tool knows it.
    pub fn finish(self) -> Result<(), ArgumentError> {
        // Names are read only where there is one too many.
        if self.values.count() == self.found {
            return Ok(());
        }
        let names = self.values.names();
        match names.iter().find(|name| !self.known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) if self.known.is_empty() => {
                Err(format!("Unknown argument \"{name}\": expected no arguments."))
            }
            Some(name) => {
                let known = listed(&self.known);
                Err(format!("Unknown argument \"{name}\": expected no others than {known}."))
            }
        }
    }

    /// `null` counts as left out: some clients send it for what they do not set.
    fn take(&mut self, name: &'static str) -> Option<Data> {
        let is_first = !self.known.contains(&name);
        self.known.push(name);
        let value = self.values.get(name)?;
        if is_first {
            self.found = self.found.saturating_add(1);
        }
        Some(value).filter(|value| !value.is_null())
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
fn integer(value: &Data) -> Option<u32> {
    u32::try_from(value.integer()?).ok()
}

/// The error for an argument that is not what was expected.
pub(super) fn wrong(name: &str, expected: &str, got: &Data) -> ArgumentError {
    let kind = if got.is_null() {
        ""
    } else if got.flag().is_some() {
        "the boolean "
    } else if got.number().is_some() {
        "the number "
    } else if got.text().is_some() {
        "the string "
    } else if got.is_object() {
        "the object "
    } else {
        "the array "
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
    use serde_json::{Value, json};

    fn arguments(value: Value) -> Arguments {
        Arguments::new(value.into())
    }

    #[test]
    fn names_the_argument_and_what_was_expected() {
        let mut read =
            arguments(json!({"code": 3, "flag": "yes", "n": 2.5, "t": -1, "long": ["x".repeat(100)]}));
        assert_eq!(
            read.string("code", "Lisp").unwrap_err(),
            "Argument \"code\" is wrong: expected a string, got the number 3."
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
}
