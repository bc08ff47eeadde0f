// Plays a browser's agent: calls the tools that a page has registered, by the interface that pages themselves
// have.
import type { Page } from "@playwright/test";

type Registered = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly annotations?: unknown;
};

type ModelContext = {
  getTools(): Promise<Registered[]>;
  executeTool(tool: Registered, input: unknown, options?: { signal?: AbortSignal }): Promise<string>;
};

declare global {
  interface Document {
    modelContext?: ModelContext;
  }
}

/** Whether this browser lets a page ask for the tools and call them. Chromium 148 registers them only. */
export function hasAgents(page: Page): Promise<boolean> {
  return page.evaluate(() => document.modelContext?.getTools !== undefined);
}

/** The tools that are registered, without what a test's process cannot hold. */
export function registered(page: Page): Promise<Registered[]> {
  return page.evaluate(async () => {
    const tools = (await document.modelContext?.getTools()) ?? [];
    return tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      // An object since 156, its text before.
      inputSchema: typeof inputSchema === "string" ? JSON.parse(inputSchema) : inputSchema,
      annotations: JSON.parse(JSON.stringify(annotations ?? null)),
    }));
  });
}

/**
 * Calls a tool with an object, or with JSON text as MCP-B's polyfill wants it; aborts that after a while if
 * asked to.
 */
export async function execute(
  page: Page,
  name: string,
  input: unknown,
  abortAfterMs: number | null = null,
): Promise<Record<string, unknown>> {
  const text = await page.evaluate(
    async ([wanted, given, abortAfter]) => {
      const tool = (await document.modelContext?.getTools())?.find((one) => one.name === wanted);
      if (!tool) return JSON.stringify({ failed: "There is no such tool." });
      const controller = new AbortController();
      if (abortAfter !== null) setTimeout(() => controller.abort(new Error("given up")), abortAfter);
      const called = (input: unknown) =>
        document.modelContext?.executeTool(tool, input, { signal: controller.signal });
      return (
        called(given)
          // Chromium takes an object since 156, and only its text before.
          ?.catch((error: Error) =>
            error.message.startsWith("Failed to parse input")
              ? called(JSON.stringify(given))
              : Promise.reject(error),
          )
          .catch((error: Error) => JSON.stringify({ failed: error.message }))
      );
    },
    [name, input, abortAfterMs] as const,
  );
  return JSON.parse(text ?? "null");
}
