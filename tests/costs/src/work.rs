//! Counts work: the steps that code takes, and the bytes that it asks for. Both are the same on every machine
//! and under every load.
//!
//! A step is a basic block, counted by what LLVM puts into the code (`scripts/lib/costs.mjs` has the flags)
//! for every crate here but the standard library's own, compiled ahead: what is compared or moved within
//! memory in one go is one step.

#![allow(unsafe_code, reason = "counting, below everything that is counted")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::{Mutex, MutexGuard, PoisonError};

static mut STEPS: u64 = 0;
static mut BYTES: u64 = 0;

/// Called at each basic block; LLVM leaves functions of this name alone. It calls nothing: that would be
/// counted, by a call of this.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc() {
    // SAFETY: one thread at a time counts for a test, which holds `ALONE`. What another adds while it waits
    // for that is lost or not, and neither is read.
    unsafe { STEPS += 1 };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: all work is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as of the steps, and as the caller promises.
        unsafe {
            BYTES += layout.size() as u64;
            System.alloc(layout)
        }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }
}

/// Held by a test while it counts.
static ALONE: Mutex<()> = Mutex::new(());

/// From here on no other test counts.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Steps and bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    pub(crate) steps: u64,
    pub(crate) bytes: u64,
}

fn so_far() -> Work {
    // SAFETY: as of the steps.
    unsafe { Work { steps: STEPS, bytes: BYTES } }
}

/// What this takes.
pub(crate) fn work_of(work: impl FnOnce()) -> Work {
    let before = so_far();
    work();
    let after = so_far();
    Work { steps: after.steps - before.steps, bytes: after.bytes - before.bytes }
}

#[test]
fn counts_steps_and_bytes() {
    let _alone = alone();
    let names: Vec<String> = (0..1_000).map(|number| number.to_string()).collect();
    let looked_through = work_of(|| assert!(!names.contains(&String::from("none"))));
    assert!(looked_through.steps > 1_000, "nothing is counted; run: npm test -- costs ({looked_through:?})");
    assert!(looked_through.bytes < 100, "{looked_through:?}");
    let copied = work_of(|| drop(names.concat()));
    assert!((2_000..20_000).contains(&copied.bytes), "{copied:?}");
}
