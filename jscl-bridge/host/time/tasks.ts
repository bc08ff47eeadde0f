/**
 * Resolves when messages posted to this thread before now have been handled. Unlike a timer, it is not
 * delayed in hidden pages.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
