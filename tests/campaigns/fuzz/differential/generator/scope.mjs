/**
 * The names that a form may use where it stands, and the type of each variable's value there, as far as
 * known.
 */

/** A variable; its values are of one of its `kinds`. */
export class Variable {
  /** @param options `isSpecial`; `isFixed` for one that must not be assigned. */
  constructor(name, kinds, options = {}) {
    this.name = name;
    this.kinds = kinds;
    this.isSpecial = options.isSpecial ?? false;
    this.isFixed = options.isFixed ?? false;
  }

  get isMixed() {
    return this.kinds.length > 1;
  }
}

export class Scope {
  /** Variables, the innermost first. */
  variables = [];
  /** The type of the value that a variable of several kinds has here. */
  known = new Map();
  /** `{ call(args), parameters, result, assigns }` */
  functions = [];
  /** `{ name, type }` of blocks and of tags of CATCH. */
  blocks = [];
  catches = [];
  /** `{ name, index, counter }`; `at` is the index of the statement that is being made. */
  tags = [];
  at = Number.POSITIVE_INFINITY;
  /** Whose tags may be jumped to without looking back: the TAGBODY that is being made. */
  owner = null;
  /** Names of property lists, hash tables, accessors of conses, and macros that modify a place. */
  plists = [];
  tables = [];
  accessors = [];
  modifiers = [];
  /** Names of restarts, which take a number each. */
  restarts = [];
  /** Names that must not be bound again: what stands for a form mentions them. */
  pinned = new Set();
  /** Whether this is a function with something around it to leave. */
  leaves = false;
  /** The number of loops around. */
  loops = 0;

  with(changes) {
    return Object.assign(new Scope(), this, changes);
  }

  /** Variables are bound, each with a value of that type. */
  bind(...pairs) {
    const names = new Set(pairs.map(([{ name }]) => name));
    const known = new Map(this.known);
    for (const [variable, type] of pairs) known.set(variable, type);
    const rest = this.variables.filter(({ name }) => !names.has(name));
    return this.with({ variables: [...pairs.map(([variable]) => variable), ...rest], known });
  }

  /** Within a block; what is returned from it is of the type. */
  inBlock(name, type) {
    return this.with({ blocks: [{ name, type }, ...this.withoutBlock(name).blocks] });
  }

  withoutBlock(name) {
    return this.with({ blocks: this.blocks.filter((block) => block.name !== name) });
  }

  /** A scope in which the functions may be called; they hide others of their names. */
  withFunctions(...callees) {
    const names = new Set(callees.map(({ name }) => name));
    return this.with({ functions: [...callees, ...this.functions.filter(({ name }) => !names.has(name))] });
  }

  /** The known type of the variable's value. */
  typeOf(variable) {
    return variable.isMixed ? this.known.get(variable) : variable.kinds[0];
  }

  /** After the assignments have been made, those that may not have been included. */
  after(assignments) {
    if (assignments.length === 0) return this;
    const known = new Map(this.known);
    for (const { variable, type, isCertain } of assignments)
      if (isCertain) known.set(variable, type);
      else if (known.get(variable) !== type) known.delete(variable);
    return this.with({ known });
  }

  /**
   * A scope that control may enter from elsewhere, or again: nothing is known of variables that may be
   * assigned.
   */
  blurred() {
    return this.with({ known: new Map() });
  }

  /** Within a loop. */
  inLoop() {
    return this.blurred().with({ loops: this.loops + 1 });
  }

  /**
   * Within a function that is called later: no jump is forward any more, and every exit is out of the
   * function.
   */
  inFunction() {
    const { blocks, tags, catches } = this;
    const leaves = blocks.length + tags.length + catches.length > 0;
    return this.blurred().with({ at: Number.POSITIVE_INFINITY, leaves });
  }

  /** Variables that may be assigned a value of the type. */
  assignable(type) {
    return this.variables.filter(({ kinds, isFixed }) => !isFixed && kinds.includes(type));
  }

  /** Variables whose value is known to be of the type. */
  valued(type) {
    return this.variables.filter((variable) => isA(this.typeOf(variable), type));
  }

  /** Variables of several kinds, the type among them. */
  mixed(type) {
    return this.variables.filter(
      (variable) => variable.isMixed && variable.kinds.some((kind) => isA(kind, type)),
    );
  }
}

/** Whether what is of one type serves where the other is wanted. */
export function isA(type, wanted) {
  if (type === undefined) return false;
  if (type === wanted || wanted === "any") return true;
  return (ABOVE[type] ?? []).includes(wanted);
}

const ABOVE = { int: ["num"], float: ["num"], cons: ["list"], nil: ["list", "bool"] };
