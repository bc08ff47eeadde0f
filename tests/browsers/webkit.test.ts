import { webkit, webkitWithSharedMemory } from "./engines/webkit.js";
import { scenarios } from "./scenarios.js";

scenarios(webkit, ["cross-origin isolated", "without headers"]);
// Without the headers it is the same.
scenarios(webkitWithSharedMemory, ["cross-origin isolated"]);
