import { chromium } from "./engines/chromium.js";
import { scenarios } from "./scenarios.js";

scenarios(chromium, ["cross-origin isolated", "without headers"]);
