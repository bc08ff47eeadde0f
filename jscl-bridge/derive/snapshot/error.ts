/** Something of the booted program that cannot be written down. */
export class SnapshotError extends Error {
  override name = "SnapshotError";
}
