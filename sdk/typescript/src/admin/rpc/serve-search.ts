import type { AdminSearchServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSearchService';
import type { RecordPage } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordPage';
import { adminSearchService } from '@gatehouse/proto/services';
import type { AdminOptions } from '../admin-options.js';
import { listPage } from '../records/list-page.js';
import type { Registry } from '../registry.js';
import { scoped, subjectOf } from '../sql/scopes.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { recordRpcs } from './record-rpcs.js';

/** AdminSearchService over the application's registration. */
export function serveSearch(
  registry: Registry,
  options: Pick<AdminOptions, 'database' | 'directory'>,
  logger: AdminLogger,
): AdminRpcs<AdminSearchServiceDefinition> {
  return {
    SearchRecords: recordRpcs(registry, options, logger).list(
      adminSearchService.SearchRecords,
      async ({ queries }, context) => {
        const pages: RecordPage[] = [];
        // One after the other: they share a transaction, and so a connection.
        for (const { controller: id, query } of queries) {
          const controller = registry.controller(id);
          const subject = subjectOf(registry, controller, context);
          pages.push(await listPage(registry, subject, scoped(controller, 'list', context), query, context));
        }
        return { pages };
      },
    ),
  };
}
