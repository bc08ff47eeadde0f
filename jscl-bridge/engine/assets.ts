/**
 * The text of one of the package's files, fetched from beside this module. Rejects with an Error that names the file when it
 * cannot be had.
 */
export async function fetchText(name: string): Promise<string> {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`The file ${name} could not be loaded: HTTP status ${response.status}.`);
  return response.text();
}
