/** Symbols (CLHS 10); notation.ts says how a line is read. */
export const symbols = `
(boundp symbol:symbol) -> boolean closed
(copy-symbol symbol:symbol &optional copy-properties) -> symbol closed
(gensym &optional prefix:(or string unsigned-byte)) -> symbol closed
(gentemp &optional prefix:string package=*package*:package-designator) -> symbol closed
(get symbol:symbol indicator &optional default) -> t closed
(keywordp object) -> boolean closed tests:keyword
(make-symbol string:string) -> symbol closed
(makunbound symbol:symbol) -> symbol closed
(remprop symbol:symbol indicator) -> t closed
(set symbol:symbol value) -> t closed
(symbol-function symbol:symbol) -> function
(symbol-name symbol:symbol) -> simple-string foldable closed
(symbol-package symbol:symbol) -> (or package null) closed
(symbol-plist symbol:symbol) -> list closed
(symbol-value symbol:symbol) -> t closed
(symbolp object) -> boolean foldable flushable closed tests:symbol
`;
