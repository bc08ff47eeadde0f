/** Which definition of the official schema a message has to meet, and whether it does. */
import { definitionsOf, type Version } from "./schemas.js";

type JsonObject = Record<string, unknown>;

/**
 * The problems of a message that a server sent; `method` is that of the request which a response answers, if
 * known.
 */
export function problemsOf(version: Version, message: unknown, method?: string): string[] {
  const definitions = definitionsOf(version);
  const first = (...names: string[]) => names.find((name) => definitions.has(name)) ?? "JSONRPCMessage";
  const sent = isObject(message) ? message : {};
  if (typeof sent["method"] === "string") {
    const known = definitions.ofMethod.get(sent["method"]);
    if (!known) return [`${version} has no method ${JSON.stringify(sent["method"])}`];
    // In some versions the schema of a request or a notification leaves its envelope out.
    const envelope = "id" in sent ? "JSONRPCRequest" : "JSONRPCNotification";
    return [...definitions.problems(envelope, message), ...definitions.problems(known, message)];
  }
  if (sent["error"] !== undefined) {
    const code = isObject(sent["error"]) ? sent["error"]["code"] : undefined;
    const ofItsOwn = typeof code === "number" ? definitions.ofErrorCode.get(code) : undefined;
    // Before 2025-11-25 no error could be without an id, though some have none to give.
    const named = "id" in sent ? sent : { ...sent, id: 0 };
    return definitions.problems(ofItsOwn ?? first("JSONRPCErrorResponse", "JSONRPCError"), named);
  }
  const envelope = definitions.problems(first("JSONRPCResultResponse", "JSONRPCResponse"), message);
  if (envelope.length > 0) return envelope;
  const result = sent["result"] as JsonObject;
  if (definitions.has("InputRequiredResult") && result["resultType"] === "input_required")
    return asksInPlace(method, result) ?? definitions.problems("InputRequiredResult", result);
  return definitions.problems(resultOf(version, method), result);
}

const MAY_ASK = new Set(["tools/call", "prompts/get", "resources/read"]);

/** Rules of the specification for results that ask for input, which the schema does not have. */
function asksInPlace(method: string | undefined, result: JsonObject): string[] | undefined {
  if (method === undefined || !MAY_ASK.has(method)) return [`${method} may not ask for input`];
  if (!("inputRequests" in result || "requestState" in result)) return ["nothing is asked for"];
  return undefined;
}

/** The name of the definition of the result of a method. */
function resultOf(version: Version, method: string | undefined): string {
  const definitions = definitionsOf(version);
  const request = method === undefined ? undefined : definitions.ofMethod.get(method);
  const own = request?.replace(/Request$/, "Result");
  return own !== undefined && definitions.has(own) ? own : "Result";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
