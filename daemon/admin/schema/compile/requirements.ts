import type { Requirement } from '../../model/schema/requirement.js';
import { NOTHING_REQUIRED } from '../../model/schema/requirement.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';

/** `permissions` of a column, field or filter: one of the codes will do, as in October. */
export function anyOf(codes: readonly Given<string>[] | undefined, context: CompileContext): Requirement {
  return codes === undefined ? NOTHING_REQUIRED : { all: [], any: known(codes, context) };
}

/** What a whole operation requires: each of the codes. */
export function allOf(codes: readonly Given<string>[] | undefined, context: CompileContext): Requirement {
  return codes === undefined ? NOTHING_REQUIRED : { all: known(codes, context), any: [] };
}

/** A code that no plugin registers can be granted to nobody: what it guards would be lost to everyone but superusers. */
function known(codes: readonly Given<string>[], { permissionCodes, problems }: CompileContext): readonly string[] {
  for (const { value, at } of codes) {
    if (permissionCodes.has(value)) continue;
    problems.unknown(at, `no plugin registers the permission ${value}`, value, [...permissionCodes].sort());
  }
  return codes.map(({ value }) => value);
}
