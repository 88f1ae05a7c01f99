import { rpcOf } from '@gatehouse/proto/rpc';
import { adminSearchService } from '@gatehouse/proto/services';
import type { RecordSearch } from '../../admin/ports/record-search.js';
import { present, violation } from '../from-proto/checks.js';
import { fromRecordPage } from '../from-proto/record.js';
import { toListQuery } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const searchRpc = rpcOf(adminSearchService.SearchRecords);

export function createRecordSearch(calls: AdminCalls): RecordSearch {
  return {
    search: (caller, queries, call) =>
      readForCaller(
        calls,
        searchRpc,
        caller,
        { queries: queries.map(({ controller, query }) => ({ controller, query: toListQuery(query) })) },
        (rpc, { pages }) => {
          if (pages.length !== queries.length) {
            throw violation(rpc, 'pages', `has ${pages.length} pages for ${queries.length} queries`);
          }
          return queries.map(({ controller, query }, index) => {
            const reading = calls.reading(rpc, { controller }, call);
            return fromRecordPage(reading, present(pages[index]), query, (record) => record);
          });
        },
        call,
      ),
  };
}
