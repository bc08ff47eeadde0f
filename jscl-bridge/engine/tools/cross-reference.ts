import type { UseKind } from "../../compiler/syntax/expand-all.js";
import type { Structured, UsesReport } from "../../contract/results.js";
import { usesOf } from "../../image/cross-reference.js";
import type { Image } from "../../image/image.js";
import { symbolText } from "../../runtime/definitions/definition-log.js";
import { writtenSymbol } from "../../runtime/definitions/symbol-search.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { setfFunctionSymbol } from "../../runtime/objects/setf-names.js";
import { isLispString, stringText } from "../../runtime/objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE } from "../../runtime/signals.js";
import { counted, MOST_LISTED, placeText, type ToolRun } from "./tool-run.js";

/** Which uses a tool looks for, and how it names them. */
const LOOKED_FOR: Readonly<Record<string, { kinds: readonly UseKind[]; verb: string }>> = {
  "who-calls": { kinds: ["call", "function"], verb: "calls" },
  "who-references": { kinds: ["read", "set"], verb: "reads or sets" },
  "who-binds": { kinds: ["bind"], verb: "binds" },
  "who-expands": { kinds: ["expand"], verb: "expands" },
};

/** What uses a symbol, by the tool's name. */
export function usesReport(tool: string, { image, args }: ToolRun): Structured<UsesReport> {
  const { kinds, verb } = LOOKED_FOR[tool] as { kinds: readonly UseKind[]; verb: string };
  const written = String(args["symbol"]);
  const symbol = functionSymbol(image, written);
  if (symbol === null) {
    const text = `There is no symbol ${written}.`;
    return { text, symbol: written, found: false, uses: [], usesTotal: 0, searched: 0, unread: [] };
  }
  const { uses, searched, unread } = usesOf(image, symbol, new Set(kinds));
  const name = symbolText(symbol);
  const report: UsesReport = {
    symbol: name,
    found: true,
    uses: uses.slice(0, MOST_LISTED).map((use) => ({ ...use, definition: nameText(use.definition) })),
    usesTotal: uses.length,
    searched,
    unread: unread.slice(0, MOST_LISTED).map(nameText),
  };
  return { text: usesText(report, verb), ...report };
}

/** The symbol of a name as Lisp writes it; of (setf f) that which holds the function. */
function functionSymbol(image: Image, written: string): LispSymbol | null {
  const pkg = image.currentPackage();
  const place = /^\s*\(\s*setf\s+(\S+?)\s*\)\s*$/i.exec(written)?.[1];
  if (place === undefined) return writtenSymbol(image, written.trim(), pkg);
  const symbol = writtenSymbol(image, place, pkg);
  return symbol && setfFunctionSymbol(symbol);
}

function nameText(name: LispValue): string {
  const text = callLisp("NAME-TEXT", INTERNAL_PACKAGE, name);
  return isLispString(text) ? stringText(text) : "";
}

function usesText({ symbol, uses, usesTotal, searched, unread }: UsesReport, verb: string): string {
  const among = `${counted(searched, "definition")} looked through`;
  const left = unread.length === 0 ? "" : `\nNot looked through: ${unread.join(", ")}.`;
  if (usesTotal === 0) return `Nothing in the session ${verb} ${symbol} (${among}).${left}`;
  const lines = uses.map(({ definition, kind, position, file }) => {
    const where = placeText(position, file);
    return `  ${definition}${where === "" ? "" : `: ${where}`}${WORDS[kind]}`;
  });
  const more = usesTotal > uses.length ? `\n  … ${usesTotal - uses.length} more` : "";
  return `${counted(usesTotal, "use")} of ${symbol} (${among}):\n${lines.join("\n")}${more}${left}`;
}

const WORDS: Readonly<Record<UseKind, string>> = {
  call: "",
  function: " (as a function object)",
  read: " (read)",
  set: " (set)",
  bind: "",
  expand: "",
};
