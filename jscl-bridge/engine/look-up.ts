import { BUDGETS } from "../contract/budgets.js";
import type { Query } from "../contract/engine.js";
import type { FilesReport, Structured, SymbolReport } from "../contract/results.js";
import type { Image } from "../image/image.js";
import { symbolText } from "../runtime/definitions/definition-log.js";
import {
  completePackage,
  completeSymbol,
  type Search,
  writtenPackage,
  writtenSymbol,
} from "../runtime/definitions/symbol-search.js";
import type { LispPackage, LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { table } from "../runtime/objects/table.js";
import { isLispString, stringText } from "../runtime/objects/vectors.js";
import { now } from "../runtime/platform.js";
import { callLisp, INTERNAL_PACKAGE, nil } from "../runtime/signals.js";
import { withoutPackage } from "../syntax/symbol-names.js";
import { type Called, calling } from "./calling.js";
import type { LookedUp } from "./engine-image.js";
import { filesOf, filesText } from "./file-list.js";
import { directoryNamed, Problem, withFiles } from "./file-requests.js";
import { dataOf } from "./lisp-data.js";
import { jsonOf } from "./outgoing.js";
import { readerProblems } from "./tools/reader-problems.js";

/**
 * Milliseconds that a description may take, which may run printers of the program's. COMMON-LISP is described
 * in half a second where nothing of the image is compiled yet, and a phone takes several times that.
 */
const DESCRIPTION_MS = 3000;

const NOTHING: LookedUp = { texts: [], total: 0, report: null };

/** What an image knows about a query's text. */
export function lookUp(image: Image, { what, text, package: home, limit }: Query): LookedUp {
  const named = image.tables.findPackage(home) ?? image.tables.findPackage(home.toUpperCase());
  const pkg = named ?? image.currentPackage();
  switch (what) {
    case "complete-symbol":
      return names(completeSymbol(image, text, pkg, limit));
    case "complete-package":
      return names(completePackage(image, text, limit));
    case "describe-symbol": {
      // What is asked of a package that there is not is not of another.
      const symbol = named === undefined ? null : writtenSymbol(image, text, named);
      if (symbol === null) return NOTHING;
      return symbolReport(image, text, pkg, symbol, limit);
    }
    case "describe-package": {
      const found = writtenPackage(image, text);
      return found === null ? NOTHING : description(image, "PACKAGE-DESCRIPTION", found, limit);
    }
    case "macro-bodies":
      return named === undefined ? NOTHING : macroBodies(image, text, named);
    case "reader-problems":
      return named === undefined ? NOTHING : problemsOfReader(image, text, named);
    case "list-files":
      return filesIn(image, text, limit);
    default:
      return NOTHING;
  }
}

/** Without names that are too long: cut, they would be others. */
function names({ texts, total }: Search): LookedUp {
  return { texts: texts.filter((text) => text.length <= BUDGETS.NAME_CHARS), total, report: null };
}

function description(
  image: Image,
  describer: string,
  object: LispValue | LispPackage,
  limit: number,
  until = now() + DESCRIPTION_MS,
): LookedUp {
  const outcome = calling(image, until, DESCRIPTION_MS, () =>
    callLisp(describer, INTERNAL_PACKAGE, object, limit),
  );
  return { texts: [textOf(outcome)], total: 1, report: null };
}

/** The server adds where the session has defined it. */
type WithoutPlaces = Omit<Structured<SymbolReport>, "definitions">;

/** A description of a symbol, and what it says as data unless that cannot be found out in the same time. */
function symbolReport(
  image: Image,
  name: string,
  pkg: LispPackage,
  symbol: LispSymbol,
  limit: number,
): LookedUp {
  const until = now() + DESCRIPTION_MS;
  const answer = description(image, "SYMBOL-DESCRIPTION", symbol, limit, until);
  if (now() >= until) return answer;
  const outcome = calling(image, until, DESCRIPTION_MS, () =>
    callLisp("SYMBOL-FACTS", INTERNAL_PACKAGE, symbol, pkg),
  );
  if (outcome.kind !== "values") return answer;
  const facts = dataOf<Omit<WithoutPlaces, "text" | "name" | "found" | "symbol">>(outcome.values[0]);
  const [text = ""] = answer.texts;
  const report: WithoutPlaces = { text, name, found: true, symbol: symbolText(symbol), ...facts };
  return { ...answer, report: jsonOf(report) };
}

/** How many arguments the macros that a text names take before their `&body`, by their names. */
function macroBodies(image: Image, text: string, pkg: LispPackage): LookedUp {
  const names = new Set(text.match(/[^\s()"'`,;]+/g)?.map((name) => withoutPackage(name.toLowerCase())));
  const bodies = table<number>();
  let total = 0;
  const outcome = calling(image, now() + DESCRIPTION_MS, DESCRIPTION_MS, () => {
    for (const name of names) {
      const symbol = name.length <= BUDGETS.NAME_CHARS ? writtenSymbol(image, name, pkg) : null;
      if (symbol === null) continue;
      const place = callLisp("OPERATOR-BODY-POSITION", INTERNAL_PACKAGE, symbol);
      if (typeof place !== "number") continue;
      bodies[name] = place;
      total += 1;
    }
    return nil();
  });
  if (outcome.kind !== "values") return NOTHING;
  return { texts: [], total, report: jsonOf({ bodies }) };
}

/** What the reader refuses in a text, as far as it is found in time. */
function problemsOfReader(image: Image, text: string, pkg: LispPackage): LookedUp {
  let problems: readonly object[] = [];
  const outcome = calling(image, now() + DESCRIPTION_MS, DESCRIPTION_MS, () => {
    problems = readerProblems(image, text, pkg);
    return nil();
  });
  if (outcome.kind !== "values") return NOTHING;
  return { texts: [], total: problems.length, report: jsonOf({ problems }) };
}

function filesIn(image: Image, directory: string, limit: number): LookedUp {
  const root = directoryNamed(image, directory);
  const files = root instanceof Problem ? root : withFiles(image, () => filesOf(image.files, root, limit));
  if (files instanceof Problem) return { ...NOTHING, texts: [files.text] };
  if (files === null) return NOTHING;
  const report: Structured<FilesReport> = { text: filesText(files), ...files };
  return { texts: [report.text], total: 1, report: jsonOf(report) };
}

function textOf(outcome: Called): string {
  switch (outcome.kind) {
    case "values": {
      const [text] = outcome.values;
      return isLispString(text) ? stringText(text) : "";
    }
    case "error":
    case "timeout":
      return `It could not be described. ${outcome.report.label}: ${outcome.report.message}\n`;
    case "aborted":
    case "left":
    case "cancelled":
      return "It could not be described.\n";
  }
}
