import type { Clock } from "../time/clock.js";
import { problemOfAnswer, unreachable } from "./file-problems.js";
import { watchRefusals } from "./refusals.js";
import { untilSilent } from "./silence.js";

/** The smallest module of WebAssembly. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Fetches and compiles the server. Rejects with an Error that says in one sentence what is wrong. */
export function fetchServer(file: URL, clock: Clock): Promise<WebAssembly.Module> {
  return untilSilent(file, clock, compiled(file));
}

async function compiled(file: URL): Promise<WebAssembly.Module> {
  const response = await fetched(file);
  try {
    const isTyped = /^application\/wasm$/i.test(response.headers.get("content-type") ?? "");
    return await (isTyped
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
  } catch (cause) {
    throw new Error(problemOfModule(file), { cause });
  }
}

/** Fetches a file of JSON. Rejects with an Error that says in one sentence what is wrong. */
export function fetchJson(file: URL, clock: Clock): Promise<unknown> {
  return untilSilent(
    file,
    clock,
    fetched(file).then((response) => response.json()),
  );
}

async function fetched(file: URL): Promise<Response> {
  watchRefusals();
  let response: Response;
  try {
    response = await fetch(file);
  } catch {
    throw new Error(await unreachable(file));
  }
  const problem = problemOfAnswer(file, response);
  if (problem !== null) throw new Error(problem);
  return response;
}

function problemOfModule(file: URL): string {
  if (typeof WebAssembly === "undefined")
    return "This browser has no WebAssembly, or it is switched off, and jscl-mcp needs it.";
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch {
    return "The page's Content-Security-Policy forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src.";
  }
  return `${file.href} is no WebAssembly, or not all of it came: serve the file jscl_mcp_bg.wasm of jscl-mcp there as it is.`;
}
