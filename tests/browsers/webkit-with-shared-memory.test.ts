import { webkitWithSharedMemory } from "./engines/webkit.js";
import { scenarios } from "./scenarios.js";

// Without the headers it is the same as without shared memory.
scenarios(webkitWithSharedMemory, ["cross-origin isolated"]);
