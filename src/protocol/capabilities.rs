//! What the server declares that it does, and so has to do.

use super::{Era, Filter, LegacyVersion};
use crate::data::Object;

/// Whether the list of tools can change. It never does, but for what tests add.
pub const TOOLS_CHANGE: bool = cfg!(feature = "fixtures");

/// Whether the list of prompts can change; the same.
pub const PROMPTS_CHANGE: bool = cfg!(feature = "fixtures");

/// Whether there are resources, which come and go and change.
pub const RESOURCES: bool = true;

/// Whether there are prompts.
const PROMPTS: bool = true;

/// Whether arguments are completed.
const COMPLETIONS: bool = true;

pub(super) fn capabilities(result: &mut Object, era: Era) {
    result.object("capabilities", |capabilities| {
        capabilities.object("tools", |tools| list_changed(tools, TOOLS_CHANGE));
        if RESOURCES {
            capabilities.object("resources", |resources| {
                resources.member("subscribe", &true);
                list_changed(resources, true);
            });
        }
        if PROMPTS {
            capabilities.object("prompts", |prompts| list_changed(prompts, PROMPTS_CHANGE));
        }
        // In 2024-11-05 completion could not be declared, only tried.
        if COMPLETIONS && era.is_since(LegacyVersion::V2025_03_26) {
            capabilities.object("completions", |_| {});
        }
        capabilities.object("logging", |_| {});
    });
}

fn list_changed(object: &mut Object, changes: bool) {
    if changes {
        object.member("listChanged", &true);
    }
}

impl Filter {
    /// What of it this server can tell of.
    #[must_use]
    pub fn honoured(mut self) -> Self {
        self.tools &= TOOLS_CHANGE;
        self.prompts &= PROMPTS_CHANGE;
        self.resources &= RESOURCES;
        if !RESOURCES {
            self.uris.clear();
        }
        self
    }
}
