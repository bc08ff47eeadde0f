import type { Way } from "./finished.js";
import type { MenuItem } from "./menu.js";

/** What the menu of other ways to run shows. */
export function wayItems(run: (way: Way) => void): MenuItem[] {
  return [
    { title: "Record", about: "Notes what it does: back and forth through it", choose: () => run("record") },
    { title: "Profile", about: "Tells where its time goes", choose: () => run("profile") },
  ];
}
