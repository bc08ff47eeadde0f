//! The state that a modern client carries from a question to its answer. It is no secret, but only this
//! server can have made it, for that very request.

use crate::data::{Members, Value};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS};
use hmac_sha256::HMAC;

/// Milliseconds that a state is valid.
pub const STATE_MS: u64 = 600_000;

/// The key of the seal, drawn by the host for each server.
pub type Secret = [u8; 32];

/// The part of a request that a repetition must have unchanged: its method, the name, and the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server) struct CallDigest([u8; 32]);

#[derive(Debug)]
pub(in crate::server) struct Seal {
    secret: Secret,
}

impl Seal {
    pub(in crate::server) fn new(secret: Secret) -> Self {
        Self { secret }
    }

    pub(in crate::server) fn digest(&self, method: &str, name: &str, arguments: Value) -> CallDigest {
        // Whoever sends it again may send its members in another order; here they are in that of their names.
        let call = Value::Array(vec![method.into(), name.into(), arguments]);
        CallDigest(HMAC::mac(call.json(), self.secret))
    }

    /// `state` as a client may carry it.
    pub(in crate::server) fn seal(&self, call: CallDigest, state: &str, now_ms: u64) -> String {
        let mut dated = now_ms.saturating_add(STATE_MS).to_string();
        dated.push(' ');
        dated.push_str(state);
        let mut sealed = self.tag(call, &dated);
        sealed.push_str(&dated);
        sealed
    }

    /// The state that was sealed.
    ///
    /// # Errors
    /// If that was not done here, for this request, a short while ago.
    pub(in crate::server) fn open(
        &self,
        call: Option<CallDigest>,
        sealed: &str,
        now_ms: u64,
    ) -> Result<String, ErrorObject> {
        let foreign = || ErrorObject::new(INVALID_PARAMS, FOREIGN);
        let call = call.ok_or_else(foreign)?;
        let (tag, dated) = sealed.split_at_checked(TAG_DIGITS).ok_or_else(foreign)?;
        // All digits are compared, so that how long it takes does not tell how many were right.
        let mut difference = 0;
        for (right, given) in self.tag(call, dated).bytes().zip(tag.bytes()) {
            difference |= right ^ given;
        }
        let (until, state) = dated.split_once(' ').ok_or_else(foreign)?;
        if difference != 0 {
            return Err(foreign());
        }
        if decimal(until).is_some_and(|until_ms| now_ms < until_ms) {
            return Ok(state.to_owned());
        }
        Err(ErrorObject::new(INVALID_PARAMS, EXPIRED))
    }

    /// The seal of a dated state for a request, as hexadecimal digits.
    fn tag(&self, call: CallDigest, dated: &str) -> String {
        let mut mac = HMAC::new(self.secret);
        mac.update(call.0);
        mac.update(dated);
        let mut tag = String::new();
        for byte in mac.finalize() {
            for digit in [byte >> 4, byte & 15] {
                tag.push(char::from_digit(u32::from(digit), 16).unwrap_or_default());
            }
        }
        tag
    }
}

/// The number that these digits are.
pub(in crate::server) fn decimal(digits: &str) -> Option<u64> {
    let mut number: u64 = 0;
    for digit in digits.chars() {
        number = number.checked_mul(10)?.checked_add(u64::from(digit.to_digit(10)?))?;
    }
    (!digits.is_empty()).then_some(number)
}

const TAG_DIGITS: usize = 64;

const FOREIGN: &str = "\"requestState\" was not made by this server for this request, or was changed. Send it back as it came, \
with the arguments that the request had; or send the request without it to begin anew.";

const EXPIRED: &str = "\"requestState\" has expired. Send the request without it to begin anew.";

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::json;
    const NOW_MS: u64 = 1_795_176_000_000;

    fn seal() -> Seal {
        Seal::new([7; 32])
    }

    #[test]
    fn opens_what_it_sealed() {
        let call = seal().digest("tools/call", "ask", json!({"a": 1}));
        for state in ["", "a", "held 1 2", "ä \u{0} \" {}", &"x".repeat(10_000)] {
            let sealed = seal().seal(call, state, NOW_MS);
            assert_eq!(seal().open(Some(call), &sealed, NOW_MS + STATE_MS - 1).unwrap(), state);
        }
    }

    #[test]
    fn refuses_what_was_made_for_something_else() {
        let call = seal().digest("tools/call", "ask", json!({"a": 1}));
        let sealed = seal().seal(call, "state", NOW_MS);
        let others = [
            seal().digest("prompts/get", "ask", json!({"a": 1})),
            seal().digest("tools/call", "ask2", json!({"a": 1})),
            seal().digest("tools/call", "ask", json!({"a": 2})),
            seal().digest("tools/call", "ask", json!({"a": "1"})),
            seal().digest("tools/call", "ask\"{\"a\":1}", json!({})),
        ];
        for other in others {
            assert_eq!(seal().open(Some(other), &sealed, NOW_MS).unwrap_err().code, INVALID_PARAMS);
        }
        assert!(Seal::new([8; 32]).open(Some(call), &sealed, NOW_MS).is_err());
    }

    #[test]
    fn refuses_what_was_changed() {
        let call = seal().digest("tools/call", "ask", json!({}));
        let sealed = seal().seal(call, "state", NOW_MS);
        for place in 0..sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[place] = if bytes[place] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(
                seal().open(Some(call), &changed, NOW_MS).unwrap_err().message.contains("changed"),
                "{place}"
            );
        }
        let upper = sealed.to_uppercase();
        for garbage in [
            "",
            " ",
            "x",
            sealed.get(1..).unwrap(),
            sealed.get(..70).unwrap(),
            &upper,
            &"é".repeat(64),
            &format!("{sealed} "),
        ] {
            assert!(seal().open(Some(call), garbage, NOW_MS).is_err(), "{garbage}");
        }
    }

    #[test]
    fn refuses_what_is_too_old() {
        let call = seal().digest("tools/call", "ask", json!({}));
        let sealed = seal().seal(call, "state", NOW_MS);
        let error = seal().open(Some(call), &sealed, NOW_MS + STATE_MS).unwrap_err();
        assert_eq!(error.code, INVALID_PARAMS);
        assert!(error.message.contains("expired"));
    }
}
