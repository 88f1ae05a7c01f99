/** What has to be granted for a part of a schema to exist for an administrator. Superusers hold everything. */
export interface Requirement {
  /** Each of these codes. */
  readonly all: readonly string[];
  /** Besides, one of these codes; empty asks for nothing. */
  readonly any: readonly string[];
}

export const NOTHING_REQUIRED: Requirement = Object.freeze({ all: [], any: [] });

/** What one administrator was granted, as far as it can be asked: auth/permission-set.ts. */
export interface Permissions {
  hasAll(codes: readonly string[]): boolean;
  /** True for no codes at all. */
  hasAny(codes: readonly string[]): boolean;
}

export function meets(permissions: Permissions, { all, any }: Requirement): boolean {
  return permissions.hasAll(all) && permissions.hasAny(any);
}
