/**
 * Clients that speak in envelopes: on the usual channel, or on these. Each channel is for one client at a
 * time.
 */
export type Channels = boolean | { readonly channels: readonly string[] };

/**
 * By which window messages clients reach the server, besides those that bring a port. docs/bindings.md
 * describes each.
 */
export type Bindings = {
  /** Clients in this very window, such as MCP-B's TabClientTransport. The usual channel is "mcp-default". */
  readonly tab?: Channels;
  /**
   * A client in the window that frames this page, such as MCP-B's IframeParentTransport. The usual channel is
   * "mcp-iframe".
   */
  readonly frame?: Channels;
  /**
   * Clients that post JSON-RPC objects as they are, in the window that frames this page or that opened it.
   */
  readonly bare?: boolean | ReadonlyArray<"parent" | "opener">;
  /** This page is the view of an MCP app, and offers its tools to the host that shows it. */
  readonly app?: boolean;
};
