//! Long texts on their way across the boundary: raw, beside the JSON that they belong to, so that they are neither escaped
//! nor read sign by sign.

use std::collections::VecDeque;
use std::rc::Rc;
use std::{mem, ptr};

use crate::server::{Action, take_texts};

/// Bytes of room that are kept for the next text.
const KEPT_ROOM: usize = 64 * 1024;

/// What is on its way.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Where the host writes a text.
    room: Vec<u8>,
    /// Arguments of the message that comes next.
    arguments: Vec<(String, String)>,
    /// Texts of answers that were handed over without them.
    answers: VecDeque<Rc<String>>,
    /// The one that the host reads.
    read: Option<Rc<String>>,
}

impl Texts {
    /// Where there is room for so many bytes.
    pub(super) fn room(&mut self, length: usize) -> *mut u8 {
        if self.room.len() < length {
            self.room = vec![0; length];
        }
        self.room.as_mut_ptr()
    }

    /// The room with what was written into it.
    pub(super) fn take_room(&mut self) -> Vec<u8> {
        self.read = None;
        mem::take(&mut self.room)
    }

    /// Keeps a room for what is written next, unless it is a large one.
    pub(super) fn keep_room(&mut self, room: Vec<u8>) {
        if room.len() <= KEPT_ROOM {
            self.room = room;
        }
    }

    /// So many bytes of UTF-8 in the room are that argument.
    pub(super) fn note_argument(&mut self, name: &str, written: usize) {
        let mut bytes = self.take_room();
        if bytes.len() <= KEPT_ROOM {
            let room = mem::take(&mut bytes);
            bytes.extend_from_slice(room.get(..written).unwrap_or_default());
            self.room = room;
        }
        bytes.truncate(written);
        self.arguments.push((name.to_owned(), String::from_utf8(bytes).unwrap_or_default()));
    }

    pub(super) fn take_arguments(&mut self) -> Vec<(String, String)> {
        mem::take(&mut self.arguments)
    }

    /// Takes the texts of long answers out of the actions.
    pub(super) fn hold(&mut self, actions: &mut [Action]) {
        take_texts(actions, &mut self.answers);
    }

    /// Where the next of them is; null if there is none.
    pub(super) fn next_answer(&mut self) -> *const u8 {
        self.read = self.answers.pop_front();
        self.read.as_ref().map_or(ptr::null(), |text| text.as_ptr())
    }

    /// How many bytes it has.
    pub(super) fn answer_length(&self) -> usize {
        self.read.as_ref().map_or(0, |text| text.len())
    }
}
