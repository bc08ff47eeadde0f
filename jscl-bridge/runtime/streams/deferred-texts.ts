/**
 * Texts for the streams of a program that are written later. On the heap an evaluation can be left in the
 * methods of such a stream, but not where the printer calls them: what it prints waits until it is done.
 */

/** The texts that wait, by their streams. */
export const deferredTexts = new WeakMap<object, string[]>();
