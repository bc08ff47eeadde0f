/**
 * A leak that the soak is tried with: JSCL_MCP_SOAK_LEAK is the bytes that each request shall lose.
 * Self-contained, since pages get it as text.
 */
export function plantLeak(bytes) {
  const lost = [];
  return { grow: () => bytes > 0 && lost.push(new Array(Math.ceil(bytes / 8)).fill(1.5)) };
}
