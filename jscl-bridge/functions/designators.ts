/** What the lines of the table abbreviate. */

/** Indices of sequences are below this, in SBCL. */
export const INDEX_LIMIT = 4611686018427387901n;

/** Types by the names that lines have for them. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ["index", `(mod ${INDEX_LIMIT})`],
  ["bound", `(or (mod ${INDEX_LIMIT}) null)`],
  ["radix", "(integer 2 36)"],
  /** A function that is called before the call returns. */
  ["callee", "(or function symbol)"],
  ["function-designator", "(or function symbol)"],
  ["string-designator", "(or string symbol character)"],
  ["package-designator", "(or string symbol character package)"],
  ["pathname-designator", "(or string pathname synonym-stream file-stream)"],
  ["stream-designator", "(or stream boolean)"],
  ["condition-designator", "(or string function symbol condition sb-pcl::condition-class)"],
  ["readtable-designator", "(or readtable null)"],
  ["dispatch-table", "sb-pretty:pprint-dispatch-table"],
  ["dispatch-designator", "(or sb-pretty:pprint-dispatch-table null)"],
  /** A type specifier: the compiler looks for its types where it is a literal. */
  ["type-specifier", "(or cons symbol sb-kernel:classoid class)"],
  /** A type specifier that is nothing to the compiler. */
  ["late-type-specifier", "(or cons symbol sb-kernel:classoid class)"],
  ["format-control", "(or string function)"],
  ["environment", "(or sb-c::abstract-lexenv null)"],
  ["external-format", "(or keyword (cons keyword t))"],
  ["bit-array", "(array bit)"],
  ["fill-vector", "(and vector (not simple-array))"],
  ["new-sequence", "(or list (simple-array * (*)) sb-kernel:extended-sequence)"],
]);

/** A type of the table as a specifier, as SBCL prints it: names in upper case, numbers as they are. */
export function expandedType(text: string): string {
  return text.replace(/[^\s()]+/g, (word) =>
    /^[-\d]/.test(word) ? word : (ABBREVIATIONS.get(word) ?? word).toUpperCase(),
  );
}
