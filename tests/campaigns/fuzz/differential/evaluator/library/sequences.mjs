/** Functions of sequences, strings, characters and hash tables. */
import {
  Character,
  Cons,
  isString,
  items,
  list,
  NIL,
  string,
  T,
  Table,
  TooMuch,
  Trouble,
  textOf,
  truth,
  typeError,
  Vector,
} from "../data.mjs";
import { checkInteger } from "../numbers.mjs";
import { print } from "../printer.mjs";
import { exactly, isTrue, keywords, takes } from "./define.mjs";
import { equal, same } from "./equality.mjs";
import { tester } from "./lists.mjs";

const MANY = Number.POSITIVE_INFINITY;

/** The items of a sequence of any kind. */
function itemsOf(sequence) {
  if (sequence instanceof Vector) return sequence.items;
  if (sequence === NIL || sequence instanceof Cons) return items(sequence);
  throw typeError(sequence, "SEQUENCE");
}

/** A sequence of the same kind. */
function like(sequence, found) {
  return sequence instanceof Vector ? new Vector(found, sequence.isString) : list(found);
}

function checkString(value) {
  if (!isString(value)) throw typeError(value, "STRING");
  return value;
}

function checkCharacter(value) {
  if (!(value instanceof Character)) throw typeError(value, "CHARACTER");
  return value;
}

function checkVector(value) {
  if (!(value instanceof Vector)) throw typeError(value, "VECTOR");
  return value;
}

function checkIndex(index, { length }) {
  if (checkInteger(index) < 0n || index >= length) throw typeError(index, "INDEX");
  return Number(index);
}

function aref(vector, index) {
  const { items } = checkVector(vector);
  return items[checkIndex(index, items)];
}

function setAref(value, vector, index) {
  const { items, isString } = checkVector(vector);
  items[checkIndex(index, items)] = isString ? checkCharacter(value) : value;
  return value;
}

function elt(sequence, index) {
  return sequence instanceof Vector ? aref(sequence, index) : consAt(sequence, index).car;
}

/** The cons at an index of a list, which need not be proper behind it. */
function consAt(list, index) {
  if (checkInteger(index) < 0n) throw typeError(index, "INDEX");
  let rest = list;
  for (let left = index; left > 0n && rest instanceof Cons; left--) rest = rest.cdr;
  if (!(rest instanceof Cons)) throw typeError(list, "SEQUENCE");
  return rest;
}

function setElt(value, sequence, index) {
  if (sequence instanceof Vector) return setAref(value, sequence, index);
  consAt(sequence, index).car = value;
  return value;
}

function subseq(sequence, start, end = NIL) {
  const found = itemsOf(sequence);
  const to = end === NIL ? BigInt(found.length) : checkInteger(end);
  if (checkInteger(start) < 0n || start > to || to > found.length) throw typeError(start, "INDEX");
  return like(sequence, found.slice(Number(start), Number(to)));
}

function makeArray(size, ...args) {
  const options = keywords(args, "INITIAL-ELEMENT", "INITIAL-CONTENTS");
  if (checkInteger(size) < 0n) throw typeError(size, "INDEX");
  if (size > 100n) throw new TooMuch("an array");
  if (options["INITIAL-CONTENTS"] !== undefined) return new Vector([...itemsOf(options["INITIAL-CONTENTS"])]);
  return new Vector(new Array(Number(size)).fill(options["INITIAL-ELEMENT"] ?? 0n));
}

function concatenate(type, ...sequences) {
  const found = sequences.flatMap(itemsOf);
  if (type.name === "LIST") return list(found);
  return new Vector(type.name === "STRING" ? found.map(checkCharacter) : found, type.name === "STRING");
}

function sort(sequence, test, ...args) {
  const { KEY } = keywords(args, "KEY");
  const key = (item) => (KEY === undefined ? item : this.call(KEY, [item])[0]);
  const isBefore = (a, b) => isTrue(this.call(test, [key(a), key(b)]));
  const sorted = [...itemsOf(sequence)].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  return like(sequence, sorted);
}

function reduce(callee, sequence, ...args) {
  const options = keywords(args, "INITIAL-VALUE");
  const found = [...itemsOf(sequence)];
  const initial = options["INITIAL-VALUE"];
  if (initial !== undefined) found.unshift(initial);
  if (found.length === 0) return this.call(callee, []).slice(0, 1);
  return found.reduce((sum, item) => this.call(callee, [sum, item])[0] ?? NIL);
}

/**
 * Functions that look for an item, in two kinds: for one that is given, and for one that a predicate is
 * true of.
 */
function searching(compute) {
  return [
    takes(2, MANY, function (wanted, sequence, ...args) {
      return compute(itemsOf(sequence), tester(this, wanted, args), sequence);
    }),
    exactly(2, function (test, sequence) {
      return compute(itemsOf(sequence), (item) => isTrue(this.call(test, [item])), sequence);
    }),
  ];
}

const [find, findIf] = searching((found, matches) => found.find(matches) ?? NIL);
const [position, positionIf] = searching((found, matches) => {
  const index = found.findIndex(matches);
  return index < 0 ? NIL : BigInt(index);
});
const [count, countIf] = searching((found, matches) => BigInt(found.filter(matches).length));
const [remove, removeIf] = searching((found, matches, sequence) =>
  like(
    sequence,
    found.filter((item) => !matches(item)),
  ),
);
const [, removeIfNot] = searching((found, matches, sequence) => like(sequence, found.filter(matches)));

function some(test, sequence) {
  for (const item of itemsOf(sequence)) {
    const [value = NIL] = this.call(test, [item]);
    if (value !== NIL) return value;
  }
  return NIL;
}

function every(test, sequence) {
  return truth(itemsOf(sequence).every((item) => isTrue(this.call(test, [item]))));
}

function parseInteger(text) {
  const digits = /^\s*([-+]?\d+)\s*$/.exec(textOf(checkString(text)));
  if (digits === null) throw new Trouble("PARSE-ERROR");
  return [BigInt(digits[1]), BigInt(text.items.length)];
}

const designated = (value) =>
  isString(value) ? textOf(value) : value instanceof Character ? value.text : symbolText(value);

function symbolText(value) {
  if (value?.name === undefined) throw typeError(value, "STRING");
  return value.name.replace(/^:/, "");
}

const characterChain = (holds) =>
  takes(1, MANY, (...characters) => {
    const codes = characters.map((character) => checkCharacter(character).text.codePointAt(0));
    return truth(codes.every((code, i) => i === 0 || holds(codes[i - 1], code)));
  });

function makeTable(...args) {
  const { TEST } = keywords(args, "TEST");
  const name = TEST?.name?.toUpperCase() ?? "EQL";
  return new Table(name === "EQUAL" ? equal : same);
}

function checkTable(table) {
  if (!(table instanceof Table)) throw typeError(table, "HASH-TABLE");
  return table;
}

const entry = (key, table) => checkTable(table).entries.find(([known]) => table.same(known, key));

function gethash(key, table, otherwise = NIL) {
  const found = entry(key, table);
  return found === undefined ? [otherwise, NIL] : [found[1], T];
}

function setGethash(value, key, table) {
  const found = entry(key, table);
  if (found === undefined) table.entries.push([key, value]);
  else found[1] = value;
  return value;
}

function remhash(key, table) {
  const found = entry(key, table);
  table.entries = table.entries.filter((one) => one !== found);
  return truth(found !== undefined);
}

export const sequences = {
  LENGTH: exactly(1, (sequence) => BigInt(itemsOf(sequence).length)),
  ELT: exactly(2, elt),
  REVERSE: exactly(1, (sequence) => like(sequence, [...itemsOf(sequence)].reverse())),
  NREVERSE: exactly(1, (sequence) => like(sequence, [...itemsOf(sequence)].reverse())),
  SUBSEQ: takes(2, 3, subseq),
  "COPY-SEQ": exactly(1, (sequence) => like(sequence, [...itemsOf(sequence)])),
  CONCATENATE: takes(1, MANY, concatenate),
  SORT: takes(2, MANY, sort),
  REDUCE: takes(2, MANY, reduce),
  FIND: find,
  "FIND-IF": findIf,
  POSITION: position,
  "POSITION-IF": positionIf,
  COUNT: count,
  "COUNT-IF": countIf,
  REMOVE: remove,
  "REMOVE-IF": removeIf,
  "REMOVE-IF-NOT": removeIfNot,
  SOME: exactly(2, some),
  EVERY: exactly(2, every),
  VECTOR: takes(0, MANY, (...values) => new Vector(values)),
  "MAKE-ARRAY": takes(1, MANY, makeArray),
  AREF: exactly(2, aref),
  SVREF: exactly(2, (vector, index) => {
    if (isString(vector)) throw typeError(vector, "SIMPLE-VECTOR");
    return aref(vector, index);
  }),
  CHAR: exactly(2, (text, index) => aref(checkString(text), index)),
  "CHAR-CODE": exactly(1, (character) => BigInt(checkCharacter(character).text.codePointAt(0))),
  "CODE-CHAR": exactly(1, (code) => {
    if (checkInteger(code) < 0n || code > 0x10ffffn) throw typeError(code, "INDEX");
    return new Character(String.fromCodePoint(Number(code)));
  }),
  "CHAR-UPCASE": exactly(1, (character) => new Character(checkCharacter(character).text.toUpperCase())),
  "CHAR=": characterChain((a, b) => a === b),
  "CHAR<": characterChain((a, b) => a < b),
  "STRING=": exactly(2, (a, b) => truth(designated(a) === designated(b))),
  "STRING-UPCASE": exactly(1, (text) => string(designated(text).toUpperCase())),
  STRING: exactly(1, (value) => (isString(value) ? value : string(designated(value)))),
  "PARSE-INTEGER": exactly(1, parseInteger),
  "PRIN1-TO-STRING": exactly(1, (value) => string(print(value))),
  "MAKE-HASH-TABLE": takes(0, MANY, makeTable),
  GETHASH: takes(2, 3, gethash),
  REMHASH: exactly(2, remhash),
  "HASH-TABLE-COUNT": exactly(1, (table) => BigInt(checkTable(table).entries.length)),
  "%SET-AREF": exactly(3, setAref),
  "%SET-ELT": exactly(3, setElt),
  "%SET-GETHASH": takes(3, 4, setGethash),
};
