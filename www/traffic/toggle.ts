import { byId } from "../elements/dom.js";
import { recall, remember } from "../storage.js";

/** Opens and closes the traffic panel, and remembers which. */
export function setUpTrafficToggle(): void {
  const panel = byId("traffic", HTMLElement);
  const desk = byId("desk", HTMLElement);
  const toggle = byId("traffic-toggle", HTMLButtonElement);
  const close = byId("traffic-close", HTMLButtonElement);

  function show(open: boolean): void {
    panel.hidden = !open;
    desk.classList.toggle("with-traffic", open);
    toggle.setAttribute("aria-expanded", String(open));
    remember("traffic", open ? "open" : null);
  }

  toggle.addEventListener("click", () => show(panel.hidden === true));
  close.addEventListener("click", () => {
    show(false);
    toggle.focus();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) close.click();
  });
  show(recall("traffic") === "open");
}
