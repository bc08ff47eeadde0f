/** The functions on logical hosts and their pathnames (CLHS 19.3). */

import type { FunctionTable } from "../function-table.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispCons, LispValue } from "../objects/marshal.js";
import { isLispString, makeString, stringText } from "../objects/vectors.js";
import { LogicalHost } from "../pathnames/components.js";
import { defineLogicalHost, logicalHost, parseLogical } from "../pathnames/logical.js";
import { isMatch } from "../pathnames/matching.js";
import { faultsSignalled } from "../pathnames/namestrings.js";
import { Pathname } from "../pathnames/pathname.js";
import { translated } from "../pathnames/translation.js";
import { isCons, lispError, list } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { textArgument } from "../streams/stream-arguments.js";
import { fixedArguments, oneValue, truth } from "./fixed.js";
import { logicalHostArgument, otherHost } from "./pathname-arguments.js";
import type { PathnameOf } from "./pathnames.js";

/** What a logical pathname stands for in the end; another pathname is itself. */
export function physical(pathname: Pathname): Pathname {
  let found = pathname;
  while (found.host instanceof LogicalHost) {
    safepoint();
    const logical = found;
    const pair = found.host.translations.find(([from]) => isMatch(logical, from));
    if (pair === undefined) return noTranslation(logical);
    found = Pathname.from(translated(logical, ...pair));
  }
  return found;
}

function noTranslation(pathname: Pathname): never {
  return lispError(
    "SIMPLE-FILE-ERROR",
    "PATHNAME",
    pathname,
    "FORMAT-CONTROL",
    makeString("no translation for ~S"),
    "FORMAT-ARGUMENTS",
    list(pathname),
  );
}

/** The host of which translations are set, defined now if it was not. */
function hostToDefine(x: LispValue): LogicalHost {
  return isLispString(x) ? defineLogicalHost(stringText(x)) : logicalHostArgument(x);
}

/** The pattern of a host's pathnames that a translation is for. */
function patternOf(pathnameOf: PathnameOf, x: LispValue, host: LogicalHost): Pathname {
  if (isLispString(x)) return logicalPathname(stringText(x), host);
  const pathname = pathnameOf(x);
  return pathname.host === host ? pathname : otherHost(host, pathname.host);
}

function logicalPathname(text: string, host: LogicalHost | null): Pathname {
  return faultsSignalled(text, () => Pathname.from(parseLogical(text, host)));
}

function setTranslations(x: LispValue, written: LispValue, pairs: LispValue): LispValue {
  const host = x as LogicalHost;
  const translations: (readonly [Pathname, Pathname])[] = [];
  for (let rest = pairs; isCons(rest); rest = next(rest)) {
    const pair = carOf(rest) as LispCons;
    translations.push([carOf(pair) as Pathname, cdrOf(pair) as Pathname]);
  }
  host.translations = translations;
  host.written = written;
  return written;
}

export function logicalFunctions(pathnameOf: PathnameOf): FunctionTable {
  return {
    "JSCL-MCP::LOGICAL-PATHNAME-P": oneValue((x) =>
      truth(x instanceof Pathname && x.host instanceof LogicalHost),
    ),
    "JSCL-MCP::PARSE-LOGICAL-PATHNAME": fixedArguments(1, 1, (x) => logicalPathname(textArgument(x), null)),
    "JSCL-MCP::LOGICAL-HOST-DEFINED-P": fixedArguments(1, 1, (x) =>
      truth(logicalHost(textArgument(x)) !== undefined),
    ),
    "LOGICAL-PATHNAME-TRANSLATIONS": oneValue((x) => logicalHostArgument(x).written),
    "JSCL-MCP::HOST-TO-DEFINE": fixedArguments(1, 1, hostToDefine),
    "JSCL-MCP::TRANSLATION-PATTERN": fixedArguments(2, 2, (x, host) =>
      patternOf(pathnameOf, x, host as LogicalHost),
    ),
    "JSCL-MCP::SET-TRANSLATIONS": fixedArguments(3, 3, setTranslations),
  };
}
