import { testLevels, testLevelsAtInput } from "./levels-cases.js";

// Where threads share no memory.
testLevels(true);
testLevelsAtInput();
