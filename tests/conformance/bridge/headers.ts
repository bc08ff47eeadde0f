/** The rules for the HTTP headers of 2026-07-28, which repeat parts of the body. */
import type { IncomingHttpHeaders } from "node:http";
import { claimOf, isObject, type Message, paramsOf } from "./message.js";

/** For each tool, the arguments that are repeated in headers. */
export type MirroredArguments = ReadonlyMap<string, readonly Mirrored[]>;
type Mirrored = { readonly path: readonly string[]; readonly header: string };

const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/** The reason why a request's headers do not fit its body; undefined if they do. */
export function headerProblem(
  headers: IncomingHttpHeaders,
  message: Message,
  mirrored: MirroredArguments,
): string | undefined {
  const version = headers["mcp-protocol-version"];
  if (version === undefined) return "The header MCP-Protocol-Version is missing.";
  const claim = claimOf(message);
  // A body without a claim is wrong in itself, which the server says.
  if (claim !== undefined && claim !== version)
    return `The header MCP-Protocol-Version is ${version}, the body's version is not.`;
  const method = String(message["method"]);
  if (headers["mcp-method"] !== method) return `The header Mcp-Method is not the body's method, ${method}.`;
  const source = NAMED_BY[method];
  const name = source === undefined ? undefined : paramsOf(message)[source];
  if (typeof name === "string" && decoded(headers["mcp-name"]) !== name)
    return `The header Mcp-Name is not the body's ${source}, ${name}.`;
  return method === "tools/call" ? mirrorProblem(headers, message, mirrored) : undefined;
}

function mirrorProblem(
  headers: IncomingHttpHeaders,
  message: Message,
  mirrored: MirroredArguments,
): string | undefined {
  const params = paramsOf(message);
  const wrong = mirrored.get(String(params["name"]))?.find(({ path, header }) => {
    const value = path.reduce<unknown>(
      (inner, key) => (isObject(inner) ? inner[key] : undefined),
      params["arguments"],
    );
    const given = headers[`mcp-param-${header.toLowerCase()}`];
    if (value === undefined || value === null) return given !== undefined;
    const text = decoded(given);
    return typeof value === "number" ? text === undefined || Number(text) !== value : text !== String(value);
  });
  return wrong && `The header Mcp-Param-${wrong.header} is not the argument ${wrong.path.join(".")}.`;
}

const SENTINEL = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The value of a header; undefined where there is none, or no valid one. */
export function decoded(header: string | string[] | undefined): string | undefined {
  if (typeof header !== "string") return undefined;
  const encoded = SENTINEL.exec(header.trim())?.[1];
  if (encoded === undefined) return header.trim();
  return BASE64.test(encoded) ? Buffer.from(encoded, "base64").toString("utf8") : undefined;
}

/** Which arguments of the listed tools are repeated in headers. */
export function mirroredArguments(tools: readonly unknown[]): MirroredArguments {
  return new Map(
    tools.filter(isObject).map((tool) => [String(tool["name"]), [...mirroredIn(tool["inputSchema"], [])]]),
  );
}

/** Only what is reached by `properties` alone can be repeated. */
function* mirroredIn(schema: unknown, path: readonly string[]): Generator<Mirrored> {
  if (!isObject(schema)) return;
  const header = schema["x-mcp-header"];
  if (typeof header === "string") yield { path, header };
  const properties = schema["properties"];
  if (isObject(properties))
    for (const [name, property] of Object.entries(properties)) yield* mirroredIn(property, [...path, name]);
}

/** Whether a request comes from this machine and, if a browser sent it, from a page of this machine. */
export function isLocal({ host, origin }: IncomingHttpHeaders): boolean {
  return isLocalAddress(`http://${host}`) && (origin === undefined || isLocalAddress(origin));
}

function isLocalAddress(address: string): boolean {
  const name = URL.canParse(address) ? new URL(address).hostname : "";
  return ["localhost", "127.0.0.1", "[::1]"].includes(name);
}
