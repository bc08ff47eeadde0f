/**
 * Fetches the functions of the Lisp and of the engine that few programs run (`derive/split.ts`,
 * `derive/engine-split.ts`). A Worker does so when it has answered for the first time, or at once when one is
 * called before; a thread of Node's at the first call. In a page's own thread they are there from the start.
 */

import { makeCode } from "../runtime/code.js";
import { makeString } from "../runtime/objects/vectors.js";
import { simpleError } from "../runtime/signals.js";
import { lateFiles, MissingFile, OK } from "./late-file.js";
import { type TextSource, textSource } from "./text-source.js";

/** The functions that one file has left out. */
interface LeftOut {
  /** Of the build; the file that has left them out names the one that it goes with. */
  readonly id: string;
  /** The functions, made of the variables that they name. */
  readonly make: (...variables: unknown[]) => readonly unknown[];
}

/** What the file of these functions exports: those of the Lisp, and those of the engine. */
interface RareFunctions extends LeftOut {
  readonly engine?: LeftOut | undefined;
}

type Make = LeftOut["make"];

export interface RareSource {
  /**
   * What the file has for the Lisp, or for the engine, of the build `id`; waits for it where it has not come.
   * Throws a MissingFile where it cannot be had; the next call tries again.
   */
  readonly load: (id: string) => LeftOut;
  /** Begins to fetch the file, once; returns at once. */
  readonly prefetch: () => void;
  /** Fetches the file before the thread waits: what it fetches in the background stands still then. */
  readonly fetchNow: () => void;
}

/** The source of the file at that address, for this thread. */
export async function rareSource(file: string): Promise<RareSource> {
  if (typeof document === "undefined")
    return typeof XMLHttpRequest === "function" ? fetchedLate(file) : readLate(file, await textSource());
  const functions: RareFunctions = await import(/* @vite-ignore */ file);
  return { load: (id) => ofBuild(id, functions), prefetch: () => {}, fetchNow: () => {} };
}

/** Where this thread's engine has its own from: it may have several images, of one build. */
let sourceOfEngine: RareSource | null = null;

/** Has the engine take what it has left out from there. */
export function useRareEngine(source: RareSource): void {
  sourceOfEngine = source;
}

/**
 * As the engine asks for its own, in what `derive/engine-split.ts` puts in their place: nothing else calls
 * this.
 */
export function rareEngine(id: string): Make {
  if (sourceOfEngine === null) throw new Error("A part of the engine was called before an image was made.");
  return makerOf(sourceOfEngine)(id);
}

/** As the derived JSCL asks for them: the functions of the build `id`. Signals where they cannot be had. */
export function makerOf(source: RareSource): (id: string) => Make {
  return (id) => {
    try {
      return source.load(id).make;
    } catch (problem) {
      if (!(problem instanceof MissingFile)) throw problem;
      return simpleError("A part of the Lisp could not be loaded: ~A.", makeString(problem.message));
    }
  };
}

/** The state of a request that has ended; the name is gone when a Worker is locked. */
const DONE = 4;
const HEAD = "export const ";

/** Both requests are made before the Worker is locked, which has no more of them then. */
function fetchedLate(file: string): RareSource {
  const idle = new XMLHttpRequest();
  const urgent = lateFiles();
  idle.open("GET", file);
  let isAsked = false;
  let fetched: string | null = null;
  const fetchedNow = () => {
    // A browser may make a request wait for another one of the same address, whose answer nobody takes in.
    idle.abort();
    isAsked = true;
    fetched ??= urgent(file);
    return fetched;
  };
  return {
    load(id) {
      if (idle.readyState === DONE && idle.status === OK && isRare(idle.responseText)) {
        const early = named(id, functionsOf(idle.responseText, file));
        if (early !== undefined) return early;
      }
      try {
        return ofBuild(id, functionsOf(fetchedNow(), file));
      } catch (problem) {
        fetched = null;
        throw problem;
      }
    },
    fetchNow() {
      if (idle.readyState === DONE && idle.status === OK) return;
      try {
        fetchedNow();
      } catch (problem) {
        // Whoever needs it is told.
        if (!(problem instanceof MissingFile)) throw problem;
      }
    },
    prefetch() {
      if (!isAsked) idle.send();
      isAsked = true;
    },
  };
}

/** A file of this machine is there at once, but takes as long to compile as all the rest of a start. */
function readLate(file: string, textOf: TextSource): RareSource {
  let functions: RareFunctions | null = null;
  return {
    load(id) {
      functions ??= functionsOf(textOf(file), file);
      return ofBuild(id, functions);
    },
    prefetch: () => {},
    fetchNow: () => {},
  };
}

const isRare = (text: string) => text.startsWith(HEAD);

const named = (id: string, functions: RareFunctions): LeftOut | undefined =>
  [functions, functions.engine].find((each) => each?.id === id);

function ofBuild(id: string, functions: RareFunctions): LeftOut {
  const found = named(id, functions);
  if (found === undefined) throw new MissingFile("it is of another build");
  return found;
}

function functionsOf(text: string, file: string): RareFunctions {
  if (!isRare(text)) throw new MissingFile(`${file} is another file`);
  // A server of development may have put a comment at the end.
  const body = `"use strict";const engine=void 0;{const ${text.slice(HEAD.length)}\n;return{id,make,engine}\n}//# sourceURL=${file}`;
  return makeCode([], body)() as RareFunctions;
}
