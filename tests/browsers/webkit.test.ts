import { webkit } from "./engines/webkit.js";
import { scenarios } from "./scenarios.js";

scenarios(webkit, ["cross-origin isolated", "without headers"]);
