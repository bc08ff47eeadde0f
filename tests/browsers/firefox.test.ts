import { firefox } from "./engines/firefox.js";
import { scenarios } from "./scenarios.js";

scenarios(firefox, ["cross-origin isolated", "without headers"]);
