//! Sets of tools, of which a host chooses.

use super::arguments::listed;
use serde::Serialize;

/// A set of tools that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ToolSet {
    /// Evaluating, and what was wrong.
    Core,
    /// Looking at what is defined.
    Inspect,
    /// Other sessions beside `main`.
    Sessions,
    /// What an environment for programmers asks of its Lisp.
    Development,
    /// Looking into evaluations that are held at errors, having them go on, and looking at what code did.
    Debugger,
}

impl ToolSet {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Core, Self::Inspect, Self::Sessions, Self::Development, Self::Debugger];

    /// By which it is chosen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Inspect => "inspect",
            Self::Sessions => "sessions",
            Self::Development => "development",
            Self::Debugger => "debugger",
        }
    }
}

/// The sets that a host has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolSets(Vec<ToolSet>);

impl Default for ToolSets {
    fn default() -> Self {
        Self(vec![ToolSet::Core])
    }
}

impl ToolSets {
    /// All there are.
    #[must_use]
    pub fn all() -> Self {
        Self(ToolSet::ALL.to_vec())
    }

    /// The sets of those names.
    ///
    /// # Errors
    /// A sentence that names the first that there is none of.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut sets = Vec::new();
        for name in names {
            let Some(set) = ToolSet::ALL.into_iter().find(|set| set.name() == name) else {
                let known = listed(&ToolSet::ALL.map(ToolSet::name));
                return Err(format!("Unknown set of tools \"{name}\": there are {known}."));
            };
            sets.push(set);
        }
        Ok(Self(sets))
    }

    /// Whether a set was chosen.
    #[must_use]
    pub fn has(&self, set: ToolSet) -> bool {
        self.0.contains(&set)
    }
}
