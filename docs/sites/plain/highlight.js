globalThis.hljs.highlightAll();
