/** Makes forms: keeps the size of a program in bounds, names what is new, and remembers what was assigned. */
import { expressions } from "./expressions.mjs";
import { leaf } from "./leaves.mjs";
import { misuse } from "./misuses.mjs";
import { statements } from "./statements.mjs";
import { wrappers } from "./wrappers.mjs";

/** Names of nothing in Lisp, which mean something in JavaScript, or would not be names there. */
const HOSTILE = [
  ..."this arguments await yield var new super void static enum undefined constructor prototype".split(" "),
  ..."nan infinity globalthis tostring valueof then length2 s r q p f a-b a+b a* %a $a a$b a.b a! a? ->a =a 1a".split(
    " ",
  ),
];

export class Maker {
  /** @param errors How likely a form is one that ends in an error. */
  constructor(random, size, errors) {
    this.random = random;
    this.left = size;
    this.errors = errors;
    this.notes = 0;
    this.names = 0;
    /**
     * `{ variable, type, isCertain }` of what the code made so far has assigned, in the order of
     * evaluation.
     */
    this.assignments = [];
  }

  /** A form with a value of the type. */
  form(scope, type, depth) {
    const { random } = this;
    if (this.left-- <= 0 || depth <= 0) return leaf(this, scope, type);
    if (random.chance(this.errors)) return misuse(this, scope, type, depth);
    if (random.chance(0.12)) return this.note(this.form(scope, type, depth - 1));
    return random.weighted([
      [3, leaf],
      [4, expressions],
      [3, wrappers],
    ])(this, scope, type, depth);
  }

  /** A form whose value is of no interest. */
  statement(scope, depth) {
    if (this.left-- <= 0 || depth <= 0) return this.note(leaf(this, scope, "any"));
    return statements(this, scope, depth);
  }

  /** The form, its value logged. */
  note(form) {
    return ["note", String(++this.notes), form];
  }

  name(prefix) {
    return `${prefix}${++this.names}`;
  }

  /** A name for a variable: now and then that of one that is bound already, or one that JavaScript knows. */
  variableName(scope) {
    const { random } = this;
    if (random.chance(0.05)) {
      const name = random.pick(HOSTILE);
      if (!scope.pinned.has(name)) return name;
    }
    const shadowed = scope.variables.filter(({ name, isSpecial }) => !isSpecial && !scope.pinned.has(name));
    return shadowed.length > 0 && random.chance(0.15) ? random.pick(shadowed).name : this.name("x");
  }

  assign(variable, type) {
    this.assignments.push({ variable, type, isCertain: true });
  }

  /**
   * Forms that are evaluated one after the other; each is made in the knowledge of what those before it
   * have assigned.
   */
  inOrder(scope, makes) {
    let now = scope;
    return makes.map((make) => {
      const before = this.assignments.length;
      const made = make(now);
      now = now.after(this.assignments.slice(before));
      return made;
    });
  }

  /** Code that may not run, or not to its end: what it assigns may not have been. */
  maybe(make) {
    const before = this.assignments.length;
    const made = make();
    for (let i = before; i < this.assignments.length; i++)
      this.assignments[i] = { ...this.assignments[i], isCertain: false };
    return made;
  }

  /** Code that runs when it is called: what it is, and what each call may assign. */
  later(make) {
    const before = this.assignments.length;
    const made = make();
    const assigns = this.assignments
      .splice(before)
      .map((assignment) => ({ ...assignment, isCertain: false }));
    return { made, assigns };
  }

  /** Makes from `low` to `high` statements. */
  body(scope, depth, low, high) {
    const makes = this.random.many(low, high, () => (now) => this.statement(now, depth - 1));
    return this.inOrder(scope, makes);
  }

  /** Makes some statements and then a form of the type. */
  bodyOf(scope, type, depth, high = 2) {
    const makes = this.random.many(0, high, () => (now) => this.statement(now, depth - 1));
    return this.inOrder(scope, [...makes, (now) => this.form(now, type, depth - 1)]);
  }

  /** Forms of these types, as arguments are evaluated. */
  forms(scope, types, depth) {
    return this.inOrder(
      scope,
      types.map((type) => (now) => this.form(now, type, depth)),
    );
  }
}
