/**
 * The longest message that a client may send, in characters, and as a line in bytes; the server's core has
 * the same bound.
 */
export const MAX_MESSAGE = 16 * 1024 * 1024;
