import { COMPILED_NAME, stackLines } from "../../runtime/stack/call-places.js";

/**
 * The numbers of the descriptions of the compiled functions that JavaScript's stack has now, innermost first;
 * null for a toplevel form.
 */
export function runningNumbers(): (number | null)[] {
  const numbers: (number | null)[] = [];
  let wasCopy = false;
  for (const line of stackLines()) {
    const [, copy, info, form] = COMPILED_NAME.exec(line.replace(/ ?\(.*$|@.*$/, "")) ?? [];
    if (info === undefined && form === undefined) continue;
    const number = info === undefined ? null : Number(info);
    // What calls the copies is no call of its own.
    if (!(wasCopy && copy === undefined && numbers.at(-1) === number)) numbers.push(number);
    wasCopy = copy !== undefined;
  }
  return numbers;
}
