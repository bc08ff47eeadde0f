/** Takes the restarts that a client chooses, in advance or when it is asked. */
import type { Answer, Leaving, RestartChoice } from "../contract/engine.js";
import type { LispPackage, LispValue } from "../runtime/objects/marshal.js";
import { setSymbolValue, symbolValue } from "../runtime/objects/symbols.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, list, nil, sym, t } from "../runtime/signals.js";
import { answerText } from "./replay-text.js";
import type { RestartChoices, TakenRestart } from "./restart-choices.js";

/** A restart that can be invoked. */
interface ChosenRestart {
  readonly restart: LispValue;
  readonly name: string;
  /** The toplevel's ABORT. */
  readonly endsEvaluation: boolean;
  readonly arguments: LispValue;
}

/** What reports say of a condition. */
interface ConditionText {
  readonly label: string;
  readonly message: string;
}

/** A condition that an evaluation is held at, and the restarts that are active there. */
interface HeldCondition {
  readonly condition: LispValue;
  readonly restarts: LispValue;
}

interface RestartSituation {
  /** The package to read and evaluate the command's texts in. */
  readonly package: LispPackage;
  /** What is held below, the innermost last. */
  readonly levels: readonly HeldCondition[];
  readonly describe: (condition: LispValue) => ConditionText;
  readonly onTaken: (taken: TakenRestart) => void;
  /**
   * Asks which restart to take, and says why the one that was named could not be. Returns null when no client
   * can be asked.
   */
  readonly ask: (problem: string | null) => Answer | null;
  /** Leaves a call of a level, by default of the one that asks; returns why that cannot be. */
  readonly leave: (leaving: Leaving, level: number | null) => string;
}

/** What an entry or an answer says. */
interface Named {
  readonly restart: string;
  /**
   * The source texts of its arguments, one each, or one of all; null to have the restart itself ask for them.
   */
  readonly values: readonly string[] | string | null;
}

/**
 * Invokes the restart that the first fitting entry names for a condition, or else an answer, which leaves by
 * a non-local exit. Returns when there is none, when it cannot be taken, and when it would end the
 * evaluation: then the condition is to be reported.
 */
export function takeRestart(
  choices: RestartChoices,
  condition: LispValue,
  situation: RestartSituation,
): void {
  takeChosen(choices, condition, situation);
  if (choices.taken === null || choices.returned) takeAnswered(choices, condition, situation);
}

function takeChosen(choices: RestartChoices, condition: LispValue, situation: RestartSituation): void {
  for (;;) {
    const choice = next(choices, condition, situation);
    if (choice === null) return;
    const chosen = choose(condition, choice, situation.package);
    if (typeof chosen === "string") {
      complain(choices, choice, condition, situation, chosen);
      return;
    }
    invoke(choices, chosen, choice.values, condition, situation);
    if (!choices.returned) return;
  }
}

/** Asks until a restart is taken that continues from the condition, or the evaluation is to end. */
function takeAnswered(choices: RestartChoices, condition: LispValue, situation: RestartSituation): void {
  let { problem } = choices;
  for (;;) {
    const answer = situation.ask(problem);
    if (answer === null) return;
    const { restart, values, level, leaving } = answer;
    if (leaving !== null) {
      problem = situation.leave(leaving, level);
      continue;
    }
    const below = situation.levels[(level ?? 0) - 1];
    const at = below?.condition ?? condition;
    const choice = () => choose(at, { restart: restart ?? "", values }, situation.package);
    const chosen = restart === null ? ENDING : below ? amongRestarts(below.restarts, choice) : choice();
    if (typeof chosen === "string") {
      problem = problemOf(restart ?? "", at, situation, chosen);
      continue;
    }
    choices.problem = null;
    invoke(choices, chosen, values, at, situation);
    if (!choices.returned) return;
    problem = `${chosen.name} was taken, but has returned.`;
  }
}

/** Takes a restart. Returns when that would end the evaluation, and when its function has returned. */
function invoke(
  choices: RestartChoices,
  chosen: ChosenRestart,
  values: Named["values"],
  condition: LispValue,
  situation: RestartSituation,
): void {
  choices.taken = chosen.name;
  choices.returned = false;
  const { label, message } = situation.describe(condition);
  const answer = chosen.endsEvaluation ? "" : answerText(condition, chosen.restart, values);
  situation.onTaken({ restart: chosen.name, condition: label, message, answer });
  if (chosen.endsEvaluation) return;
  choices.busy = false;
  callLisp("TAKE-CHOSEN-RESTART", INTERNAL_PACKAGE, chosen.restart, chosen.arguments);
  // A restart of RESTART-BIND may return: the condition is as unhandled as it was.
  choices.busy = true;
  choices.returned = true;
}

/** The first unused entry for the condition, which is used from now on. */
function next(
  choices: RestartChoices,
  condition: LispValue,
  situation: RestartSituation,
): RestartChoice | null {
  for (const [index, choice] of choices.unused.entries()) {
    const type = makeString(choice.conditionType ?? "cl:error");
    const applies = callLisp("CHOICE-APPLIES-P", INTERNAL_PACKAGE, condition, type, situation.package);
    if (isLispString(applies)) complain(choices, choice, condition, situation, stringText(applies));
    else if (applies !== nil()) {
      choices.unused.splice(index, 1);
      choices.problem = null;
      return choice;
    }
  }
  return null;
}

function complain(
  choices: RestartChoices,
  { restart }: RestartChoice,
  condition: LispValue,
  situation: RestartSituation,
  why: string,
): void {
  choices.problem ??= problemOf(restart, condition, situation, why);
}

/** Why a restart could not be taken, as a sentence. */
function problemOf(restart: string, condition: LispValue, situation: RestartSituation, why: string): string {
  const { label } = situation.describe(condition);
  return `${restart.toUpperCase()} not taken for ${label}: ${why.replace(/\.$/, "")}.`;
}

/** What ends the evaluation where no restart is named. */
const ENDING: ChosenRestart = { restart: null, name: "ABORT", endsEvaluation: true, arguments: null };

/** Chooses among the restarts of a level below: these stay active on top of it. */
function amongRestarts<T>(restarts: LispValue, choice: () => T): T {
  const clusters = sym("*RESTART-CLUSTERS*", INTERNAL_PACKAGE);
  const active = symbolValue(clusters);
  setSymbolValue(clusters, restarts);
  try {
    return choice();
  } finally {
    setSymbolValue(clusters, active);
  }
}

function choose(
  condition: LispValue,
  { restart: wanted, values }: Named,
  pkg: LispPackage,
): ChosenRestart | string {
  const texts = typeof values === "string" ? makeString(values) : list(...(values ?? []).map(makeString));
  const given = values === null ? nil() : t();
  const chosen = callLisp(
    "CHOOSE-RESTART",
    INTERNAL_PACKAGE,
    condition,
    makeString(wanted),
    given,
    texts,
    pkg,
  );
  if (isLispString(chosen)) return stringText(chosen);
  const [restart, name, endsEvaluation, args] = elementsOf(chosen);
  return {
    restart,
    name: isLispString(name) ? stringText(name) : "",
    endsEvaluation: endsEvaluation !== nil(),
    arguments: args,
  };
}
