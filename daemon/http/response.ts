/**
 * A response as plain values. Content-Length, Transfer-Encoding, Date and Connection are the adapter's; a handler that
 * sets one of them, or a header that is not printable ASCII, has its response replaced by a 500 (prepared-response.ts).
 */
export interface Response {
  /** 200 to 599. */
  readonly status: number;
  /** Names in lower case, in the order in which they are sent; a name may stand more than once (set-cookie). */
  readonly headers: readonly Header[];
  /** Absent means an empty body; it must be for 204 and 304. A HEAD request never gets the body, but its length. */
  readonly body?: string | Buffer;
}

export type Header = readonly [name: string, value: string];
