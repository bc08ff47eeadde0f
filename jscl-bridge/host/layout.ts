import type { Event, LaidOut } from "../contract/engine.js";
import type { Action } from "../contract/host.js";
import { importModule } from "./files/module-file.js";
import type { Clock } from "./time/clock.js";
import { within } from "./time/within.js";

/** Milliseconds that the file may take to load. */
const LOAD_MS = 30_000;

/** Milliseconds that a text may keep this thread, which has clients to answer. */
const LAY_OUT_MS = 3000;

/** A text that the server wants laid out. */
type Wanted = Extract<Action, { kind: "lay-out" }>;

/** The event by which the server learns how the lines of a text are to be indented; never rejects. */
export async function layOut(file: URL, clock: Clock, { id, code, bodies }: Wanted): Promise<Event> {
  const nothing: LaidOut = { id, columns: [], problems: [], failure: null };
  try {
    const problem = `${file.href} was not loaded within ${LOAD_MS / 1000} seconds.`;
    const loaded = await within(clock, LOAD_MS, importModule(file), problem);
    const { columns, problems } = (loaded as typeof import("../syntax/layout.js")).layOut(
      code,
      bodies,
      LAY_OUT_MS,
    );
    return { kind: "laid-out", ...nothing, columns: [...columns], problems: [...problems] };
  } catch (error) {
    const failure = error instanceof RangeError ? "It is nested too deeply." : (error as Error).message;
    return { kind: "laid-out", ...nothing, failure };
  }
}
