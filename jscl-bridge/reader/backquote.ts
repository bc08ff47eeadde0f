import { isNumber } from "../runtime/numbers.js";
import { isLispString, type LispSymbol, type LispValue } from "../runtime/objects/marshal.js";
import { sym } from "../runtime/signals.js";
import { next } from "../runtime/stack/safepoints.js";
import { Comma } from "./comma.js";
import type { Reader } from "./reader.js";

/**
 * Backquote (CLHS 2.4.6) expanded while reading, into calls of LIST, LIST*, CONS, APPEND and VECTOR.
 *
 * An inner backquote is expanded first; a comma that belongs to an outer one stays in that expansion as a
 * {@link Comma} and is found again when the outer template is expanded. Such a comma may splice any number of arguments into a
 * call, so calls around it are never simplified by counting arguments.
 */

/** Code for a template: a constant, a call still open for more arguments, or any other form. */
type Code =
  | { readonly kind: "constant"; readonly value: LispValue }
  | { readonly kind: "call"; readonly operator: "LIST" | "LIST*" | "APPEND"; readonly args: LispValue[] }
  | { readonly kind: "form"; readonly form: LispValue };

/** The form that a backquoted template stands for. Signals SIMPLE-READER-ERROR for a comma where none can be. */
export function expandBackquote(reader: Reader, template: LispValue): LispValue {
  if (template instanceof Comma && template.isSplicing) {
    return reader.fail(
      `\`,${template.kind === "comma-at" ? "@" : "."}~S is not a well-formed backquote expression`,
      template.form,
    );
  }
  return toForm(reader, expand(reader, template));
}

function constant(value: LispValue): Code {
  return { kind: "constant", value };
}

function expand(reader: Reader, template: LispValue): Code {
  if (template instanceof Comma) return { kind: "form", form: template.form };
  if (reader.image.isCons(template)) return expandList(reader, template);
  if (Array.isArray(template) && !isLispString(template) && template.some(containsComma(reader))) {
    return expandVector(reader, template);
  }
  return constant(template);
}

function containsComma(reader: Reader): (x: LispValue) => boolean {
  return (x) => expand(reader, x).kind !== "constant" || x instanceof Comma;
}

function expandList(reader: Reader, template: LispValue): Code {
  const { image } = reader;
  const elements: LispValue[] = [];
  let rest = template;
  for (; image.isCons(rest); rest = next(rest)) elements.push(rest.$$jscl_car);
  if (rest instanceof Comma && rest.isSplicing) {
    return reader.fail(
      `(${elements.map(() => "~S ").join("")}. ,${rest.kind === "comma-at" ? "@" : "."}~S) contains a splicing comma after a dot`,
      ...elements,
      rest.form,
    );
  }
  let code = expand(reader, rest);
  for (let i = elements.length - 1; i >= 0; i--) code = prepend(reader, elements[i], code);
  return code;
}

function expandVector(reader: Reader, elements: readonly LispValue[]): Code {
  const { image } = reader;
  let code: Code = constant(image.nil);
  for (let i = elements.length - 1; i >= 0; i--) code = prepend(reader, elements[i], code);
  if (code.kind === "call" && code.operator === "LIST")
    return form(listOf(reader, [sym("VECTOR"), ...code.args]));
  const vector = listOf(reader, [sym("FUNCTION"), sym("VECTOR")]);
  return form(listOf(reader, [sym("APPLY"), vector, toForm(reader, code)]));
}

function form(value: LispValue): Code {
  return { kind: "form", form: value };
}

function prepend(reader: Reader, element: LispValue, rest: Code): Code {
  const isEnd = rest.kind === "constant" && rest.value === reader.image.nil;
  if (element instanceof Comma && element.isSplicing) {
    if (isEnd && !(element.form instanceof Comma)) return form(element.form);
    if (rest.kind === "call" && rest.operator === "APPEND") {
      return { ...rest, args: [element.form, ...rest.args] };
    }
    return {
      kind: "call",
      operator: "APPEND",
      args: isEnd ? [element.form] : [element.form, toForm(reader, rest)],
    };
  }
  const first = expand(reader, element);
  if (first.kind === "constant" && rest.kind === "constant") {
    return constant(reader.image.cons(first.value, rest.value));
  }
  const argument = toForm(reader, first);
  if (isEnd) return { kind: "call", operator: "LIST", args: [argument] };
  if (rest.kind === "call" && rest.operator !== "APPEND") return { ...rest, args: [argument, ...rest.args] };
  return { kind: "call", operator: "LIST*", args: [argument, toForm(reader, rest)] };
}

function toForm(reader: Reader, code: Code): LispValue {
  switch (code.kind) {
    case "form":
      return code.form;
    case "constant":
      return isSelfEvaluating(reader, code.value) ? code.value : listOf(reader, [sym("QUOTE"), code.value]);
    case "call": {
      const { operator, args } = code;
      const isPair = operator === "LIST*" && args.length === 2 && !args.some((arg) => arg instanceof Comma);
      return listOf(reader, [sym(isPair ? "CONS" : operator), ...args]);
    }
  }
}

function isSelfEvaluating(reader: Reader, x: LispValue): boolean {
  const { image } = reader;
  if (image.isSymbol(x))
    return x === image.nil || x === image.t || (x as LispSymbol).package === reader.keywordPackage;
  return isNumber(x) || typeof x === "string" || isLispString(x);
}

function listOf(reader: Reader, items: readonly LispValue[]): LispValue {
  const { image } = reader;
  let tail: LispValue = image.nil;
  for (let i = items.length - 1; i >= 0; i--) tail = image.cons(items[i], tail);
  return tail;
}
