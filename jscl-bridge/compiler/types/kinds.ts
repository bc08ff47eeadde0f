/** The kinds of objects that types tell apart, as bits, and those of the standard types. */

import { table } from "../../runtime/objects/table.js";

let next = 1;
const kind = (): number => {
  const bit = next;
  next *= 2;
  return bit;
};

export const NULL = kind();
export const TRUE = kind();
export const KEYWORD = kind();
export const OTHER_SYMBOL = kind();
export const CONS = kind();
export const INTEGER = kind();
export const RATIO = kind();
export const SINGLE = kind();
export const DOUBLE = kind();
export const COMPLEX = kind();
export const CHARACTER = kind();
export const SIMPLE_STRING = kind();
export const OTHER_STRING = kind();
export const SIMPLE_VECTOR = kind();
export const BIT_VECTOR = kind();
export const OTHER_VECTOR = kind();
export const MATRIX = kind();
export const FUNCTION = kind();
export const HASH_TABLE = kind();
export const PACKAGE = kind();
export const PATHNAME = kind();
export const STREAM = kind();
export const CONDITION = kind();
export const CLASS = kind();
export const READTABLE = kind();
export const RANDOM_STATE = kind();
export const INSTANCE = kind();
export const ALL = next - 1;

export const SYMBOL = NULL | TRUE | KEYWORD | OTHER_SYMBOL;
export const REAL = INTEGER | RATIO | SINGLE | DOUBLE;
export const NUMBER = REAL | COMPLEX;
export const STRING = SIMPLE_STRING | OTHER_STRING;
export const VECTOR = STRING | SIMPLE_VECTOR | BIT_VECTOR | OTHER_VECTOR;
export const ARRAY = VECTOR | MATRIX;
// Vectors of other elements, and those with fill pointers, are one kind: it may be simple or not.
export const SIMPLE_ARRAY = ARRAY & ~OTHER_STRING;

/** What stands for the name of a structure type of the program. */
export const STRUCTURE = "%STRUCTURE";

/** The kinds of objects of the standard types. */
export const KINDS: Readonly<Record<string, number>> = table({
  T: ALL,
  NIL: 0,
  NULL,
  LIST: NULL | CONS,
  CONS,
  ATOM: ALL & ~CONS,
  SYMBOL,
  KEYWORD,
  BOOLEAN: NULL | TRUE,
  NUMBER,
  REAL,
  RATIONAL: INTEGER | RATIO,
  RATIO,
  INTEGER,
  FIXNUM: INTEGER,
  BIGNUM: INTEGER,
  BIT: INTEGER,
  "UNSIGNED-BYTE": INTEGER,
  "SIGNED-BYTE": INTEGER,
  MOD: INTEGER,
  FLOAT: SINGLE | DOUBLE,
  "SINGLE-FLOAT": SINGLE,
  "SHORT-FLOAT": SINGLE,
  "DOUBLE-FLOAT": DOUBLE,
  "LONG-FLOAT": DOUBLE,
  COMPLEX,
  CHARACTER,
  "STANDARD-CHAR": CHARACTER,
  "BASE-CHAR": CHARACTER,
  "EXTENDED-CHAR": CHARACTER,
  STRING,
  "SIMPLE-STRING": SIMPLE_STRING,
  "BASE-STRING": STRING,
  "SIMPLE-BASE-STRING": SIMPLE_STRING,
  VECTOR,
  "SIMPLE-VECTOR": SIMPLE_VECTOR,
  "BIT-VECTOR": BIT_VECTOR | OTHER_VECTOR,
  "SIMPLE-BIT-VECTOR": BIT_VECTOR,
  ARRAY,
  "SIMPLE-ARRAY": SIMPLE_ARRAY,
  SEQUENCE: NULL | CONS | VECTOR,
  "SB-KERNEL:EXTENDED-SEQUENCE": INSTANCE,
  FUNCTION,
  "COMPILED-FUNCTION": FUNCTION,
  "GENERIC-FUNCTION": FUNCTION,
  "STANDARD-GENERIC-FUNCTION": FUNCTION,
  "HASH-TABLE": HASH_TABLE,
  PACKAGE,
  PATHNAME,
  STREAM,
  "FILE-STREAM": STREAM,
  "SYNONYM-STREAM": STREAM,
  "BROADCAST-STREAM": STREAM,
  "CONCATENATED-STREAM": STREAM,
  "TWO-WAY-STREAM": STREAM,
  "ECHO-STREAM": STREAM,
  CONDITION,
  CLASS,
  "SB-PCL::CONDITION-CLASS": CLASS,
  "SB-KERNEL:CLASSOID": CLASS,
  // Some objects of the image may be of these classes as well.
  "STRUCTURE-OBJECT": INSTANCE | HASH_TABLE | PACKAGE | PATHNAME | READTABLE | RANDOM_STATE | STREAM,
  "STANDARD-OBJECT": INSTANCE | FUNCTION | CLASS | STREAM | CONDITION,
  [STRUCTURE]: INSTANCE,
  READTABLE,
  "RANDOM-STATE": RANDOM_STATE,
});

/** Types that are only parts of their kinds: what is not of them may be of the same kind. */
const PARTS: ReadonlySet<string> = new Set(
  `BIGNUM BIT-VECTOR STANDARD-CHAR BASE-CHAR EXTENDED-CHAR BASE-STRING SIMPLE-BASE-STRING COMPILED-FUNCTION GENERIC-FUNCTION
  STANDARD-GENERIC-FUNCTION FILE-STREAM SYNONYM-STREAM BROADCAST-STREAM CONCATENATED-STREAM TWO-WAY-STREAM ECHO-STREAM
  SB-PCL::CONDITION-CLASS SB-KERNEL:CLASSOID SB-KERNEL:EXTENDED-SEQUENCE STRUCTURE-OBJECT STANDARD-OBJECT ${STRUCTURE}`.split(
    /\s+/,
  ),
);

/** Whether the objects of a type are all those of its kinds. */
export function isWhole(name: string): boolean {
  return Object.hasOwn(KINDS, name) && !PARTS.has(name);
}
