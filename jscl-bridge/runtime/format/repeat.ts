/** Padding and repetition as long as the heap allows. */

import { LONGEST_VECTOR } from "../objects/heap.js";
import { heapExhausted } from "../stack/exhaustion.js";

/** `text` so many times, none for a negative count; a STORAGE-CONDITION where that is more than a string can hold. */
export function repeated(text: string, times: number): string {
  if (times <= 0) return "";
  checkLength(text.length * times);
  return text.repeat(times);
}

/** Signals a STORAGE-CONDITION for more characters than a string can hold. */
export function checkLength(characters: number): void {
  if (characters > LONGEST_VECTOR) heapExhausted();
}
