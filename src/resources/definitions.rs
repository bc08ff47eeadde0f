//! What a journal has defined, by name.

use crate::session::{Entry, Journal, Session, split};
use crate::tools::{DefinitionPlace, DefinitionSource};

/// Something that is defined.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Its symbol, as the journal writes it.
    pub name: &'a str,
    /// What it is, such as `FUNCTION`.
    pub kind: &'a str,
    /// All that tells it from others, such as `METHOD AREA (CIRCLE)`.
    pub full: &'a str,
    /// The number of the form that defined it last; the forms before that have lower ones.
    pub number: u64,
    /// That form.
    pub entry: &'a Entry,
}

/// All that is defined, by name, from one name on or the first that comes after it.
pub fn named<'a>(journal: &'a Journal, from: &str) -> impl Iterator<Item = Named<'a>> {
    all(journal, from).filter(|each| each.entry.defines(each.full))
}

/// What one name was defined as; of one kind only, if that is given.
#[must_use]
pub fn named_any<'a>(journal: &'a Journal, name: &str, kind: Option<&str>) -> Vec<Named<'a>> {
    let is_meant =
        |each: &Named<'_>| kind.is_none_or(|kind| each.kind == kind) && each.entry.defines(each.full);
    all(journal, name).take_while(|each| each.name == name).filter(is_meant).collect()
}

/// Where a session has defined what has a name.
#[must_use]
pub fn definition_places(session: &Session, name: &str) -> Vec<DefinitionPlace> {
    let place = |each: Named<'_>| DefinitionPlace {
        kind: each.kind.to_owned(),
        name: each.full.to_owned(),
        position: each.entry.definition.position,
    };
    named_any(&session.journal, name, None).into_iter().map(place).collect()
}

/// What a session has defined that has a name.
#[must_use]
pub fn definitions(session: &Session, name: &str) -> Vec<DefinitionSource> {
    let source = |each: Named<'_>| DefinitionSource {
        kind: each.kind.to_owned(),
        name: each.full.to_owned(),
        position: each.entry.definition.position,
        code: each.entry.definition.code.clone(),
        package: each.entry.definition.package.clone(),
    };
    named_any(&session.journal, name, None).into_iter().map(source).collect()
}

/// All that has a name, be it defined or made undefined.
fn all<'a>(journal: &'a Journal, from: &str) -> impl Iterator<Item = Named<'a>> {
    journal.latest_from(from).filter_map(|(full, number, entry)| {
        let (kind, name) = split(full)?;
        Some(Named { name, kind, full, number, entry })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Definition;

    fn journal(forms: &[(&str, &[&str], &[&str])]) -> Journal {
        let texts = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut journal = Journal::default();
        for (code, names, undefined) in forms {
            let definition = Definition {
                code: (*code).to_owned(),
                package: "P".to_owned(),
                names: texts(names),
                undefined: texts(undefined),
                position: None,
            };
            journal.note(vec![definition], &[], "P", 0);
        }
        journal
    }

    #[test]
    fn the_latest_form_counts_and_what_was_made_undefined_does_not() {
        let journal = journal(&[
            ("v1", &["VARIABLE X", "VALUE X"], &[]),
            ("f1", &["FUNCTION X"], &[]),
            ("g", &["FUNCTION G"], &[]),
            ("v2", &["VALUE X"], &[]),
            ("f2", &["FUNCTION X", "FUNCTION Y"], &["FUNCTION Y"]),
            ("g0", &["FUNCTION G"], &["FUNCTION G"]),
        ]);
        let found: Vec<(&str, &str)> =
            named(&journal, "").map(|each| (each.full, each.entry.definition.code.as_str())).collect();
        assert_eq!(found, [("FUNCTION X", "f2"), ("VALUE X", "v2"), ("VARIABLE X", "v1")]);
        assert_eq!(named_any(&journal, "X", Some("FUNCTION")).len(), 1);
        assert!(named_any(&journal, "G", None).is_empty());
    }
}
