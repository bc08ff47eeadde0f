/** Something that keeps the program from its work, and is no fault of its own. */
export class Refusal extends Error {}
