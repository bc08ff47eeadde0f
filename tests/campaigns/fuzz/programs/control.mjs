/** Directives of FORMAT and clauses of LOOP: languages of their own within Lisp. */
import { integer, number, string, symbol } from "./data.mjs";

const DIRECTIVES = [
  "~a",
  "~s",
  "~d",
  "~5d",
  "~,2f",
  "~5,1,,'*f",
  "~e",
  "~g",
  "~$",
  "~r",
  "~:r",
  "~@r",
  "~x",
  "~b",
  "~o",
  "~36r",
  "~c",
  "~:c",
  "~@c",
  "~%",
  "~&",
  "~~",
  "~2%",
  "~10t",
  "~5@t",
  "~p",
  "~:p",
  "~@p",
  "~*",
  "~:*",
  "~2*",
  "~3@*",
  "~?",
  "~@?",
  "~^",
  "~:^",
  "~i",
  "~_",
  "~:_",
  "~w",
  "~v,'0d",
  "~#d",
  "~10a",
  "~10@a",
  "~va",
  "~:d",
  "~@d",
  "~,,'.:d",
  "~{~a~}",
  "~{~a~^, ~}",
  "~:{~a ~a~}",
  "~@{~a~}",
  "~:@{~a~}",
  "~3{~a~}",
  "~[a~;b~:;c~]",
  "~:[no~;yes~]",
  "~@[~a~]",
  "~#[none~;~a~:;many~]",
  "~(~a~)",
  "~:(~a~)",
  "~@(~a~)",
  "~:@(~a~)",
  "~<~a~>",
  "~10<~a~;~a~>",
  "~<~a~:>",
  "~/foo/",
  "~\n",
  "~",
  "~q",
  "~{",
  "~}",
  "~[",
  "~]",
  "~;",
  "~1,2,3,4a",
  "~'xd",
  "~-5d",
  "~99999999d",
  "~{~",
  "~:@~",
  "~+1a",
];

/** A call of FORMAT. */
export function formatCall(random, form) {
  const control = random.many(1, 4, () => random.pick(DIRECTIVES)).join(random.pick(["", " ", "x"]));
  const destination = random.weighted([
    [6, "nil"],
    [2, "t"],
    [1, form()],
  ]);
  return ["format", destination, `"${control}"`, ...random.many(0, 4, form)];
}

const ACCUMULATIONS = ["collect", "append", "nconc", "sum", "count", "maximize", "minimize", "collecting"];

/** A LOOP of clauses that mostly belong together; the first bounds it, mostly. */
export function loopForm(random, form, variable) {
  const clauses = [];
  if (random.chance(0.1)) clauses.push("named", "outer");
  const bound = String(random.int(0, 6));
  clauses.push(
    ...random.pick([
      () => ["for", variable, "from", "0", random.pick(["to", "below", "upto"]), bound],
      () => ["for", variable, "from", bound, "downto", "0", "by", random.pick(["1", "2", "0", "-1"])],
      () => ["for", variable, "in", ["list", ...random.many(0, 4, form)]],
      () => ["for", variable, "on", ["list", ...random.many(0, 4, form)]],
      () => ["for", variable, "across", random.pick(["#(1 2 3)", string(random), form()])],
      () => ["for", [variable, "rest"], "in", random.pick(["'((1 2) (3 4))", "'((1 . 2) 5)", form()])],
      () => [
        "for",
        variable,
        "being",
        "the",
        random.pick(["hash-keys", "hash-values", "symbols"]),
        "of",
        form(),
      ],
      () => ["for", variable, "=", form(), "then", form(), "repeat", bound],
      () => ["repeat", bound],
      () => ["with", variable, "=", form(), "repeat", bound],
      () => [random.pick(["while", "until"]), form(), "repeat", bound],
    ])(),
  );
  const body = random.many(1, 3, () =>
    random.pick([
      () => [random.pick(ACCUMULATIONS), form(), ...(random.chance(0.2) ? ["into", "acc"] : [])],
      () => ["do", form()],
      () => [random.pick(["when", "unless", "if"]), form(), random.pick(ACCUMULATIONS), form()],
      () => [random.pick(["always", "never", "thereis"]), form()],
      () => ["finally", ["return", form()]],
      () => ["initially", form()],
      () => ["for", "other", "=", form()],
      () => ["while", form()],
      () => ["return", form()],
      () => [symbol(random), integer(random)],
      () => [number(random)],
    ])(),
  );
  return ["loop", ...clauses, ...body.flat()];
}
