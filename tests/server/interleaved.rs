//! Requests, events and the clock in any order: see `world.rs` for what must hold.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fuzzing::config;
use crate::world::World;

#[derive(Clone, Debug)]
enum Step {
    Call(usize, &'static str, Value),
    Batch(Vec<(&'static str, Value)>),
    Method(usize, &'static str),
    Listen(usize),
    Withdraw(usize),
    Leave(usize),
    Ready(usize),
    Die(usize),
    Complete(usize, u8, bool),
    Repeat(usize),
    Find(usize),
    Load(bool),
    Say(usize, Value),
    Tick,
    /// The clock advances, or is set back.
    Clock(i64),
}

fn session() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => Just(json!({})),
        3 => Just(json!({"session": "a"})),
        1 => Just(json!({"session": "main"})),
        1 => Just(json!({"session": "nobody"})),
    ]
}

fn call() -> impl Strategy<Value = (&'static str, Value)> {
    let tool = prop::sample::select(vec![
        "evaluate-lisp",
        "evaluate-lisp",
        "evaluate-lisp",
        "evaluate-lisp",
        "describe-last-error",
        "get-backtrace",
        "configure-limits",
        "reset-session",
        "create-session",
        "close-session",
        "list-sessions",
        "no-such-tool",
    ]);
    (tool, session())
}

fn step() -> impl Strategy<Value = Step> {
    let client = 0..4_usize;
    let image = 0..3_usize;
    let methods = vec![
        "ping",
        "tools/list",
        "server/discover",
        "initialize",
        "no/such",
        "notifications/x",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
        "logging/setLevel",
        "completion/complete",
        "resources/read",
        "prompts/get",
    ];
    prop_oneof![
        10 => (client.clone(), call()).prop_map(|(client, (tool, arguments))| Step::Call(client, tool, arguments)),
        1 => vec(call(), 0..4).prop_map(Step::Batch),
        3 => (client.clone(), prop::sample::select(methods)).prop_map(|(client, method)| Step::Method(client, method)),
        1 => client.clone().prop_map(Step::Listen),
        2 => (0..20_usize).prop_map(Step::Withdraw),
        1 => client.prop_map(Step::Leave),
        4 => image.clone().prop_map(Step::Ready),
        1 => image.clone().prop_map(Step::Die),
        8 => (image.clone(), any::<u8>(), any::<bool>()).prop_map(|(image, how, defines)| Step::Complete(image, how, defines)),
        1 => (0..20_usize).prop_map(Step::Repeat),
        2 => (0..5_usize).prop_map(Step::Find),
        2 => any::<bool>().prop_map(Step::Load),
        1 => (image, stray()).prop_map(|(image, event)| Step::Say(image, event)),
        2 => Just(Step::Tick),
        2 => prop_oneof![0..5_000_i64, 20_000..120_000_i64, -100_000..0_i64].prop_map(Step::Clock),
    ]
}

/// Events that end nothing, and some that cannot be read.
fn stray() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"kind": "booting", "step": "Fetching", "done": 0, "total": 3})),
        (0..20_u32, ".{0,20}")
            .prop_map(|(id, text)| json!({"kind": "output", "id": id, "stream": "stdout", "text": text})),
        Just(json!({"kind": "nonsense"})),
        Just(json!([])),
    ]
}

fn play(steps: Vec<Step>) -> World {
    let mut world = World::new();
    for step in steps {
        match step {
            Step::Call(client, tool, arguments) => world.call(client, tool, arguments),
            Step::Batch(calls) => world.batch(&calls),
            Step::Method(client, method) => world.method(client, method),
            Step::Listen(client) => world.listen(client),
            Step::Withdraw(nth) => world.withdraw(nth),
            Step::Leave(client) => world.leave(client),
            Step::Ready(image) => world.ready(image),
            Step::Die(image) => world.die(image),
            Step::Complete(image, how, defines) => world.complete(image, how, defines),
            Step::Repeat(nth) => world.repeat(nth),
            Step::Find(nth) => world.find(nth),
            Step::Load(is_whole) => world.load(is_whole),
            Step::Say(image, event) => world.say(image, &event),
            Step::Tick => world.tick(),
            Step::Clock(ms) => world.now_ms = world.now_ms.saturating_add_signed(ms),
        }
    }
    world
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn answers_everything_once_whatever_happens(steps in vec(step(), 0..60)) {
        play(steps).end();
    }

    #[test]
    fn answers_everything_once_when_it_is_closed_at_any_time(steps in vec(step(), 0..60)) {
        play(steps).close();
    }
}
