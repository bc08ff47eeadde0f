//! Calls of tools.

use crate::engine::{FileAction, FileEncoding, Question};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS};
use crate::protocol::{ClientCapability, Given, ToolAnswer, ToolCall, call_result};
use crate::resources::{self, Part};
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::asking::HeldAt;
use crate::server::clients::ReplyTo;
use crate::server::lisps::image::Task;
use crate::server::requests::Now;
use crate::server::requests::queries::{Asked, Purpose};
use crate::server::requests::told::Wanted;
use crate::tools::{self, ArgumentError, Arguments, Exported, SessionsStep, Step, Tool, Work};

impl Server {
    pub(in crate::server) fn call_tool(&mut self, call: ToolCall, reply: &ReplyTo, turn: &mut Turn) -> Now {
        let Some(tool) = tools::find(&call.name, &self.tools) else {
            let mut message = "Unknown tool: ".to_owned();
            message.push_str(&call.name);
            if let Some(set) = tools::set_of(&call.name) {
                message.push_str(". It is of the set ");
                message.push_str(set);
                message.push_str(", which the host of this server has not chosen.");
            }
            return Some(Err(ErrorObject::new(INVALID_PARAMS, message)));
        };
        #[cfg(feature = "fixtures")]
        if let Work::Fixed(fixed) = tool.work {
            return Some(Ok(turn.fixed(fixed, reply.caller.era)));
        }
        #[cfg(feature = "fixtures")]
        if let Work::Asking(run) = tool.work {
            return self.call_asking(run, call, reply, turn);
        }
        if let Some(held) = call.retry.state.as_deref().and_then(HeldAt::from_state) {
            let answers = &call.retry.responses;
            return self.resume(held, answers, None, Some(reply), turn).err().map(Err);
        }
        let answer = match self.begin(tool, call.arguments, reply, turn) {
            Ok(None) => return None,
            Ok(Some(answer)) => answer,
            Err(error) => ToolAnswer::failure(format!("{}: {error}", tool.name)),
        };
        Some(Ok(call_result(&reply.caller, &answer)))
    }

    /// Begins a call; returns the answer, unless that has to wait.
    fn begin(
        &mut self,
        tool: &Tool,
        arguments: Given,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Result<Option<ToolAnswer>, ArgumentError> {
        let can_ask = reply.caller.capabilities.has(ClientCapability::ElicitationForm);
        let call = can_ask.then(|| arguments.clone());
        let mut arguments = Arguments::new(arguments);
        if let Work::OnSessions(run) = tool.work {
            let step = run(&mut arguments)?;
            arguments.finish()?;
            return self.on_sessions(step, reply, turn);
        }
        let lisp = self.lisps.chosen(&mut arguments)?;
        let step = match tool.work {
            Work::InSession(run) => tools::begin(run, arguments, &mut lisp.session)?,
            _ => tools::in_image(tool, arguments, &lisp.session)?,
        };
        let (asked, purpose) = match step {
            Step::Answer(answer) => return Ok(Some(answer)),
            Step::Evaluate(evaluation) => {
                lisp.enqueue(Task::Evaluate(evaluation), call, reply, turn)?;
                return Ok(None);
            }
            Step::Continue(how) => {
                lisp.enqueue(Task::Continue(how), call, reply, turn)?;
                return Ok(None);
            }
            Step::Reset => {
                lisp.reset(reply, &mut self.clients, turn);
                return Ok(None);
            }
            Step::Ask(what, name, package) => {
                (Asked::About(what, name.clone()), Purpose::Describe(name, package))
            }
            Step::File(path, action) => (Asked::File(path, action), Purpose::File),
            Step::Format(code, package) => {
                (Asked::About(Question::MacroBodies, code.to_string()), Purpose::Format(code, package))
            }
            Step::Validate(code, package) => {
                (Asked::About(Question::ReaderProblems, code.to_string()), Purpose::Validate(code, package))
            }
            Step::Export(what, path) => {
                let code = match what {
                    Exported::Session => resources::read(&lisp.session, &Part::Journal).unwrap_or_default(),
                    Exported::Failure { has_evaluations } => {
                        resources::failure(&lisp.session, has_evaluations)?
                    }
                };
                let Some(path) = path else {
                    let forms = lisp.session.journal.entries().len();
                    return Ok(Some(tools::export_answer(code, u32::try_from(forms).unwrap_or(u32::MAX))));
                };
                let action = FileAction::Write { content: code.into(), encoding: FileEncoding::Utf8 };
                (Asked::File(path, action), Purpose::File)
            }
            Step::Source(name) => {
                let part = Part::Definition(resources::canonical(&name), None);
                let source = resources::read(&lisp.session, &part);
                return Ok(Some(tools::inspection_answer(name, source, "definition of", None)));
            }
            Step::Definitions(name) => {
                let canonical = resources::canonical(&name);
                let definitions = resources::definitions(&lisp.session, &canonical);
                let source = resources::read(&lisp.session, &Part::Definition(canonical, None));
                return Ok(Some(tools::source_answer(name, source, definitions)));
            }
        };
        lisp.query(reply, asked, purpose, turn).map_err(str::to_owned)?;
        Ok(None)
    }

    fn on_sessions(
        &mut self,
        step: SessionsStep,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Result<Option<ToolAnswer>, ArgumentError> {
        let Self { lisps, clients, .. } = self;
        match step {
            SessionsStep::Create(name, limits) => lisps.create(name, &limits, reply, clients, turn).map(Some),
            SessionsStep::List => Ok(Some(lisps.describe())),
            SessionsStep::Guide(section) => {
                let guide = self.guide(section);
                if guide.is_none() {
                    self.wait_for_words(Wanted::Guide(section), reply, turn);
                }
                Ok(guide)
            }
            SessionsStep::Close(name) => lisps.close(&name, reply, clients, turn).map(Some),
        }
    }
}
