/** Hash tables (CLHS 18); notation.ts says how a line is read. */
export const hashTables = `
(clrhash !hash-table:hash-table) -> hash-table closed
(gethash key hash-table:hash-table &optional default) -> (values t boolean) closed
(hash-table-count hash-table:hash-table) -> index closed
(hash-table-p object) -> boolean foldable flushable closed tests:hash-table
(hash-table-rehash-size hash-table:hash-table) -> (or index (single-float (1.0))) foldable closed
(hash-table-rehash-threshold hash-table:hash-table) -> (single-float (0.0) 1.0) foldable closed
(hash-table-size hash-table:hash-table) -> index closed
(hash-table-test hash-table:hash-table) -> function-designator foldable closed
(make-hash-table &key test:function-designator size=7:unsigned-byte rehash-size=1.5:(or (integer 1) (single-float (1.0)) (double-float (1.0d0))) rehash-threshold=1:(or (single-float 0.0 1.0) (double-float 0.0d0 1.0d0) (rational 0 1)) hash-function:function-designator weakness:(member nil :key :value :key-and-value :key-or-value) synchronized) -> hash-table closed
(maphash function:callee hash-table:hash-table) -> null closed loop
(remhash key !hash-table:hash-table) -> boolean closed
(sxhash object) -> (unsigned-byte 62) foldable closed
`;
