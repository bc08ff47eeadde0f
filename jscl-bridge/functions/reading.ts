/** The reader (CLHS 23); notation.ts says how a line is read. */
export const reading = `
(copy-readtable &optional from-readtable=*readtable*:readtable-designator to-readtable:readtable-designator) -> readtable
(get-dispatch-macro-character char:character sub-char:character &optional readtable=*readtable*:readtable-designator) -> function-designator
(get-macro-character character:character &optional readtable=*readtable*:readtable-designator) -> (values function-designator boolean)
(make-dispatch-macro-character character:character &optional non-terminating-p readtable=*readtable*:readtable) -> (member t)
(read &optional stream=*standard-input*:stream-designator eof-error-p=t eof-value recursive-p) -> t
(read-delimited-list character:character &optional input-stream=*standard-input*:stream-designator recursive-p) -> list
(read-from-string string:string &optional eof-error-p=t eof-value &key start=0:index end:bound preserve-whitespace) -> (values t index)
(read-preserving-whitespace &optional stream=*standard-input*:stream-designator eof-error-p=t eof-value recursive-p) -> t
(readtable-case readtable) -> (member :invert :preserve :downcase :upcase)
(readtablep object) -> boolean foldable flushable closed tests:readtable
(set-dispatch-macro-character char:character sub-char:character function:function-designator &optional readtable=*readtable*:readtable-designator) -> (member t)
(set-macro-character character:character function:function-designator &optional non-terminating-p readtable=*readtable*:readtable-designator) -> (member t)
(set-syntax-from-char to-char:character from-char:character &optional to-readtable=*readtable*:readtable from-readtable:readtable-designator) -> (member t)
`;
