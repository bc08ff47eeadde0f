/**
 * Fetches the functions of the Lisp that few programs call (`derive/split.ts`). A Worker does so when it has
 * answered for the first time, or at once when a program calls one before; elsewhere they are there from the
 * start.
 */

import { makeCode } from "../runtime/code.js";
import { makeString } from "../runtime/objects/vectors.js";
import { simpleError } from "../runtime/signals.js";

/** What the file of these functions exports. */
interface RareFunctions {
  /** Of the build; the Lisp's own file names the one that it goes with. */
  readonly id: string;
  /** The functions, made of the variables that they name. */
  readonly make: (...variables: unknown[]) => readonly unknown[];
}

export interface RareSource {
  /**
   * What the file of the build `id` exports; waits for it where it has not come. Throws a MissingPart where
   * it cannot be had; the next call tries again.
   */
  readonly load: (id: string) => RareFunctions;
  /** Begins to fetch the file, once; returns at once. */
  readonly prefetch: () => void;
}

class MissingPart extends Error {}

/** The source of the file at that address, for this thread. */
export async function rareSource(file: string): Promise<RareSource> {
  if (typeof document === "undefined" && typeof XMLHttpRequest === "function") return fetchedLate(file);
  const functions: RareFunctions = await import(/* @vite-ignore */ file);
  return { load: (id) => ofBuild(id, functions), prefetch: () => {} };
}

/** As the derived JSCL asks for them: the functions of the build `id`. Signals where they cannot be had. */
export function makerOf(source: RareSource): (id: string) => RareFunctions["make"] {
  return (id) => {
    try {
      return source.load(id).make;
    } catch (problem) {
      if (!(problem instanceof MissingPart)) throw problem;
      return simpleError("A part of the Lisp could not be loaded: ~A.", makeString(problem.message));
    }
  };
}

/** The state of a request that has ended; the name is gone when a Worker is locked. */
const DONE = 4;
const OK = 200;
const HEAD = "export const ";

/** Both requests are made before the Worker is locked, which has no more of them then. */
function fetchedLate(file: string): RareSource {
  const [idle, urgent] = [new XMLHttpRequest(), new XMLHttpRequest()];
  idle.open("GET", file);
  let isAsked = false;
  return {
    load(id) {
      if (idle.readyState === DONE && isFile(idle)) {
        const early = functionsOf(idle, file);
        if (early.id === id) return early;
      }
      try {
        urgent.open("GET", file, false);
        urgent.send();
      } catch {
        throw new MissingPart(`${file} cannot be reached`);
      }
      return ofBuild(id, functionsOf(urgent, file));
    },
    prefetch() {
      if (!isAsked) idle.send();
      isAsked = true;
    },
  };
}

const isFile = ({ status, responseText }: XMLHttpRequest) => status === OK && responseText.startsWith(HEAD);

function ofBuild(id: string, functions: RareFunctions): RareFunctions {
  if (functions.id === id) return functions;
  throw new MissingPart("it is of another build");
}

function functionsOf(request: XMLHttpRequest, file: string): RareFunctions {
  const { status, responseText } = request;
  if (status !== OK) throw new MissingPart(`the server answered ${status} for ${file}`);
  if (!isFile(request)) throw new MissingPart(`${file} is another file`);
  // A server of development may have put a comment at the end.
  const body = `"use strict";const ${responseText.slice(HEAD.length)}\n;return{id,make}\n//# sourceURL=${file}`;
  return makeCode([], body)() as RareFunctions;
}
