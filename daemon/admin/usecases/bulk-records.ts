import type { BulkBody, RowBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_EXPORTED_TEXT, MAX_IDS, RECORDS_PER_PAGE } from '../api/limits.js';
import type { ListParameters } from '../api/list-query.js';
import { listParameters } from '../api/list-query.js';
import { isRecordId } from '../api/paths.js';
import type { FurtherParameter, QueryEntries } from '../api/query-grammar.js';
import type { Matching } from '../model/query.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import { meets } from '../model/schema/types.js';
import type { Bulk, BulkRun } from '../ports/bulk.js';
import { exportedRelation } from '../records/untouched-cells.js';
import type { Listing } from '../records/listing.js';
import { listingOf, planQuery } from '../records/listing.js';
import { rowOf } from '../records/record-json.js';
import { permittedForms } from '../schema/permitted/form.js';
import { onlyColumns, permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';

/** The records to act on: chosen ones, or those that match the query of the list and come after a record. */
export type AskedRecords = { readonly ids: readonly string[] } | { readonly after: string };

export interface ExportedRecords {
  readonly rows: readonly RowBody[];
  readonly hasMore: boolean;
}

/** Reads the next records of a list for an export: the columns that the administrator may see, by ascending key. */
export function createExportRecords(schema: ListSchema, bulk: Pick<Bulk, 'walk'>) {
  return async (query: QueryEntries, { caller, permissions, call }: Asking): Promise<ExportedRecords | AdminError> => {
    const continued = query.filter(([name]) => name === 'after').map(([, value]) => value);
    const [after = ''] = continued;
    if (continued.length > 1) return invalid('after', { rule: 'repeated' });
    if (after !== '' && !isRecordId(after)) return invalid('after', { rule: 'choice' });
    const listing = listingOf(permittedLists.get(schema, permissions));
    const asked = parametersOf(
      query.filter(([name]) => name !== 'after'),
      ['filter', 'columns'],
    );
    if (asked instanceof AdminError) return asked;
    const matching = matchingOf(listing, asked);
    if (matching instanceof AdminError) return matching;
    const { columns, selection } =
      asked.columns === undefined ? listing.columns : onlyColumns(listing.columns, asked.columns);
    const page = await bulk.walk(
      { caller, controller: schema.controller },
      {
        matching,
        selection: {
          columns: selection.columns,
          relations: selection.relations.map(exportedRelation),
          maxText: MAX_EXPORTED_TEXT,
          maxRelatedText: MAX_EXPORTED_TEXT,
        },
        after,
        limit: MAX_IDS,
      },
      (record) => rowOf(columns, record),
      call,
    );
    return { rows: page.records, hasMore: page.hasMore };
  };
}

/** Runs an action of the list on each of many records, or deletes each of them. One call to the host. */
export function createRunOnRecords({ controller, form, list, actions }: ControllerSchema, bulk: Pick<Bulk, 'run'>) {
  /** The action to run, undefined to delete. */
  const actOf = (
    { toolbar, rowActions }: ListSchema,
    name: string,
    { permissions }: Asking,
  ): string | undefined | AdminError => {
    const buttons = [...toolbar, ...rowActions].filter((button) => button.name === name);
    if (name === 'delete') {
      const mayDelete = form === undefined ? buttons.length > 0 : permittedForms.get(form, permissions).mayDelete;
      return mayDelete ? undefined : new AdminError('forbidden');
    }
    const [button] = buttons.filter(({ action }) => action?.onRecords === true);
    if (button === undefined || !actions.has(name)) return new AdminError('not_found');
    return meets(permissions, button.requires) ? name : new AdminError('forbidden');
  };

  return async (
    name: string,
    query: QueryEntries,
    asked: AskedRecords,
    asking: Asking,
  ): Promise<BulkBody | AdminError> => {
    if (list === undefined) return new AdminError('not_found');
    const { caller, permissions, call } = asking;
    const action = actOf(list, name, asking);
    if (action instanceof AdminError) return action;
    const listing = listingOf(permittedLists.get(list, permissions));
    const records = recordsOf(listing, query, asked);
    if (records instanceof AdminError) return records;
    const labelColumn = labelOf(listing);
    const outcome = await bulk.run({ caller, controller: controller.id }, { action, records, labelColumn }, call);
    const { done, unchanged, last, hasMore, message } = outcome;
    return { done, unchanged, last, has_more: hasMore, message };
  };
}

function recordsOf(listing: Listing, query: QueryEntries, asked: AskedRecords): BulkRun['records'] | AdminError {
  if ('ids' in asked) {
    const [unknown] = query;
    return unknown === undefined ? asked : invalid(unknown[0], { rule: 'unknown' });
  }
  const parameters = parametersOf(query, ['filter']);
  if (parameters instanceof AdminError) return parameters;
  const matching = matchingOf(listing, parameters);
  return matching instanceof AdminError ? matching : { matching, after: asked.after, limit: MAX_IDS };
}

/** The search and the filters of a query. Pages and sorts have no meaning for all records that match. */
function parametersOf(query: QueryEntries, further: readonly FurtherParameter[]): ListParameters | AdminError {
  const paged = query.find(([name]) => name === 'page' || name === 'per_page');
  if (paged !== undefined) return invalid(paged[0], { rule: 'unknown' });
  return listParameters(query, RECORDS_PER_PAGE, further);
}

function matchingOf(listing: Listing, parameters: ListParameters): Matching | AdminError {
  const plan = planQuery(listing, parameters);
  return plan instanceof AdminError ? plan : plan.query;
}

/** The first text of the list that the administrator may see. */
function labelOf({ columns }: Listing): string | undefined {
  return columns.columns.flatMap(({ column: { source } }) =>
    source.kind === 'column' && source.column.type === 'string' ? [source.column.name] : [],
  )[0];
}
