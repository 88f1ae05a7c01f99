import type { Permissions } from '../../model/schema/requirement.js';

/** Somebody who was granted these codes; "*" is everything. */
export class PermissionSet implements Permissions {
  constructor(private readonly granted: readonly string[]) {}

  hasAll(codes: readonly string[]): boolean {
    return codes.every((code) => this.granted.includes('*') || this.granted.includes(code));
  }

  hasAny(codes: readonly string[]): boolean {
    return codes.length === 0 || codes.some((code) => this.hasAll([code]));
  }
}
