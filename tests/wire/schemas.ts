/** The official JSON Schemas of the protocol's versions, and what each calls its messages. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import schema2024November from "../schemas/2024-11-05/schema.json" with { type: "json" };
import schema2025March from "../schemas/2025-03-26/schema.json" with { type: "json" };
import schema2025June from "../schemas/2025-06-18/schema.json" with { type: "json" };
import schema2025November from "../schemas/2025-11-25/schema.json" with { type: "json" };
import schema2026July from "../schemas/2026-07-28/schema.json" with { type: "json" };

type JsonObject = Record<string, unknown>;

// The package is CommonJS, and bundlers differ in what they take for its default export.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

const FILES = {
  "2024-11-05": schema2024November,
  "2025-03-26": schema2025March,
  "2025-06-18": schema2025June,
  "2025-11-25": schema2025November,
  "2026-07-28": schema2026July,
} as unknown as Record<Version, JsonObject>;

export type Version = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
export const MODERN: Version = "2026-07-28";
export const LATEST_LEGACY: Version = "2025-11-25";

/** Whether that is a version of the protocol. */
export function isVersion(name: unknown): name is Version {
  return typeof name === "string" && name in FILES;
}

/** The definitions of one version's schema, each compiled when it is first asked for. */
class Definitions {
  /** The request or notification of each method. */
  readonly ofMethod = new Map<string, string>();
  /** The response of each error code that has one of its own. */
  readonly ofErrorCode = new Map<number, string>();
  readonly #id: string;
  readonly #section: "$defs" | "definitions";
  readonly #names: ReadonlySet<string>;
  readonly #ajv: Ajv;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(version: Version) {
    const schema = withErrata(version, FILES[version]);
    this.#section = "$defs" in schema ? "$defs" : "definitions";
    const definitions = schema[this.#section] as Record<string, JsonObject>;
    this.#names = new Set(Object.keys(definitions));
    this.#id = `mcp:${version}`;
    // The schemas are generated, and not in the way that ajv calls strict.
    const options = { strict: false, allErrors: true };
    this.#ajv = String(schema["$schema"]).includes("2020-12") ? new Ajv2020(options) : new Ajv(options);
    (addFormats.default ?? addFormats)(this.#ajv);
    this.#ajv.addFormat("byte", BASE64);
    this.#ajv.addSchema({ ...schema, $id: this.#id });
    for (const [name, definition] of Object.entries(definitions)) this.#note(name, definition);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The problems of a value as one of that definition; none if it is one. */
  problems(name: string, value: unknown): string[] {
    let validate = this.#compiled.get(name);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `${this.#id}#/${this.#section}/${name}` });
      this.#compiled.set(name, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${name}${worded(error)}`);
  }

  #note(name: string, definition: JsonObject): void {
    // A union of a single member, such as a version's only client notification, has the method of that
    // member.
    if (/^(Client|Server)(Request|Notification|Result)$/.test(name)) return;
    const properties = (definition["properties"] ?? {}) as Record<string, JsonObject>;
    const method = properties["method"]?.["const"];
    if (typeof method === "string") this.ofMethod.set(method, name);
    const parts = (properties["error"]?.["allOf"] ?? []) as Array<{
      properties?: Record<string, JsonObject>;
    }>;
    for (const part of parts) {
      const code = part.properties?.["code"]?.["const"];
      if (typeof code === "number") this.ofErrorCode.set(code, name);
    }
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const all = new Map<Version, Definitions>();

/** The definitions of a version. */
export function definitionsOf(version: Version): Definitions {
  const definitions = all.get(version) ?? new Definitions(version);
  all.set(version, definitions);
  return definitions;
}

/**
 * The generator of two versions' schemas wrote that the bounds and the default of a number are integers,
 * which schema.ts does not say (modelcontextprotocol#2710, #3139).
 */
function withErrata(version: Version, schema: JsonObject): JsonObject {
  if (version !== "2025-06-18" && version !== "2025-11-25") return schema;
  const mended = structuredClone(schema);
  const definitions = (mended["$defs"] ?? mended["definitions"]) as Record<string, JsonObject>;
  const number = definitions["NumberSchema"]?.["properties"] as Record<string, JsonObject> | undefined;
  for (const name of ["minimum", "maximum", "default"])
    if (number?.[name]?.["type"] === "integer") number[name]["type"] = "number";
  return mended;
}

function worded({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message ?? "is wrong"} ${JSON.stringify(params)}`;
}
