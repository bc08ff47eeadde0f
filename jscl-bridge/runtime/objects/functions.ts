/** What functions carry beside their code. */
import type { LispFunction, LispValue } from "./marshal.js";

interface Shape {
  fname?: LispValue;
  docstring?: LispValue;
  lambdaList?: LispValue;
}

/** The name that it prints with; nothing for one that the runtime has not named. */
export function functionName(fn: LispFunction): LispValue {
  return (fn as unknown as Shape).fname;
}

export function setFunctionName(fn: LispFunction, value: LispValue): void {
  (fn as unknown as Shape).fname = value;
}

export function functionDocumentation(fn: LispFunction): LispValue {
  return (fn as unknown as Shape).docstring;
}

export function setFunctionDocumentation(fn: LispFunction, value: LispValue): void {
  (fn as unknown as Shape).docstring = value;
}

/** Lets a function be told of as another one is. */
export function describeAs(fn: LispFunction, other: LispFunction): void {
  const { docstring, lambdaList } = other as unknown as Shape;
  Object.assign(fn, { docstring, lambdaList });
}

export function setFunctionLambdaList(fn: LispFunction, value: LispValue): void {
  (fn as unknown as Shape).lambdaList = value;
}

/** The lambda list that it was defined with; undefined for one that nobody has described. */
export function functionLambdaList(fn: LispFunction): LispValue | undefined {
  return (fn as unknown as Shape).lambdaList;
}
