import { hasTexts, isObject } from "../elements/fields.js";
import { freshId } from "./fresh-id.js";

/** Where a program began. */
export type Origin = "own" | "example" | "link" | "tutorial";

/** The text of a program as it once was. */
interface Version {
  readonly text: string;
  readonly atMs: number;
}

/** A program of the person's, or one that was opened here. */
export interface Program {
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
  readonly text: string;
  readonly changedMs: number;
  /** Earlier texts, the newest first. */
  readonly versions: readonly Version[];
}

/** A program's earlier texts are at most so many, and so many characters together. */
const MOST_VERSIONS = 12;
const MOST_CHARACTERS = 200_000;

/** Characters of a name. */
export const LONGEST_NAME = 60;

export function makeProgram(given: Pick<Program, "name" | "origin" | "text">): Program {
  return { ...given, id: freshId(), changedMs: Date.now(), versions: [] };
}

/** The program with its present text among its versions, without the oldest ones where they are too many. */
export function withVersion(program: Program, atMs = Date.now()): Program {
  const { text, versions } = program;
  if (text.trim() === "" || versions[0]?.text === text) return program;
  const kept: Version[] = [];
  let room = MOST_CHARACTERS;
  for (const each of [{ text, atMs }, ...versions.filter((version) => version.text !== text)]) {
    room -= each.text.length;
    if (room < 0 || kept.length === MOST_VERSIONS) break;
    kept.push(each);
  }
  return { ...program, versions: kept };
}

/** A name like this one that is not in use: the name itself, or the name and a number. */
export function unusedName(name: string, used: readonly string[]): string {
  const taken = new Set(used);
  const wanted = tidyName(name);
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, "").slice(0, LONGEST_NAME - 5);
  for (let number = 2; ; number++) {
    const next = `${stem} ${number}`;
    if (!taken.has(next)) return next;
  }
}

/** A name on one line, not too long, and never empty. */
export function tidyName(name: string): string {
  // Characters that change the direction of text, or are not seen, would let one name look like another.
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return [...plain].slice(0, LONGEST_NAME).join("").trim() || "Untitled";
}

const ORIGINS: ReadonlySet<unknown> = new Set(["own", "example", "link", "tutorial"]);

function isVersion(value: unknown): value is Version {
  return isObject(value) && typeof value["text"] === "string" && typeof value["atMs"] === "number";
}

/** Whether stored data is a program. */
export function isProgram(value: unknown): value is Program {
  return (
    isObject(value) &&
    hasTexts(value, "id", "name", "text") &&
    ORIGINS.has(value["origin"]) &&
    typeof value["changedMs"] === "number" &&
    Array.isArray(value["versions"]) &&
    value["versions"].every(isVersion)
  );
}
