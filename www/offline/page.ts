import { keepOffline } from "./keep-offline.js";

// For pages of the site in folders of their own, such as the guide.
const isLoaded =
  document.readyState === "complete" ||
  new Promise((resolve) => addEventListener("load", resolve, { once: true }));
await isLoaded;
await keepOffline(new URL("./", import.meta.url));
