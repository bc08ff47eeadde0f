/** Trees written as Lisp: lisp`(list ${tree} 'a)`. */

const TOKEN = /"(?:[^"\\]|\\.)*"|#\\\S|'(?=\()|[()]|[^\s()"]+/gu;
/** Stands in the text for what is put in, the number of which follows. */
const HOLE = /\u0000(\d+);/g;

export function lisp(texts, ...parts) {
  const text = texts.reduce((before, after, i) => `${before}\0${i - 1};${after}`);
  const tokens = text.match(TOKEN);
  const read = () => {
    const token = tokens.shift();
    if (token === "'") return ["quote", read()];
    return token === "(" ? readItems() : filled(token, parts);
  };
  const readItems = () => {
    const items = [];
    while (tokens[0] !== ")") items.push(read());
    tokens.shift();
    return items;
  };
  return read();
}

/** An atom with what is put in: a tree in the place of the whole, or texts within it. */
function filled(token, parts) {
  const whole = /^\u0000(\d+);$/.exec(token);
  return whole ? parts[whole[1]] : token.replace(HOLE, (_, index) => parts[index]);
}
