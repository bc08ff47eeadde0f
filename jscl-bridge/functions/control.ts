/** Functions, control and data flow (CLHS 5); notation.ts says how a line is read. */
export const control = `
(apply function:callee argument &rest more-arguments) -> * closed
(funcall function:callee &rest arguments) -> * closed
(functionp object) -> boolean foldable flushable closed tests:function
(compiled-function-p object) -> boolean foldable
(function-lambda-expression function:function) -> (values t boolean t)
(fboundp name:(or symbol cons)) -> t closed
(fdefinition name:(or symbol cons)) -> function
(fmakunbound name:(or symbol cons)) -> (or symbol cons) closed
(complement function:function) -> function closed
(constantly value) -> function closed
(every predicate:callee sequence:sequence &rest more-sequences:sequence) -> boolean foldable closed
(some predicate:callee sequence:sequence &rest more-sequences:sequence) -> t foldable closed
(notany predicate:callee sequence:sequence &rest more-sequences:sequence) -> boolean foldable closed
(notevery predicate:callee sequence:sequence &rest more-sequences:sequence) -> boolean foldable closed
(values &rest objects) -> * flushable closed
(values-list list:list) -> * foldable closed
`;
