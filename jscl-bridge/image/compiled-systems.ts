/**
 * The compiled code of systems of the index that the host keeps from visit to visit (decision 49). Where ASDF
 * looks for a system, its compiled files are put where ASDF would put them; what is compiled here, the host
 * hears of by the systems' names alone, and has an image of its own compile them.
 */

import { KEEPS_VARIABLES } from "../compiler/syntax/policy.js";
import type { LispValue } from "../runtime/objects/marshal.js";
import { symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { Pathname } from "../runtime/pathnames/pathname.js";
import { sha256Text } from "../runtime/sealing.js";
import { elementsOf, isSymbol, sym } from "../runtime/signals.js";
import { longStep } from "../runtime/stack/safepoints.js";
import type { IndexedSystem, SystemIndex } from "../systems/format.js";
import { BUILD_NAME } from "./build-name.js";
import { contentOf, sealedText } from "./fasl/format.js";
import type { Image } from "./image.js";
import { type KeptCode, type KeptFile, keptText, readKept } from "./kept-code.js";

/** The directory of the projects that came from the index. */
export const ROOT = "/systems/";

/** Where ASDF puts compiled files. */
const COMPILED = "/.cache/";
const FASL = ".fasl";

/**
 * When sources of the index and kept code were written, as FILE-WRITE-DATE has it: before anything else, so
 * that ASDF compiles again what depends on a file that somebody has changed or compiled.
 */
export const WRITTEN = 0;

export class CompiledSystems {
  readonly #image: Image;
  readonly #kept: KeptCode;
  /** The circumstances of the first system; only in an image that compiles for others. */
  #first: string | null = null;
  /** Features that systems of the index have added. */
  readonly #features = new Set<LispValue>();
  #seenFeatures: LispValue;
  /** The debug quality as programs, not systems, have proclaimed it. */
  #debug: number;
  #seenDebug: number;
  /** Bundles that are here, by their projects. */
  readonly #bundles = new Map<string, string>();
  /** The texts of the kept files that were put here, by the keys of their systems and by their paths. */
  readonly #restored = new Map<string, ReadonlyMap<string, string>>();
  /** The keys of the systems that were asked for, and of those that they need. */
  readonly #keys = new Map<string, string>();
  readonly #missing = new Set<string>();
  #hasCompiled = false;
  /** The compiled files that were here when the last system was collected. */
  #known = new Map<string, string>();

  constructor(image: Image, kept: KeptCode) {
    this.#image = image;
    this.#kept = kept;
    this.#seenFeatures = symbolValue(sym("*FEATURES*"));
    this.#debug = image.definitions.debug;
    this.#seenDebug = this.#debug;
  }

  /** A bundle's files are here. */
  fetched(project: string, sha256: string): void {
    this.#bundles.set(project, sha256);
  }

  /** Puts what is kept of these systems where ASDF looks for it; the last is the one that was asked for. */
  restore(index: SystemIndex, systems: readonly IndexedSystem[], name: string): void {
    const circumstances = this.#circumstances();
    const asked = systems.at(-1);
    let isWhole = true;
    for (const system of systems)
      isWhole = this.#restore(index, system, system.name, circumstances) && isWhole;
    if (asked !== undefined && asked.name !== name)
      isWhole = this.#restore(index, asked, name, circumstances) && isWhole;
    if (!isWhole) this.#missing.add(name);
  }

  #restore(index: SystemIndex, system: IndexedSystem, name: string, circumstances: string): boolean {
    const key = keyOf(index, system, name, circumstances);
    this.#keys.set(name, key);
    if (this.#restored.has(key)) return true;
    const text = this.#kept.read(key);
    const kept = text === null ? null : readKept(text);
    longStep();
    if (kept === null || !isOf(kept.bundles, index)) return false;
    const { files, seal } = this.#image;
    const put = new Map<string, string>();
    for (const [path, { source, content }] of kept.files) {
      const pathname = Pathname.ofPath(path);
      if (files.has(pathname)) continue;
      const sealed = sealedText(source, content, seal.vouch(content));
      if (files.write(pathname, sealed, WRITTEN)) put.set(path, sealed);
    }
    this.#restored.set(key, put);
    return true;
  }

  /** A file compiled from `source` was loaded: what one of a system changed is not a program's doing. */
  loaded(source: string): void {
    if (!source.startsWith(ROOT)) return;
    this.#seenDebug = this.#image.definitions.debug;
    const features = symbolValue(sym("*FEATURES*"));
    if (features === this.#seenFeatures) return;
    const before = new Set(elementsOf(this.#seenFeatures));
    for (const each of elementsOf(features)) if (!before.has(each)) this.#features.add(each);
    this.#seenFeatures = features;
  }

  /** A file was compiled. */
  compiled(source: string): void {
    if (source.startsWith(ROOT)) this.#hasCompiled = true;
  }

  /** The systems that were compiled here since this was asked last, those that others need first: so many. */
  takeWanted(most: number): readonly string[] {
    if (!this.#hasCompiled) return [];
    this.#hasCompiled = false;
    const wanted = [...this.#missing].reverse().slice(0, most);
    this.#missing.clear();
    return wanted;
  }

  /**
   * What was compiled since the last call, for a system that was loaded then, as it is to be kept; null for
   * nothing. What was compiled for a system that could not be loaded is left out.
   */
  collect(name: string, isLoaded: boolean): { key: string; text: string } | null {
    const { files, seal } = this.#image;
    const texts = new Map<string, string>();
    for (const path of files.inside(COMPILED))
      if (path.endsWith(FASL)) texts.set(path, files.textOf(Pathname.ofPath(path)) ?? "");
    const known = this.#known;
    this.#known = texts;
    const key = this.#keys.get(name);
    if (!isLoaded || key === undefined) return null;
    const restored = this.#restored.get(key) ?? new Map<string, string>();
    const put = new Map([...this.#restored.values()].flatMap((each) => [...each]));
    const added = [...texts].filter(([path, text]) => known.get(path) !== text && put.get(path) !== text);
    const kept = new Map<string, KeptFile>();
    // What is kept takes the place of what was.
    for (const path of added.length === 0 ? [] : [...restored.keys(), ...added.map(([path]) => path)]) {
      const content = contentOf(texts.get(path) ?? "", seal);
      if (content !== null) kept.set(path, content);
      longStep();
    }
    return kept.size === 0 ? null : { key, text: keptText({ bundles: this.#bundles, files: kept }) };
  }

  /**
   * What else code depends on: the features that a program has added, or taken away, and whether frames keep
   * their variables.
   */
  #circumstances(): string {
    const { debug } = this.#image.definitions;
    if (debug !== this.#seenDebug) this.#debug = debug;
    this.#seenDebug = debug;
    this.#seenFeatures = symbolValue(sym("*FEATURES*"));
    if (this.#image.isCompiler && this.#first !== null) return this.#first;
    const names = elementsOf(this.#seenFeatures)
      .filter((each) => isSymbol(each) && !this.#features.has(each))
      .map((each) => symbolName(each as Parameters<typeof symbolName>[0]));
    this.#first = JSON.stringify([[...new Set(names)].sort(), this.#debug >= KEEPS_VARIABLES]);
    return this.#first;
  }
}

/** Whether an index has all of these bundles. */
function isOf(bundles: ReadonlyMap<string, string>, { projects }: SystemIndex): boolean {
  for (const [name, sha256] of bundles) if (projects.get(name)?.sha256 !== sha256) return false;
  return true;
}

/** The key under which the code of a system is kept: hexadecimal digits. */
function keyOf(index: SystemIndex, system: IndexedSystem, name: string, circumstances: string): string {
  const bundle = index.projects.get(system.project)?.sha256;
  return sha256Text(JSON.stringify([BUILD_NAME, bundle, system.file, name, circumstances]));
}
