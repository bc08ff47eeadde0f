/** Evaluation and compilation (CLHS 3); notation.ts says how a line is read. */
export const evaluation = `
(compile name:(or symbol cons) &optional definition:(or list function)) -> (values (or function symbol cons) boolean boolean) open
(compiler-macro-function name &optional environment:environment) -> (or function null)
(constantp form &optional environment:environment) -> boolean foldable
(eval form) -> * open
(macro-function symbol:symbol &optional environment:environment) -> (or function null)
(macroexpand form &optional environment:environment) -> (values t boolean)
(macroexpand-1 form &optional environment:environment) -> (values t boolean)
(proclaim declaration:list) -> (values)
(special-operator-p symbol:symbol) -> t foldable
(get-setf-expansion form &optional environment:environment) -> *
`;
