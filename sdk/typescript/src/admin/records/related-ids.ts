import { sql } from 'kysely';
import type { AdminContext } from '../model/context.js';
import { Invalid } from '../model/errors.js';
import type { AnyTables, Model } from '../model/model.js';
import { listed, withNamedScopes } from '../sql/scoped.js';
import { keyParameters, keyText, ref } from '../sql/table-reference.js';
import type { WireNamedScope } from '../wire/query.js';
import type { Registry } from './registry.js';

const UNKNOWN: Readonly<Record<string, string>> = {
  de: 'Das ist keine der Möglichkeiten.',
  en: 'This is not one of the choices.',
};

/** Which of the ids exist for the caller, in lists and within a further scope. */
export async function existing(
  registry: Registry,
  model: Model,
  ids: readonly string[],
  scopes: readonly WireNamedScope[],
  context: AdminContext<AnyTables>,
): Promise<ReadonlySet<string>> {
  const keys = keyParameters(model, ids);
  if (keys.length === 0) return new Set();
  const rows = (await withNamedScopes(listed(registry, model, context), model, scopes, context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} in (${sql.join(keys)})`)
    .select(keyText(model).as('gatehouse_id'))
    .execute()) as unknown as { gatehouse_id: string }[];
  return new Set(rows.map(({ gatehouse_id }) => gatehouse_id));
}

/** Throws Invalid, on the relation, when one of the ids does not exist for the caller. */
export async function requireExisting(
  registry: Registry,
  field: string,
  model: Model,
  ids: readonly string[],
  scope: WireNamedScope | null,
  context: AdminContext<AnyTables>,
): Promise<void> {
  const found = await existing(registry, model, ids, scope === null ? [] : [scope], context);
  if (ids.every((id) => found.has(id))) return;
  const language = context.caller.locale.split('-')[0] ?? '';
  throw new Invalid({ [field]: [UNKNOWN[language] ?? UNKNOWN['en'] ?? ''] });
}
