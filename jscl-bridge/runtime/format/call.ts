/** `~/name/` calls a function of the program. */
import type { LispSymbol } from "../objects/marshal.js";
import { symbolFunction } from "../objects/symbols.js";
import { makeString } from "../objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, nil, sym, t } from "../signals.js";
import { complain, type Handler, nextArgument } from "./interpreter.js";
import { parameters } from "./parameters.js";

export const callFunction: Handler = (run, token, index) => {
  const given = parameters(run, token);
  const [, packageName = "COMMON-LISP-USER", , name = ""] =
    /^(?:([^:]*)(::?))?(.*)$/s.exec((token.name ?? "").toUpperCase()) ?? [];
  const pkg = callLisp(
    "FIND-PACKAGE",
    "COMMON-LISP",
    makeString(packageName === "" ? "KEYWORD" : packageName),
  );
  if (pkg === nil()) {
    return complain(run, token, { text: "No package named ~S", args: [makeString(packageName)] });
  }
  const argument = nextArgument(run, token);
  const symbol =
    packageName === INTERNAL_PACKAGE
      ? sym(name, INTERNAL_PACKAGE)
      : callLisp("INTERN", "COMMON-LISP", makeString(name), pkg);
  const fn = symbolFunction(symbol as LispSymbol);
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
