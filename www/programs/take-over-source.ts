import { recall, remember } from "../storage.js";
import type { Library } from "./library.js";
import { makeProgram } from "./program.js";

/** Makes a program of the one text that earlier versions of this page kept. */
export function takeOverSource(library: Library): void {
  const text = recall("source");
  if (text === null) return;
  const program = makeProgram({ name: "My program", origin: "own", text });
  if (library.write(program, null).outcome !== "kept") return;
  remember("last-program", program.id);
  remember("source", null);
}
