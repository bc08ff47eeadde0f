/** What the reader asks of an image, and the functions of CLHS chapter 23 over it. */
import { signalPackageProblem } from "../reader/failure.js";
import type { ReaderImage } from "../reader/image.js";
import { standardReadtable } from "../reader/macros.js";
import { EOF, type Reader } from "../reader/reader.js";
import type { Readtable } from "../reader/readtable.js";
import type { Image } from "./image.js";
import type { FunctionTable } from "./library.js";
import type { LispFunction, LispSymbol, LispValue } from "./marshal.js";
import { isLispString, stringText, valuesOf } from "./marshal.js";
import type { FloatFormat } from "./numbers.js";
import { cons, isCons, isSymbol, keyword, lispError, list, nil, sym, t } from "./signals.js";
import { makeStringInputStream } from "./streams.js";

const readtables = new WeakMap<object, Readtable>();

export function readerImage(image: Image): ReaderImage {
  const { tables, internals } = image;
  const flag = (name: string): boolean => {
    const { value } = sym(name);
    return value !== undefined && value !== nil();
  };
  const standard = standardReadtable();
  const readBase = sym("*READ-BASE*");
  const readtable = sym("*READTABLE*");
  return {
    nil: nil(),
    t: t(),
    cons,
    isCons,
    isSymbol,
    makeVector: (elements) => elements,
    makeArray: (dimensions, elements) => Object.assign([...elements], { dimensions: list(...dimensions) }),
    makeBitVector: (bits) => bits,
    currentPackage: () => image.currentPackage(),
    findPackage: (name) => tables.findPackage(name),
    findSymbol: (name, pkg) => tables.findSymbol(name, pkg),
    intern: (name, pkg) => tables.intern(name, pkg),
    makeSymbol: (name) => new internals.Symbol(name),
    hasFeature: (symbol) => {
      for (let rest = sym("*FEATURES*").value; isCons(rest); rest = rest.$$jscl_cdr) {
        if (rest.$$jscl_car === symbol) return true;
      }
      return false;
    },
    readBase: () => (typeof readBase.value === "number" ? readBase.value : 10),
    defaultFloatFormat: () => {
      const format = sym("*READ-DEFAULT-FLOAT-FORMAT*").value;
      return isSymbol(format) && /DOUBLE|LONG/.test(format.name)
        ? "DOUBLE-FLOAT"
        : ("SINGLE-FLOAT" as FloatFormat);
    },
    readEval: () => sym("*READ-EVAL*").value === undefined || flag("*READ-EVAL*"),
    readSuppress: () => flag("*READ-SUPPRESS*"),
    readtable: () => {
      const current = readtable.value;
      return (typeof current === "object" && current !== null && readtables.get(current)) || standard;
    },
    evaluate: (form) => image.compiler.evaluate(form),
    callMacro: (fn, ...args) => valuesOf((fn as LispFunction)(internals.mv, ...args)),
    makeStructure: (name, initargs) => makeStructure(name, initargs),
    makePathname: () => undefined,
    failed: (failure) => {
      image.readFailure = failure;
    },
    missingPackage: (problem) => signalPackageProblem(problem),
    inaccessibleSymbol: (problem) => signalPackageProblem(problem),
  };
}

/** `#S(NAME :SLOT value …)` by the structure's standard constructor. */
function makeStructure(name: LispValue, initargs: LispValue[]): LispValue | undefined {
  if (!isSymbol(name)) return undefined;
  const constructor = sym(`MAKE-${name.name}`, name.package?.packageName ?? "COMMON-LISP-USER");
  const keys = initargs.map((arg, i) => (i % 2 === 0 ? keyword((arg as LispSymbol).name) : arg));
  return constructor.fvalue((x) => x, ...keys);
}

/** READ-FROM-STRING and READ. */
export function readingFunctions(image: Image): FunctionTable {
  const read = (reader: Reader, eofError: LispValue, eofValue: LispValue): LispValue => {
    const form = reader.read();
    if (form !== EOF) return form;
    return eofError === nil() ? eofValue : lispError("END-OF-FILE", "STREAM", reader.stream);
  };
  return {
    "READ-FROM-STRING": (values, string, eofError = t(), eofValue = nil(), ...keys) => {
      if (!isLispString(string))
        return lispError("TYPE-ERROR", "DATUM", string, "EXPECTED-TYPE", sym("STRING"));
      const text = stringText(string);
      const option = (name: string): LispValue => {
        const at = keys.indexOf(keyword(name));
        return at < 0 ? undefined : keys[at + 1];
      };
      const start = option("START");
      const end = option("END");
      const from = typeof start === "number" ? start : 0;
      const part = text.slice(from, typeof end === "number" ? end : undefined);
      const preserve = option("PRESERVE-WHITESPACE");
      const reader = image.reader(part, {
        stream: makeStringInputStream(text),
        preservesWhitespace: preserve !== undefined && preserve !== nil(),
      });
      const form = read(reader, eofError, eofValue);
      return values(form, from + reader.source.offset);
    },
  };
}
