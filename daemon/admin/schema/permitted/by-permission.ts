import { LRUCache } from 'lru-cache';
import type { NavigationEntry, NavigationView } from '../../model/schema/admin-schema.js';
import type { Permissions, Requirement } from '../../model/schema/types.js';
import { meets } from '../../model/schema/types.js';

/** Few different sets of permissions matter to one schema. The least recently used result is rebuilt when needed again. */
const MAX_SETS = 64;

/**
 * Caches the part of a schema that one administrator may see, for all administrators who may see the same parts. Permissions
 * that the schema does not mention make no difference.
 */
export class ByPermission<Schema extends object, Result> {
  readonly #kept = new WeakMap<Schema, Kept<Result>>();

  constructor(
    private readonly requirementsOf: (schema: Schema) => readonly Requirement[],
    private readonly permit: (schema: Schema, permissions: Permissions) => Result,
  ) {}

  get(schema: Schema, permissions: Permissions): Result {
    const { requirements, results } = this.#keptFor(schema);
    const met = requirements.map((requirement) => (meets(permissions, requirement) ? '1' : '0')).join('');
    const existing = results.get(met);
    if (existing !== undefined) return existing.result;
    const result = this.permit(schema, permissions);
    results.set(met, { result });
    return result;
  }

  #keptFor(schema: Schema): Kept<Result> {
    const existing = this.#kept.get(schema);
    if (existing !== undefined) return existing;
    const distinct = new Map(
      this.requirementsOf(schema).map((one) => [JSON.stringify([one.all, one.any, one.never]), one]),
    );
    const kept = {
      requirements: [...distinct.values()],
      results: new LRUCache<string, { readonly result: Result }>({ max: MAX_SETS }),
    };
    this.#kept.set(schema, kept);
    return kept;
  }
}

interface Kept<Result> {
  readonly requirements: readonly Requirement[];
  readonly results: LRUCache<string, { readonly result: Result }>;
}

/** The entries that the administrator may open. A heading is included if it has at least one entry. */
export function permittedNavigation(
  entries: readonly NavigationEntry[],
  permissions: Permissions,
): readonly NavigationView[] {
  return entries.flatMap(({ requires, view, children }): NavigationView[] => {
    if (!meets(permissions, requires)) return [];
    const open = permittedNavigation(children, permissions);
    return view.path === null && open.length === 0 ? [] : [{ ...view, children: open }];
  });
}
