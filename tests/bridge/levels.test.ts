import { testLevels, testLevelsAtInput } from "./levels-cases.js";

testLevels(false);
testLevelsAtInput();
