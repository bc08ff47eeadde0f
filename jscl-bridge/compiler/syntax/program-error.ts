/** What is wrong with a form, as the Lisp condition that SBCL's compiler or evaluator signals for it. */

import { carOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { symbolName } from "../../runtime/objects/symbols.js";
import { makeString } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, list, sym } from "../../runtime/signals.js";

/**
 * A form that is no valid program. The condition is made when it is needed: where code is compiled, its text
 * goes into the COMPILED-PROGRAM-ERROR that stands for the form; where a form is evaluated or expanded, it is
 * signalled.
 */
export class ProgramError extends Error {
  /** The class of the condition. */
  protected readonly type: string = "SIMPLE-PROGRAM-ERROR";
  /** Whether compiled code signals it when the form is reached; otherwise it is signalled by the compiler. */
  deferred = true;
  /**
   * What a warning of it begins with, where SBCL's compiler warns of it and goes on; null where it is an
   * error.
   */
  readonly warnedAs: string | null = null;
  /** The call whose macro function found it, if one did. */
  macroCall: LispCons | null = null;
  private readonly args: readonly LispValue[];

  /** `control` and `args` are what FORMAT takes. */
  constructor(control: string, ...args: LispValue[]) {
    super(control);
    this.args = args;
  }

  condition(): LispValue {
    const type = this.type === "SIMPLE-PROGRAM-ERROR" ? sym(this.type, INTERNAL_PACKAGE) : sym(this.type);
    return make("SIMPLE-CONDITION-OF", type, makeString(this.message), list(...this.args));
  }
}

/** What a macro finds wrong with its call. */
export class MacroCallError extends ProgramError {
  protected override readonly type: string = "SIMPLE-ERROR";
}

/** Operands that do not fit the parameters of the operator. */
export class OperandError extends ProgramError {
  constructor(private readonly form: LispCons) {
    super(`wrong number of operands to ${symbolName(carOf(form) as LispSymbol)}`);
  }

  override condition(): LispValue {
    return make("OPERAND-CONDITION", this.form, list());
  }

  /** The same mistake as the evaluator finds it, which takes the form apart by DESTRUCTURING-BIND. */
  asDestructuring(): ProgramError {
    const { form } = this;
    return new (class extends ProgramError {
      override condition(): LispValue {
        return make("OPERAND-CONDITION", form, sym("DESTRUCTURING-BIND"));
      }
    })(this.message);
  }
}

/**
 * An object of the wrong type in the place of a list or symbol: SBCL's compiler signals that where it finds
 * it.
 */
export class FormTypeError extends ProgramError {
  override deferred = false;

  constructor(
    private readonly datum: LispValue,
    private readonly expected: string,
    /** The class; the report of a SIMPLE-TYPE-ERROR is `control`, formatted with the object. */
    private readonly control: string | null = null,
  ) {
    super("an object of the wrong type in a form");
  }

  override condition(): LispValue {
    const control = this.control === null ? list() : makeString(this.control);
    return make("FORM-TYPE-CONDITION", this.datum, sym(this.expected), control);
  }
}

/** A Lisp condition that an expander signalled; `condition` is the report of the whole as one. */
export class ExpansionError extends ProgramError {
  constructor(
    private readonly form: LispValue,
    private readonly cause_: LispValue,
  ) {
    super("an error during macroexpansion");
  }

  /** The condition itself, signalled as soon as it is found. */
  atOnce(): ProgramError {
    return Object.assign(new ExpanderError(this.cause_), { deferred: false });
  }

  override condition(): LispValue {
    return make("EXPANSION-CONDITION", this.form, this.cause_);
  }
}

/** A Lisp condition that the expander of a place signalled. */
export class ExpanderError extends ProgramError {
  constructor(private readonly cause_: LispValue) {
    super("an error in the expander of a place");
  }

  override condition(): LispValue {
    return this.cause_;
  }
}

/**
 * Operands of a place or of a compiler macro that its expander cannot take apart; `kind` and `expander` are
 * SBCL's names for that.
 */
export class ArgumentCountError extends ProgramError {
  constructor(
    private readonly kind: "DEFINE-SETF-EXPANDER" | "DESTRUCTURING-BIND" | "DEFINE-COMPILER-MACRO",
    private readonly expander: LispSymbol,
    private readonly operands: LispValue,
    private readonly parameters: LispValue,
  ) {
    super("wrong number of operands");
  }

  override condition(): LispValue {
    return make("ARGUMENT-COUNT-CONDITION", sym(this.kind), this.expander, this.operands, this.parameters);
  }
}

/**
 * A parameter specification of a lambda list with too many parts: (variable default supplied-p) or (variable
 * init).
 */
export class SpecificationError extends ProgramError {
  constructor(
    private readonly specification: LispValue,
    private readonly kind: "OPTIONAL" | "AUX",
  ) {
    super("a parameter specification of a lambda list is malformed");
  }

  override condition(): LispValue {
    return make("SPECIFICATION-CONDITION", this.specification, sym(this.kind, "KEYWORD"));
  }
}

/** A constant in the place of a variable that `operator` binds. */
export class ConstantBindingError extends ProgramError {
  constructor(
    private readonly symbol: LispSymbol,
    private readonly operator: string,
  ) {
    super("a constant cannot be bound");
  }

  override condition(): LispValue {
    return make("CONSTANT-BINDING-CONDITION", this.symbol, makeString(this.operator));
  }
}

/** T or OTHERWISE heads a clause of CASE that is not the last. */
export class ClauseOrderError extends ProgramError {
  constructor(
    private readonly operator: LispSymbol,
    private readonly clause: LispValue,
  ) {
    super("a clause of CASE is not the last");
  }

  override condition(): LispValue {
    return make("CLAUSE-ORDER-CONDITION", this.operator, this.clause);
  }
}

/** A special operator is defined as a function: SBCL's compiler finds that, not the macro that defines. */
export class SpecialNameError extends ProgramError {
  override deferred = false;

  constructor(name: LispSymbol) {
    super(SPECIAL_NAME, name);
  }
}

/**
 * What is said of a special operator in the place of a function, when it is called and when it is defined.
 */
export const SPECIAL_NAME = "Special form is an illegal function name: ~S.";

/**
 * What SETQ says of an odd number of operands; its evaluator and its compiler signal different conditions.
 */
export const ODD_SETQ = "odd number of args to SETQ:~% ~S";

export function illegalFunctionName(name: LispValue): ProgramError {
  return new ProgramError("~S is not a legal function name.", name);
}

export function misplacedParameter(parameter: LispValue, lambdaList: LispValue): ProgramError {
  return new ProgramError("expected lambda list keyword at ~S in: ~S", parameter, lambdaList);
}

function make(name: string, ...args: LispValue[]): LispValue {
  return callLisp(name, INTERNAL_PACKAGE, ...args);
}
