import { BUDGETS } from "../contract/budgets.js";
import type { Query } from "../contract/engine.js";
import type { Image } from "../image/image.js";
import {
  completePackage,
  completeSymbol,
  type Search,
  writtenPackage,
  writtenSymbol,
} from "../runtime/definitions/symbol-search.js";
import type { LispPackage, LispValue } from "../runtime/objects/marshal.js";
import { isLispString, stringText } from "../runtime/objects/vectors.js";
import { now } from "../runtime/platform.js";
import { runAtToplevel } from "../runtime/reports/boundary.js";
import { callLisp, INTERNAL_PACKAGE } from "../runtime/signals.js";

/** Milliseconds that a description may take; it may run printers of the program's. */
const DESCRIPTION_MS = 1000;

const NOTHING: Search = { texts: [], total: 0 };

/** What an image knows about a query's text. */
export function lookUp(image: Image, { what, text, package: home, limit }: Query): Search {
  const pkg = image.tables.findPackage(home) ?? image.currentPackage();
  switch (what) {
    case "complete-symbol":
      return named(completeSymbol(image, text, pkg, limit));
    case "complete-package":
      return named(completePackage(image, text, limit));
    case "describe-symbol": {
      const symbol = writtenSymbol(image, text, pkg);
      return symbol === null ? NOTHING : description(image, "SYMBOL-DESCRIPTION", symbol, limit);
    }
    case "describe-package": {
      const found = writtenPackage(image, text);
      return found === null ? NOTHING : description(image, "PACKAGE-DESCRIPTION", found, limit);
    }
    default:
      return NOTHING;
  }
}

/** Without names that are too long: cut, they would be others. */
function named({ texts, total }: Search): Search {
  return { texts: texts.filter((text) => text.length <= BUDGETS.NAME_CHARS), total };
}

function description(
  image: Image,
  describer: string,
  object: LispValue | LispPackage,
  limit: number,
): Search {
  const describe = (): LispValue[] => [callLisp(describer, INTERNAL_PACKAGE, object, limit)];
  const outcome = runAtToplevel(image, describe, {
    deadline: now() + DESCRIPTION_MS,
    seconds: DESCRIPTION_MS / 1000,
    limits: { messageChars: 1000, argumentChars: 100, formChars: 0, maxFrames: 0 },
    onWarning: () => {},
  });
  return { texts: [textOf(outcome)], total: 1 };
}

function textOf(outcome: ReturnType<typeof runAtToplevel>): string {
  switch (outcome.kind) {
    case "values": {
      const [text] = outcome.values;
      return isLispString(text) ? stringText(text) : "";
    }
    case "error":
    case "timeout":
      return `It could not be described. ${outcome.report.label}: ${outcome.report.message}\n`;
    case "aborted":
    case "cancelled":
      return "It could not be described.\n";
  }
}
