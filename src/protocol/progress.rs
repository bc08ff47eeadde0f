//! Progress, which for an evaluation is the output that it has written.

use super::notifications::notification;
use super::{Era, LegacyVersion};
use crate::engine::OutputStream;
use crate::jsonrpc::Id;

/// The member of `_meta` that names the stream that a message was written to.
const STREAM_KEY: &str = "jscl-mcp/stream";

/// The text of a `notifications/progress`: `written` is how many characters of output the client was told of, with the
/// `text` of this one.
#[must_use]
pub fn progress_notification(era: Era, token: &Id, written: u32, stream: OutputStream, text: &str) -> String {
    notification("notifications/progress", |params| {
        params.member("progressToken", token);
        params.member("progress", &written);
        if era.is_since(LegacyVersion::V2025_03_26) {
            params.member("message", &text);
            params.object("_meta", |meta| meta.member(STREAM_KEY, &stream));
        }
    })
}
