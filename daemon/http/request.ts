/**
 * A request as plain values. Nothing here belongs to an engine: the adapter copies everything out of the socket first,
 * so that a handler may keep what it got for as long as it likes.
 */
export interface RequestHead {
  /** Upper case: "GET". */
  readonly method: string;
  /** Path as sent, without query, not decoded: "/oauth/mcp/token". */
  readonly path: string;
  /** Query as sent, without "?", not decoded; empty when there is none. */
  readonly query: string;
  /** Names in lower case. A header that came more than once is joined with ", " (cookie: "; "). */
  readonly headers: ReadonlyMap<string, string>;
  /** Address of the peer of the socket: "127.0.0.1", "::1". Who is behind a trusted proxy: http/client-address.ts. */
  readonly remoteAddress: string;
}

export interface Request extends RequestHead {
  /** The whole body; empty when there is none. */
  readonly body: Buffer;
  /** Fires when the client went away before the answer. */
  readonly signal: AbortSignal;
}
