/** The parts of programs in which a variable becomes another kind of object. */
import { mixture } from "../functions.mjs";
import { predicatesFor, specifierOf } from "../literals.mjs";
import { Variable } from "../scope.mjs";
import { lisp } from "../template.mjs";

/** Forms that take one kind of object, `x`. */
const USES = {
  int: (x) => [
    lisp`(+ ${x} 1)`,
    lisp`(< ${x} 3)`,
    lisp`(> 5 ${x})`,
    lisp`(= ${x} 6)`,
    lisp`(1- ${x})`,
    lisp`(* ${x} 2)`,
    lisp`(- ${x})`,
    lisp`(logand ${x} 7)`,
    lisp`(evenp ${x})`,
    lisp`(zerop ${x})`,
    lisp`(max ${x} 2)`,
    lisp`(mod ${x} 5)`,
  ],
  float: (x) => [
    lisp`(+ ${x} 1)`,
    lisp`(< ${x} 3)`,
    lisp`(* ${x} 2)`,
    lisp`(- ${x} 0.5)`,
    lisp`(plusp ${x})`,
  ],
  cons: (x) => [
    lisp`(car ${x})`,
    lisp`(cdr ${x})`,
    lisp`(first ${x})`,
    lisp`(nth 0 ${x})`,
    lisp`(elt ${x} 0)`,
    lisp`(length ${x})`,
    lisp`(list* 0 ${x})`,
    lisp`(append ${x} ${x})`,
    lisp`(reverse ${x})`,
    lisp`(mapcar #'1+ ${x})`,
  ],
  string: (x) => [
    lisp`(length ${x})`,
    lisp`(char ${x} 0)`,
    lisp`(elt ${x} 0)`,
    lisp`(subseq ${x} 1)`,
    lisp`(string-upcase ${x})`,
    lisp`(concatenate 'string ${x} "!")`,
  ],
  char: (x) => [lisp`(char-code ${x})`, lisp`(char= ${x} #\\a)`, lisp`(char-upcase ${x})`],
  vector: (x) => [lisp`(aref ${x} 0)`, lisp`(length ${x})`, lisp`(svref ${x} 1)`, lisp`(elt ${x} 0)`],
  symbol: (x) => [lisp`(eq ${x} 'a)`, lisp`(symbolp ${x})`, lisp`(string ${x})`],
  nil: (x) => [
    lisp`(null ${x})`,
    lisp`(endp ${x})`,
    lisp`(length ${x})`,
    lisp`(append ${x} '(1))`,
    lisp`(car ${x})`,
  ],
};

/** Forms that are true or false of one kind, beside an integer `e`. */
const QUESTIONS = {
  int: (x) => [lisp`(< e ${x})`, lisp`(> ${x} 2)`, lisp`(evenp ${x})`, lisp`(/= ${x} e)`],
  float: (x) => [lisp`(< e ${x})`, lisp`(plusp ${x})`],
  cons: (x) => [lisp`(car ${x})`, lisp`(member e ${x})`, lisp`(cdr ${x})`],
  string: (x) => [lisp`(> (length ${x}) 2)`, lisp`(string= ${x} "a")`],
  char: (x) => [lisp`(char< ${x} #\\b)`, lisp`(char= ${x} #\\a)`],
  vector: (x) => [lisp`(aref ${x} 0)`, lisp`(< (length ${x}) e)`],
  symbol: (x) => [lisp`(eq ${x} 'a)`],
  nil: (x) => [lisp`(endp ${x})`],
};

/** A variable that begins as one kind of object and becomes another. */
export class Change {
  constructor(m, scope, depth) {
    this.m = m;
    this.random = m.random;
    this.scope = scope;
    this.depth = depth;
    this.kinds = mixture(m.random);
    [this.from, this.to] = this.kinds;
    this.variable = new Variable(m.name("x"), this.kinds);
    this.x = this.variable.name;
  }

  name(prefix) {
    return this.m.name(prefix);
  }

  /** One of some forms; only it is made. */
  pick(...makes) {
    return this.random.pick(makes)();
  }

  /** The variable's first value. */
  first() {
    return this.m.form(this.scope, this.from, this.random.chance(0.8) ? 0 : 2);
  }

  /** The variable's later value. */
  value() {
    return this.m.form(this.scope, this.to, 1);
  }

  /** Changes the variable to another kind. */
  set() {
    const { m, random, x } = this;
    if (this.from === "nil" && this.to === "cons" && random.chance(0.2))
      return lisp`(push ${m.note("1")} ${x})`;
    const value = this.value();
    return random.weighted([
      [8, lisp`(setq ${x} ${value})`],
      [1, lisp`(setf ${x} ${value})`],
      [1, lisp`(psetq ${x} ${value})`],
      [1, lisp`(multiple-value-setq (${x}) ${value})`],
      [1, lisp`(setf (values ${x}) ${value})`],
    ]);
  }

  /** A use of it as one kind. */
  use(kind = this.to, x = this.x) {
    return this.random.pick(USES[kind](x));
  }

  /** The same, logged. */
  used(kind, x) {
    return this.m.note(this.use(kind, x));
  }

  /** Whether it is what it was at the beginning, or what it becomes. */
  was() {
    return [predicatesFor(this.from, this.kinds)[0], this.x];
  }

  is() {
    return [predicatesFor(this.to, this.kinds)[0], this.x];
  }

  /** Whether it is what it was, or something that is true or not of what it has become. */
  wasOr() {
    const question = this.random.pick(QUESTIONS[this.to](this.x));
    return this.random.chance(0.7)
      ? lisp`(or ${this.was()} ${question})`
      : lisp`(if ${this.was()} t ${question})`;
  }

  /** Around forms: the variable as it begins, and what it has become logged at the end. */
  around(...body) {
    const { random, x } = this;
    const first = this.first();
    const declared = random.chance(0.15)
      ? [lisp`(declare (type ${specifierOf(random, this.kinds)} ${x}))`]
      : [];
    const binding = first === "nil" && random.chance(0.2) ? x : [x, first];
    return [random.pick(["let", "let", "let*"]), [binding], ...declared, ...body, this.m.note(x)];
  }

  /** Any statement, which may assign it as well. */
  statement() {
    const { m, scope } = this;
    const inner = scope.bind([this.variable, undefined]).blurred();
    return m.statement(inner, Math.min(2, this.depth - 1));
  }
}
