import { topLevelForms } from "../elements/forms.js";

/** The forms in a list, as they are written. */
function elements(list: string): string[] {
  const inside = list.slice(1, -1);
  return topLevelForms(inside).map(({ from, to }) => inside.slice(from, to));
}

/**
 * What TRACE and breakpoints call the method that a form defines, such as `(method area :after (circle))`, in
 * lower case; null for a form that defines none, or is not whole.
 */
export function methodName(form: string): string | null {
  if (!/^\(\s*(?:[^\s()]+:)?defmethod\s/i.test(form) || !form.endsWith(")")) return null;
  const [, name, ...rest] = elements(form);
  const at = rest.findIndex((each) => each.startsWith("("));
  const lambdaList = rest[at];
  if (name === undefined || lambdaList === undefined) return null;
  const parameters = elements(lambdaList);
  const more = parameters.findIndex((each) => each.startsWith("&"));
  const required = more < 0 ? parameters : parameters.slice(0, more);
  const classes = required.map((each) => (each.startsWith("(") ? (elements(each)[1] ?? "t") : "t"));
  return `(${["method", name, ...rest.slice(0, at), `(${classes.join(" ")})`].join(" ")})`.toLowerCase();
}
