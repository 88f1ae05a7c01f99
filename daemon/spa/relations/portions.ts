/** The API links and unlinks no more at once. */
const AT_ONCE = 200;

/** One portion after the other: where one is refused, the ones before it have been done, and doing them again changes nothing. */
export async function inPortions(
  ids: readonly string[],
  send: (portion: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) await send(ids.slice(start, start + AT_ONCE));
}
