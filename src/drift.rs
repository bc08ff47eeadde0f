//! Whether files that are generated from the Rust types are those that the types make.

use std::path::Path;

/// Fails if a file is not what was generated; with `UPDATE_TYPES` set, writes it.
pub(crate) fn check(path: &str, generated: &str) {
    let generated = generated.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&file, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == generated, "{path} is out of date; run: UPDATE_TYPES=1 cargo test current");
}
