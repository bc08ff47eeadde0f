/** The Inspector's command line: a process, and so a fresh Lisp, for each call. */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { ARGS, COMMAND, main, parts } from "./common.mjs";

const { resolve: find } = createRequire(import.meta.url);
const INSPECTOR = find("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

/** What it prints, as data. A call that ends in an error of Lisp's has another status, and prints it, too. */
function inspect(...options) {
  return new Promise((resolve, reject) => {
    const command = [INSPECTOR, "--cli", COMMAND, ...ARGS, ...options];
    execFile(process.execPath, command, { maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      try {
        resolve({ ...JSON.parse(stdout), warnings: stderr });
      } catch {
        reject(new Error(`${error ?? ""} ${stdout} ${stderr}`));
      }
    });
  });
}

const text = (value) => (typeof value === "string" ? value : JSON.stringify(value));

await main(() => ({
  lacks: ["state", "tools", "large", "elicitation", "cancel"],
  async given() {
    const { tools } = await inspect("--method", "tools/list");
    return tools.map((tool) => ({ ...tool, parameters: tool.inputSchema }));
  },
  async run(calls) {
    const answers = [];
    for (const [name, given] of calls) {
      const pairs = Object.entries(given).filter(([, value]) => value !== "");
      const options = pairs.flatMap(([argument, value]) => ["--tool-arg", `${argument}=${text(value)}`]);
      const result = await inspect("--method", "tools/call", "--tool-name", name, ...options);
      answers.push(parts(result.content, result.isError ?? false));
    }
    return answers;
  },
  async strict() {
    const { warnings } = await inspect("--method", "tools/list", "--strict");
    return warnings.split("\n\n").filter((each) => each.includes("Path: inputSchema"));
  },
  close: async () => {},
}));
