// Generated from the Rust types; change those, then run: npm run generate
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
import type { Answer, Command } from "./engine.js";
import type { Restored } from "./results.js";

/**
 * One thing for the host to do.
 */
export type Action = { "kind": "send",
/**
 * To whom.
 */
client: number,
/**
 * One JSON-RPC message, or a batch.
 */
message: object, } | { "kind": "command",
/**
 * To which.
 */
image: number,
/**
 * What.
 */
command: Command, } | { "kind": "interrupt",
/**
 * Which.
 */
image: number,
/**
 * Which of its evaluations; the image may be done with it already.
 */
evaluation: number, } | { "kind": "answer",
/**
 * In which image.
 */
image: number,
/**
 * With what.
 */
answer: Answer, } | { "kind": "lay-out",
/**
 * For which.
 */
image: number,
/**
 * Returned in that event.
 */
id: number,
/**
 * The text.
 */
code: string,
/**
 * Of macros that the text does not define, how many arguments come before the `&body`, by their
 * names in lower case.
 */
bodies: Record<string, number>, } | { "kind": "draw",
/**
 * Returned in that call.
 */
id: number,
/**
 * Texts of SVG.
 */
pictures: Array<string>, } | { "kind": "load-words" } | { "kind": "start-image",
/**
 * Under which number; it was never used before.
 */
image: number, } | { "kind": "stop-image",
/**
 * Which.
 */
image: number,
/**
 * Why, for a person to read.
 */
reason: string, } | { "kind": "replace-image",
/**
 * Which.
 */
image: number,
/**
 * Why, for a person to read.
 */
reason: string, } | { "kind": "keep-definitions" } | { "kind": "try-saved",
/**
 * The digest that identifies the form.
 */
form: string, } | { "kind": "restored-saved",
/**
 * Its outcome.
 */
restored: Restored, } | { "kind": "arm-timer",
/**
 * In milliseconds of the clock that inputs come with.
 */
atMs: number, };

/**
 * What there is to restore of an earlier visit.
 */
export type SavedNames = {
/**
 * How many forms.
 */
count: number,
/**
 * Of the first ones, what they define.
 */
names: Array<string>, };

/**
 * One thing for the host to do.
 */
export type Step = { "kind": "post",
/**
 * To which window.
 */
to: WindowName,
/**
 * Only if that is of this origin.
 */
origin: string,
/**
 * What.
 */
message: unknown, } | { "kind": "hear",
/**
 * The client's window.
 */
from: WindowName,
/**
 * The channel of its envelopes; `null` where there are none.
 */
channel: string | null,
/**
 * Where answers go.
 */
origin: string,
/**
 * What it says.
 */
message: unknown, } | { "kind": "gone",
/**
 * Its window.
 */
from: WindowName,
/**
 * The channel of its envelopes; `null` where there are none.
 */
channel: string | null, } | { "kind": "wait",
/**
 * How long.
 */
milliseconds: number, } | { "kind": "problem",
/**
 * Of this.
 */
problem: BindingProblem, };

/**
 * What a line is known by: a channel of envelopes, or a window that posts messages as they are.
 */
export type LineName = {
/**
 * The window.
 */
from: WindowName,
/**
 * The channel; `null` for what has no envelope.
 */
channel: string | null, };

/**
 * A window that may speak to the server, as seen from its own.
 */
export type WindowName = "self" | "parent" | "opener";

/**
 * Something that is wrong between the server and its clients, and that neither of them would notice.
 */
export type BindingProblem = {
/**
 * What is wrong.
 */
kind: Problem,
/**
 * Where the client is, as seen from this page.
 */
window: WindowName,
/**
 * The channel of its envelopes; `null` where there are none.
 */
channel: string | null,
/**
 * The origin of the message that showed it; `""` where none did.
 */
origin: string,
/**
 * All of that as a sentence.
 */
message: string, };

/**
 * What is known to be wrong, never what might be.
 */
export type Problem = "refused-origin" | "repeated-id" | "second-client" | "second-server" | "app-refused" | "app-unanswered";
