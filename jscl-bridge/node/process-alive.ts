/** Whether a process of this machine is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's may not be asked, but is there.
    return (error as { code?: unknown }).code === "EPERM";
  }
}
