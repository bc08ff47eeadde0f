/** What the code generators of one toplevel form share. */

import type { Place } from "../../runtime/stack/sources.js";
import type { CompilerHost } from "../host.js";
import type { BlockNode, FunctionNode, LocalFunction, TagbodyNode, Variable } from "../syntax/tree.js";
import type { FormAtWork } from "../warnings/reporter.js";
import type { Destination } from "./destination.js";
import type { Literals } from "./literals.js";
import { type At, type Expression, name, type Statement } from "./script.js";

/** Where a block's values go, and how control leaves it. */
interface OpenBlock {
  readonly label: string;
  readonly exit: string;
  readonly destination: Destination;
}

/** How control goes to a tag. */
interface OpenTagbody {
  readonly exit: string;
  readonly jump: (index: number) => readonly Statement[];
}

export class Unit {
  readonly blocks = new Map<BlockNode, OpenBlock>();
  readonly tagbodies = new Map<TagbodyNode, OpenTagbody>();
  /** The arrays of the arguments that functions take after the optional ones. */
  readonly spreads = new Map<FunctionNode, string>();
  private readonly variables = new Map<Variable, Expression>();
  private readonly functions = new Map<LocalFunction, Expression>();
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
    this.variables.set(variable, name(text, variable.assigned || variable.defaulted));
    return text;
  }

  /** Lets a variable that nothing assigns stand for a value that nothing changes. */
  alias(variable: Variable, value: Expression): void {
    this.variables.set(variable, value);
  }

  variable(variable: Variable): Expression {
    const x = this.variables.get(variable);
    if (x === undefined) throw new Error(`the variable ${variable.symbol} has no name`);
    return x;
  }

  nameOf(variable: Variable): string {
    const x = this.variable(variable);
    return x.kind === "name" ? x.name : "";
  }

  declareFunction(target: LocalFunction): string {
    const text = this.fresh("f");
    this.functions.set(target, name(text));
    return text;
  }

  localFunction(target: LocalFunction): Expression {
    return this.functions.get(target) as Expression;
  }
}
