/** The restarts that a command names, taken where the debugger would be entered. */
import {
  isLispString,
  type LispPackage,
  type LispValue,
  makeString,
  stringText,
} from "../runtime/marshal.js";
import { next } from "../runtime/safepoints.js";
import { callLisp, INTERNAL_PACKAGE, isCons, list, nil, t } from "../runtime/signals.js";
import type { RestartChoice, RestartTaken } from "./contract.js";

/** A restart that can be invoked. */
interface ChosenRestart {
  readonly restart: LispValue;
  readonly name: string;
  /** The toplevel's ABORT. */
  readonly endsEvaluation: boolean;
  readonly arguments: LispValue;
}

/** What reports say of a condition. */
export interface ConditionText {
  readonly label: string;
  readonly message: string;
}

export interface RestartSituation {
  /** The package to read and evaluate the command's texts in. */
  readonly package: LispPackage;
  readonly describe: (condition: LispValue) => ConditionText;
  readonly onTaken: (taken: RestartTaken) => void;
}

/** The entries of one evaluation; each is used once. */
export class RestartChoices {
  /** The restart that was taken for the condition that ended the evaluation, and did not go on from it. */
  taken: string | null = null;
  /** Why a restart could not be taken for the condition that ended the evaluation. */
  problem: string | null = null;
  readonly #unused: RestartChoice[];
  #busy = false;

  constructor(choices: readonly RestartChoice[]) {
    this.#unused = [...choices];
  }

  /**
   * Invokes the restart that the first fitting entry names for a condition, which leaves by a non-local exit. Returns when there is
   * none, when it cannot be taken, and when it would end the evaluation: then the condition is to be reported.
   */
  take(condition: LispValue, situation: RestartSituation): void {
    this.taken = null;
    this.problem = null;
    // What fails while an entry's own texts are evaluated is to be seen, not to be repaired by the next entry.
    if (this.#busy || this.#unused.length === 0) return;
    this.#busy = true;
    try {
      this.#take(condition, situation);
    } finally {
      this.#busy = false;
    }
  }

  #take(condition: LispValue, situation: RestartSituation): void {
    for (;;) {
      const choice = this.#next(condition, situation);
      if (choice === null) return;
      const chosen = choose(condition, choice, situation.package);
      if (typeof chosen === "string") {
        this.#complain(choice, condition, situation, chosen);
        return;
      }
      this.taken = chosen.name;
      const { label, message } = situation.describe(condition);
      situation.onTaken({ restart: chosen.name, condition: label, message });
      if (chosen.endsEvaluation) return;
      this.#busy = false;
      callLisp("TAKE-CHOSEN-RESTART", INTERNAL_PACKAGE, chosen.restart, chosen.arguments);
      // A restart of RESTART-BIND may return: the condition is as unhandled as it was.
      this.#busy = true;
    }
  }

  /** The first unused entry for the condition, which is used from now on. */
  #next(condition: LispValue, situation: RestartSituation): RestartChoice | null {
    for (const [index, choice] of this.#unused.entries()) {
      const type = makeString(choice.conditionType ?? "cl:error");
      const applies = callLisp("CHOICE-APPLIES-P", INTERNAL_PACKAGE, condition, type, situation.package);
      if (isLispString(applies)) this.#complain(choice, condition, situation, stringText(applies));
      else if (applies !== nil()) {
        this.#unused.splice(index, 1);
        this.problem = null;
        return choice;
      }
    }
    return null;
  }

  #complain(
    { restart }: RestartChoice,
    condition: LispValue,
    situation: RestartSituation,
    why: string,
  ): void {
    this.problem ??= `${restart.toUpperCase()} not taken for ${situation.describe(condition).label}: ${why.replace(/\.$/, "")}.`;
  }
}

function choose(condition: LispValue, choice: RestartChoice, pkg: LispPackage): ChosenRestart | string {
  const texts = choice.values ?? [];
  const chosen = callLisp(
    "CHOOSE-RESTART",
    INTERNAL_PACKAGE,
    condition,
    makeString(choice.restart),
    choice.values === null ? nil() : t(),
    list(...texts.map(makeString)),
    pkg,
  );
  if (isLispString(chosen)) return stringText(chosen);
  const [restart, name, endsEvaluation, args] = elements(chosen);
  return {
    restart,
    name: isLispString(name) ? stringText(name) : "",
    endsEvaluation: endsEvaluation !== nil(),
    arguments: args,
  };
}

function elements(source: LispValue): LispValue[] {
  const items: LispValue[] = [];
  for (let rest = source; isCons(rest); rest = next(rest)) items.push(rest.$$jscl_car);
  return items;
}
