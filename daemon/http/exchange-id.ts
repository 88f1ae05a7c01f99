/**
 * The id of one exchange on a connection that many clients share. A forwarder such as `mountGatehouse` sends one with each
 * request, and relays an answer only when it carries the same one. Every answer therefore repeats the id of its request, a
 * refusal of a malformed one too.
 */
export const EXCHANGE_ID = 'gatehouse-exchange';

/** It is repeated in an answer: nothing but letters, digits and hyphens, and no longer than an id has to be. */
const ID = /^[A-Za-z0-9-]{16,64}$/;

/**
 * The id of the request with these headers. Undefined when there is none, more than one, or something else than an id.
 *
 * @param headers name, value, name, value …: names in lower case
 * @param count how many entries of `headers` belong to this request (the list may be a reused one)
 */
export function exchangeIdOf(headers: readonly string[], count: number): string | undefined {
  let id: string | undefined;
  for (let i = 0; i < count; i += 2) {
    if (headers[i] !== EXCHANGE_ID) continue;
    if (id !== undefined) return undefined;
    id = headers[i + 1] ?? '';
  }
  return id !== undefined && ID.test(id) ? id : undefined;
}
