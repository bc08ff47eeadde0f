import type { LispSymbol, LispValue } from "../runtime/objects/marshal.js";
import { simpleError } from "../runtime/signals.js";
import { next } from "../runtime/stack/safepoints.js";
import type { Reader } from "./reader.js";

/** Feature expressions (CLHS 24.1.2.1). Operators are known by name, so that CL:AND serves as well as :AND. */
export function evaluateFeature(reader: Reader, expression: LispValue): boolean {
  const { image } = reader;
  if (image.isSymbol(expression)) {
    return expression !== image.nil && image.hasFeature(expression);
  }
  if (!image.isCons(expression)) return invalid("invalid feature expression: ~S", expression);
  const operands: LispValue[] = [];
  for (let rest = expression.$$jscl_cdr; image.isCons(rest); rest = next(rest))
    operands.push(rest.$$jscl_car);
  const operator = expression.$$jscl_car;
  switch (image.isSymbol(operator) ? (operator as LispSymbol).name : "") {
    case "AND":
      return operands.every((operand) => evaluateFeature(reader, operand));
    case "OR":
      return operands.some((operand) => evaluateFeature(reader, operand));
    case "NOT":
      if (operands.length > 1)
        return invalid("too many subexpressions in feature expression: ~S", expression);
      if (operands.length === 0)
        return invalid("too few subexpressions in feature expression: ~S", expression);
      return !evaluateFeature(reader, operands[0]);
    default:
      return invalid("unknown operator in feature expression: ~S.", expression);
  }
}

function invalid(control: string, expression: LispValue): never {
  return simpleError(control, expression);
}
