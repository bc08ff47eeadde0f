import type { LispClient } from "./client/client.js";
import { byId } from "./elements/dom.js";
import { messageOf } from "./elements/message-of.js";
import { readLimits } from "./elements/results.js";
import { MAIN } from "./sessions.js";

/**
 * The dialog for `configure-limits` in the session that is worked in. The server judges the numbers; a
 * refusal stays in the dialog in its own words. `said` is called with the server's answer to accepted ones.
 */
export function setUpLimits(
  client: () => Promise<LispClient>,
  session: () => string,
  said: (text: string) => void,
): void {
  const dialog = byId("limits", HTMLDialogElement);
  const note = byId("limits-note", HTMLElement);
  const title = byId("limits-title", HTMLElement);
  const timeout = byId("limit-timeout", HTMLInputElement);
  const output = byId("limit-output", HTMLInputElement);
  byId("limits-open", HTMLButtonElement).addEventListener("click", async () => {
    note.textContent = "";
    title.textContent = session() === MAIN ? "Limits" : `Limits of ${session()}`;
    // When the limits cannot be read, applying them reports why.
    await show().catch(() => undefined);
    dialog.showModal();
  });
  const show = async () => {
    const limits = readLimits((await (await client()).limits(session())).data);
    if (!limits) return;
    timeout.value = String(limits.timeout);
    output.value = String(limits.maxOutput);
  };
  byId("limits-cancel", HTMLButtonElement).addEventListener("click", () => dialog.close());
  byId("limits-form", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const limits = { timeout: timeout.valueAsNumber, maxOutput: output.valueAsNumber };
      const answer = await (await client()).configureLimits(session(), limits);
      if (answer.isError) note.textContent = answer.text;
      else {
        dialog.close();
        said(answer.text);
      }
    } catch (error) {
      note.textContent = messageOf(error);
    }
  });
}
