//! Pictures that programs display.

use serde::{Deserialize, Serialize};

use crate::data::{Text, count};

/// Pictures of an evaluation.
const PICTURES: u32 = 10;

/// Characters of their data together.
const PICTURE_CHARS: u32 = 200_000;

/// Characters of a title.
pub(super) const TITLE_CHARS: usize = 200;

/// How much an evaluation may display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct PictureLimits {
    /// Pictures that are sent.
    pub most: u32,
    /// Characters of their data together.
    pub chars: u32,
}

impl PictureLimits {
    /// The limits of every evaluation.
    pub const ALL: Self = Self { most: PICTURES, chars: PICTURE_CHARS };
}

/// What an evaluation displayed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Displayed {
    /// The pictures, in order.
    pub pictures: Vec<Picture>,
    /// How many others there was no room for.
    #[serde(deserialize_with = "count")]
    pub left_out: u32,
}

/// A picture that a program displayed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Picture {
    /// What its data is.
    pub mime: Mime,
    /// The text of the SVG, or the PNG in base64.
    pub data: Text,
    /// What it shows, in words.
    pub title: String,
    /// Which form displayed it, from 0.
    pub form: u32,
}

/// The kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Mime {
    /// SVG as text.
    #[serde(rename = "image/svg+xml")]
    Svg,
    /// PNG in base64.
    #[serde(rename = "image/png")]
    Png,
}

impl Mime {
    /// Its name in MIME.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

impl Displayed {
    /// Leaves out what there is no room for, and what is not of its kind.
    pub(super) fn keep_to_bounds(&mut self) {
        let all = u32::try_from(self.pictures.len()).unwrap_or(u32::MAX);
        let mut room = usize::try_from(PICTURE_CHARS).unwrap_or(usize::MAX);
        self.pictures.truncate(usize::try_from(PICTURES).unwrap_or(usize::MAX));
        self.pictures.retain_mut(|picture| {
            crate::cut::shorten(&mut picture.title, TITLE_CHARS);
            let fits = picture.data.length() <= room
                && (picture.mime == Mime::Svg || is_base64(&picture.data.to_string()));
            if fits {
                room = room.saturating_sub(picture.data.length());
            }
            fits
        });
        let kept = u32::try_from(self.pictures.len()).unwrap_or(u32::MAX);
        self.left_out = self.left_out.saturating_add(all.saturating_sub(kept));
    }
}

/// Whether a text is base64 of something, padded.
fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    !digits.is_empty()
        && text.len().is_multiple_of(4)
        && text.len().saturating_sub(digits.len()) <= 2
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// Bytes in base64, padded (RFC 4648).
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: [char; 64] = [
        'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T',
        'U', 'V', 'W', 'X', 'Y', 'Z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n',
        'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '0', '1', '2', '3', '4', '5', '6', '7',
        '8', '9', '+', '/',
    ];
    let mut text = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4));
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = usize::try_from(bits >> shift & 63).unwrap_or_default();
            let shown = if place > group.len() { '=' } else { DIGITS.get(digit).copied().unwrap_or('=') };
            text.push(shown);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("ü>", "w7w+")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
            assert!(text.is_empty() || is_base64(text));
        }
        for wrong in ["", "=", "Zg=", "Z===", "Zm9 ", "Zm9", "<svg"] {
            assert!(!is_base64(wrong), "{wrong}");
        }
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let picture =
            |mime, data: &str| Picture { mime, data: data.into(), title: "t".repeat(1000), form: 0 };
        let mut displayed = Displayed {
            pictures: vec![
                picture(Mime::Svg, &"x".repeat(199_990)),
                picture(Mime::Svg, "beyond the room"),
                picture(Mime::Png, "no base64!"),
                picture(Mime::Png, "Zm9v"),
            ],
            left_out: 1,
        };
        displayed.keep_to_bounds();
        assert_eq!((displayed.pictures.len(), displayed.left_out), (2, 3));
        assert!(displayed.pictures.iter().all(|picture| picture.title.chars().count() <= TITLE_CHARS + 3));
        displayed.pictures = (0..20).map(|_| picture(Mime::Svg, "a")).collect();
        displayed.keep_to_bounds();
        assert_eq!((displayed.pictures.len(), displayed.left_out), (10, 13));
    }
}
