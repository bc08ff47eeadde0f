/**
 * Packages that forms of a compiled file define, as they were when it was compiled. UIOP's DEFINE-PACKAGE
 * looks at every symbol that the new package inherits, a second for the packages of ASDF: where it would find
 * nothing but what it found then, they are made as they came out.
 */

import { makeOfFacts, type PackageFacts } from "../../runtime/objects/package-facts.js";
import { packageExports } from "../../runtime/objects/package-objects.js";
import type { PackageTables } from "../../runtime/objects/packages.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp } from "../../runtime/signals.js";
import { longStep } from "../../runtime/stack/safepoints.js";
import type { Image } from "../image.js";

export interface ReadyPackages {
  /** The names that the file makes packages of, and those of packages whose symbols they would take over. */
  readonly absent: readonly string[];
  /** The other packages that they use, with the names that each exports. */
  readonly used: readonly (readonly [string, string])[];
  /** Each by the unit that defines it. */
  readonly made: readonly (readonly [unit: number, facts: PackageFacts])[];
}

/** Told of the toplevel forms of a file; `calls` are the macro calls that became one. */
export interface FormWatch {
  /** A form is to be evaluated as the file is compiled. */
  evaluated(calls: readonly object[], evaluate: () => void): void;
  /** A form is compiled. */
  compiled(calls: readonly object[], unit: number): void;
}

/** The names that a package exports, in one text; empty where there is none. */
export function exportedNames(name: string, tables: PackageTables): string {
  const pkg = tables.findPackage(name);
  return pkg === undefined ? "" : Object.keys(packageExports(pkg)).join(" ");
}

/** Makes the packages of a file that begins to be loaded. */
export class PackageDefiner {
  private readonly left: Map<number, PackageFacts>;

  constructor(
    { absent, used, made }: ReadyPackages,
    private readonly image: Image,
  ) {
    const { tables } = image;
    const isAsThen =
      absent.every((name) => tables.findPackage(name) === undefined) &&
      used.every(([name, names]) => exportedNames(name, tables) === names);
    this.left = new Map(isAsThen ? made : []);
  }

  /** Does what a unit does that defines a package; false where that is to be run. */
  define(unit: number): boolean {
    const facts = this.left.get(unit);
    if (facts === undefined) return false;
    longStep();
    if (makeOfFacts(facts, this.image.tables)) {
      // DEFINE-PACKAGE notes each.
      callLisp("RECORD-FISHY", "UIOP/PACKAGE", makeString(facts.name));
      return true;
    }
    // What follows may depend on this one.
    this.left.clear();
    return false;
  }
}
