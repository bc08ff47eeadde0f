/**
 * Keeps the site for visits without a network: registers the service worker beside the page, once the page
 * has what it needs. `folder` is that of the built site.
 */
export async function keepOffline(folder: URL): Promise<void> {
  const { serviceWorker } = navigator;
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
  // Without a secure context there is none.
  if (serviceWorker === undefined || build === undefined) return;
  const tell = (): void => serviceWorker.controller?.postMessage({ build });
  serviceWorker.addEventListener("controllerchange", tell);
  try {
    await serviceWorker.register(new URL("sw.js", folder), { updateViaCache: "none" });
  } catch {
    // The site works without it, as long as there is a network.
  }
}
