/** The printer (CLHS 22); notation.ts says how a line is read. */
export const printing = `
(copy-pprint-dispatch &optional table:dispatch-designator) -> dispatch-table
(format destination:(or string boolean stream) control-string:format-control &rest format-arguments) -> (or string null) open
(pprint object &optional stream:stream-designator) -> (values) open
(pprint-dispatch object &optional table:dispatch-designator) -> (values function-designator boolean)
(pprint-fill stream:stream-designator list &optional colon-p=t at-sign-p) -> null
(pprint-indent relative-to:(member :block :current) n:real &optional stream:stream-designator) -> null
(pprint-linear stream:stream-designator list &optional colon-p=t at-sign-p) -> null
(pprint-newline kind:(member :linear :fill :miser :mandatory) &optional stream:stream-designator) -> null
(pprint-tab kind:(member :line :section :line-relative :section-relative) column:unsigned-byte increment:unsigned-byte &optional stream:stream-designator) -> null
(pprint-tabular stream:stream-designator list &optional colon-p=t at-sign-p tab-size:unsigned-byte) -> null
(prin1 object &optional stream:stream-designator) -> t open
(prin1-to-string object) -> simple-string open
(princ object &optional stream:stream-designator) -> t open
(princ-to-string object) -> simple-string open
(print object &optional stream:stream-designator) -> t open
(set-pprint-dispatch type:type-specifier function:function-designator &optional priority=0:real table:dispatch-table) -> null
(write object &key stream:stream-designator escape radix base:radix circle pretty level:(or unsigned-byte null) length:(or unsigned-byte null) case array gensym readably right-margin:(or unsigned-byte null) miser-width:(or unsigned-byte null) lines:(or unsigned-byte null) pprint-dispatch suppress-errors) -> t open
(write-to-string object &key escape radix base:radix circle pretty level:(or unsigned-byte null) length:(or unsigned-byte null) case array gensym readably right-margin:(or unsigned-byte null) miser-width:(or unsigned-byte null) lines:(or unsigned-byte null) pprint-dispatch suppress-errors) -> simple-string open
`;
