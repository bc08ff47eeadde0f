/** What the image cannot say of COMMON-LISP's symbols. */

/** What symbols name that have no value, function, type or class of their own. */
export const PLACELESS = new Map(
  Object.entries({
    "call-method make-method": "local macro",
    "compilation-speed debug safety space speed": "optimize quality",
    "declaration dynamic-extent ftype ignorable ignore inline notinline optimize special": "declaration",
    declare: "symbol before declarations",
    "compiler-macro structure variable": "kind of documentation",
    otherwise: "symbol in CASE",
  }).flatMap(([names, kind]) => names.split(" ").map((name) => [name.toUpperCase(), kind])),
);

/** What differs from SBCL, on purpose or because there is no more of it here. */
export const DIFFERENT = new Map(Object.entries({}));
