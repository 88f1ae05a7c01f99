/**
 * Everything that is wrong with a registration, each with its place: whoever writes a host should not have to find the
 * mistakes one restart at a time. Reading goes on after a mistake, with whatever stands there; nothing of it is used.
 */
export class Problems {
  readonly list: string[] = [];

  /** @param at where, as the contract names it: `controllers["acme.blog.posts"].model` */
  add(at: string, problem: string): void {
    this.list.push(`${at}: ${problem}`);
  }

  check(holds: boolean, at: string, problem: string): void {
    if (!holds) this.add(at, problem);
  }

  matches(pattern: RegExp, at: string, value: string, what: string): void {
    this.check(pattern.test(value), at, `"${shown(value)}" is no ${what}`);
  }

  unique(at: string, names: readonly string[]): void {
    const seen = new Set<string>();
    for (const name of names) {
      this.check(!seen.has(name), at, `"${shown(name)}" is there twice`);
      seen.add(name);
    }
  }

  /** For lists of names that are all of one form, and each there once. */
  names(pattern: RegExp, at: string, names: readonly string[], what: string): void {
    this.unique(at, names);
    for (const name of names) this.matches(pattern, at, name, what);
  }

  text(at: string, value: string): void {
    this.check(value !== '', at, 'is empty');
    this.optionalText(at, value);
  }

  optionalText(at: string, value: string): void {
    this.check([...value].length <= MAX_TEXT, at, `is longer than ${MAX_TEXT} characters`);
  }
}

const MAX_TEXT = 500;
const MAX_SHOWN = 80;

/** A mistake may be of any length; a log line should not be. */
export function shown(value: string): string {
  return value.length <= MAX_SHOWN ? value : `${value.slice(0, MAX_SHOWN)}…`;
}

/** A member of a list, as a problem's place names it. */
export function member(list: string, name: string): string {
  return `${list}["${shown(name)}"]`;
}
