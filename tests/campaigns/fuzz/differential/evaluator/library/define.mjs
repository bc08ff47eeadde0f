/** How functions of the library are defined. */
import { isKeyword, NIL, programError, truth } from "../data.mjs";

/**
 * A function of so many arguments: `compute` takes them, and the evaluator as `this`; it answers a value,
 * or an array of values.
 * @param most Infinity for any number.
 */
export function takes(least, most, compute) {
  return (args, lisp) => {
    if (args.length < least || args.length > most) throw programError();
    const value = compute.apply(lisp, args);
    return Array.isArray(value) ? value : [value];
  };
}

export const exactly = (count, compute) => takes(count, count, compute);
export const predicate = (test) =>
  exactly(1, function (value) {
    return truth(test.call(this, value));
  });

/** Keyword arguments behind the positional ones, by name. */
export function keywords(args, ...known) {
  if (args.length % 2 === 1) throw programError();
  const found = {};
  for (let i = 0; i < args.length; i += 2) {
    const name = isKeyword(args[i]) ? args[i].name.slice(1) : null;
    if (name === null || !known.includes(name)) throw programError();
    found[name] ??= args[i + 1];
  }
  return found;
}

export const isTrue = (values) => (values[0] ?? NIL) !== NIL;
