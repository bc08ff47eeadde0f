import { testLevels } from "./levels-cases.js";

testLevels(false);
