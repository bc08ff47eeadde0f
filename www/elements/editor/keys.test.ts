import { historyKeymap } from "@codemirror/commands";
import { expect, it } from "vitest";
import { indentationKeymap } from "./indentation.js";
import { editorKeys } from "./keys.js";
import { structureKeymap } from "./structure.js";

/** What the editor itself and the search bind. */
const ELSEWHERE = ["Mod-/", "Mod-f", "Mod-g"];

it("names keys that are bound, and each once", () => {
  const bound = [...indentationKeymap, ...structureKeymap, ...historyKeymap].map(({ key }) => key);
  const keys = editorKeys.map(({ key }) => key);
  for (const key of keys) expect([...bound, ...ELSEWHERE]).toContain(key);
  expect(new Set(keys).size).toBe(keys.length);
});

it("names each command that edits by forms", () => {
  const arrows = { ArrowRight: "→", ArrowLeft: "←" };
  for (const { key = "" } of structureKeymap) {
    const shown = Object.entries(arrows).reduce((text, [name, arrow]) => text.replace(name, arrow), key);
    expect(editorKeys.some((it) => it.key === key || it.does.endsWith(` (or ${shown})`))).toBe(true);
  }
});
