/** Keeps compiled systems, for pages that ask for that: a file of its own, which others do not load. */
import { type StartCompiling, SystemCompiler } from "./images/system-compiler.js";
import { CompiledBlobs } from "./storage/compiled-blobs.js";
import type { Clock } from "./time/clock.js";

export const systemCompiler = (clock: Clock, start: StartCompiling): SystemCompiler =>
  new SystemCompiler(new CompiledBlobs(clock), clock, start);
