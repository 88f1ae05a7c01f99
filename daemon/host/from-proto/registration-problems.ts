import type { AdminPlugin__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminPlugin';
import { MAX_ADMIN_TEXT } from '@gatehouse/proto/limits';

/**
 * Collects all problems of a registration, each with its place, so that a host author does not find them one restart at a
 * time. Reading continues after a problem with the invalid value, but the result is not used.
 */
export class Problems {
  readonly list: string[] = [];

  /** @param at the place, as the contract names it: `controllers["acme.blog.posts"].model` */
  add(at: string, problem: string): void {
    this.list.push(`${at}: ${problem}`);
  }

  check(holds: boolean, at: string, problem: string): void {
    if (!holds) this.add(at, problem);
  }

  matches(pattern: RegExp, at: string, value: string, what: string): void {
    this.check(pattern.test(value), at, `"${shown(value)}" is not a valid ${what}`);
  }

  unique(at: string, names: readonly string[]): void {
    const seen = new Set<string>();
    for (const name of names) {
      this.check(!seen.has(name), at, `"${shown(name)}" appears twice`);
      seen.add(name);
    }
  }

  /** For lists of unique names of one form. */
  names(pattern: RegExp, at: string, names: readonly string[], what: string): void {
    this.unique(at, names);
    for (const name of names) this.matches(pattern, at, name, what);
  }

  text(at: string, value: string): void {
    this.check(value !== '', at, 'is empty');
    this.optionalText(at, value);
  }

  optionalText(at: string, value: string): void {
    this.check([...value].length <= MAX_ADMIN_TEXT, at, `is longer than ${MAX_ADMIN_TEXT} characters`);
  }
}

const MAX_SHOWN = 80;

/** A problem may be of any length; a log line should not be. */
export function shown(value: string): string {
  return value.length <= MAX_SHOWN ? value : `${value.slice(0, MAX_SHOWN)}…`;
}

/** A member of a list, as a problem's place names it. */
export function member(list: string, name: string): string {
  return `${list}["${shown(name)}"]`;
}

/** The forms of names. Each is narrow enough to appear unescaped in a path, a JSON key or an HTML attribute. */

/** "title": never __proto__, nor a member that a record has in addition to its columns (_labels, _version). */
export const COLUMN_NAME = /^[A-Za-z]\w{0,62}$/;

/** "acme.blog.posts", and "acme.blog" */
export const CONTROLLER_ID = /^[a-z][a-z\d_-]*\.[a-z][a-z\d_-]*\.[a-z][a-z\d_-]*$/;
export const PLUGIN_ID = /^[a-z][a-z\d_-]*\.[a-z][a-z\d_-]*$/;

/** Actions, scopes, option providers, navigation items. */
export const PLAIN_NAME = /^[A-Za-z][\w-]{0,99}$/;

export const SETTINGS_CODE = /^[a-z][a-z\d_.-]{0,99}$/;
export const PERMISSION_CODE = /^[\w-]+(?:\.[\w-]+)+$/;
export const LOCALE = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/;

/** "~/plugins/acme/blog/controllers/posts": segments that begin with a letter, digit or "_", so never ".." */
export const HOME_PATH = /^~(?:\/[A-Za-z\d_][\w.-]*)+$/;
/** The same below a plugin's assets/ directory: "js/posts.js" */
export const SCRIPT_PATH = /^(?:[A-Za-z\d_][\w.-]*\/)*[A-Za-z\d_][\w.-]*\.m?js$/;
export const STYLE_PATH = /^(?:[A-Za-z\d_][\w.-]*\/)*[A-Za-z\d_][\w.-]*\.css$/;

/** Reports permission codes that no plugin declares: a typo would lock out everyone except superusers. */
export type PermissionCheck = (at: string, codes: readonly string[]) => void;

export function permissionCheck(problems: Problems, plugins: readonly AdminPlugin__Output[]): PermissionCheck {
  const declared = new Set(plugins.flatMap(({ permissions }) => permissions.map(({ code }) => code)));
  return (at, codes) => {
    problems.unique(at, codes);
    for (const code of codes) problems.check(declared.has(code), at, `no plugin declares "${shown(code)}"`);
  };
}
