/** Records what the packages come to that a file defines by UIOP's DEFINE-PACKAGE, as it is compiled. */

import { exportedNames, type FormWatch, type ReadyPackages } from "../image/fasl/ready-packages.js";
import type { Image } from "../image/image.js";
import { carOf, cdrOf } from "../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue, LispVector } from "../runtime/objects/marshal.js";
import { factsOf, type PackageFacts } from "../runtime/objects/package-facts.js";
import { packageNameOf } from "../runtime/objects/package-objects.js";
import { homeName, symbolName, symbolValue } from "../runtime/objects/symbols.js";
import { stringText } from "../runtime/objects/vectors.js";
import { elementsOf, isCons, isSymbol, keyword, nil, sym } from "../runtime/signals.js";

/** The operator of a form with its home; empty for what is no form of a symbol. */
function operatorOf(form: LispValue): string {
  if (!isCons(form)) return "";
  const operator = carOf(form);
  return isSymbol(operator) ? `${homeName(operator)}:${symbolName(operator)}` : "";
}

/** The object that a form quotes. */
function quoted(form: LispValue): LispValue {
  if (operatorOf(form) !== "COMMON-LISP:QUOTE") throw new Error("UIOP's DEFINE-PACKAGE quotes no argument");
  return elementsOf(form)[1];
}

/**
 * The arguments of the call of ENSURE-PACKAGE that a call of DEFINE-PACKAGE became, which has nothing beside
 * it but the place of the definition; null for another form.
 */
function argumentsOf(calls: readonly object[]): LispValue[] | null {
  const [definition, form] = calls.slice(-2);
  if (operatorOf(definition) !== "UIOP/PACKAGE:DEFINE-PACKAGE") return null;
  const [, call, place, ...more] = elementsOf(form);
  const [, name, ...args] = elementsOf(call);
  const isKnown =
    operatorOf(form) === "COMMON-LISP:PROG1" &&
    more.length === 0 &&
    operatorOf(call) === "COMMON-LISP:FUNCALL" &&
    symbolName(quoted(name) as LispSymbol) === "ENSURE-PACKAGE" &&
    operatorOf(place) === "COMMON-LISP:SETF" &&
    operatorOf(elementsOf(place)[1]) === "SB-IMPL:PACKAGE-SOURCE-LOCATION";
  if (!isKnown) throw new Error("UIOP's DEFINE-PACKAGE expands into another form than it did");
  return args;
}

/** The value of a keyword argument; NIL where it is not given. */
function optionOf(args: readonly LispValue[], key: string): LispValue {
  const at = args.indexOf(keyword(key));
  return at === -1 ? nil() : quoted(args[at + 1]);
}

/** The names that designators of strings stand for. */
function namesOf(designators: LispValue): string[] {
  return elementsOf(designators).map((each) =>
    isSymbol(each) ? symbolName(each) : stringText(each as LispVector),
  );
}

/** What UIOP notes of package definitions, the newest first. */
function notes(): LispValue {
  return symbolValue(sym("*ALL-PACKAGE-FISHINESS*", "UIOP/PACKAGE"));
}

export class PackageRecorder implements FormWatch {
  /** The names of packages before the first form. */
  private before: ReadonlySet<string> | null = null;
  /** Names of packages whose symbols the definitions would take over. */
  private readonly recycled = new Set<string>();
  /** By the form that is evaluated first and compiled then. */
  private readonly facts = new Map<object, PackageFacts>();
  private readonly made: [number, PackageFacts][] = [];

  constructor(private readonly image: Image) {}

  evaluated(calls: readonly object[], evaluate: () => void): void {
    const { tables } = this.image;
    this.before ??= new Set(tables.packageNames());
    const args = argumentsOf(calls);
    if (args === null) {
      evaluate();
      return;
    }
    const old = this.state();
    const oldNotes = notes();
    evaluate();
    const now = this.state();
    const [name, ...more] = [...now.keys()].filter((each) => !old.has(each));
    const facts = name === undefined ? null : now.get(name);
    const isAllThereIs =
      more.length === 0 &&
      [...old].every(([each, was]) => JSON.stringify(now.get(each)) === JSON.stringify(was)) &&
      cdrOf(notes() as LispCons) === oldNotes &&
      stringText(carOf(notes() as LispCons) as LispVector) === name &&
      optionOf(args, "DOCUMENTATION") === nil();
    if (facts === null || facts === undefined || !isAllThereIs)
      throw new Error(`A form of ASDF does more than to make a package ${name}: its facts are not enough`);
    this.facts.set(calls.at(-1) as object, facts);
    for (const each of namesOf(optionOf(args, "RECYCLE"))) this.recycled.add(each);
  }

  compiled(calls: readonly object[], unit: number): void {
    const facts = this.facts.get(calls.at(-1) as object);
    if (facts !== undefined) this.made.push([unit, facts]);
  }

  /** What was recorded, after the last form. */
  ready(): ReadyPackages {
    const { tables } = this.image;
    const isNew = (name: string): boolean => this.before?.has(name) === false;
    const used = new Set(this.made.flatMap(([, { uses }]) => uses.filter((name) => !isNew(name))));
    return {
      absent: [...new Set([...tables.packageNames(), ...this.recycled])].filter(isNew),
      used: [...used].map((name) => [name, exportedNames(name, tables)]),
      made: this.made,
    };
  }

  private state(): Map<string, PackageFacts | null> {
    const { tables } = this.image;
    return new Map(tables.allPackages().map((pkg) => [packageNameOf(pkg), factsOf(pkg, tables)]));
  }
}
