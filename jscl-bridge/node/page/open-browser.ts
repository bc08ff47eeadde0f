import { spawn } from "node:child_process";
import { say } from "../telling.js";

/** The addresses that are opened, whoever asks: those of a page that this program serves. */
const OWN = /^http:\/\/127\.0\.0\.1:\d+\/#agent=[\w-]+$/;

/** Opens the page in the person's browser, by the command that this system has for it. */
export function openBrowser(address: string): void {
  if (!OWN.test(address)) return;
  const [command, ...args] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd.exe", "/c", "start", ""]
        : ["xdg-open"];
  if (command === undefined) return;
  const failed = () => say("The browser could not be opened: open the address yourself.");
  try {
    const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
    child.once("error", failed);
    child.unref();
  } catch {
    failed();
  }
}
