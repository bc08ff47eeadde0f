import { recall, remember } from "./storage.js";

type Theme = "light" | "dark";

const darkSystem = matchMedia("(prefers-color-scheme: dark)");

function systemTheme(): Theme {
  return darkSystem.matches ? "dark" : "light";
}

function chosenTheme(): Theme | null {
  const saved = recall("theme");
  return saved === "light" || saved === "dark" ? saved : null;
}

function apply(button: HTMLButtonElement): void {
  const theme = chosenTheme() ?? systemTheme();
  document.documentElement.dataset["theme"] = theme;
  const next = theme === "dark" ? "light" : "dark";
  button.setAttribute("aria-label", `Use the ${next} theme`);
  button.title = `Use the ${next} theme`;
}

/**
 * Follows the system's light or dark preference until the reader chooses the other one with the button.
 * Choosing what the system has anyway goes back to following it.
 */
export function setUpTheme(button: HTMLButtonElement): void {
  apply(button);
  darkSystem.addEventListener("change", () => apply(button));
  button.addEventListener("click", () => {
    const current = chosenTheme() ?? systemTheme();
    const next: Theme = current === "dark" ? "light" : "dark";
    remember("theme", next === systemTheme() ? null : next);
    apply(button);
  });
}
