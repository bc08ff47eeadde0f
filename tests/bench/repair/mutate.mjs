/** Programs with a fault put in: from a seed, always the same ones. */
import { Random } from "../../campaigns/fuzz/random.mjs";
import { KINDS } from "./faults/kinds.mjs";
import { read } from "./tree.mjs";

/** Line from 1 and column from 0, as reports count them. */
export function placeAt(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines.at(-1).length };
}

/** A form in the mutant's text, as places: its beginning and its end. */
function extent(node, { from, to, text }, code) {
  const moved = (offset) => (offset >= to ? offset - (to - from) + text.length : offset);
  const start = node.from <= from ? node.from : moved(node.from);
  const end = moved(node.to);
  return { from: placeAt(code, start), to: placeAt(code, end), text: code.slice(start, end) };
}

function mutantOf(program, kind, { edit, forms }) {
  const { code } = program;
  const changed = code.slice(0, edit.from) + edit.text + code.slice(edit.to);
  const faulty = forms.map((node) => ({
    ...extent(node, edit, changed),
    around: node.parent?.parent ? placeAt(changed, around(node, edit)) : null,
  }));
  return { kind, program: program.name, code: changed, edit, faulty };
}

/** Where the list begins that a form is directly in. */
function around({ parent }, edit) {
  const shift = edit.text.length - (edit.to - edit.from);
  return parent.from >= edit.to ? parent.from + shift : parent.from;
}

/** Every mutant of a kind that chance gives, in the order in which to try them: each program in turn. */
export function* mutants(programs, kind, seed) {
  const random = new Random("repair", seed, kind);
  const shuffled = (items) => {
    const left = [...items];
    return Array.from(items, () => left.splice(random.int(0, left.length - 1), 1)[0]);
  };
  const ways = shuffled(programs).map((program) => ({
    program,
    sites: shuffled(KINDS[kind](read(program.code), random)),
  }));
  for (let round = 0; ways.some(({ sites }) => sites.length > round); round++)
    for (const { program, sites } of ways)
      if (sites.length > round) yield mutantOf(program, kind, sites[round]);
}
