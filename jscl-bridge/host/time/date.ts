/**
 * The date, in milliseconds since 1970: for what people read. It leaps, so limits are measured with a
 * `Clock`.
 */
export function dateNow(): number {
  return Date.now();
}
