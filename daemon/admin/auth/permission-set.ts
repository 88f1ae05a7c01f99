import type { Permissions } from '../model/schema/types.js';

/**
 * The permissions of one administrator. Superusers have every permission. A granted code that ends in `.*` covers every code
 * with the prefix before the asterisk ("acme.blog.*" covers "acme.blog.posts", but not "acme.blogs").
 */
export class PermissionSet implements Permissions {
  readonly superuser: boolean;
  readonly #codes: ReadonlySet<string>;
  readonly #prefixes: readonly string[];

  constructor(superuser: boolean, granted: Iterable<string>) {
    const codes = [...granted];
    this.superuser = superuser;
    this.#codes = new Set(codes);
    this.#prefixes = codes.filter((code) => code.endsWith('.*')).map((code) => code.slice(0, -1));
  }

  has(code: string): boolean {
    return this.superuser || this.#codes.has(code) || this.#prefixes.some((prefix) => code.startsWith(prefix));
  }

  /** The check for routes, actions and navigation. An empty list permits everyone. */
  hasAll(required: readonly string[]): boolean {
    return required.every((code) => this.has(code));
  }

  /** The check for columns, fields and filters. An empty list permits everyone. */
  hasAny(accepted: readonly string[]): boolean {
    return accepted.length === 0 || accepted.some((code) => this.has(code));
  }
}
