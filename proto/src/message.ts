/** Casts to the mutable array that the generated types require. Messages are never changed after they are sent. */
export function listOf<Item>(items: readonly Item[]): Item[] {
  return items as Item[];
}

/**
 * A message without its undefined fields. Unlike a conditional spread, it lets the compiler check the name of every
 * field.
 */
export function message<Message extends object>(fields: {
  readonly [Field in keyof Message]: Message[Field] | undefined;
}): Message {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Message;
}

/**
 * Groups the items in order, so that the sizes in each group add up to at most `max`: gRPC servers accept messages of up
 * to 4 MB by default.
 */
export function batches<Item>(items: readonly Item[], max: number, sizeOf: (item: Item) => number = () => 1): Item[][] {
  const groups: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = groups.at(-1);
    if (last === undefined || size > left) {
      groups.push([item]);
      left = max - size;
    } else {
      last.push(item);
      left -= size;
    }
  }
  return groups;
}
