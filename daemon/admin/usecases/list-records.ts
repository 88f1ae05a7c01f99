import { planQuery, listingOf } from '../lists/listing.js';
import { listMeta, rowOf } from '../lists/rows.js';
import { listParameters, type QueryEntries } from '../lists/list-parameters.js';
import { AdminError } from '../model/admin-error.js';
import type { ListMeta, RowBody } from '../model/answers.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';

export interface ListedRecords {
  readonly rows: readonly RowBody[];
  readonly meta: ListMeta;
}

/** One call to the host, however many rows and relation columns the list shows. */
export function createListRecords(schema: ListSchema, records: Pick<RecordStore, 'list'>) {
  const sizes = { default: schema.recordsPerPage, maximum: 200 };
  return async (query: QueryEntries, { caller, permissions, call }: Asking): Promise<ListedRecords | AdminError> => {
    const parameters = listParameters(query, sizes);
    if (parameters instanceof AdminError) return parameters;
    const listing = listingOf(permittedLists.get(schema, permissions));
    const plan = planQuery(listing, parameters);
    if (plan instanceof AdminError) return plan;
    const page = await records.list({ caller, controller: schema.controller }, plan.query, call);
    return {
      rows: page.records.map((record) => rowOf(listing.columns.columns, record)),
      meta: listMeta(parameters, page, plan.sort),
    };
  };
}
