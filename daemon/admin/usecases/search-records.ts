import type { FoundBody } from '../api/answers.js';
import { AdminError } from '../api/errors.js';
import { listParameters } from '../api/list-query.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { LocalisedViews } from '../../i18n/phrase-book.js';
import type { ListQuery } from '../model/query.js';
import type { AdminSchema, ControllerSchema } from '../model/schema/admin-schema.js';
import { meets } from '../model/schema/types.js';
import type { RecordSearch } from '../ports/record-search.js';
import { MAX_SEARCHED } from '../ports/record-search.js';
import { listingOf, planQuery } from '../records/listing.js';
import { titleOf } from '../records/record-json.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { PermittedList } from '../schema/permitted/list.js';
import { permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { PAGE_TOO_LONG, unlessTooLong } from './asking.js';

/** Records of each controller. */
const FOUND = { default: 5, maximum: 5 };

/** A list that the palette searches for this administrator. */
interface Searched {
  readonly list: PermittedList;
  readonly title: PermittedForm['title'] & object;
}

/** Finds records of several controllers by their names (AD-405 to AD-408). One call to the host, however many lists there are. */
export function createSearchRecords(schema: AdminSchema, views: LocalisedViews, search: RecordSearch) {
  const controllers = [...schema.controllers.values()].filter(({ list }) => list?.globalSearch === true);
  return async (query: QueryEntries, asking: Asking): Promise<readonly FoundBody[] | AdminError> => {
    const parameters = listParameters(query, FOUND, []);
    if (parameters instanceof AdminError) return parameters;
    if (parameters.search === '') return [];
    const searched: (Searched & { readonly query: ListQuery })[] = [];
    for (const { list, title } of controllers.flatMap((one) => searchedBy(one, asking)).slice(0, MAX_SEARCHED)) {
      const planned = planQuery(listing(list, title), parameters);
      if (planned instanceof AdminError) return planned;
      searched.push({ list, title, query: planned.query });
    }
    if (searched.length === 0) return [];
    const queries = searched.map(({ list, query: planned }) => ({
      controller: list.schema.controller,
      query: planned,
    }));
    const pages = await unlessTooLong(search.search(asking.caller, queries, asking.call), PAGE_TOO_LONG);
    if (pages instanceof AdminError) return pages;
    return searched.flatMap(({ list, title }, index): FoundBody[] => {
      const page = pages[index];
      if (page === undefined || page.records.length === 0) return [];
      const { controller, title: label, recordUrl } = views.get(list.view, asking.caller.locale);
      const records = page.records.map((record) => ({
        id: record.id,
        title: titleOf({ title }, record) ?? record.id,
      }));
      return [{ controller, label, record_url: recordUrl ?? '', records, has_more: page.hasMore }];
    });
  };
}

/** Nothing if the administrator may not open the list, its records, or any column that names them. */
function searchedBy({ requires, list, form }: ControllerSchema, { permissions }: Asking): readonly Searched[] {
  if (list === undefined || form === undefined || !meets(permissions, requires)) return [];
  const permitted = permittedLists.get(list, permissions);
  const { update, preview } = permittedForms.get(form, permissions);
  const column = (update ?? preview)?.title?.column;
  if (column === undefined || permitted.view.search === null) return [];
  return [{ list: permitted, title: { column, slot: { kind: 'cell', index: 0 } } }];
}

/** The list, of which only the names of records are read. */
function listing(list: PermittedList, { column }: Searched['title']) {
  const whole = listingOf(list);
  return {
    ...whole,
    columns: { ...whole.columns, columns: [], selection: { columns: [column], relations: [] } },
    count: false,
  };
}
