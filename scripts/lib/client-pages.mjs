/**
 * The pages of docs/clients/: the table of the clients, and in each sample the part of the script that
 * `npm run clients` runs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { CLIENTS } from "../../tests/campaigns/clients/clients.mjs";
import { versionIn } from "../../tests/campaigns/clients/environments.mjs";
import { at } from "./paths.mjs";
import { Problem } from "./report.mjs";
import { between } from "./status.mjs";

const FOLDER = "docs/clients";
const TABLE = ["<!-- The clients, written by `npm run generate`. -->\n", "<!-- End of the clients. -->\n"];
/** A mark and the block behind it, once it is there. */
const SAMPLE = /^<!-- Of `([^`]+)`\. -->\n(?:\n```[\s\S]*?^```\n)?/gm;

const LANGUAGES = { ".py": "python", ".mjs": "js", ".rs": "rust" };

/** The part of a script that its page shows. */
function shownPart(script) {
  const text = readFileSync(at(script), "utf8");
  const found = /^(?:#|\/\/) The page begins\.\n([\s\S]*?)^(?:#|\/\/) The page ends\.$/m.exec(text)?.[1];
  if (!found) throw new Problem(`${script} does not say what its page shows of it.`);
  return found.trim();
}

function withSamples(page) {
  return page.replace(SAMPLE, (_, script) => {
    return `<!-- Of \`${script}\`. -->\n\n\`\`\`${LANGUAGES[extname(script)]}\n${shownPart(script)}\n\`\`\`\n`;
  });
}

function table() {
  const rows = CLIENTS.map(({ environment, packages, page, fails }) => {
    const versions = packages.map((name) => `\`${name}\` ${versionIn(environment, name)}`).join(", ");
    const own = Object.entries(fails).map(([check, why]) => `${check}: ${why}`);
    return `| ${versions} | [${page}](${page}) | ${own.join("; ")} |`;
  });
  return ["| tried with | page | what it fails by itself |", "|---|---|---|", ...rows, ""].join("\n");
}

/** The pages as they should be, by their paths. */
export function clientPages() {
  const names = readdirSync(at(FOLDER)).filter((name) => name.endsWith(".md"));
  return Object.fromEntries(
    names.map((name) => {
      const path = `${FOLDER}/${name}`;
      const page = withSamples(readFileSync(at(path), "utf8"));
      return [path, name === "README.md" ? between(page, path, TABLE, table()) : page];
    }),
  );
}
