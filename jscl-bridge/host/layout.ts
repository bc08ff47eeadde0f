import type { Event, LaidOut } from "../contract/engine.js";
import type { Action } from "../contract/host.js";
import { importModule } from "./files/module-file.js";
import type { Clock } from "./time/clock.js";

/** Milliseconds that a text may keep this thread, which has clients to answer. */
const LAY_OUT_MS = 3000;

/** A text that the server wants laid out. */
type Wanted = Extract<Action, { kind: "lay-out" }>;

/** The event by which the server learns how the lines of a text are to be indented; never rejects. */
export async function layOut(file: URL, clock: Clock, { id, code, bodies }: Wanted): Promise<Event> {
  const nothing: LaidOut = { id, columns: [], problems: [], failure: null };
  try {
    const loaded = await importModule(file, clock);
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
