/** What the code generators of one toplevel form share. */

import type { LispSymbol } from "../../runtime/objects/marshal.js";
import type { Place } from "../../runtime/stack/sources.js";
import type { CompilerHost } from "../host.js";
import type {
  BlockNode,
  FunctionNode,
  LocalFunction,
  ScopeNode,
  TagbodyNode,
  Variable,
} from "../syntax/tree.js";
import type { FormAtWork } from "../warnings/reporter.js";
import type { Destination } from "./destination.js";
import type { Literals } from "./literals.js";
import { boxed, type Format } from "./raw.js";
import type { RawFunction } from "./raw-functions.js";
import { type At, type Expression, name, type Statement } from "./script.js";

/** Where a block's values go, and how control leaves it. */
interface OpenBlock {
  readonly label: string;
  readonly exit: string;
  readonly destination: Destination;
}

/** How a variable's value is kept: as a Lisp object, as a raw float, or as both. */
interface Storage {
  readonly object: Expression | null;
  readonly raw: Expression | null;
  readonly format: Format | null;
  /** What a frame keeps of it: the name of the argument that it is, or code that makes an object. */
  readonly slot: string;
}

type Named = Extract<Expression, { kind: "name" }>;

/** How control goes to a tag. */
interface OpenTagbody {
  readonly exit: string;
  readonly jump: (index: number) => readonly Statement[];
}

export class Unit {
  readonly blocks = new Map<BlockNode, OpenBlock>();
  readonly tagbodies = new Map<TagbodyNode, OpenTagbody>();
  /** The variables that hold the exits by which local functions leave that return then (`leaving.ts`). */
  readonly left = new Map<FunctionNode, string>();
  /** The arrays of the arguments that functions take after the optional ones. */
  readonly spreads = new Map<FunctionNode, string>();
  /** The sizes of arrays that variables hold, which were read where those were bound. */
  readonly sizes = new Map<Variable, { readonly rows: Expression; readonly columns: Expression }>();
  /** The variables that hold what special variables were before they were bound, for the scopes inside. */
  readonly outsideValues = new Map<ScopeNode, ReadonlyMap<LispSymbol, Expression>>();
  /** Which floats the functions take and return raw whose calls are all known. */
  readonly rawFunctions = new Map<FunctionNode | null, RawFunction>();
  private readonly variables = new Map<Variable, Storage>();
  private readonly functions = new Map<LocalFunction, Expression>();
  /** The local functions that take an argument for each parameter. */
  private readonly bodies = new Map<LocalFunction, Expression>();
  /** The local functions that are called, or passed, as their callers see them. */
  readonly entered = new Set<LocalFunction>();
  private readonly places = new Map<FormAtWork, At>();
  private counter = 0;

  constructor(
    readonly host: CompilerHost,
    readonly literals: Literals,
    /** The variables that are read where control can come to. */
    readonly read: { has(variable: Variable): boolean },
  ) {}

  fresh(prefix: string): string {
    return `${prefix}${++this.counter}`;
  }

  placeOf(at: FormAtWork): At {
    if (at.form === null) return undefined;
    if (this.places.has(at)) return this.places.get(at);
    const place: Place | null = this.host.warnings.placeOf(at);
    this.places.set(at, place ?? undefined);
    return place ?? undefined;
  }

  /** Names a variable. */
  declare(variable: Variable): string {
    const text = this.fresh("v");
    this.alias(variable, name(text, variable.assigned || variable.defaulted));
    return text;
  }

  /** Names a variable that holds raw floats. */
  declareRaw(variable: Variable, format: Format): string {
    const text = this.fresh("w");
    const raw = { ...name(text), assigned: variable.assigned || variable.defaulted } as Named;
    const { object = null } = this.variables.get(variable) ?? {};
    // The frame of a function that is given one makes the object.
    const made = format === "double" ? `new R.DoubleFloat(${text})` : `R.single(${text})`;
    const slot = object?.kind === "name" ? object.name : made;
    this.variables.set(variable, { object: raw.assigned ? null : object, raw, format, slot });
    return text;
  }

  /** Lets a variable that nothing assigns stand for a value that nothing changes. */
  alias(variable: Variable, object: Expression): void {
    this.variables.set(variable, {
      object,
      raw: null,
      format: null,
      slot: object.kind === "name" ? object.name : "",
    });
  }

  /** The Lisp object that is a variable's value. */
  variable(variable: Variable): Expression {
    const storage = this.variables.get(variable);
    if (storage === undefined) throw new Error(`the variable ${variable.symbol} has no name`);
    const { object, raw, format } = storage;
    return object ?? boxed(raw as Expression, format as Format);
  }

  /** The raw float that is a variable's value, or null where it is kept as an object. */
  rawVariable(variable: Variable): Expression | null {
    return this.variables.get(variable)?.raw ?? null;
  }

  nameOf(variable: Variable): string {
    return this.variables.get(variable)?.slot ?? "";
  }

  declareFunction(target: LocalFunction): string {
    const text = this.fresh("f");
    this.functions.set(target, name(text));
    return text;
  }

  /** Names what takes an argument for each parameter of a local function. */
  declareBody(target: LocalFunction): void {
    this.bodies.set(target, name(this.fresh("f")));
  }

  localBody(target: LocalFunction): Expression | undefined {
    return this.bodies.get(target);
  }

  localFunction(target: LocalFunction): Expression {
    this.entered.add(target);
    return this.functions.get(target) as Expression;
  }
}
