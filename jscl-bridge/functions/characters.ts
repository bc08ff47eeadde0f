/** Characters (CLHS 13); notation.ts says how a line is read. */
export const characters = `
(alpha-char-p character:character) -> boolean foldable closed
(alphanumericp character:character) -> boolean foldable closed
(both-case-p character:character) -> boolean foldable closed
(char-code character:character) -> (mod 1114112) foldable closed
(char-downcase character:character) -> character foldable closed
(char-equal character:character &rest more-characters:character) -> boolean foldable closed
(char-greaterp character:character &rest more-characters:character) -> boolean foldable closed
(char-int character:character) -> (mod 1114112) foldable closed
(char-lessp character:character &rest more-characters:character) -> boolean foldable closed
(char-name character:character) -> (or simple-string null) foldable closed
(char-not-equal character:character &rest more-characters:character) -> boolean foldable closed
(char-not-greaterp character:character &rest more-characters:character) -> boolean foldable closed
(char-not-lessp character:character &rest more-characters:character) -> boolean foldable closed
(char-upcase character:character) -> character foldable closed
(char/= character:character &rest more-characters:character) -> boolean foldable closed
(char< character:character &rest more-characters:character) -> boolean foldable closed
(char<= character:character &rest more-characters:character) -> boolean foldable closed
(char= character:character &rest more-characters:character) -> boolean foldable closed
(char> character:character &rest more-characters:character) -> boolean foldable closed
(char>= character:character &rest more-characters:character) -> boolean foldable closed
(character object) -> character foldable closed
(characterp object) -> boolean foldable flushable closed tests:character
(code-char code:(mod 1114112)) -> character foldable partial closed
(digit-char weight:unsigned-byte &optional radix=10:radix) -> (or character null) foldable closed
(digit-char-p character:character &optional radix=10:radix) -> (or (mod 36) null) foldable closed
(graphic-char-p character:character) -> boolean foldable closed
(lower-case-p character:character) -> boolean foldable closed
(name-char name:string-designator) -> (or character null) foldable closed
(standard-char-p character:character) -> boolean foldable closed
(upper-case-p character:character) -> boolean foldable closed
`;
