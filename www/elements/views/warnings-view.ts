import type { WarningReport } from "jscl-mcp";
import { element } from "../dom.js";
import { isRedefinition } from "../redefinitions.js";
import { type PlaceActions, placeButton } from "./places.js";
import { row } from "./row.js";
import { inOwnWords, redefinedName } from "./words.js";

/** The warnings, each with a link to its place; definitions that replace others are said in one quiet row. */
export function warningRows(warnings: readonly WarningReport[], actions: PlaceActions): HTMLElement[] {
  const replaced = warnings.filter(isRedefinition);
  const rows = warnings.filter((each) => !isRedefinition(each)).map((each) => warningRow(each, actions));
  return replaced.length === 0 ? rows : [...rows, replacedRow(replaced, actions)];
}

function warningRow(warning: WarningReport, actions: PlaceActions): HTMLElement {
  const { type, position } = warning;
  return row(
    "warning",
    "warn",
    element(
      "p",
      {},
      element("strong", {}, type),
      " ",
      element("span", {}, inOwnWords(warning.message)),
      position && " ",
      position && placeButton(position, actions),
    ),
  );
}

function replacedRow(warnings: readonly WarningReport[], actions: PlaceActions): HTMLElement {
  const names = warnings.flatMap(({ message, position }, at): (HTMLElement | string)[] => {
    const text = redefinedName(message);
    const name = position ? placeButton(position, actions, { text, kind: "defined" }) : text;
    return at === 0 ? [name] : [", ", name];
  });
  return row("replaced", "", element("p", {}, "Replaces another definition of ", ...names, "."));
}
