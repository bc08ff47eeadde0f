/**
 * Lines of the table: how a function is called, the types of its values, and what else is known of it.
 *
 *     (remove item sequence:sequence &key (…) key:callee) -> new-sequence closed
 *
 * A parameter has its type behind a colon (T where there is none) and its default value behind an equals sign
 * (NIL where there is none, or one that is computed; a symbol has its package, unless that is COMMON-LISP).
 * An exclamation mark stands before an argument that the call changes, so that it must be no literal: of a
 * rest parameter, each but the last. A parameter of the type `callee` is called before the function returns.
 * The values' type is `(values a b)` where there are several and `*` where nothing is known of them; other
 * words are attributes.
 */

/**
 * What is known of a function besides its types. Each attribute holds; where it is missing, nothing is known.
 */
type Attribute =
  /**
   * Equal arguments give equal values, and nothing else happens: SBCL computes calls with constant arguments.
   */
  | "foldable"
  /** A foldable function whose call may signal an error although its arguments are of their types. */
  | "partial"
  /** A call does nothing but return its values, whatever the arguments are: it may be left out. */
  | "flushable"
  /** A call runs no code of the program but its callees, unless it signals a condition. */
  | "closed"
  /** Calls are there to run code of the program: methods, handlers, forms. */
  | "open"
  /** Calls are compiled as loops over the callee. */
  | "loop"
  /** Calls keep their arguments as they came: SBCL's function has a rest parameter besides the keywords. */
  | "spread"
  /** A generic function: SBCL's compiler knows of it what it knows of a program's. */
  | "generic"
  /** The image has no such function yet; the compiler knows how it would be called. */
  | "absent";

export interface Parameter {
  /** In upper case; of a keyword parameter also the keyword's name. */
  readonly name: string;
  /** The type in the table's words; `expandedType` makes a specifier of it. */
  readonly type: string;
  /** The default value as text; null for NIL, or where it is computed. */
  readonly init: string | null;
  /** Whether the call changes the argument, which must be no literal. */
  readonly changed: boolean;
}

export interface FunctionEntry {
  readonly name: string;
  readonly required: readonly Parameter[];
  readonly optional: readonly Parameter[];
  readonly rest: Parameter | null;
  /** Keyword parameters; null for a function without &KEY. */
  readonly keys: readonly Parameter[] | null;
  readonly allowOtherKeys: boolean;
  /** The types of the values in the table's words; null where nothing is known. */
  readonly values: readonly string[] | null;
  readonly attributes: ReadonlySet<Attribute>;
  /** The type whose objects the predicate holds for, and for no others; null for other functions. */
  readonly tests: string | null;
}

/** The name on a line, and what is in the brackets after it. */
function call(line: string): [string, string] {
  const inside = line.slice(1, line.indexOf(") -> "));
  const end = inside.indexOf(" ");
  return end < 0 ? [inside, ""] : [inside.slice(0, end), inside.slice(end + 1)];
}

/** The name on a line, in upper case. */
export function nameOnLine(line: string): string {
  return call(line)[0].toUpperCase();
}

const AMPERSAND = 38;

/** How many arguments a function takes. */
export interface ArgumentCounts {
  readonly least: number;
  /** How many it takes by position. */
  readonly most: number;
  readonly hasKeys: boolean;
}

/** Counts the arguments on a line without reading it. */
export function countsOnLine(line: string): ArgumentCounts {
  const [, parameters] = call(line);
  if (parameters === "") return { least: 0, most: 0, hasKeys: false };
  let most = 0;
  let least = -1;
  let hasKeys = false;
  for (const item of parts(parameters)) {
    if (item.charCodeAt(0) !== AMPERSAND) {
      if (!hasKeys) most++;
      continue;
    }
    if (least < 0) least = most;
    if (item === "&rest") return { least, most: Number.POSITIVE_INFINITY, hasKeys: false };
    if (item === "&key") hasKeys = true;
  }
  if (least < 0) least = most;
  return { least, most, hasKeys };
}

/** Reads a line. */
export function readLine(line: string): FunctionEntry {
  const [name, parameters] = call(line);
  const [values = "*", ...words] = parts(line.slice(line.indexOf(") -> ") + 5));
  const sections = new Map<string, Parameter[]>();
  const required: Parameter[] = [];
  let section = required;
  for (const item of parts(parameters)) {
    if (item === "") break;
    if (item.startsWith("&")) {
      section = [];
      sections.set(item, section);
    } else section.push(readParameter(item));
  }
  const tests = words.find((word) => word.startsWith("tests:"));
  return {
    name: name.toUpperCase(),
    required,
    optional: sections.get("&optional") ?? [],
    rest: sections.get("&rest")?.[0] ?? null,
    keys: sections.get("&key") ?? null,
    allowOtherKeys: sections.has("&allow-other-keys"),
    values: valueTypes(values),
    attributes: new Set(words.filter((word) => word !== tests) as Attribute[]),
    tests: tests?.slice("tests:".length) ?? null,
  };
}

function readParameter(item: string): Parameter {
  const [, mark, name = "", init, type = "t"] =
    /^(!?)([^:=]+)(?:=((?:[\w-]+:(?=[\w-]+:))?:?[^:]+))?(?::(.+))?$/.exec(item) ?? [];
  return { name: name.toUpperCase(), type, init: init ?? null, changed: mark === "!" };
}

/** The types of the values; null where nothing is known of them. */
function valueTypes(text: string): readonly string[] | null {
  if (text === "*") return null;
  if (text === "(values)") return [];
  return text.startsWith("(values ") ? parts(text.slice("(values ".length, -1)) : [text];
}

/** What spaces outside of brackets separate. */
function parts(text: string): string[] {
  const words = text.split(" ");
  if (!text.includes("(")) return words;
  const found: string[] = [];
  let depth = 0;
  for (const word of words) {
    if (depth === 0) found.push(word);
    else found[found.length - 1] += ` ${word}`;
    depth += brackets(word);
  }
  return found;
}

/** How many more brackets a word opens than it closes. */
function brackets(word: string): number {
  let depth = 0;
  for (let i = word.indexOf("("); i >= 0; i = word.indexOf("(", i + 1)) depth++;
  for (let i = word.indexOf(")"); i >= 0; i = word.indexOf(")", i + 1)) depth--;
  return depth;
}
