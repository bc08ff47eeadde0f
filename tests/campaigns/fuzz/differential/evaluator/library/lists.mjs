/** Functions of conses and lists. */
import { Cons, items, list, NIL, T, Trouble, truth, typeError } from "../data.mjs";
import { checkInteger } from "../numbers.mjs";
import { exactly, isTrue, keywords, predicate, takes } from "./define.mjs";
import { same } from "./equality.mjs";

const MANY = Number.POSITIVE_INFINITY;

function part(value, which) {
  if (value === NIL) return NIL;
  if (!(value instanceof Cons)) throw typeError(value, "LIST");
  return value[which];
}

const car = (value) => part(value, "car");
const cdr = (value) => part(value, "cdr");

function checkCons(value) {
  if (!(value instanceof Cons)) throw typeError(value, "CONS");
  return value;
}

function checkIndex(n) {
  if (checkInteger(n) < 0n) throw typeError(n, "UNSIGNED-BYTE");
  return n;
}

function nthCdr(n, value) {
  let rest = value;
  for (let left = checkIndex(n); left > 0n && rest !== NIL; left--) rest = cdr(rest);
  return rest;
}

function append(...lists) {
  if (lists.length === 0) return NIL;
  return lists.slice(0, -1).reduceRight((tail, front) => list(items(front), tail), lists.at(-1));
}

/** The elements of a list, and the object behind its last cons. */
function parts(value) {
  const cars = [];
  let tail = value;
  for (; tail instanceof Cons; tail = tail.cdr) cars.push(tail.car);
  if (cars.length === 0 && tail !== NIL) throw typeError(value, "LIST");
  return { cars, tail };
}

/** Joins the lists themselves. */
function nconc(...lists) {
  return lists.slice(0, -1).reduceRight((tail, front) => {
    if (front === NIL) return tail;
    let last = checkCons(front);
    while (last.cdr instanceof Cons) last = last.cdr;
    last.cdr = tail;
    return front;
  }, lists.at(-1) ?? NIL);
}

/** Conses of the list, in order. */
function* conses(value) {
  let rest = value;
  for (; rest instanceof Cons; rest = rest.cdr) yield rest;
  if (rest !== NIL) throw typeError(rest, "LIST");
}

/** Whether an item is what is looked for, as the keyword arguments say. */
export function tester(lisp, wanted, args) {
  const { TEST, KEY } = keywords(args, "TEST", "KEY");
  const key = (item) => (KEY === undefined || KEY === NIL ? item : lisp.call(KEY, [item])[0]);
  return (item) =>
    TEST === undefined ? same(wanted, key(item)) : isTrue(lisp.call(TEST, [wanted, key(item)]));
}

function member(wanted, value, ...args) {
  const matches = tester(this, wanted, args);
  for (const cons of conses(value)) if (matches(cons.car)) return cons;
  return NIL;
}

function adjoin(item, value, ...args) {
  return member.call(this, item, value, ...args) === NIL ? new Cons(item, value) : value;
}

function assoc(wanted, value, ...args) {
  const matches = tester(this, wanted, args);
  for (const { car: pair } of conses(value)) if (pair !== NIL && matches(checkCons(pair).car)) return pair;
  return NIL;
}

/** The cons whose car is the indicator in a property list. */
function property(plist, indicator) {
  let rest = plist;
  while (rest !== NIL) {
    if (!(rest instanceof Cons) || !(rest.cdr instanceof Cons)) throw typeError(rest, "LIST");
    if (rest.car === indicator) return rest;
    rest = rest.cdr.cdr;
  }
  return null;
}

function putProperty(plist, indicator, value) {
  const found = property(plist, indicator);
  if (found === null) return list([indicator, value], plist);
  found.cdr.car = value;
  return plist;
}

function removeProperty(plist, indicator) {
  const found = property(plist, indicator);
  if (found === null) return [plist, NIL];
  const rest = found.cdr.cdr;
  if (found === plist) return [rest, T];
  let before = plist.cdr;
  while (before.cdr !== found) before = before.cdr.cdr;
  before.cdr = rest;
  return [plist, T];
}

function map(collect) {
  return takes(2, MANY, function (callee, ...lists) {
    const results = [];
    for (let rests = lists; rests.every((rest) => rest !== NIL); rests = rests.map(cdr))
      results.push(this.call(callee, rests.map(car)));
    return collect(results, lists);
  });
}

function last(value) {
  let rest = value;
  while (rest.cdr instanceof Cons) rest = rest.cdr;
  return rest;
}

function set(which) {
  return exactly(2, (value, cons) => {
    checkCons(cons)[which] = value;
    return value;
  });
}

function setNth(value, n, place) {
  checkCons(nthCdr(n, place)).car = value;
  return value;
}

export const lists = {
  CONS: exactly(2, (a, b) => new Cons(a, b)),
  LIST: takes(0, MANY, (...values) => list(values)),
  "LIST*": takes(1, MANY, (...values) => list(values.slice(0, -1), values.at(-1))),
  CAR: exactly(1, car),
  CDR: exactly(1, cdr),
  FIRST: exactly(1, car),
  REST: exactly(1, cdr),
  CADR: exactly(1, (value) => car(cdr(value))),
  SECOND: exactly(1, (value) => car(cdr(value))),
  THIRD: exactly(1, (value) => car(cdr(cdr(value)))),
  CDDR: exactly(1, (value) => cdr(cdr(value))),
  NTH: exactly(2, (n, value) => car(nthCdr(n, value))),
  NTHCDR: exactly(2, nthCdr),
  LAST: exactly(1, (value) => (value === NIL ? NIL : last(checkCons(value)))),
  BUTLAST: exactly(1, (value) => list(parts(value).cars.slice(0, -1))),
  APPEND: takes(0, MANY, append),
  NCONC: takes(0, MANY, nconc),
  "COPY-LIST": exactly(1, (value) => list(parts(value).cars, parts(value).tail)),
  MEMBER: takes(2, MANY, member),
  ADJOIN: takes(2, MANY, adjoin),
  ASSOC: takes(2, MANY, assoc),
  GETF: takes(2, 3, (plist, indicator, otherwise = NIL) => property(plist, indicator)?.cdr.car ?? otherwise),
  MAPCAR: map((results) => list(results.map(([value = NIL]) => value))),
  MAPC: map((_results, lists) => lists[0]),
  MAPCAN: map((results) => nconc(...results.map(([value = NIL]) => value))),
  CONSP: predicate((value) => value instanceof Cons),
  LISTP: predicate((value) => value instanceof Cons || value === NIL),
  ATOM: predicate((value) => !(value instanceof Cons)),
  ENDP: exactly(1, (value) => {
    if (value !== NIL && !(value instanceof Cons)) throw typeError(value, "LIST");
    return truth(value === NIL);
  }),
  "%SET-CAR": set("car"),
  "%SET-CDR": set("cdr"),
  "%SET-CADR": exactly(2, (value, place) => {
    checkCons(cdr(place)).car = value;
    return value;
  }),
  "%SET-NTH": exactly(3, setNth),
  "%PUTF": exactly(3, putProperty),
  "%REMF": exactly(2, removeProperty),
  "%TYPE-ERROR": exactly(1, (datum) => {
    throw new Trouble("TYPE-ERROR", { datum });
  }),
};
