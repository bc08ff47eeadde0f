import { type Page, test } from "@playwright/test";

// Pages that a test makes, of the tests' own site. Each process of tests has pages of its own.

/** The address of a page that was made, at one of the site's origins; of the test's own if none is said. */
export function made(name: string, origin = ""): string {
  return `${origin}/made/${test.info().parallelIndex}/${name}`;
}

/** Makes a page, or a file of another type; resolves to its address. */
export async function makePage(
  name: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { baseURL } = test.info().project.use;
  const answer = await fetch(new URL(made(name), baseURL), {
    method: "PUT",
    body: JSON.stringify({ body, headers: { "content-type": "text/html", ...headers } }),
  });
  if (!answer.ok) throw new Error(`The page ${name} could not be made: ${answer.status}`);
  return made(name);
}

/** Opens a page with nothing in it, and with these headers. */
export async function openBlank(page: Page, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.goto(await makePage("blank", "<title>blank</title>", headers));
}
