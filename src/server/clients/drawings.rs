//! Answers with pictures that are drawn as text, until the host has made images of them: providers of models
//! refuse SVG.

use crate::data::Text;
use crate::jsonrpc::Id;
use crate::protocol::ToolAnswer;
use crate::server::actions::Turn;
use crate::server::clients::{ClientId, Clients, ReplyTo};

/// How long the host may take, in milliseconds. It keeps to a shorter time itself.
const DRAW_MS: u64 = 10_000;

/// An answer that waits for its pictures.
#[derive(Debug)]
struct Drawing {
    id: u32,
    reply: ReplyTo,
    answer: ToolAnswer,
    due_ms: u64,
}

/// The answers of all clients that wait for pictures.
#[derive(Debug, Default)]
pub(in crate::server) struct Drawings {
    list: Vec<Drawing>,
    last_id: u32,
}

impl Drawings {
    /// When the host has had its time for one of them.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        self.list.iter().map(|drawing| drawing.due_ms).min()
    }

    /// Drops those of a client's, or the one of that request. Returns them.
    pub(in crate::server) fn forget(&mut self, client: ClientId, id: Option<&Id>) -> Vec<ReplyTo> {
        let is_meant = |drawing: &mut Drawing| {
            drawing.reply.client == client && id.is_none_or(|id| drawing.reply.id == *id)
        };
        self.list.extract_if(.., is_meant).map(|drawing| drawing.reply).collect()
    }
}

impl Clients {
    /// Has the host draw what an answer shows, and keeps the answer until then. Returns one that has nothing
    /// to draw, or whose client draws itself.
    pub(super) fn drawn_first(
        &mut self,
        reply: &ReplyTo,
        answer: ToolAnswer,
        turn: &mut Turn,
    ) -> Option<ToolAnswer> {
        let drawings: Vec<Text> = answer.images.iter().filter_map(|image| image.svg.clone()).collect();
        if drawings.is_empty() || reply.caller.draws {
            return Some(answer);
        }
        self.drawings.last_id = self.drawings.last_id.wrapping_add(1);
        let id = self.drawings.last_id;
        let due_ms = turn.now_ms.saturating_add(DRAW_MS);
        self.drawings.list.push(Drawing { id, reply: reply.clone(), answer, due_ms });
        turn.actions.draw(id, drawings);
        None
    }

    /// The host has drawn what answer `id` shows: a PNG in base64 for each, or none where it could not.
    pub(in crate::server) fn drawn(&mut self, id: u32, pngs: Vec<Option<String>>, turn: &mut Turn) {
        let Some(place) = self.drawings.list.iter().position(|drawing| drawing.id == id) else { return };
        let Drawing { reply, mut answer, .. } = self.drawings.list.swap_remove(place);
        let mut pngs = pngs.into_iter();
        for image in answer.images.iter_mut().filter(|image| image.svg.is_some()) {
            image.png = pngs.next().flatten();
        }
        self.send_answer(&reply, &answer, turn);
    }

    /// Answers those that have waited long enough, without their pictures; all of them at the end of time.
    pub(in crate::server) fn end_drawings(&mut self, now_ms: u64, turn: &mut Turn) {
        let late: Vec<u32> =
            self.drawings.list.iter().filter(|each| each.due_ms <= now_ms).map(|each| each.id).collect();
        for id in late {
            self.drawn(id, Vec::new(), turn);
        }
    }
}
