//! What the server does for the tools that only tests have.

use super::actions::Turn;
use super::changes::Change;
use crate::json::Json;
use crate::protocol::{Era, content_result};
use crate::tools::Fixed;

const CHANGED: &str = r#"[{"type":"text","text":"It may have changed."}]"#;

impl Turn {
    pub(super) fn fixed(&mut self, fixed: Fixed, era: Era) -> Json {
        let content = match fixed {
            Fixed::Content(content) => content,
            Fixed::ChangeTools => {
                self.changed(Change::Tools);
                CHANGED
            }
            Fixed::ChangePrompts => {
                self.changed(Change::Prompts);
                CHANGED
            }
        };
        content_result(era, content)
    }
}
