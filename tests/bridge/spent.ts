/**
 * Milliseconds of work that this process has done. Bounds on what an evaluation takes are held against it: on
 * a machine that does other things, too, the clock on the wall says little.
 */
export function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
