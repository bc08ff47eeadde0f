import type { LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import { keyword, lispError, list, nil, simpleError, sym } from "../signals.js";
import { wrongArgument } from "../streams/stream-arguments.js";
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
    return wrongArgument(part, type, parameter);
  }
  if (problem.part === BACK) return simpleError(":BACK cannot be represented in namestrings.");
  return simpleError("invalid directory component: ~S", part);
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
