/**
 * Keeps definitions from visit to visit, for pages that ask for that: a file of its own, which others do not
 * load.
 */
import { DefinitionKeeper, type Kept } from "./storage/definition-keeper.js";
import { DefinitionStore } from "./storage/definition-store.js";
import type { Clock } from "./time/clock.js";

export const definitionKeeper = (name: string, kept: Kept, isOn: boolean, clock: Clock): DefinitionKeeper =>
  new DefinitionKeeper(new DefinitionStore(name, clock), kept, isOn, clock);
