/**
 * Counts the bytes of the objects in a heap snapshot, whose text is fed as it comes: of all that a program
 * can make, be it objects, arrays, closures or strings. Machine code, and what V8 notes beside it, is left
 * out: it is made for hours, whenever a function has become hot.
 */
const COUNTED = new Set([
  ...["object", "array", "closure", "string", "concatenated string", "sliced string"],
  ...["regexp", "number", "symbol", "bigint"],
]);

const NODES = '"nodes":[';

export function countObjects() {
  let head = "";
  let counted = null;
  let fields = 0;
  let typeAt = 0;
  let sizeAt = 0;
  let field = 0;
  let number = "";
  let isCounted = false;
  let bytes = 0;
  let isOver = false;

  const readMeta = () => {
    const meta = JSON.parse(/"meta":(\{.*?\}),"node_count"/s.exec(head)[1]);
    fields = meta.node_fields.length;
    typeAt = meta.node_fields.indexOf("type");
    sizeAt = meta.node_fields.indexOf("self_size");
    counted = meta.node_types[typeAt].map((name) => COUNTED.has(name));
  };
  const take = (text) => {
    const value = Number(text);
    if (field === typeAt) isCounted = counted[value];
    else if (field === sizeAt && isCounted) bytes += value;
    field = (field + 1) % fields;
  };
  const readNodes = (text) => {
    const end = text.indexOf("]");
    const parts = (number + (end < 0 ? text : text.slice(0, end))).split(",");
    // The last may go on in the next chunk.
    number = end < 0 ? parts.pop() : "";
    for (const part of parts) take(part);
    isOver = end >= 0;
  };
  return {
    feed(chunk) {
      if (isOver) return;
      if (counted !== null) return readNodes(chunk);
      head += chunk;
      const begin = head.indexOf(NODES);
      if (begin < 0) return;
      readMeta();
      readNodes(head.slice(begin + NODES.length));
      head = "";
    },
    /** Bytes; undefined where the snapshot was not whole. */
    get bytes() {
      return isOver ? bytes : undefined;
    },
  };
}
