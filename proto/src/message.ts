/** An array as the generated types want it. They let every array be changed, which nobody does to one that is sent. */
export function listOf<Item>(items: readonly Item[]): Item[] {
  return items as Item[];
}

/**
 * A message of which some fields may be undefined, which means absent. Unlike a conditional spread, it lets the compiler check
 * the name of every field.
 */
export function message<Message extends object>(fields: {
  readonly [Field in keyof Message]: Message[Field] | undefined;
}): Message {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Message;
}

/** The items in their order, in groups whose sizes add up to at most `max`: gRPC servers take messages of 4 MB by default. */
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
