// The far end of the bare echo: as many hops as an evaluation takes, and nothing done at any of them.
self.onmessage = ({ data }) => self.postMessage(data);
