import { element } from "../elements/dom.js";
import { messageOf } from "../elements/message-of.js";
import type { Finished } from "../finished.js";
import type { MenuItem } from "../menu.js";
import type { Notice } from "../programs/notice.js";
import type { Program } from "../programs/program.js";
import { download } from "./download.js";
import { LONGEST_PROGRAM, programFragment } from "./link.js";
import { cellMarkup, failureMarkdown, fileName } from "./texts.js";

/** Characters of an address that every chat, mail and browser passes on whole. */
const SAFE_ADDRESS = 8_000;

export interface ShareParts {
  readonly program: () => Program;
  /** The last evaluation that ended in an error; null where none did. */
  readonly failure: () => Finished | null;
  /**
   * The program that fails as the last evaluation of that session did, with the code of those before it, if
   * that is wanted; rejects where there is none.
   */
  readonly failing: (session: string, evaluations: boolean) => Promise<string>;
  /** The name and the version of the server. */
  readonly version: () => Promise<string>;
  readonly notice: Notice;
  /** Shows how an agent is let in. */
  readonly letAgentIn: () => void;
}

/** What the Share menu offers. Nothing of it is sent anywhere. */
export function shareItems({
  program,
  failure,
  failing,
  version,
  notice,
  letAgentIn,
}: ShareParts): MenuItem[] {
  const { name, text } = program();
  const failed = failure();
  const isTooLong = text.length > LONGEST_PROGRAM;
  const copyLink = async (asksToRun: boolean, shared = { name, text }) => {
    const fragment = await programFragment({ ...shared, asksToRun });
    const address = location.href.replace(/#.*$/, "") + fragment;
    const length = address.length.toLocaleString("en");
    const isLong = address.length > SAFE_ADDRESS;
    await copy(
      address,
      notice,
      isLong
        ? `The link is copied. It has ${length} characters, which some programs cut off: a file is safer.`
        : `The link is copied. It holds the whole program, ${length} characters; nothing was sent anywhere.`,
    );
  };
  const copyFailing = async ({ excerpt }: Finished, evaluations: boolean) => {
    try {
      const text = await failing(excerpt.session, evaluations);
      if (text.length > LONGEST_PROGRAM) throw new Error("The program that fails is too long for a link.");
      await copyLink(true, { name: "A failure", text });
    } catch (error) {
      notice.say(messageOf(error));
    }
  };
  const link = (title: string, about: string, asksToRun: boolean): MenuItem => ({
    title,
    about: isTooLong ? "The program is too long for a link: export it as a file" : about,
    choose: isTooLong ? null : () => void copyLink(asksToRun),
  });
  const failingLink = (title: string, about: string, evaluations: boolean): MenuItem => ({
    title,
    about: failed ? about : "No evaluation here has ended in an error",
    choose: failed && (() => void copyFailing(failed, evaluations)),
  });
  return [
    link("Copy link", "The program is in the address itself", false),
    link("Copy link that offers to run", "Whoever opens it is asked; nothing runs by itself", true),
    {
      title: "Save as a file",
      about: fileName(name),
      begins: true,
      choose: () => download(fileName(name), text, "text/x-common-lisp"),
    },
    {
      title: "Copy as a cell",
      about: "The <lisp-cell> markup, for a page of yours",
      choose: () => void copy(cellMarkup(text), notice, "The markup of the cell is copied."),
    },
    {
      title: "Copy the last error",
      about: failed ? "As Markdown, for an issue or an agent" : "No evaluation here has ended in an error",
      choose: failed && (() => void copyFailure(failed, version, notice)),
    },
    failingLink(
      "Copy link to the last error",
      "With the definitions; it fails so again, when it is run",
      false,
    ),
    failingLink("Copy link to it with what came before", "With all code of the session, also mistakes", true),
    {
      title: "Let an agent in",
      about: "An MCP client that works in this Lisp beside you",
      begins: true,
      choose: letAgentIn,
    },
  ];
}

async function copyFailure(
  { excerpt, answer }: Finished,
  version: () => Promise<string>,
  notice: Notice,
): Promise<void> {
  const markdown = failureMarkdown({
    code: excerpt.code,
    report: answer?.text ?? "",
    version: await version(),
    browser: navigator.userAgent,
  });
  await copy(markdown, notice, "The last error is copied, as Markdown.");
}

/** Copies a text, or shows it to be copied by hand where the browser does not let the page. */
async function copy(text: string, notice: Notice, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notice.say(done);
  } catch {
    showToCopy(text);
  }
}

function showToCopy(text: string): void {
  const field = element("textarea", { class: "field copy-field", readonly: true, rows: 8 }, text);
  field.setAttribute("aria-label", "Text to copy");
  const close = element("button", { class: "primary", type: "submit" }, "Close");
  const form = element(
    "form",
    { method: "dialog" },
    element("h2", { id: "copy-title" }, "The browser does not let this page copy. Copy it from here:"),
    field,
    element("div", { class: "dialog-actions" }, close),
  );
  const dialog = element("dialog", { class: "dialog", "aria-labelledby": "copy-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
