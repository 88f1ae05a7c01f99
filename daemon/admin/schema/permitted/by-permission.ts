import type { Permissions, Requirement } from '../../model/schema/requirement.js';
import { meets } from '../../model/schema/requirement.js';

/** Few sets of permissions matter to one schema; the least recently used one is made again when it is wanted. */
const MAX_SETS = 64;

/**
 * What a schema is for one administrator, kept for everybody to whom the same parts of it are open: what is granted beyond
 * the schema's own requirements makes no difference.
 */
export class ByPermission<Schema extends object, Result> {
  private readonly kept = new WeakMap<Schema, Kept<Result>>();

  constructor(
    private readonly requirementsOf: (schema: Schema) => readonly Requirement[],
    private readonly permit: (schema: Schema, permissions: Permissions) => Result,
  ) {}

  get(schema: Schema, permissions: Permissions): Result {
    const { requirements, results } = this.keptFor(schema);
    const met = requirements.map((requirement) => (meets(permissions, requirement) ? '1' : '0')).join('');
    const existing = results.get(met);
    const result = existing ?? this.permit(schema, permissions);
    // A map keeps the order of insertion: what is used goes to its end.
    results.delete(met);
    results.set(met, result);
    const [oldest] = results.keys();
    if (results.size > MAX_SETS && oldest !== undefined) results.delete(oldest);
    return result;
  }

  private keptFor(schema: Schema): Kept<Result> {
    const existing = this.kept.get(schema);
    if (existing !== undefined) return existing;
    const distinct = new Map(this.requirementsOf(schema).map((one) => [JSON.stringify([one.all, one.any]), one]));
    const kept = { requirements: [...distinct.values()], results: new Map<string, Result>() };
    this.kept.set(schema, kept);
    return kept;
  }
}

interface Kept<Result> {
  readonly requirements: readonly Requirement[];
  readonly results: Map<string, Result>;
}
