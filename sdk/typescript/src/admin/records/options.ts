import type { AdminNamedScope__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNamedScope';
import type { ListOptionsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsRequest';
import type { ListOptionsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsResponse';
import type { OptionChoice } from '@gatehouse/proto/generated/gatehouse/host/v1/OptionChoice';
import { MAX_ADMIN_TEXT } from '@gatehouse/proto/limits';
import { shortText } from '@gatehouse/proto/truncation';
import { sql } from 'kysely';
import type { Column } from '../model/column.js';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import type { OptionProvider, Values } from '../model/controller.js';
import type { RawValue } from '../sql/columns.js';
import { containsFolded } from '../sql/text-search.js';
import {
  columnOf,
  hasKey,
  isTextOneOf,
  keyParameters,
  keyText,
  ref,
  selectedBeginning,
  sortable,
  valueSql,
} from '../sql/columns.js';
import { storedCell, storedValue, UnfitValue } from '../sql/stored-value.js';
import { searchSql } from '../sql/conditions.js';
import { listed, withNamedScopes, subjectOf } from '../sql/scopes.js';
import { window } from './list-page.js';
import type { Registry } from '../registry.js';
import { choicesOf } from './form-values.js';

type OptionQuery = Pick<ListOptionsRequest__Output, 'terms' | 'ids' | 'labels' | 'page'>;

/** Characters: enough to tell that a label is too long. */
const READ_OF_LABEL = MAX_ADMIN_TEXT + 4;

/** Records of a model as choices, by ascending label. */
export async function modelOptions(
  registry: Registry,
  model: Model,
  label: string,
  scope: AdminNamedScope__Output | null,
  { terms, ids, labels, page }: OptionQuery,
  context: AdminContext<AnyTables>,
): Promise<ListOptionsResponse> {
  const column = columnOf(model, label, 'label_column');
  const { offset, size } = window(page);
  const subject = subjectOf(registry, { model }, context);
  const key = ref(model.table, model.primaryKey);
  let query = withNamedScopes(listed(registry, model, context), model, scope === null ? [] : [scope], context);
  if (terms.length > 0) {
    const columns = [{ relation: '', column: label }];
    query = query.where(searchSql(subject, { mode: 'ADMIN_SEARCH_MODE_ALL', terms, columns }));
  }
  if (ids.length > 0) {
    query = query.where(hasKey(model, keyParameters(registry, model, ids)));
  }
  if (labels.length > 0) {
    query = query.where(isTextOneOf(registry.engine, valueSql(column, model.table, label), labels));
  }
  const rows = (await query
    .select([
      keyText(model).as('gatehouse_id'),
      selectedBeginning(registry, model.table, label, column, READ_OF_LABEL).as('gatehouse_value'),
    ])
    .orderBy(sortable(registry, model.table, label, column), 'asc')
    .orderBy(key, 'asc')
    .limit(sql<number>`cast(${size + 1} as integer)`)
    .offset(offset)
    .execute()) as unknown as { gatehouse_id: string; gatehouse_value: RawValue }[];
  const options = rows.slice(0, size).map(({ gatehouse_id, gatehouse_value }): OptionChoice => ({
    value: gatehouse_id,
    label: shortText(labelText(column, gatehouse_value), MAX_ADMIN_TEXT),
    color: '',
  }));
  return { options, hasMore: rows.length > size };
}

/** Choices of a provider, in its own order. */
export async function providerOptions(
  providers: Readonly<Record<string, OptionProvider<AnyTables>>>,
  name: string,
  values: Readonly<Values>,
  { terms, ids, labels, page }: OptionQuery,
  context: AdminContext<AnyTables>,
): Promise<ListOptionsResponse> {
  const { offset, size } = window(page);
  const matching = (await choicesOf(providers, name, values, context))
    .filter(({ value }) => ids.length === 0 || ids.includes(value))
    .filter(({ label }) => labels.length === 0 || labels.includes(label))
    .filter(({ label }) => terms.every((term) => containsFolded(label, term)));
  const options = matching.slice(offset, offset + size).map(({ value, label, color = '' }): OptionChoice => ({
    value,
    label: shortText(label, MAX_ADMIN_TEXT),
    color,
  }));
  return { options, hasMore: matching.length > offset + size };
}

function labelText(column: Column, raw: RawValue): string {
  const { truncatedValue } = storedCell(column, raw, READ_OF_LABEL);
  if (truncatedValue) return truncatedValue.text ?? '';
  const value = storedValue(column, raw);
  if (value instanceof UnfitValue) return value.raw;
  if (value instanceof Date) return value.toISOString();
  return value === null ? '' : Buffer.isBuffer(value) ? value.toString('base64') : String(value);
}
