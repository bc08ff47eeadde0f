import type { ProfileReport } from "jscl-mcp";

/** Where the time of an evaluation went. */
export type Profile = Omit<ProfileReport, "text">;

/** The data of `profile-code`, or null where it is something else. */
export function readProfile(data: unknown): Profile | null {
  if (typeof data !== "object" || data === null) return null;
  const { samples, realMs, functions, stacks, values } = data as Partial<Profile>;
  const isProfile =
    [samples, realMs].every((each) => typeof each === "number") &&
    [functions, stacks, values].every((each) => Array.isArray(each));
  return isProfile ? (data as Profile) : null;
}

/** A function in a profile, called by another one. */
export interface Call {
  readonly name: string;
  /** How often it calls itself directly, at most: such calls are one. */
  depth: number;
  /** The samples in which it ran, and those in which nothing ran inside of it. */
  total: number;
  self: number;
  readonly calls: Call[];
}

/** The calls that folded stacks tell of, the largest first; the outermost is all of it. */
export function callsOf(stacks: readonly string[]): Call {
  const all: Call = { name: "all", depth: 1, total: 0, self: 0, calls: [] };
  for (const stack of stacks) {
    const [, names = "", count = "0"] = /^([\s\S]*) (\d+)$/.exec(stack) ?? [];
    const samples = Number(count);
    all.total += samples;
    let at = all;
    let again = 1;
    for (const name of names.split(";")) {
      if (name === at.name && at !== all) {
        again += 1;
        at.depth = Math.max(at.depth, again);
        continue;
      }
      again = 1;
      let inner = at.calls.find((each) => each.name === name);
      if (!inner) {
        inner = { name, depth: 1, total: 0, self: 0, calls: [] };
        at.calls.push(inner);
      }
      inner.total += samples;
      at = inner;
    }
    at.self += samples;
  }
  sort(all);
  return all;
}

function sort({ calls }: Call): void {
  calls.sort((one, other) => other.total - one.total);
  for (const each of calls) sort(each);
}
