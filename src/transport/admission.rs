//! Which origins' windows may speak to the server.

/// The origins whose windows may attach a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Admission {
    origins: Vec<String>,
}

impl Admission {
    /// Exactly these origins, written as `event.origin` is. `*` admits every origin.
    #[must_use]
    pub fn new(origins: Vec<String>) -> Self {
        Self { origins }
    }

    /// Whether a message from `origin` is admitted. An opaque origin (`null`, say of a sandboxed frame) is
    /// shared by strangers, so it is admitted only where every origin is.
    #[must_use]
    pub fn admits(&self, origin: &str) -> bool {
        self.origins
            .iter()
            .any(|admitted| admitted == "*" || (admitted == origin && !matches!(origin, "" | "null")))
    }

    /// Whom to name as the targets of a word to a window that has not spoken, so that no stranger hears it.
    /// `origin` is where the window is from, if that is known, or else empty.
    #[must_use]
    pub fn targets_of(&self, origin: &str) -> Vec<String> {
        if !origin.is_empty() {
            return if self.admits(origin) { vec![Self::target_of(origin).to_owned()] } else { Vec::new() };
        }
        if self.admits("null") {
            return vec!["*".to_owned()];
        }
        let mut targets = self.origins.clone();
        targets.retain(|admitted| self.admits(admitted));
        targets
    }

    /// What to name as the target of an answer, so that it reaches no document of another origin: a window
    /// may have gone elsewhere since it asked. No such name exists for an opaque origin.
    #[must_use]
    pub fn target_of(origin: &str) -> &str {
        if origin == "null" { "*" } else { origin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admits_listed_origins_alone() {
        let admission = Admission::new(vec!["https://a.example".to_owned(), "null".to_owned()]);
        assert!(admission.admits("https://a.example"));
        for stranger in [
            "https://b.example",
            "https://a.example:8443",
            "http://a.example",
            "https://a.example.evil",
            "",
            "null",
            "*",
        ] {
            assert!(!admission.admits(stranger), "{stranger}");
        }
        assert!(!Admission::default().admits("https://a.example"));
        assert!(Admission::new(vec!["*".to_owned()]).admits("null"));
    }

    #[test]
    fn says_nothing_to_strangers() {
        let some =
            Admission::new(["https://a.example", "null", "https://b.example"].map(str::to_owned).to_vec());
        assert_eq!(some.targets_of(""), ["https://a.example", "https://b.example"]);
        assert_eq!(some.targets_of("https://b.example"), ["https://b.example"]);
        for stranger in ["null", "https://c.example"] {
            assert!(some.targets_of(stranger).is_empty(), "{stranger}");
        }
        let all = Admission::new(vec!["*".to_owned()]);
        assert_eq!(
            (all.targets_of(""), all.targets_of("null")),
            (vec!["*".to_owned()], vec!["*".to_owned()])
        );
        assert_eq!(all.targets_of("https://c.example"), ["https://c.example"]);
        assert!(Admission::default().targets_of("").is_empty());
    }
}
