/** How V8 keeps the properties of an object. */

/**
 * Has something inherit from an object. V8 keeps one of many properties, or one whose properties were changed
 * one by one, as a table, in which each look-up takes ten times as long and no function that is called is
 * known, until it is a prototype anew.
 */
export function inherit(object: object): void {
  Object.create(object);
}
