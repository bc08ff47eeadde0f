/** Output of the scripts on the terminal: numbered steps with times, and one-sentence failures. */

/** A failure whose message is all that a person needs; scripts print it without a stack. */
export class Problem extends Error {}

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const bold = (text) => paint(1, text);
export const dim = (text) => paint(2, text);
export const red = (text) => paint(31, text);

/** `1.2 s` from milliseconds, `2 min 5 s` from a minute on. */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `1,234` with thousands separated, whatever the machine's locale. */
export const thousands = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/**
 * Runs `main`; a Problem ends the process with its sentence, anything else with its stack, both with
 * status 1.
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Problem ? red(error.message) : error);
    process.exit(1);
  }
}
