import * as cells from "./cells.mjs";
import { ends } from "./ends.mjs";
import { files, grantedFiles } from "./files.mjs";
import { frames, levels } from "./levels.mjs";
import { recordings, traces } from "./recordings.mjs";
import { lists, subscriptions } from "./resources.mjs";
import { sessions, visitors } from "./sessions.mjs";
import { breakpoints, steps } from "./steps.mjs";
import { systems, systemsElsewhere } from "./systems.mjs";
import { exported, lookups, values } from "./values.mjs";

/** Every surface, once in a round. */
const EVERYWHERE = [
  ...[files, levels, recordings, subscriptions, values, grantedFiles, frames, steps, lists, lookups],
  ...[systems, breakpoints, traces, exported, visitors, ends, sessions, systemsElsewhere],
];

const IN_A_PAGE = [cells.cells, cells.frames, cells.cells];

export const coursesFor = (server) => (server.cell ? [...EVERYWHERE, ...IN_A_PAGE] : EVERYWHERE);
