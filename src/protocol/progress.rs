//! Progress, which for an evaluation is the output that it has written.

use super::{Era, LegacyVersion};
use crate::engine::OutputStream;
use crate::json::Json;
use crate::jsonrpc::Id;

/// The member of `_meta` that names the stream that a message was written to.
const STREAM_KEY: &str = "jscl-mcp/stream";

/// The text of a `notifications/progress`: `written` is how many characters of output the client was told of, with the
/// `text` of this one.
#[must_use]
pub fn progress_notification(era: Era, token: &Id, written: u32, stream: OutputStream, text: &str) -> String {
    Json::object(|notification| {
        notification.member("jsonrpc", &"2.0");
        notification.member("method", &"notifications/progress");
        notification.object("params", |params| {
            params.member("progressToken", token);
            params.member("progress", &written);
            if has_messages(era) {
                params.member("message", &text);
                params.object("_meta", |meta| meta.member(STREAM_KEY, &stream));
            }
        });
    })
    .into_text()
}

fn has_messages(era: Era) -> bool {
    era != Era::Legacy(LegacyVersion::V2024_11_05)
}
