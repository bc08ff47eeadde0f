/** Holds the table against what SBCL says of its functions, as record-sbcl.mjs recorded it. */
import { expect, test } from "vitest";
import { expandedType } from "./designators.js";
import { DIFFERENCES } from "./differences.js";
import type { FunctionEntry, Parameter } from "./notation.js";
import sbcl from "./sbcl.json";
import { argumentCounts, functionEntry, functionNames } from "./table.js";

type Form = string | readonly Form[];

function read(text: string): Form {
  const tokens = text.match(/"[^"]*"|[()]|[^\s()"]+/g) ?? [];
  const next = (): Form => {
    const token = tokens.shift() ?? "";
    if (token !== "(") return token;
    const items: Form[] = [];
    while (tokens[0] !== ")") items.push(next());
    tokens.shift();
    return items;
  };
  return next();
}

/** A type as text, with the parts of unions in one order. */
function plain(type: Form): string {
  if (typeof type === "string") return type;
  const [head, ...parts] = type;
  const texts = parts.map(plain);
  return `(${[head, ...(head === "OR" || head === "MEMBER" ? texts.sort() : texts)].join(" ")})`;
}

/** The items of a lambda list, or of the parameter types of a function type, by section. */
function sections(list: Form): Map<string, Form[]> {
  const found = new Map<string, Form[]>([["", []]]);
  let section = "";
  for (const item of typeof list === "string" ? [] : list) {
    if (item === "&AUX") break;
    if (typeof item === "string" && item.startsWith("&")) {
      section = item;
      found.set(section, []);
    } else found.get(section)?.push(item);
  }
  return found;
}

/** What SBCL recorded of a function: lambda list and type, the latter null where it has declared none. */
function recorded(name: string): { list: Map<string, Form[]>; type: readonly Form[] | null } {
  const [lambdaList = "", type = ""] = sbcl.functions[name as keyof typeof sbcl.functions] ?? [];
  const read_ = read(type);
  return { list: sections(read(lambdaList)), type: Array.isArray(read_) ? read_ : null };
}

const keywordName = (item: Form): string => {
  const variable = typeof item === "string" ? item : (item[0] as Form);
  const name = typeof variable === "string" ? variable : String(variable[0]);
  return name.replace(/^.*:/, "");
};

const names = [...functionNames()];

/** Functions for which `theirs` and `ours` differ, but for those whose difference has a reason. */
function differing(
  aspect: "arguments" | "types" | "values",
  theirs: (name: string) => string | null,
  ours: (entry: FunctionEntry) => string,
): string[] {
  const isMeant = (name: string): boolean => DIFFERENCES[aspect].some(([, all]) => all.includes(name));
  const found = names.flatMap((name) => {
    const [a, b] = [theirs(name), ours(functionEntry(name) as FunctionEntry)];
    return a === null || a === b ? [] : [{ name, text: `${name}: SBCL has ${a}, the table ${b}` }];
  });
  const unneeded = DIFFERENCES[aspect]
    .flatMap(([, all]) => all)
    .filter((name) => !found.some((each) => each.name === name));
  return [
    ...found.filter(({ name }) => !isMeant(name)).map(({ text }) => text),
    ...unneeded.map((name) => `${name}: no difference any more`),
  ];
}

test("the table has the functions of SBCL's COMMON-LISP", () => {
  expect(names.toSorted()).toEqual(Object.keys(sbcl.functions).toSorted());
});

test("each function takes as many arguments as SBCL's, and its keywords", () => {
  const theirs = (name: string): string => {
    const { list } = recorded(name);
    const keys = list.get("&KEY");
    const least = list.get("")?.length ?? 0;
    const isOpen = list.has("&ALLOW-OTHER-KEYS");
    const isAny = list.has("&REST") && keys === undefined;
    const most = isAny ? Number.POSITIVE_INFINITY : least + (list.get("&OPTIONAL")?.length ?? 0);
    // Of a generic function that takes any keywords, SBCL lists those of its own methods.
    const isGeneric = isOpen && list.has("&REST");
    const names = isAny ? undefined : isGeneric ? "" : keys?.map(keywordName).sort().join(" ");
    return `${least}-${most} ${names}${isOpen && !isAny ? " …" : ""}`;
  };
  const ours = (entry: FunctionEntry): string => {
    const { least, most } = argumentCounts(entry.name) ?? {};
    const keys = entry.keys?.map(({ name }) => name).sort();
    return `${least}-${most} ${keys?.join(" ")}${entry.allowOtherKeys ? " …" : ""}`;
  };
  expect(differing("arguments", theirs, ours)).toEqual([]);
});

test("those with keywords are spread where SBCL's have a rest parameter, too", () => {
  const spread = names.filter((name) => functionEntry(name)?.attributes.has("spread"));
  const theirs = names.filter((name) => functionEntry(name)?.keys && recorded(name).list.has("&REST"));
  expect(spread).toEqual(theirs);
});

test("its arguments are of the types that SBCL declares", () => {
  const theirs = (name: string): string | null => {
    const { type } = recorded(name);
    if (type === null) return null;
    const list = sections(type[1] === "*" ? ["&REST", "T"] : (type[1] ?? []));
    const keys = list.get("&KEY");
    const positional = [...(list.get("") ?? []), ...(list.get("&OPTIONAL") ?? [])].map(plain);
    const rest = keys === undefined ? (list.get("&REST") ?? []).map(plain) : [];
    const named = keys?.map((key) => `${keywordName(key)} ${plain(key[1] ?? "T")}`);
    return [...positional, ...rest, ...(named ?? []).sort()].join(", ");
  };
  const ours = ({ required, optional, rest, keys }: FunctionEntry): string => {
    const typed = ({ type }: Parameter): string => plain(read(expandedType(type)));
    const named = keys?.map((key) => `${key.name} ${typed(key)}`).sort();
    return [...[...required, ...optional, ...(rest ? [rest] : [])].map(typed), ...(named ?? [])].join(", ");
  };
  expect(differing("types", theirs, ours)).toEqual([]);
});

test("its values are of the types that SBCL declares", () => {
  const theirs = (name: string): string | null => {
    const { type } = recorded(name);
    if (type === null) return null;
    const values = type[2] ?? "*";
    if (typeof values === "string") return values === "NIL" ? "NIL" : "*";
    const all = values[0] === "VALUES" ? values.slice(1) : [values];
    return all.includes("&REST")
      ? "*"
      : all
          .filter((each) => each !== "&OPTIONAL")
          .map(plain)
          .join(", ");
  };
  const ours = ({ values }: FunctionEntry): string =>
    values?.map((value) => plain(read(expandedType(value)))).join(", ") ?? "*";
  expect(differing("values", theirs, ours)).toEqual([]);
});
