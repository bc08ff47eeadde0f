/** The texts of files that are fetched in the middle of a form. */

/** Says why there is no text. */
export class MissingFile extends Error {}

export const OK = 200;

/**
 * What answers the text of the file at an address, or throws a MissingFile. The request is made before the
 * realm is locked, which has no more of them then.
 */
export function lateFiles(): (file: string) => string {
  const request = new XMLHttpRequest();
  return (file) => {
    try {
      request.open("GET", file, false);
      request.send();
    } catch {
      throw new MissingFile(`${file} cannot be reached`);
    }
    if (request.status !== OK) throw new MissingFile(`the server answered ${request.status} for ${file}`);
    return request.responseText;
  };
}
