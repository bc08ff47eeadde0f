/** The members of an object whose type nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether data is an object with members by name. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether all of these members are texts. */
export function hasTexts(value: Fields, ...members: readonly string[]): boolean {
  return members.every((member) => typeof value[member] === "string");
}
