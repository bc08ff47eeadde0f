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

    /// Whether a message from `origin` is heard. An opaque origin (`null`, say of a sandboxed frame) is shared by
    /// strangers, so it is admitted only where every origin is.
    #[must_use]
    pub fn admits(&self, origin: &str) -> bool {
        self.origins
            .iter()
            .any(|admitted| admitted == "*" || (admitted == origin && !matches!(origin, "" | "null")))
    }

    /// What to name as the target of an answer, so that it reaches no document of another origin: a window may have gone
    /// elsewhere since it asked. No such name exists for an opaque origin.
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
}
