/** Strings (CLHS 16); notation.ts says how a line is read. */
export const strings = `
(char string:string index:index) -> character foldable partial closed
(schar string:simple-string index:index) -> character foldable partial closed
(make-string size:index &key element-type=character:type-specifier initial-element:character) -> simple-string
(nstring-capitalize !string:string &key start=0:index end:bound) -> string closed
(nstring-downcase !string:string &key start=0:index end:bound) -> string closed
(nstring-upcase !string:string &key start=0:index end:bound) -> string closed
(simple-string-p object) -> boolean foldable flushable closed tests:simple-string
(string object:string-designator) -> string closed
(string-capitalize string:string-designator &key start=0:index end:bound) -> simple-string closed
(string-downcase string:string-designator &key start=0:index end:bound) -> simple-string closed
(string-equal string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> boolean foldable closed
(string-greaterp string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string-left-trim characters:sequence string:string-designator) -> string closed
(string-lessp string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string-not-equal string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string-not-greaterp string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string-not-lessp string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string-right-trim characters:sequence string:string-designator) -> string closed
(string-trim characters:sequence string:string-designator) -> string closed
(string-upcase string:string-designator &key start=0:index end:bound) -> simple-string closed
(string/= string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string< string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string<= string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string= string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> boolean foldable closed
(string> string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(string>= string1:string-designator string2:string-designator &key start1=0:index end1:bound start2=0:index end2:bound) -> bound foldable closed
(stringp object) -> boolean foldable flushable closed tests:string
`;
