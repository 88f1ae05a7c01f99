import type { RecordPage } from '../../admin/model/record.js';
import { CALL, pageOf, survey } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { expectSame } from '../subject/expectations.js';

/** Records of each list. */
const FOUND = 2;

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
    // The contract's limit for one search.
    const queries = asked.slice(0, 50);
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
