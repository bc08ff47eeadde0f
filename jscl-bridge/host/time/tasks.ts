/** Resolves when what was posted to this thread before now has been heard. Unlike a timer's, its time comes soon in hidden pages, too. */
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
