/**
 * What the scripts of JavaScript's clients share: the program, the checks, and the lines that say how they
 * went. `../python/common.py` is the same for Python.
 *
 * A script hands `main` a function that connects. What it makes has
 * - `given()`: what a model is given of the tools, as a list of `name`, `description` and `parameters`;
 * - `run(calls, signal)`: makes some calls, each a tool and its arguments, in one run of an agent where there
 *   are agents, and answers with what the model gets to read of each: `{ text, images, error }`, `error`
 *   undefined where it cannot tell;
 * - `lacks`: the checks that make no sense with it; `close()`;
 * - `strict()`, where it looks at the schemas by itself: what it does not like of them.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [tools, COMMAND, ...ARGS] = process.argv.slice(2);

export { ARGS, COMMAND };

const TOOLS = JSON.parse(readFileSync(tools, "utf8"));
const shared = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));
const CALLS = shared("calls.json");

/** The answer of content as MCP has it. */
export function parts(content, error) {
  const text = content.filter(({ type }) => type === "text").map((part) => part.text);
  const images = content.filter(({ type }) => type === "image").map((part) => part.mimeType);
  return { text: text.join("\n"), images, error };
}

/** What stands beside null in the schema of an argument that may be left out. */
function withoutNull(schema = {}) {
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return others.length === 1 ? others[0] : schema;
}

/** Of the schema of an argument what a model needs first: its type, and that of its items. */
function shape(schema) {
  const { type, items } = withoutNull(schema);
  const types = [type].flat().filter((each) => each !== "null");
  return JSON.stringify(types.includes("array") ? [types, items?.type] : types);
}

/** Calls a function for each argument with what the server has listed and what the model is given. */
function eachArgument(given, name, call) {
  for (const tool of TOOLS) {
    const mine = given.find((each) => each.name === name(tool.name));
    const properties = mine?.parameters.properties ?? {};
    for (const [argument, schema] of Object.entries(tool.inputSchema.properties ?? {}))
      call(`${tool.name}: ${argument}`, schema, properties[argument]);
    for (const argument of tool.inputSchema.required ?? [])
      if (!mine?.parameters.required?.includes(argument)) call(`${tool.name}: ${argument}`, {}, undefined);
  }
}

class Failed extends Error {}

function expect(holds, detail) {
  if (!holds) throw new Failed(typeof detail === "string" ? detail : JSON.stringify(detail));
}

function checksOf(client, name) {
  const call = async (tool, given = {}, signal) => (await client.run([[name(tool), given]], signal))[0];
  const evaluate = async (code, signal) => (await call("evaluate-lisp", { code }, signal)).text;
  return {
    async list() {
      const names = (await client.given()).map((tool) => tool.name).sort();
      const expected = TOOLS.map((tool) => name(tool.name)).sort();
      expect(JSON.stringify(names) === JSON.stringify(expected), names);
    },
    async model() {
      const found = [];
      eachArgument(await client.given(), name, (argument, schema, mine) => {
        if (mine === undefined) found.push(`${argument} is lost, or not required`);
        else if (shape(mine) !== shape(schema)) found.push(`${argument} is ${shape(mine)}`);
      });
      expect(found.length === 0, found);
    },
    async enums() {
      const found = [];
      eachArgument(await client.given(), name, (argument, schema, mine) => {
        const told = withoutNull(mine).enum ?? [];
        if (!(schema?.enum ?? []).every((value) => told.includes(value))) found.push(argument);
      });
      expect(found.length === 0, found);
    },
    async state() {
      await evaluate("(defun square (n) (* n n))");
      const text = await evaluate("(square 12)");
      expect(text.includes("=> 144"), text);
    },
    async tools() {
      const problems = [];
      for (const step of CALLS) {
        const answer = await call(step.tool, step.arguments).catch((error) => ({ text: `${error}` }));
        const right = [undefined, step.error ?? false].includes(answer.error);
        if (!right || !answer.text.includes(step.has))
          problems.push(`${step.tool}: ${answer.text.slice(0, 150)}`);
      }
      expect(problems.length === 0, `${problems.length} of ${CALLS.length}: ${problems.join(" | ")}`);
    },
    async error() {
      const failing = [1, 2, 3].map((n) => [name("evaluate-lisp"), { code: `(/ ${n} 0)` }]);
      const answers = await client.run([...failing, [name("evaluate-lisp"), { code: "(+ 40 2)" }]]);
      for (const [index, { text, error }] of answers.slice(0, 3).entries())
        expect(
          text.includes("DIVISION-BY-ZERO") && text.includes(`(/ ${index + 1} 0)`) && error !== false,
          answers,
        );
      expect(answers[3]?.text.includes("=> 42"), answers);
    },
    async picture() {
      const { text, images, error } = await call("evaluate-lisp", { code: "(jscl-mcp:plot '(1 4 9 16))" });
      expect(
        images.every((type) => type === "image/png"),
        images,
      );
      expect(error !== true && text.includes("plot"), text);
      expect(text.length < 5000, `the picture is ${text.length} characters of text`);
      const after = await evaluate("(+ 1 2)");
      expect(after.includes("=> 3"), after);
    },
    async unicode() {
      const text = await evaluate(`(progn (princ "Grüße, 你好 🎈") (map 'list #'char-code "λ🎈"))`);
      expect(text.includes("Grüße, 你好 🎈") && text.includes("(955 127880)"), text);
    },
    async large() {
      await call("configure-limits", { max_output: 2_000_000, max_answer: 0 });
      const there = await evaluate(`(length "${"é".repeat(1_000_000)}")`);
      expect(there.includes("=> 1000000"), there);
      const back = await evaluate("(make-string 1000000 :initial-element #\\é)");
      expect(back.includes("é".repeat(1_000_000)), `${back.length} characters: ${back.slice(0, 100)}`);
    },
    async long() {
      const text = await evaluate("(progn (sleep 12) :slept)");
      expect(text.includes("=> :SLEPT"), text);
    },
    async elicitation() {
      const text = await evaluate('(progn (format t "Name? ") (list :read (length (read-line))))');
      expect(text.includes("=> (:READ 3)"), text);
    },
    async cancel() {
      await evaluate("(defvar *kept* 7)");
      await call("configure-limits", { timeout: 12 }); // ends it for clients that send no cancellation
      const running = new AbortController();
      const ended = evaluate("(loop (sleep 1))", running.signal).catch(() => {});
      await sleep(1500);
      running.abort();
      await Promise.race([ended, sleep(5000)]);
      const start = performance.now();
      const text = await evaluate("(list *kept*)");
      const seconds = (performance.now() - start) / 1000;
      expect(text.includes("=> (7)"), text);
      expect(seconds < 5, `the session was free after ${seconds.toFixed(1)} s`);
    },
    async strict() {
      const warnings = await client.strict();
      expect(warnings.length === 0, warnings);
    },
    async typed() {
      const { text } = await call("evaluate-lisp", { code: 42, capture_time: "true", session: "" });
      expect(text.includes("=> 42") && text.includes("[timing]"), text);
    },
  };
}

function told(check, ok, detail = "") {
  console.log(JSON.stringify({ check, ok, detail: detail.slice(0, 600) }));
}

async function tried(check, work) {
  try {
    await work();
    told(check, true);
    return true;
  } catch (error) {
    if (!(error instanceof Failed)) console.error(error);
    told(check, false, error instanceof Failed ? error.message : String(error));
    return false;
  }
}

/** Drives a client through every check; `name` is what its tools are called. */
export async function main(connect, name = (tool) => tool) {
  let client;
  const connected = await tried("connect", async () => {
    client = await connect();
    await client.run([]);
  });
  if (connected) {
    const checks = checksOf(client, name);
    for (const check of shared("checks.json"))
      if (checks[check] && !client.lacks.includes(check) && (check !== "strict" || client.strict))
        await tried(check, checks[check]);
    await tried("close", () => client.close());
  }
  process.exit();
}
