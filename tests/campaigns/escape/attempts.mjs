/**
 * The one list of attempts: what is written by hand, and the product of forms and ways, of which a part may
 * be drawn.
 */
import { Random } from "../fuzz/random.mjs";
import { CORES, PROGRAMS } from "./cores.mjs";
import { WAYS } from "./ways.mjs";

/**
 * @typedef {{ name: string, code: string, always?: boolean }} Attempt One that is made in a short run, too.
 */

/**
 * All attempts, or about `share` of the product where each form is tried directly and in some other way.
 * `written` are pairs of a name and a program.
 * @returns {Attempt[]}
 */
export function attempts({ written, seed, share }) {
  const random = new Random(seed, "escape");
  const product = CORES.flatMap(({ name, form, always }) =>
    Object.entries(WAYS).flatMap(([way, make]) => {
      if (way !== "directly" && !random.chance(share)) return [];
      const code = make(form);
      return code === null
        ? []
        : [{ name: `${name}, ${way}`, code, always: always === true && way === "directly" }];
    }),
  );
  return [
    ...written.map(([name, code]) => ({ name, code })),
    ...PROGRAMS.map(({ name, form }) => ({ name, code: form })),
    ...product,
  ];
}

/** An attempt's program at a place: its marks are that place's, and its own. */
export function programAt({ code }, number, { url, folder }) {
  return code.replaceAll("@URL@", url).replaceAll("@DIR@", folder).replaceAll("@N@", String(number));
}
