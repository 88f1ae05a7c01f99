/** What has to be granted for a part of a schema to exist for an administrator. Superusers hold everything. */
export interface Requirement {
  /** Each of these codes. */
  readonly all: readonly string[];
  /** Besides, one of these codes; empty asks for nothing. */
  readonly any: readonly string[];
}

export const NOTHING_REQUIRED: Requirement = Object.freeze({ all: [], any: [] });
