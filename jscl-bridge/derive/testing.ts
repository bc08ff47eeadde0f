import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createContext, Script } from "node:vm";

/** What tests use of a booted JSCL. */
export interface TestImage {
  evaluateString(text: string): unknown;
  internals: {
    safepoint: { fuel: number; tick: () => void };
    becomeCurrent(): void;
  };
  packages: Record<string, { symbols: Record<string, unknown> }>;
}

export function readStockSource(): string {
  return readFileSync(createRequire(import.meta.url).resolve("jscl"), "utf8");
}

/** Boots npm's file as a Worker would, in a realm of its own. */
export function bootStock(source: string): TestImage {
  const context = createContext({ console: { log() {} } });
  return new Script(`globalThis.self = globalThis;${source};self.jscl`).runInContext(context) as TestImage;
}

/** Loads derived code in a realm of its own; answers what the module exports. */
export function loadDerived(code: string): (options?: object) => TestImage {
  const context = createContext({ console: { log() {} } });
  const text = code.replace(/^export const/m, "const");
  return new Script(`"use strict";${text};createJscl`).runInContext(context) as (
    options?: object,
  ) => TestImage;
}

/** Values of one form as Lisp prints them, or what it threw. */
export function printed(image: TestImage, form: string): string {
  try {
    return String(image.evaluateString(`(prin1-to-string (multiple-value-list ${form}))`));
  } catch (thrown) {
    return `threw ${thrown instanceof Object && "message" in thrown ? String(thrown.message) : String(thrown)}`;
  }
}
