/** Types and what tells objects apart (CLHS 4, 5.3); notation.ts says how a line is read. */
export const types = `
(coerce object result-type:type-specifier) -> t
(subtypep type1:type-specifier type2:type-specifier &optional environment:environment) -> (values boolean boolean)
(type-of object) -> (or cons symbol class) foldable
(typep object type:type-specifier &optional environment:environment) -> boolean foldable
(upgraded-array-element-type type:late-type-specifier &optional environment:environment) -> (or cons symbol)
(upgraded-complex-part-type type:late-type-specifier &optional environment:environment) -> (or cons symbol class)
(eq x y) -> boolean foldable flushable closed
(eql x y) -> boolean foldable flushable closed
(equal x y) -> boolean foldable closed
(equalp x y) -> boolean foldable closed
(identity object) -> t foldable flushable closed
(not object) -> boolean foldable flushable closed
`;
