/**
 * Functions of packages on the heap: where a designator stands for no package, or a lock is in the way, that
 * is signalled by a call that can be left, and the function is called with the package that a restart gave.
 */

import { argumentCounts } from "../../functions/table.js";
import type { BaseImage } from "../base-image.js";
import { changes, changingSymbols, type NotedFunction } from "../definitions/environment-changes.js";
import { symbolOfKey } from "../function-table.js";
import type { LispFunction, LispPackage, LispSymbol, LispValue, ValuesFunction } from "../objects/marshal.js";
import { isPackageLocked, packageNameOf } from "../objects/package-objects.js";
import { symbolFunction } from "../objects/symbols.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import { lispRequest, nil } from "../signals.js";
import {
  type Activation,
  alone,
  type Request,
  type Steps,
  withHeap,
  withOwnHeap,
  withoutHeap,
} from "../stack/heap-calls.js";
import { isPackage, packageOf } from "./packages.js";
import { stringDesignator } from "./string-designators.js";

/** Functions of which an argument designates a package, with its number. */
const DESIGNATING: readonly (readonly [key: string, at: number])[] = [
  ["PACKAGE-NICKNAMES", 0],
  ["PACKAGE-SHADOWING-SYMBOLS", 0],
  ["PACKAGE-USE-LIST", 0],
  ["PACKAGE-USED-BY-LIST", 0],
  ["JSCL-MCP::SYMBOLS-OF", 0],
];

/** Calls of a function as they are without its twin. */
type Plain = (...given: unknown[]) => Request;

/** Gives a function a twin, which is told how it is called without. */
function twin(
  key: string,
  of: (plain: Plain, args: LispValue[], values: ValuesFunction) => Activation,
): void {
  const fn = symbolFunction(symbolOfKey(key));
  const bare = withoutHeap(fn);
  const most = argumentCounts(key)?.most ?? Number.POSITIVE_INFINITY;
  withHeap(fn, (values, ...args) => {
    const plain: Plain = (...given) => [bare, values, ...given];
    return args.length > most ? alone(plain(...args)) : of(plain, args, values);
  });
}

/** Gives the functions of which each call is noted, as a definition, twins that do so. */
function noting(): void {
  for (const symbol of changingSymbols()) {
    const fn = symbolFunction(symbol) as NotedFunction;
    const { noted, note } = fn;
    if (noted === undefined || note === undefined) continue;
    withOwnHeap(fn, function* (...given): Activation {
      if (changes.isInside) return yield [noted, ...given];
      note(given);
      changes.isInside = true;
      try {
        return yield [noted, ...given];
      } finally {
        changes.isInside = false;
      }
    });
  }
}

/** Gives the functions of packages their twins. */
export function givePackageTwins(image: BaseImage): void {
  /** Puts a package in the place of an argument that is there and designates none. */
  function* designated(args: LispValue[], at: number): Steps<LispPackage | undefined> {
    const designator = args[at];
    if (designator === undefined) return undefined;
    const found = packageOf(image, designator);
    if (found !== undefined) return found;
    args[at] = yield lispRequest("PACKAGE-DESIGNATED", designator);
    return args[at] as LispPackage;
  }
  noting();
  const { runtime } = image;
  const inPackage = runtime["inPackage"] as LispFunction;
  const bare = withoutHeap(inPackage);
  withHeap(inPackage, function* (designator): Activation {
    const name = makeString(stringDesignator(designator));
    if (packageOf(image, name) !== undefined) return yield [bare, name];
    const found = (yield lispRequest("PACKAGE-DESIGNATED", name)) as LispPackage;
    return yield [bare, makeString(packageNameOf(found) as string)];
  });
  for (const [key, at] of DESIGNATING)
    twin(key, function* (plain, args): Activation {
      yield* designated(args, at);
      return yield plain(...args);
    });
  twin("PACKAGE-NAME", function* (plain, args): Activation {
    // A package that was deleted has none.
    if (!isPackage(args[0])) yield* designated(args, 0);
    return yield plain(...args);
  });
  // What is no name is found out before what is no package.
  twin("FIND-SYMBOL", function* (plain, args): Activation {
    if (isLispString(args[0])) yield* designated(args, 1);
    return yield plain(...args);
  });
  twin("INTERN", function* (plain, args, values): Activation {
    const [name] = args;
    if (!isLispString(name)) return yield plain(...args);
    const pkg = (yield* designated(args, 1)) ?? image.currentPackage();
    if (image.tables.findSymbol(stringText(name), pkg) !== undefined) return yield plain(...args);
    return values(yield* internOnHeap(image, stringText(name), pkg), nil());
  });
}

/** The symbol of a name in a package; where it is new there, a lock of the package signals that. */
export function* internOnHeap(image: BaseImage, name: string, pkg: LispPackage): Steps<LispSymbol> {
  const { tables, definitions } = image;
  const found = tables.findSymbol(name, pkg);
  if (found !== undefined) return found.symbol;
  if (isPackageLocked(pkg) === true && definitions.locked)
    yield lispRequest("CHECK-PACKAGE-LOCK", pkg, makeString("interning ~A"), makeString(name));
  return tables.intern(name, pkg);
}
