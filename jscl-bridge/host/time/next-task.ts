const channels = MessageChannel;

/**
 * Does something when messages posted to this thread before now have been handled. Unlike a timer, it is not
 * delayed in hidden pages. The platform's channels are taken before any Lisp runs on the page's own thread.
 */
export function inNextTask(work: () => void): void {
  const { port1, port2 } = new channels();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(null);
}
