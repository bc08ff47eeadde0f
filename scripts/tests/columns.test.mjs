import { expect, test } from "vitest";
import { COLUMNS, findLongLines, longLines, PENDING } from "../lib/columns.mjs";
import { commentsOf } from "../lib/comments.mjs";

const longInTree = findLongLines();
const isPending = (file) => PENDING.some((path) => file.startsWith(path));

test("no line of a comment or a document has more than 110 columns", () => {
  const wrong = longInTree.filter(({ file }) => !isPending(file));
  expect(wrong.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
});

test("no room is pending that is rewrapped", () => {
  expect(PENDING.filter((path) => !longInTree.some(({ file }) => file.startsWith(path)))).toEqual([]);
});

const found = (text, language) => commentsOf(text, language).map(({ start, end }) => text.slice(start, end));

test("comments of TypeScript are found, and nothing in strings, templates and regular expressions", () => {
  const text = [
    "f(\"//1\", '/*2*/', `//3 $",
    '{g(`//4`, { a: 1 }) /* 5 */} //6`, /\\/\\/7["/]/u); // 8\n/** 9\n */ x / y; // 10',
  ].join("");
  expect(found(text, "ecmascript")).toEqual(["/* 5 */", "// 8", "/** 9\n */", "// 10"]);
  expect(found("a = b / c; // 1\nreturn /[/]\\/'/.test(d); // 2", "ecmascript")).toEqual(["// 1", "// 2"]);
});

test("comments of Rust are found beside raw strings, characters and lifetimes", () => {
  const text = "//! 1\nfn f<'a>(s: &'a str) { g(\"//2\", r#\"//3\"//\"#, '\"', '\\'') } // 4\n/* 5 */";
  expect(found(text, "rust")).toEqual(["//! 1", "// 4", "/* 5 */"]);
});

test("comments of Lisp are found beside strings, symbols in bars and characters", () => {
  const text = ';;; 1\n(f "; 2 \\" ; 3" |a;4| #\\; #\\" x) ; 5\n#| 6 ; |#';
  expect(found(text, "lisp")).toEqual([";;; 1", "; 5", "#| 6 ; |#"]);
});

const words = (columns) => "word ".repeat(columns / 5);

test("long lines of comments are found; code, links and addresses may be long", () => {
  expect(longLines("a.ts", `// ${words(COLUMNS)}\nf("${words(COLUMNS)}");`)).toEqual([1]);
  expect(longLines("a.ts", `f(); // ${words(COLUMNS)}\n/**\n * ${words(COLUMNS)}\n */`)).toEqual([1, 3]);
  expect(longLines("a.rs", `/// ${words(100)}\n// https://a.example/${"x".repeat(COLUMNS)}`)).toEqual([]);
  expect(longLines("a.lisp", `;; ${words(COLUMNS)}\n(f "${words(COLUMNS)}")`)).toEqual([1]);
});

test("long lines of documents are found; tables, code and links may be long", () => {
  const long = words(COLUMNS + 5);
  expect(longLines("a.md", `${long}\n| ${long} |\n\`\`\`sh\n${long}\n\`\`\`\n- ${long}`)).toEqual([1, 6]);
  expect(longLines("a.md", `See [this](${"x".repeat(COLUMNS)}) and [that](https://a.example).`)).toEqual([]);
});
