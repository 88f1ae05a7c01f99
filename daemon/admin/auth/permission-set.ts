import type { Permissions } from '../model/schema/types.js';

/**
 * What one administrator was granted. Superusers hold every permission; a granted code that ends in `.*` holds every code
 * that begins with what stands before the asterisk ("acme.blog.*" holds "acme.blog.posts", and not "acme.blogs").
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

  /** What routes, actions and navigation ask for. Nothing required: everybody may. */
  hasAll(required: readonly string[]): boolean {
    return required.every((code) => this.has(code));
  }

  /** What columns, fields and filters ask for. Nothing required: everybody may. */
  hasAny(accepted: readonly string[]): boolean {
    return accepted.length === 0 || accepted.some((code) => this.has(code));
  }
}
