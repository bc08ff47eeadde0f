/** What SBCL signals where a pathname has no namestring, or names no single file. */
import { type LispValue, makeString } from "../marshal.js";
import { keyword, lispError, list, nil, sym } from "../signals.js";
import { BACK, type Component, type DirectoryPart, lispComponent } from "./components.js";
import type { Problem, Reason } from "./namestrings.js";
import type { Pathname } from "./pathname.js";

export function refuseNamestring(pathname: Pathname, problem: Problem): never {
  if (!("part" in problem)) return noNamestring("NO-NAMESTRING-ERROR", pathname, problem);
  const part = lispComponent(problem.part, nil());
  if (problem.in === "name") {
    const members = list(sym("MEMBER"), keyword("WILD"));
    const type = list(sym("OR"), sym("SIMPLE-STRING"), members, sym("PATTERN", "SB-IMPL"));
    const parameter = sym("THING", "SB-IMPL");
    return lispError("TYPE-ERROR", "DATUM", part, "EXPECTED-TYPE", type, "CONTEXT", parameter);
  }
  const [control, args] =
    problem.part === BACK
      ? [":BACK cannot be represented in namestrings.", nil()]
      : ["invalid directory component: ~S", list(part)];
  return lispError("SIMPLE-ERROR", "FORMAT-CONTROL", makeString(control), "FORMAT-ARGUMENTS", args);
}

/** For a pathname that stands for no single file. */
export function refuseFile(pathname: Pathname, reason: Reason): never {
  return noNamestring("NO-NATIVE-NAMESTRING-ERROR", pathname, reason);
}

function noNamestring(type: string, pathname: Pathname, { control, args }: Reason): never {
  const words = args.map((arg: Component | DirectoryPart): LispValue => lispComponent(arg, nil()));
  return lispError(
    type,
    "PATHNAME",
    pathname,
    "FORMAT-CONTROL",
    makeString(control),
    "FORMAT-ARGUMENTS",
    list(...words),
  );
}
