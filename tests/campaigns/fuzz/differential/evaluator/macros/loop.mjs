/** LOOP: its clauses, each as what it binds and does where, put together in the standard's one frame. */
import { Cons, form, fresh, items, LispSymbol, Malformed, NIL, symbol, T } from "../data.mjs";
import { simpleLoop } from "./basic.mjs";

/** Clauses as they are read. */
class Clauses {
  constructor(tokens, head, end) {
    this.tokens = tokens;
    this.at = 0;
    this.end = end;
    this.name = head;
    /** Bindings, from the outermost in. */
    this.bindings = [];
    /** Statements before the first turn, in each turn, between turns, and at the end. */
    this.first = [];
    this.body = [];
    this.between = [];
    this.initially = [];
    this.finally = [];
    this.result = NIL;
    this.accumulators = new Map();
  }

  get isAtEnd() {
    return this.at >= this.tokens.length;
  }

  next() {
    if (this.isAtEnd) throw new Malformed("a LOOP clause");
    return this.tokens[this.at++];
  }

  /** The keyword that comes next, without taking it. */
  peek() {
    const token = this.tokens[this.at];
    return token instanceof LispSymbol ? token.name : null;
  }

  /** Takes the next keyword if it is one of these. */
  take(...names) {
    return names.includes(this.peek()) ? this.next().name : null;
  }

  /** Compound forms up to the next keyword. */
  forms() {
    const found = [];
    while (!this.isAtEnd && this.tokens[this.at] instanceof Cons) found.push(this.next());
    return found;
  }

  stopWhen(test) {
    return form("WHEN", test, ["GO", this.end]);
  }

  leave(value) {
    return form("RETURN-FROM", this.name, value);
  }

  /** Statements that hold before the first turn and between turns. */
  everyTurn(...statements) {
    this.first.push(...statements);
    this.between.push(...statements);
  }
}

/** The assignments that take a value apart as a tree of variables wants it. */
function assignments(variable, value) {
  if (variable === NIL) return [];
  if (variable instanceof LispSymbol) return [form("SETQ", variable, value)];
  return [...assignments(variable.car, form("CAR", value)), ...assignments(variable.cdr, form("CDR", value))];
}

const variablesOf = (tree) =>
  tree instanceof Cons ? [...variablesOf(tree.car), ...variablesOf(tree.cdr)] : tree === NIL ? [] : [tree];

const FOR = {
  IN(clauses, variable) {
    const rest = fresh("REST");
    clauses.bindings.push([rest, clauses.next()], ...variablesOf(variable).map((name) => [name, NIL]));
    const by = clauses.take("BY") ? clauses.next() : form("FUNCTION", "CDR");
    clauses.everyTurn(
      clauses.stopWhen(form("ENDP", rest)),
      ...assignments(variable, form("CAR", rest)),
      form("SETQ", rest, ["FUNCALL", by, rest]),
    );
  },
  ON(clauses, variable) {
    clauses.bindings.push([variable, clauses.next()]);
    const by = clauses.take("BY") ? clauses.next() : form("FUNCTION", "CDR");
    clauses.first.push(clauses.stopWhen(form("ATOM", variable)));
    clauses.between.push(
      form("SETQ", variable, ["FUNCALL", by, variable]),
      clauses.stopWhen(form("ATOM", variable)),
    );
  },
  ACROSS(clauses, variable) {
    const [vector, index, length] = [fresh("VECTOR"), fresh("INDEX"), fresh("LENGTH")];
    clauses.bindings.push(
      [variable, NIL],
      [vector, form("THE", "VECTOR", clauses.next())],
      [index, 0n],
      [length, form("LENGTH", vector)],
    );
    clauses.everyTurn(
      clauses.stopWhen(form(">=", index, length)),
      form("SETQ", variable, ["AREF", vector, index]),
      form("SETQ", index, ["1+", index]),
    );
  },
  "="(clauses, variable) {
    const init = clauses.next();
    if (clauses.take("THEN")) {
      clauses.bindings.push([variable, NIL]);
      clauses.first.push(form("SETQ", variable, init));
      clauses.between.push(form("SETQ", variable, clauses.next()));
    } else {
      clauses.bindings.push(...variablesOf(variable).map((name) => [name, NIL]));
      const value = fresh();
      clauses.everyTurn(form("LET", [[value, init]], ...assignments(variable, value)));
    }
  },
};

const FROM = ["FROM", "UPFROM", "DOWNFROM", "TO", "UPTO", "DOWNTO", "BELOW", "ABOVE", "BY"];

function arithmetic(clauses, variable) {
  let [start, step, limit, test, isDown] = [0n, 1n, null, null, false];
  const bindings = [];
  for (let word = clauses.take(...FROM); word !== null; word = clauses.take(...FROM)) {
    const value = clauses.next();
    if (word.includes("DOWN") || word === "ABOVE") isDown = true;
    if (word.endsWith("FROM")) start = value;
    else {
      const name = fresh(word);
      bindings.push([name, value]);
      if (word === "BY") step = name;
      else {
        limit = name;
        test = word;
      }
    }
    if (word.endsWith("FROM")) bindings.push([variable, start]);
  }
  if (!bindings.some(([name]) => name === variable)) bindings.unshift([variable, start]);
  clauses.bindings.push(...bindings);
  const isPast = test === "BELOW" ? ">=" : test === "ABOVE" ? "<=" : isDown ? "<" : ">";
  const stop = limit === null ? [] : [clauses.stopWhen(form(isPast, variable, limit))];
  clauses.first.push(...stop);
  clauses.between.push(form("SETQ", variable, [isDown ? "-" : "+", variable, step]), ...stop);
}

function for_(clauses, lisp) {
  const variable = clauses.next();
  const kind = clauses.peek();
  lisp.cover(`LOOP ${kind}`);
  if (FROM.includes(kind)) return arithmetic(clauses, variable);
  if (!Object.hasOwn(FOR, kind)) throw new Malformed(`FOR ${kind}`);
  clauses.next();
  FOR[kind](clauses, variable);
}

/** FOR clauses that AND joins step at the same time; only those with = may be joined. */
function parallel(clauses, lisp) {
  const before = clauses.first.length;
  const between = clauses.between.length;
  for_(clauses, lisp);
  if (clauses.peek() !== "AND") return;
  while (clauses.take("AND")) for_(clauses, lisp);
  const joined = (statements, from) => [form("PSETQ", ...statements.splice(from).flatMap(assigned))];
  clauses.first.push(...joined(clauses.first, before));
  clauses.between.push(...joined(clauses.between, between));
}

/** The variable and the value of an assignment. */
function assigned(statement) {
  const [operator, variable, value] = items(statement);
  if (operator !== symbol("SETQ")) throw new Malformed("AND in LOOP");
  return [variable, value];
}

function repeat(clauses) {
  const left = fresh("LEFT");
  clauses.bindings.push([left, clauses.next()]);
  clauses.everyTurn(clauses.stopWhen(form("<", ["DECF", left], 0n)));
}

function with_(clauses) {
  const variable = clauses.next();
  clauses.bindings.push([variable, clauses.take("=") ? clauses.next() : NIL]);
}

/** The first value of each accumulation, as in SBCL, and its next value from the one before and an item. */
const ACCUMULATIONS = {
  COLLECT: [NIL, (sum, item) => form("APPEND", sum, ["LIST", item])],
  APPEND: [NIL, (sum, item) => form("APPEND", sum, item)],
  NCONC: [NIL, (sum, item) => form("APPEND", sum, item)],
  SUM: [0n, (sum, item) => form("+", sum, item)],
  COUNT: [0n, (sum, item) => form("IF", item, ["1+", sum], sum)],
  MAXIMIZE: [0n, (best, item, isFirst) => extreme("MAX", best, item, isFirst)],
  MINIMIZE: [0n, (best, item, isFirst) => extreme("MIN", best, item, isFirst)],
};

function extreme(kind, best, item, isFirst) {
  const value = fresh();
  const next = ["IF", isFirst, value, [kind, best, value]];
  return form("LET", [[value, ["THE", "REAL", item]]], ["PROG1", next, ["SETQ", isFirst, NIL]]);
}

function accumulate(clauses, keyword) {
  const kind = keyword.replace(/ING$/, "");
  const item = clauses.next();
  const into = clauses.take("INTO") ? clauses.next() : null;
  const known = clauses.accumulators.get(into) ?? accumulator(clauses, kind, into);
  const [, next] = ACCUMULATIONS[kind];
  return [form("SETQ", known.variable, next(known.variable, item, known.isFirst))];
}

/** The variable that is accumulated in, and one that is true until something was. */
function accumulator(clauses, kind, into) {
  const known = { variable: into ?? fresh("RESULT"), isFirst: fresh("FIRST") };
  const [begin] = ACCUMULATIONS[kind];
  clauses.accumulators.set(into, known);
  clauses.bindings.push([known.variable, begin], [known.isFirst, T]);
  if (into === null) clauses.result = known.variable;
  return known;
}

/** One selectable clause, or several joined by AND, as statements. */
function selectable(clauses) {
  const statements = statementsOf(clauses);
  while (clauses.take("AND")) statements.push(...statementsOf(clauses));
  return statements;
}

function statementsOf(clauses) {
  const keyword = clauses.next().name;
  if (Object.hasOwn(ACCUMULATIONS, keyword.replace(/ING$/, ""))) return accumulate(clauses, keyword);
  if (keyword === "DO") return clauses.forms();
  if (keyword === "RETURN") return [clauses.leave(clauses.next())];
  if (["WHEN", "IF", "UNLESS"].includes(keyword)) return conditional(clauses, keyword);
  throw new Malformed(`LOOP ${keyword}`);
}

function conditional(clauses, keyword) {
  const test = clauses.next();
  const then = ["PROGN", ...selectable(clauses)];
  const otherwise = clauses.take("ELSE") ? ["PROGN", ...selectable(clauses)] : NIL;
  clauses.take("END");
  return [keyword === "UNLESS" ? form("IF", test, otherwise, then) : form("IF", test, then, otherwise)];
}

const CLAUSES = {
  FOR: parallel,
  AS: parallel,
  REPEAT: repeat,
  WITH: with_,
  WHILE: (clauses) => void clauses.body.push(form("UNLESS", clauses.next(), ["GO", clauses.end])),
  UNTIL: (clauses) => void clauses.body.push(clauses.stopWhen(clauses.next())),
  ALWAYS(clauses) {
    clauses.body.push(form("UNLESS", clauses.next(), clauses.leave(NIL)));
    clauses.result = T;
  },
  NEVER(clauses) {
    clauses.body.push(form("WHEN", clauses.next(), clauses.leave(NIL)));
    clauses.result = T;
  },
  THEREIS(clauses) {
    const value = fresh();
    clauses.body.push(form("LET", [[value, clauses.next()]], ["WHEN", value, clauses.leave(value)]));
  },
  INITIALLY: (clauses) => void clauses.initially.push(...clauses.forms()),
  FINALLY(clauses) {
    const isReturn = clauses.take("RETURN");
    clauses.finally.push(...(isReturn ? [clauses.leave(clauses.next())] : clauses.forms()));
  },
};

export function loop(lisp, body) {
  if (body.length === 0 || body[0] instanceof Cons) return simpleLoop(lisp, body);
  const end = fresh("END");
  const isNamed = body[0] === symbol("NAMED");
  const clauses = new Clauses(isNamed ? body.slice(2) : body, isNamed ? body[1] : NIL, end);
  while (!clauses.isAtEnd) {
    const keyword = clauses.peek();
    lisp.cover(`LOOP ${keyword}`);
    if (keyword !== null && Object.hasOwn(CLAUSES, keyword)) {
      clauses.next();
      CLAUSES[keyword](clauses, lisp);
    } else clauses.body.push(...selectable(clauses));
  }
  const turn = fresh("TURN");
  return form("BLOCK", clauses.name, [
    "LET*",
    clauses.bindings,
    [
      "TAGBODY",
      ...statements(clauses.initially),
      ...statements(clauses.first),
      turn,
      ...statements(clauses.body),
      ...statements(clauses.between),
      ["GO", turn],
      end,
      ...statements(clauses.finally),
      clauses.leave(clauses.result),
    ],
  ]);
}

/** Forms that a TAGBODY must not take for tags. */
const statements = (forms) => forms.map((one) => form("PROGN", one));
