//! What is asked of an image beside its evaluations: completions, descriptions of symbols and packages, and
//! its files.
//!
//! A query is handed to an image that has nothing else to do. A completion that would have to wait is
//! answered with what is known without the image; everything else waits, before all evaluations that have not
//! begun.

use crate::data::{Raw, Text, object};
use crate::engine::{
    Command, FileAction, FileRequest, Found, ImageId, LaidOut, NAME_CHARS, Query, QueryId, Question,
};
use crate::jsonrpc::{ErrorObject, INTERNAL_ERROR, Id, Outcome};
use crate::protocol::{
    Content, Keeps, MAX_COMPLETIONS, ToolAnswer, call_result, completion_result, read_result,
    resource_not_found,
};
use crate::resources::{self, PLAIN};
use crate::server::actions::Turn;
use crate::server::clients::{ClientId, Clients, ReplyTo};
use crate::session::Session;
use crate::tools::{self, Mistake, inspection_answer, shown_answer};

/// How many queries of one session may be unanswered.
pub const MAX_QUERIES: usize = 64;

/// How long an image may take to answer one, in milliseconds.
pub const QUERY_MS: u64 = 3_000;

/// How long the host may take to lay a text out, in milliseconds. It keeps to a shorter time itself, and says
/// why.
const LAY_OUT_MS: u64 = 60_000;

/// How many characters a description has, at most.
const DESCRIPTION_CHARS: u32 = 50_000;

/// Said where an image gives no reason.
const FILE_PROBLEM: &str = "The Lisp could not do that with its files.";

/// What waits for an image's answer.
#[derive(Debug)]
pub(in crate::server) enum Purpose {
    /// A completion, and what it is answered with if the image does not answer.
    Complete(Vec<String>, u32),
    /// A description, of the resource at an address.
    Read(String),
    /// A description that a tool was called for, of something of that name, in that package.
    Describe(String, Option<String>),
    /// The macros that a text names, which is to be laid out then, in that package.
    Format(Text, Option<String>),
    /// What the reader refuses in a text, which the host is to look at then, in that package.
    Validate(Text, Option<String>),
    /// No answer of the image's: that of the host, which lays the text out; and what the reader refused in
    /// it, if the text is checked.
    LayOut(Text, Option<Vec<Mistake>>),
    /// What a tool was called for that is about a file.
    File,
}

/// What an image is asked for.
#[derive(Clone, Debug)]
pub(in crate::server) enum Asked {
    /// To look that up.
    About(Question, String),
    /// To do that with the file of that name.
    File(String, FileAction),
}

impl Asked {
    /// Whether it is that question.
    fn is(&self, question: Question) -> bool {
        matches!(self, Self::About(what, _) if *what == question)
    }

    /// What it is about, as a noun.
    fn subject(&self) -> &'static str {
        match self {
            Self::About(what, _) => what.subject(),
            Self::File(..) => "file",
        }
    }

    /// How many units of a file, or of a text, it carries.
    pub(in crate::server) fn size(&self) -> usize {
        match self {
            Self::About(Question::MacroBodies | Question::ReaderProblems, text) => text.len(),
            Self::About(..) => 0,
            Self::File(_, action) => action.size(),
        }
    }
}

impl Purpose {
    /// The package that was asked for.
    fn package(&self) -> Option<&str> {
        match self {
            Self::Describe(_, package) | Self::Format(_, package) | Self::Validate(_, package) => {
                package.as_deref()
            }
            Self::Complete(..) | Self::Read(_) | Self::File | Self::LayOut(..) => None,
        }
    }
}

/// What is known of a symbol, and where the session has defined it.
fn with_places(shown: ToolAnswer, session: &Session) -> ToolAnswer {
    let symbol = shown.data.as_ref().and_then(|data| data.get("symbol")?.text());
    let places = resources::definition_places(session, &symbol.unwrap_or_default().to_string());
    tools::with_places(shown, &places)
}

#[derive(Debug)]
struct Waiting {
    id: QueryId,
    reply: ReplyTo,
    asked: Asked,
    purpose: Purpose,
    /// When its answer is overdue, if it was handed to the image.
    due_ms: Option<u64>,
}

/// The queries of one session that are not answered yet.
#[derive(Debug, Default)]
pub(in crate::server) struct Queries {
    list: Vec<Waiting>,
    last_id: QueryId,
}

impl Queries {
    /// Whether there is no room for another one.
    pub(in crate::server) fn is_full(&self) -> bool {
        self.list.len() >= MAX_QUERIES
    }

    /// How many UTF-16 units of files are in those that are not answered.
    pub(in crate::server) fn size(&self) -> usize {
        let sizes = self.list.iter().map(|waiting| waiting.asked.size());
        sizes.fold(0, usize::saturating_add)
    }

    pub(in crate::server) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(in crate::server) fn add(&mut self, reply: &ReplyTo, asked: Asked, purpose: Purpose) {
        self.last_id = self.last_id.wrapping_add(1);
        self.list.push(Waiting { id: self.last_id, reply: reply.clone(), asked, purpose, due_ms: None });
    }

    /// Hands what waits to an image that has nothing to do.
    pub(in crate::server) fn post(&mut self, image: ImageId, package: &str, turn: &mut Turn) {
        for waiting in &mut self.list {
            if waiting.due_ms.is_none() {
                waiting.due_ms = Some(turn.now_ms.saturating_add(QUERY_MS));
                turn.actions.command(image, waiting.command(package));
            }
        }
    }

    /// The image answered one.
    pub(in crate::server) fn found(
        &mut self,
        found: Found,
        image: ImageId,
        session: &Session,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let is_meant =
            |waiting: &Waiting| waiting.id == found.id && waiting.due_ms.is_some() && !waiting.is_at_host();
        let Some(place) = self.list.iter().position(is_meant) else { return };
        let Waiting { reply, asked, purpose, .. } = self.list.swap_remove(place);
        let era = reply.caller.era;
        let outcome = match purpose {
            // What is cut is no name.
            Purpose::Complete(..) => {
                let mut texts = found.texts;
                texts.retain(|text| text.chars().nth(NAME_CHARS).is_none());
                Ok(completion_result(era, &texts, found.total))
            }
            Purpose::Read(uri) => match found.texts.into_iter().next() {
                Some(text) => Ok(read_result(era, &Content::text(uri, PLAIN, text), Keeps::Nothing)),
                None => Err(resource_not_found(era, &uri)),
            },
            Purpose::Describe(name, package) => {
                let shown = found.report.as_ref().and_then(shown_answer);
                let answer = match shown {
                    Some(shown) if asked.is(Question::DescribeSymbol) => with_places(shown, session),
                    Some(shown) => shown,
                    // There is nothing to be listed, or the reason why it cannot be.
                    None if asked.is(Question::ListFiles) && !found.texts.is_empty() => {
                        ToolAnswer::failure(found.texts.concat())
                    }
                    None => {
                        let text = found.texts.into_iter().next();
                        inspection_answer(name, text, asked.subject(), package.as_deref())
                    }
                };
                Ok(call_result(&reply.caller, &answer))
            }
            Purpose::File => {
                let problem = found.texts.into_iter().next().unwrap_or_else(|| FILE_PROBLEM.to_owned());
                let shown = found.report.as_ref().and_then(shown_answer);
                Ok(call_result(&reply.caller, &shown.unwrap_or_else(|| ToolAnswer::failure(problem))))
            }
            Purpose::Format(code, package) => match found.report.as_ref().and_then(tools::bodies_of) {
                Some(bodies) => {
                    turn.actions.lay_out(image, found.id, code.clone(), bodies);
                    let due_ms = Some(turn.now_ms.saturating_add(LAY_OUT_MS));
                    let purpose = Purpose::LayOut(code, None);
                    self.list.push(Waiting { id: found.id, reply, asked, purpose, due_ms });
                    return;
                }
                None => Ok(call_result(&reply.caller, &tools::no_package(package.as_deref()))),
            },
            Purpose::Validate(code, package) => {
                match found.report.as_ref().and_then(tools::reader_problems) {
                    Some(problems) => {
                        turn.actions.lay_out(image, found.id, code.clone(), Raw::of(&object([])));
                        let due_ms = Some(turn.now_ms.saturating_add(LAY_OUT_MS));
                        let purpose = Purpose::LayOut(code, Some(problems));
                        self.list.push(Waiting { id: found.id, reply, asked, purpose, due_ms });
                        return;
                    }
                    None => Ok(call_result(&reply.caller, &tools::no_package(package.as_deref()))),
                }
            }
            Purpose::LayOut(..) => return,
        };
        clients.respond(&reply, outcome, turn);
    }

    /// The host laid a text out.
    pub(in crate::server) fn laid_out(&mut self, laid_out: LaidOut, clients: &mut Clients, turn: &mut Turn) {
        let is_meant = |waiting: &Waiting| waiting.id == laid_out.id && waiting.is_at_host();
        let Some(place) = self.list.iter().position(is_meant) else { return };
        let Waiting { reply, purpose, .. } = self.list.swap_remove(place);
        if let Purpose::LayOut(code, problems) = purpose {
            let answer = match problems {
                None => tools::formatted_answer(&code, laid_out),
                Some(problems) => tools::validation_answer(problems, laid_out),
            };
            let outcome = Ok(call_result(&reply.caller, &answer));
            clients.respond(&reply, outcome, turn);
        }
    }

    /// The image that had some of them is gone: what can be answered without it is, the others are asked
    /// again.
    pub(in crate::server) fn image_lost(&mut self, clients: &mut Clients, turn: &mut Turn) {
        self.settle(&|waiting| waiting.due_ms.is_some() && waiting.is_completion(), "", clients, turn);
        for waiting in self.list.iter_mut().filter(|waiting| !waiting.is_at_host()) {
            waiting.due_ms = None;
        }
    }

    /// Answers those that the image should have answered.
    pub(in crate::server) fn look_at_the_clock(&mut self, clients: &mut Clients, turn: &mut Turn) {
        let now_ms = turn.now_ms;
        let is_overdue = |waiting: &Waiting| waiting.due_ms.is_some_and(|due_ms| due_ms <= now_ms);
        self.settle(&is_overdue, "The Lisp did not answer in time.", clients, turn);
    }

    /// Answers all of them without the image.
    pub(in crate::server) fn end(&mut self, problem: &str, clients: &mut Clients, turn: &mut Turn) {
        self.settle(&|_| true, problem, clients, turn);
    }

    /// Tells those that wait for the image, and were told nothing for long, in these words.
    pub(in crate::server) fn beat(&mut self, words: &str, turn: &mut Turn) {
        for waiting in &mut self.list {
            waiting.reply.beat(words, 0, turn.now_ms, &mut turn.actions);
        }
    }

    /// When the first of them is overdue, or to be told that it waits.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        let due_ms = |waiting: &Waiting| waiting.reply.pulse_due_ms().into_iter().chain(waiting.due_ms).min();
        self.list.iter().filter_map(due_ms).min()
    }

    /// Drops the requests of a client's, or one of them. Returns them.
    pub(in crate::server) fn forget(
        &mut self,
        client: ClientId,
        id: Option<&Id>,
        forgotten: &mut Vec<ReplyTo>,
    ) {
        self.list.retain(|waiting| {
            let reply = &waiting.reply;
            let is_meant = reply.client == client && id.is_none_or(|id| reply.id == *id);
            if is_meant {
                forgotten.push(reply.clone());
            }
            !is_meant
        });
    }

    fn settle(
        &mut self,
        is_meant: &dyn Fn(&Waiting) -> bool,
        problem: &str,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let mut place = 0;
        while let Some(waiting) = self.list.get(place) {
            if is_meant(waiting) {
                let waiting = self.list.remove(place);
                clients.respond(&waiting.reply, waiting.without_image(problem), turn);
            } else {
                place = place.saturating_add(1);
            }
        }
    }
}

impl Waiting {
    /// The command that asks the image, where symbols are looked up in `package`.
    fn command(&self, package: &str) -> Command {
        let id = self.id;
        let (what, text) = match self.asked.clone() {
            Asked::About(what, text) => (what, text),
            Asked::File(path, action) => return Command::File(FileRequest { id, path, action }),
        };
        let limit = match self.purpose {
            Purpose::Complete(..) => u32::try_from(MAX_COMPLETIONS).unwrap_or(u32::MAX),
            _ => DESCRIPTION_CHARS,
        };
        let package = self.purpose.package().unwrap_or(package).to_owned();
        Command::Query(Query { id, what, text, package, limit })
    }

    fn is_completion(&self) -> bool {
        matches!(self.purpose, Purpose::Complete(..))
    }

    /// Whether the host works on it, and no image.
    fn is_at_host(&self) -> bool {
        matches!(self.purpose, Purpose::LayOut(..))
    }

    fn without_image(&self, problem: &str) -> Outcome {
        match &self.purpose {
            Purpose::Complete(values, total) => Ok(completion_result(self.reply.caller.era, values, *total)),
            Purpose::Read(uri) => Err(ErrorObject {
                data: Some(object([("uri", uri.clone().into())])),
                ..ErrorObject::new(INTERNAL_ERROR, problem)
            }),
            Purpose::Describe(..)
            | Purpose::File
            | Purpose::Format(..)
            | Purpose::Validate(..)
            | Purpose::LayOut(..) => {
                Ok(call_result(&self.reply.caller, &ToolAnswer::failure(problem.to_owned())))
            }
        }
    }
}
