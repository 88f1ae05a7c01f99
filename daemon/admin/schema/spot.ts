/** A point in what a person wrote: where an error message sends them. */
export interface Spot {
  /** "plugins/acme/blog/controllers/posts/config_list.yaml", or "host" for what the host registers. */
  readonly file: string;
  /** From 1; 0 where the file as a whole is meant, and in what the host registers. */
  readonly line: number;
  readonly column: number;
  /** Path of the key inside the file: "toolbar.buttons[1]"; empty for the file as a whole. */
  readonly key: string;
}

/** A value with the place where it was given, so that rules which join two files can still point at a line. */
export interface Given<T> {
  readonly value: T;
  readonly at: Spot;
}

/** For a file that is missing, or wrong as a whole. */
export function wholeFile(file: string): Spot {
  return { file, line: 0, column: 0, key: '' };
}

/** For what the host registers: `key` is a path such as "acme.blog.posts: actions.publish". */
export function registered(key: string): Spot {
  return { file: 'host', line: 0, column: 0, key };
}

/** The same place, for a key inside it that nobody has written. */
export function under(at: Spot, name: string): Spot {
  return { ...at, key: at.key === '' ? name : `${at.key}.${name}` };
}
