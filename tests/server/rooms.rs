//! The rooms of `src/`: what each imports is what the table in `docs/architecture.md` allows, and no imports
//! go in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The imports that each room may have: other rooms, and crates.
type Table = BTreeMap<String, BTreeSet<String>>;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The paths of a cell, which stand in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The rooms of Rust in the section "The rooms" of a text.
fn table(text: &str) -> Table {
    let section = text.split("\n## ").find(|section| section.starts_with("The rooms\n")).expect("a section");
    let mut table = Table::new();
    for line in section.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", folders, _, imports, ""] = cells[..] else { continue };
        let allowed: BTreeSet<String> =
            imports.split(", ").filter(|name| *name != "nothing of ours").map(str::to_owned).collect();
        for path in quoted(folders).filter_map(|path| path.strip_prefix("src/")) {
            let room = path.trim_end_matches('/').trim_end_matches(".rs").to_owned();
            let other = table.insert(room.clone(), allowed.clone());
            assert!(other.is_none_or(|other| other == allowed), "two rows for {room}");
        }
    }
    table
}

/// The room that a file below `src/` belongs to.
fn room_of(path: &str) -> &str {
    let first = path.split('/').next().unwrap();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The Rust files below a folder, by their paths in it.
fn files(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            files(&path, &format!("{name}/"), found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(name, read(&path));
        }
    }
}

/// The names at the beginning of a text: one, or those of a group in braces, without what is below them.
fn heads(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = text.strip_prefix('{') else { return vec![word(text)] };
    let (mut depth, mut heads, mut start) = (0_u32, Vec::new(), 0);
    for (place, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                heads.push(word(&group[start..place]));
                start = place + 1;
                if character == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

/// Whether the text before a place ends within a longer name.
fn is_within(before: &str) -> bool {
    before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':')
}

/// The rooms and crates that a file names.
fn imports(text: &str, crates: &BTreeSet<String>) -> BTreeSet<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = BTreeSet::new();
    for (place, root) in code.match_indices("crate::") {
        if !is_within(&code[..place]) {
            names.extend(heads(&code[place + root.len()..]));
        }
    }
    for name in crates {
        let path = format!("{name}::");
        if code.match_indices(&path).any(|(place, _)| !is_within(&code[..place])) {
            names.insert(name.clone());
        }
    }
    names
}

/// The crates that the server is made with, without those of its tests and of what is generated from its
/// types.
fn crates(manifest: &str) -> BTreeSet<String> {
    let mut crates = BTreeSet::new();
    let mut is_dependencies = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_dependencies = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if let Some((name, _)) = line.split_once(" = ").filter(|_| is_dependencies)
            && !line.contains("optional = true")
        {
            crates.insert(name.replace('-', "_"));
        }
    }
    crates
}

/// The breaches of a table by files, each as a sentence.
fn breaches(table: &Table, files: &BTreeMap<String, String>, crates: &BTreeSet<String>) -> Vec<String> {
    let mut breaches = Vec::new();
    for (room, allowed) in table {
        if !files.keys().any(|path| room_of(path) == room) {
            breaches.push(format!("The table has a room {room}, src/ has none."));
        }
        for name in allowed {
            if !table.contains_key(name) && !crates.contains(name) {
                breaches.push(format!("What {room} may import, {name}, is neither a room nor a crate."));
            }
        }
    }
    for (path, text) in files {
        let room = room_of(path);
        if path == "lib.rs" {
            continue;
        }
        let Some(allowed) = table.get(room) else {
            breaches.push(format!("src/{path} is in no room of the table."));
            continue;
        };
        if text.contains("super::super::") {
            breaches.push(format!("src/{path} goes up twice: name the room with crate::."));
        }
        for name in imports(text, crates) {
            if name != room && !allowed.contains(&name) {
                breaches.push(format!("src/{path} imports {name}, which the table does not allow {room}."));
            }
        }
    }
    breaches
}

/// A circle of rooms, if the table allows one.
fn circle(table: &Table) -> Option<Vec<String>> {
    let mut left = table.clone();
    while !left.is_empty() {
        let free = |allowed: &BTreeSet<String>| !allowed.iter().any(|name| left.contains_key(name));
        let Some(room) = left.iter().find(|(_, allowed)| free(allowed)).map(|(room, _)| room.clone()) else {
            return Some(left.into_keys().collect());
        };
        left.remove(&room);
    }
    None
}

#[test]
fn the_rooms_import_what_the_table_allows() {
    let table = table(&read(&at("docs/architecture.md")));
    let mut found = BTreeMap::new();
    files(&at("src"), "", &mut found);
    let breaches = breaches(&table, &found, &crates(&read(&at("Cargo.toml"))));
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
    assert_eq!(
        circle(&table),
        None,
        "these rooms may import each other in a circle, or import one that does"
    );
}

#[test]
fn a_breach_is_found() {
    let table = table(
        "# A\n\n## The rooms\n| folder | what | may import |\n|---|---|---|\n\
         | `src/low.rs`, `src/low/` | a | serde |\n| `src/high/` | b | low |\n| `www/` | c | anything |\n\n## Other\n",
    );
    assert_eq!(table.keys().collect::<Vec<_>>(), ["high", "low"]);
    let crates = crates(
        "[dependencies]\nserde = \"1\"\nweb-sys = \"1\"\nts-rs = { optional = true }\n[dev-dependencies]\ninsta = \"1\"\n",
    );
    assert_eq!(crates.iter().collect::<Vec<_>>(), ["serde", "web_sys"]);
    let found = |path: &str, text: &str| {
        let mut files = BTreeMap::from([("low.rs".to_owned(), String::new())]);
        files.insert("high/mod.rs".to_owned(), String::new());
        files.insert(path.to_owned(), text.to_owned());
        breaches(&table, &files, &crates).len()
    };
    assert_eq!(found("high/x.rs", "use crate::low::{A, B};\nuse crate::high::C;\n// crate::other"), 0);
    assert_eq!(found("low/x.rs", "use serde::Serialize;"), 0);
    assert_eq!(found("low/x.rs", "use crate::high::C;"), 1);
    assert_eq!(found("low/x.rs", "fn f() -> crate::high::C {}"), 1);
    assert_eq!(found("high/x.rs", "use crate::{low::{a, b}, high, other};"), 1);
    assert_eq!(found("high/x.rs", "use serde::Serialize;"), 1);
    assert_eq!(found("low/x.rs", "web_sys::window(); my_serde::x()"), 1);
    assert_eq!(found("high/x.rs", "use super::super::low;"), 1);
    assert_eq!(found("new.rs", ""), 1);
}

#[test]
fn a_circle_is_found() {
    let rows = |rows: &[(&str, &str)]| -> Table {
        rows.iter()
            .map(|(room, may)| ((*room).to_owned(), may.split(' ').map(str::to_owned).collect()))
            .collect()
    };
    assert_eq!(circle(&rows(&[("a", "b c"), ("b", "c serde"), ("c", "serde")])), None);
    assert_eq!(circle(&rows(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap(), ["a", "b", "c"]);
}
