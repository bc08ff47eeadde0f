//! Who may speak to the server, and in which form. Pure: the listening and the posting are done by the host.

mod admission;
mod app;
mod bindings;
mod head;
mod problems;
mod steps;
mod windows;

pub use admission::Admission;
pub use head::{Head, LineName, Requests, Source};
pub use problems::{BindingProblem, Problem};
pub use steps::Step;
pub use windows::Windows;
