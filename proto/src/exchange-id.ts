/**
 * Proves that a response belongs to its request. HTTP/1.1 matches responses to requests by their order alone: after a second
 * response to one call, the next call on that connection would get the result of another one. So our client sends a new id with
 * each call, our server repeats it, and a connection serves a second call only after a response with its id.
 */
export const EXCHANGE_ID = 'gatehouse-exchange';

/** The id to repeat, if the header is one. */
export function exchangeIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{1,64}$/.test(header) ? header : undefined;
}
