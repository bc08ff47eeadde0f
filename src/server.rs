//! The server: a state machine without I/O. A client's message, an image's event or a clock's tick goes in;
//! what the host has to do comes out. It reads no clock and waits for nothing, so every race can be written
//! as a test.

mod actions;
mod asking;
mod clients;
mod lisps;
mod notifications;
mod options;
mod recovery;
mod requests;

pub use actions::Action;
pub use asking::held::{HOLD_MS, MAX_INPUTS, MAX_QUESTIONS, MAX_WRONG_ANSWERS};
pub use asking::request_state::{STATE_MS, Secret};
pub use asking::{ANSWER_MS, MAX_ROUNDS};
pub use clients::traffic::{BURST, MAX_CLIENTS, MAX_MESSAGE, REFUSALS};
pub use clients::{ClientId, MAX_OPEN};
pub use lisps::MAX_SESSIONS;
pub use notifications::logging::LOGGED_PER_SECOND;
pub use notifications::subscriptions::{MAX_LISTENS, MAX_SUBSCRIBED, MAX_SUBSCRIBED_BYTES};
pub use options::Options;
pub use recovery::saved::SavedNames;
pub use recovery::{MAX_IMAGES, STEP_MS, TOTAL_MS};
pub use requests::MAX_BATCH;
pub use requests::queries::{MAX_QUERIES, QUERY_MS};

use crate::data::Raw;
use crate::engine::ImageId;
use crate::jsonrpc::{self, ErrorObject, INVALID_REQUEST, Id, Incoming, PARSE_ERROR};
use crate::tools::{ToolSets, Words};
use crate::transport::Admission;
use actions::Turn;
use asking::Asking;
use asking::request_state::Seal;
use clients::Clients;
use clients::traffic::{TOO_LONG, TOO_MANY};
use lisps::Lisps;
use requests::told::Waiting;

/// The image of session `main`.
pub const MAIN_IMAGE: ImageId = 0;

/// The most pending evaluations of one session; more are refused at once rather than answered much too late.
pub const MAX_WAITING: usize = 256;

/// The most of them that are one client's, so that none can keep the others out.
pub const MAX_WAITING_OF_A_CLIENT: usize = 128;

/// The most bytes of their text together.
pub const MAX_WAITING_BYTES: usize = 64 * 1024 * 1024;

/// The most of these bytes that are one client's.
pub const MAX_WAITING_BYTES_OF_A_CLIENT: usize = 32 * 1024 * 1024;

/// The grace period, in milliseconds: the time for an image to stop an evaluation after its deadline.
pub const GRACE_MS: u64 = 2_000;

/// Milliseconds that a starting image may be silent before it is given up.
pub const BOOT_SILENCE_MS: u64 = 18_000;

/// The error of open requests when the server is closed.
const CLOSED: &str = "The server was closed.";

/// One server and its Lisps. Each input comes with the time, `now_ms`, on a clock that is never set and
/// stands still while the computer sleeps: all limits are measured with it. The image of session `main` is
/// started by the host with it, any other when the server says so.
#[derive(Debug)]
pub struct Server {
    admission: Admission,
    clients: Clients,
    lisps: Lisps,
    tools: ToolSets,
    words: Words,
    waiting: Waiting,
    armed_ms: Option<u64>,
    date_ms: u64,
}

impl Server {
    /// A server whose image is starting.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let lisps = Lisps::new(&options);
        Self {
            admission: Admission::new(options.origins),
            clients: Clients::new(Asking::new(Seal::new(options.secret))),
            lisps,
            tools: options.tools,
            words: options.words,
            waiting: Waiting::default(),
            armed_ms: None,
            date_ms: 0,
        }
    }

    /// The date in milliseconds since 1970, written where people read when something was. It may leap, so
    /// nothing is measured with it.
    pub fn set_date(&mut self, date_ms: u64) {
        self.date_ms = date_ms;
    }

    fn turn(&self, now_ms: u64) -> Turn {
        Turn::at(now_ms, self.date_ms)
    }

    /// Whether a window of that origin may attach a client, where so many are attached.
    #[must_use]
    pub fn admits(&self, origin: &str, attached: u32) -> bool {
        attached < MAX_CLIENTS && self.admission.admits(origin)
    }

    /// Whether a message of this client is to be read at all.
    pub fn hears(&mut self, client: ClientId, now_ms: u64) -> bool {
        self.clients.get(client).traffic.is_open(now_ms)
    }

    /// A client sent a message longer than [`MAX_MESSAGE`], of which nothing was read but its id.
    pub fn long_message(&mut self, client: ClientId, id: &Raw, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        let within = self.clients.get(client).traffic.count(1, MAX_MESSAGE, now_ms);
        if let Some(id) = Id::new(id) {
            let problem = if within { TOO_LONG } else { TOO_MANY };
            let error = ErrorObject::new(INVALID_REQUEST, problem);
            turn.actions.send(client, jsonrpc::response(Some(&id), Err(error)));
        }
        self.proceed(turn)
    }

    /// A client sent what is no message, for that reason.
    pub fn unreadable_message(&mut self, client: ClientId, problem: &str, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        let within = self.clients.get(client).traffic.count(1, 0, now_ms);
        if within {
            let error = ErrorObject::new(PARSE_ERROR, format!("Parse error: {problem}"));
            turn.actions.send(client, jsonrpc::response(None, Err(error)));
        }
        self.proceed(turn)
    }

    /// A client sent one JSON-RPC message or, where its protocol has them, a batch. As text it would have
    /// about `length` characters.
    pub fn client_message(
        &mut self,
        client: ClientId,
        message: &Raw,
        length: usize,
        now_ms: u64,
    ) -> Vec<Action> {
        if length > MAX_TEXT {
            return self.long_message(client, &Raw::default(), now_ms);
        }
        let mut turn = self.turn(now_ms);
        let within = self.clients.get(client).traffic.count(1, length, now_ms);
        match message.items() {
            Some(messages) if !within => {
                for message in &messages {
                    refuse(client, message, &mut turn);
                }
            }
            None if !within => refuse(client, message, &mut turn),
            Some(messages) => {
                self.clients.get(client).traffic.count(messages.len(), 0, now_ms);
                self.batch(client, &messages, &mut turn);
            }
            None => self.message(client, message, None, &mut turn),
        }
        self.proceed(turn)
    }

    /// A client is gone. What it asked for is dropped, and what runs for it is ended. The sessions it made
    /// stay: by the protocol a connection that ends says nothing about what it was used for, and others may
    /// know their names.
    pub fn client_closed(&mut self, client: ClientId, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        self.clients.forget(client);
        self.waiting.forget(client, None);
        for lisp in self.lisps.all() {
            lisp.forget(client, None, &mut turn);
        }
        self.proceed(turn)
    }

    /// The person at the host ends what runs in a session for any client, who is told by whom: `who` is a
    /// noun phrase. A session that there is not, or that evaluates nothing, is left as it is.
    pub fn stop_evaluation(&mut self, session: &str, who: &str, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        if let Ok(lisp) = self.lisps.named(session) {
            lisp.stop(who, &mut self.clients, &mut turn);
        }
        self.proceed(turn)
    }

    /// An image, or its host, reported an event.
    pub fn engine_event(&mut self, image: ImageId, event: &Raw, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        if let Some(lisp) = self.lisps.with_image(image) {
            lisp.hear(event, &mut self.clients, &mut turn);
        }
        self.proceed(turn)
    }

    /// The host has drawn what it was asked to draw as number `id`: a PNG in base64 for each picture, or none
    /// where it could not.
    pub fn drawn(&mut self, id: u32, pngs: Vec<Option<String>>, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        self.clients.drawn(id, pngs, &mut turn);
        self.proceed(turn)
    }

    /// The time that a timer was armed for has come.
    pub fn tick(&mut self, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        self.armed_ms = None;
        #[cfg(feature = "fixtures")]
        self.end_late_rounds(&mut turn);
        for lisp in self.lisps.all() {
            lisp.look_at_the_clock(&mut self.clients, &mut turn);
        }
        self.clients.end_drawings(now_ms, &mut turn);
        self.proceed(turn)
    }

    /// The host ends this server: all that is open is answered, and subscriptions are ended as the protocol
    /// asks for.
    pub fn close(&mut self, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        for lisp in self.lisps.all() {
            lisp.end_with_server(&mut self.clients, &mut turn);
        }
        self.end_waiting(&mut turn);
        self.clients.end_drawings(u64::MAX, &mut turn);
        #[cfg(feature = "fixtures")]
        self.end_rounds(CLOSED, &|_| true, &mut turn);
        self.end_subscriptions(&mut turn);
        turn.actions.into_list()
    }

    /// Begins what can begin, in every session, and sees to the timer.
    fn proceed(&mut self, mut turn: Turn) -> Vec<Action> {
        self.lisps.begin_evaluations(&mut self.clients, &mut turn);
        // A timer that rings too early is armed anew then; to move it for every evaluation would cost the
        // host more.
        let is_sooner = |due_ms: &u64| self.armed_ms.is_none_or(|armed_ms| *due_ms < armed_ms);
        let due_ms = self.lisps.due_ms();
        let due_ms = [due_ms, self.clients.drawings.due_ms()].into_iter().flatten().min();
        #[cfg(feature = "fixtures")]
        let due_ms = [due_ms, self.clients.asking.due_ms()].into_iter().flatten().min();
        if let Some(due_ms) = due_ms.filter(is_sooner) {
            turn.actions.arm_timer(due_ms);
            self.armed_ms = Some(due_ms);
        }
        for lisp in self.lisps.all() {
            lisp.tell_changes(&mut turn);
        }
        self.clients.tell_changes(&turn.changes, &mut turn.actions);
        turn.actions.into_list()
    }
}

/// A character may take three bytes, or six where JSON escapes it.
const MAX_TEXT: usize = 6 * MAX_MESSAGE;

/// Answers a request that is one too many; anything else is dropped.
fn refuse(client: ClientId, message: &Raw, turn: &mut Turn) {
    if let Ok(Incoming::Request(request)) = jsonrpc::classify(message) {
        let error = ErrorObject::new(INVALID_REQUEST, TOO_MANY);
        turn.actions.send(client, jsonrpc::response(Some(&request.id), Err(error)));
    }
}
