import type { EvaluationReport, WarningReport } from "jscl-mcp";
import { element } from "../dom.js";
import { isRedefinition } from "../redefinitions.js";
import { type PlaceActions, placeButton } from "./places.js";
import { row } from "./row.js";
import { inOwnWords, redefinedName } from "./words.js";

/**
 * What the compiler caught, each with a link to its place: forms that cannot be compiled, then warnings, then
 * definitions that replace others, in one quiet row.
 */
export function warningRows(
  { warnings, error }: Pick<EvaluationReport, "warnings" | "error">,
  actions: PlaceActions,
): HTMLElement[] {
  // What would have helped with the error stands there.
  const said = new Set(error?.hints?.map(({ line }) => line));
  const caught = warnings
    // Of a program that went on from its error, nothing else says it.
    .filter(({ saidByError }) => !error || !saidByError)
    .map((each) => ({
      ...each,
      hints: each.hints?.filter(({ line }) => !said.has(line)) ?? [],
    }));
  const errors = caught.filter(({ severity }) => severity === "error");
  const replaced = caught.filter(isRedefinition);
  const others = caught.filter((each) => !errors.includes(each) && !replaced.includes(each));
  const rows = [...errorRows(errors, actions), ...others.map((each) => warningRow(each, actions))];
  return replaced.length === 0 ? rows : [...rows, replacedRow(replaced, actions)];
}

function errorRows(errors: readonly WarningReport[], actions: PlaceActions): HTMLElement[] {
  return errors.map((each, i) => {
    const isLast = i === errors.length - 1;
    const then =
      isLast && element("p", { class: "caught-then" }, "It signals an error when control comes there.");
    return caughtRow("caught", "error", each, actions, "Does not compile", then);
  });
}

function warningRow(warning: WarningReport, actions: PlaceActions): HTMLElement {
  return caughtRow("warning", "warn", warning, actions, warning.label ?? warning.type, false);
}

function caughtRow(
  kind: string,
  label: string,
  { message, position, hints = [] }: WarningReport,
  actions: PlaceActions,
  head: string,
  after: HTMLElement | false,
): HTMLElement {
  const says = element(
    "p",
    {},
    element("strong", {}, head),
    " ",
    element("span", { class: "caught-says" }, inOwnWords(message)),
    position && " ",
    position && placeButton(position, actions),
  );
  const more = hints.map(({ line = "" }) => element("p", { class: "report-hint" }, line));
  return row(kind, label, element("div", {}, says, ...more, after || null));
}

function replacedRow(warnings: readonly WarningReport[], actions: PlaceActions): HTMLElement {
  const names = warnings.flatMap(({ message, position }, at): (HTMLElement | string)[] => {
    const text = redefinedName(message);
    const name = position ? placeButton(position, actions, { text, kind: "defined" }) : text;
    return at === 0 ? [name] : [", ", name];
  });
  return row("replaced", "", element("p", {}, "Replaces another definition of ", ...names, "."));
}
