/** Where the table differs from what SBCL declares, on purpose: the reason, and the functions. */
type Differences = readonly (readonly [reason: string, names: readonly string[]])[];

export const DIFFERENCES: Readonly<Record<"arguments" | "types" | "values", Differences>> = {
  arguments: [],
  types: [
    [
      "A host that is no logical one has no translations, and the error says so.",
      ["LOGICAL-PATHNAME-TRANSLATIONS"],
    ],
  ],
  values: [
    ["A byte specifier is any cons, whose parts may be any objects.", ["BYTE-POSITION", "BYTE-SIZE"]],
    ["FBOUNDP answers T where a function is.", ["FBOUNDP"]],
    ["Streams are no structures here, and can be copied as such.", ["COPY-STRUCTURE"]],
    ["The last argument is not checked to be a list.", ["PAIRLIS"]],
    ["A class stands for itself.", ["UPGRADED-COMPLEX-PART-TYPE"]],
  ],
};
