import { beforeAll } from "vitest";
import { testLevels, testLevelsAtInput } from "./levels-cases.js";
import { Levels } from "./levels-driver.js";

const levels = new Levels();
beforeAll(() => levels.boot());
testLevels(levels);
testLevelsAtInput(levels);
