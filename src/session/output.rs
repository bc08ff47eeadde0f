//! What the latest evaluation wrote, as far as it was kept.

use crate::data::Text;
use crate::report::EvaluationReport;

/// What an evaluation wrote to its two streams.
#[derive(Clone, Debug, Default)]
pub struct WrittenOutput {
    /// Standard output.
    pub stdout: Written,
    /// Error output.
    pub stderr: Written,
}

/// What was written to one stream.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// As much of the beginning as was kept.
    pub beginning: Text,
    /// How many characters after that were not.
    pub left_out: u32,
    /// What came after them; empty where that is not known.
    pub end: Text,
}

impl WrittenOutput {
    /// What an evaluation wrote whose report is whole yet.
    #[must_use]
    pub fn of(report: &EvaluationReport) -> Self {
        let ends = report.ends.clone().unwrap_or_default();
        let written =
            |beginning: &Text, left_out, end| Written { beginning: beginning.clone(), left_out, end };
        Self {
            stdout: written(&report.stdout, report.truncated.stdout, ends.stdout),
            stderr: written(&report.stderr, report.truncated.stderr, ends.stderr),
        }
    }

    /// Both, for a reader; empty where nothing was written.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (head, Written { beginning, left_out, end }) in
            [("[stdout]\n", &self.stdout), ("[stderr]\n", &self.stderr)]
        {
            if beginning.is_empty() && *left_out == 0 {
                continue;
            }
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(head);
            text.push_str(&beginning.to_string());
            if *left_out > 0 {
                text.push_str("\n… ");
                text.push_str(&left_out.to_string());
                text.push_str(" characters were not kept …\n");
            }
            text.push_str(&end.to_string());
        }
        text
    }
}
