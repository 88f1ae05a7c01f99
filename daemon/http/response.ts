/** A response as plain values. Content-Length, Date and Connection are the adapter's. */
export interface Response {
  readonly status: number;
  /** Names in lower case, in the order in which they are sent; a name may stand more than once (set-cookie). */
  readonly headers: readonly Header[];
  /** Absent means an empty body. A HEAD request never gets the body, but its length. */
  readonly body?: string | Buffer;
}

export type Header = readonly [name: string, value: string];
