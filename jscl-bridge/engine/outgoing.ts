/**
 * The last that is done to an event before it leaves the image: nothing in it is too long, and all of it is
 * well-formed.
 */
import { BUDGETS } from "../contract/budgets.js";
import type {
  Asking,
  Condition,
  Definition,
  Event,
  Outcome,
  Restart,
  Slot,
  Warning,
  Where,
} from "../contract/engine.js";
import { withDots } from "../runtime/reports/text-cuts.js";

/** Characters of all forms of one event that are kept to be evaluated again. */
const ALL_DEFINITIONS_CHARS = 20_000_000;

/** The most restarts taken in one evaluation that are reported. */
const MAX_TAKEN = 300;

const { NAME_CHARS } = BUDGETS;

/** The event as it is sent. */
export function outgoing(event: Event): Event {
  const within = withinBudgets(event);
  return isWellFormed(within) ? within : (wellFormed(within) as Event);
}

function withinBudgets(event: Event): Event {
  switch (event.kind) {
    case "completed":
      return { ...event, outcome: outcomeWithin(event.outcome) };
    case "asking":
      return {
        ...event,
        condition: conditionWithin(event.condition),
        warnings: event.warnings.map(warningWithin),
        ...onTopWithin(event),
      };
    case "needs-input":
      return { ...event, prompt: withDots(event.prompt, BUDGETS.PROMPT_CHARS), ...onTopWithin(event) };
    case "forms":
      return event.file === null ? event : { ...event, file: { ...event.file, name: name(event.file.name) } };
    default:
      return event;
  }
}

/** What whoever runs something on top of a question has to know. */
function onTopWithin({ definitions, package: pkg }: Pick<Asking, "definitions" | "package">) {
  return { definitions: definitionsWithin(definitions), package: name(pkg) };
}

function name(text: string): string {
  return withDots(text, NAME_CHARS);
}

function optionalName(text: string | null): string | null {
  return text === null ? null : name(text);
}

function outcomeWithin(outcome: Outcome): Outcome {
  return {
    ...outcome,
    package: name(outcome.package),
    warnings: outcome.warnings.map(warningWithin),
    condition: outcome.condition && conditionWithin(outcome.condition),
    restartsTaken: outcome.restartsTaken.slice(0, MAX_TAKEN).map((taken) => ({
      restart: name(taken.restart),
      condition: name(taken.condition),
      message: withDots(taken.message, BUDGETS.RESTART_CHARS),
    })),
    definitions: definitionsWithin(outcome.definitions),
  };
}

function warningWithin(warning: Warning): Warning {
  const { type, package: home, label, where } = warning;
  return { ...warning, type: name(type), package: name(home), label: name(label), where: placeWithin(where) };
}

function placeWithin(where: Where | null): Where | null {
  return (
    where && {
      ...where,
      in: optionalName(where.in),
      elsewhere: where.elsewhere && {
        ...where.elsewhere,
        in: optionalName(where.elsewhere.in),
        file: where.elsewhere.file && withDots(where.elsewhere.file, BUDGETS.FILE_CHARS),
      },
    }
  );
}

function conditionWithin(condition: Condition): Condition {
  const { where, frames, precedence, slots, restarts, unclosed } = condition;
  const { MAX_LISTED } = BUDGETS;
  const beyond = (items: readonly unknown[]) => Math.max(0, items.length - MAX_LISTED);
  const leftOut = {
    precedence: (condition.leftOut?.precedence ?? 0) + beyond(precedence),
    slots: (condition.leftOut?.slots ?? 0) + beyond(slots),
    restarts: (condition.leftOut?.restarts ?? 0) + beyond(restarts),
  };
  return {
    ...condition,
    type: name(condition.type),
    package: name(condition.package),
    label: name(condition.label),
    precedence: precedence.slice(0, MAX_LISTED).map((each) => withDots(each, 2 * NAME_CHARS)),
    slots: slots.slice(0, MAX_LISTED).map(slotWithin(new Room(BUDGETS.SLOTS_CHARS))),
    restarts: restarts.slice(0, MAX_LISTED).map(restartWithin(new Room(BUDGETS.RESTARTS_CHARS))),
    frames: frames.map((frame) => ({
      ...frame,
      function: name(frame.function),
      package: optionalName(frame.package),
    })),
    where: placeWithin(where),
    unclosed: unclosed && { ...unclosed, bracket: name(unclosed.bracket) },
    restartTaken: optionalName(condition.restartTaken),
    restartProblem: condition.restartProblem && withDots(condition.restartProblem, BUDGETS.REASON_CHARS),
    leftOut: Object.values(leftOut).some((count) => count > 0) ? leftOut : null,
  };
}

/** What is left of the characters that several texts share. */
class Room {
  #left: number;

  constructor(chars: number) {
    this.#left = chars;
  }

  fit(text: string, most: number): string {
    const kept = withDots(text, Math.min(most, this.#left));
    this.#left = Math.max(0, this.#left - kept.length);
    return kept;
  }
}

function slotWithin(room: Room): (slot: Slot) => Slot {
  return ({ name: of, value }) => ({ name: name(of), value: room.fit(value, BUDGETS.SLOT_CHARS) });
}

function restartWithin(room: Room): (restart: Restart) => Restart {
  return ({ name: of, description, parameters }) => ({
    name: name(of),
    description: room.fit(description, BUDGETS.RESTART_CHARS),
    parameters: optionalName(parameters),
  });
}

/** A form without its text stands for one that is not kept: cut, it would define something else. */
function definitionsWithin(definitions: readonly Definition[]): Definition[] {
  let left = ALL_DEFINITIONS_CHARS;
  return definitions.map((definition) => {
    const { code, names } = definition;
    left -= names.reduce(
      (sum, each) => sum + Math.min(each.length, BUDGETS.DEFINITION_NAME_CHARS),
      code.length,
    );
    const isKept =
      left >= 0 && code.length <= BUDGETS.MAX_BYTES && names.length <= BUDGETS.MAX_DEFINITION_NAMES;
    const within = (list: readonly string[]) =>
      list.slice(0, BUDGETS.MAX_DEFINITION_NAMES).map(definitionName);
    return {
      code: isKept ? code : "",
      package: name(definition.package),
      names: within(names),
      undefined: within(definition.undefined),
      position: definition.position,
    };
  });
}

/** A name that distinguishes definitions: of a long one the beginning and a digest of all of it. */
function definitionName(text: string): string {
  if (text.length <= BUDGETS.DEFINITION_NAME_CHARS) return text;
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return `${withDots(text, NAME_CHARS)}${(sum >>> 0).toString(16)}`;
}

/** Whether no text in it has half a surrogate pair. */
function isWellFormed(data: unknown): boolean {
  if (typeof data === "string") return wellFormedText(data) === data;
  return typeof data !== "object" || data === null || Object.values(data).every(isWellFormed);
}

/**
 * The same data with each half of a surrogate pair, which no UTF-8 can hold, shown by its code: `\u{D800}`.
 */
function wellFormed(data: unknown): unknown {
  if (typeof data === "string") return wellFormedText(data);
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map(wellFormed);
  const made: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(data)) made[key] = wellFormed(value);
  return made;
}

/** Data as JSON text without halves of surrogate pairs. */
export function jsonOf(data: object): string {
  return JSON.stringify(isWellFormed(data) ? data : wellFormed(data));
}

/** A text with each half of a surrogate pair shown by its code. */
export function wellFormedText(text: string): string {
  return (text as { isWellFormed?: () => boolean }).isWellFormed?.() === true
    ? text
    : text.replace(/\p{Surrogate}/gu, (half) => `\\u{${half.charCodeAt(0).toString(16).toUpperCase()}}`);
}
