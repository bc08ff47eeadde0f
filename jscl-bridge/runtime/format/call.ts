/** `~/name/` calls a function of the program. */
import { makeString } from "../objects/marshal.js";
import { nil, sym, t } from "../signals.js";
import { complain, type Handler, nextArgument } from "./interpreter.js";
import { parameters } from "./parameters.js";

export const callFunction: Handler = (run, token, index) => {
  const given = parameters(run, token, Number.POSITIVE_INFINITY);
  const [, packageName = "COMMON-LISP-USER", , name = ""] =
    /^(?:([^:]*)(::?))?(.*)$/s.exec((token.name ?? "").toUpperCase()) ?? [];
  const pkg = run.image.packages[packageName === "" ? "KEYWORD" : packageName];
  if (pkg === undefined) {
    complain(run, token, { text: "No package named ~S", args: [makeString(packageName)] });
  }
  const argument = nextArgument(run, token);
  const fn = sym(name, packageName === "" ? "KEYWORD" : packageName).fvalue;
  fn(
    run.image.internals.pv,
    run.stream(),
    argument,
    token.colon ? t() : nil(),
    token.at ? t() : nil(),
    ...given.map((value) => value ?? nil()),
  );
  return index + 1;
};
