import type { RecordPage } from '../../admin/model/record.js';
import type { ControllerQuery } from '../../admin/ports/record-search.js';
import type { Surveyed } from '../subject/admin.js';
import { CALL, firstRecords, onlyWith, pageOf, searchFor, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame } from '../subject/expectations.js';

/** Records of each list. */
const FOUND = 2;

/** The queries of the palette: a search in the texts of the list, and no page but the first. */
async function searchesOf({ admin }: Subject, surveyed: Surveyed): Promise<readonly ControllerQuery[]> {
  const { target, selection } = surveyed;
  const last = (await firstRecords(admin, surveyed)).at(-1);
  if (last === undefined) return [];
  const search = searchFor(surveyed, last);
  const asked = [{ ...onlyWith(surveyed, [last]), count: true }, ...(search === undefined ? [] : [{ search }])];
  return asked.map((query) => ({ controller: target.controller, query: pageOf(selection, query) }));
}

/** Twice each controller, in both orders: the pages belong to the queries, whatever the host does at the same time. */
const recordSearch: Check = {
  name: 'search/pages-of-lists',
  citation: 'admin_search.proto: SearchRecords',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SEARCH',
  run: async (subject) => {
    const surveyed = await survey(subject);
    const [first] = surveyed;
    if (first === undefined) return;
    const { caller } = first.target;
    const asked = [...surveyed, ...[...surveyed].reverse()].map(({ target, selection }, index) => ({
      controller: target.controller,
      query: pageOf(selection, { page: { number: 1 + (index % 2), size: FOUND } }),
    }));
    const searches = (await Promise.all(surveyed.map((one) => searchesOf(subject, one)))).flat();
    // The contract's limit for one search.
    const queries = [...searches, ...asked].slice(0, 50);
    const expected: RecordPage[] = [];
    for (const { controller, query } of queries) {
      expected.push(await subject.admin.records.list({ caller, controller }, query, CALL));
    }
    const found = await subject.admin.recordSearch.search(caller, queries, CALL);
    for (const [index, { controller }] of queries.entries()) {
      expectSame(
        `page ${index + 1} of a search, of ${controller}`,
        found[index],
        expected[index],
        'Return for each query the page that ListRecords returns, in the order of the queries.',
      );
    }
  },
};

export const RECORD_SEARCH_CHECKS: readonly Check[] = [recordSearch];
