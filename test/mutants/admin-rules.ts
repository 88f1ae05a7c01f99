import { contractMessage } from '@gatehouse/proto/contract';
import { messageNames } from '@gatehouse/proto/rpc';
import type { NamedMessages } from '@gatehouse/proto/rpc';
import {
  adminAccountService,
  adminBulkService,
  adminDirectoryService,
  adminPasskeyService,
  adminRecordService,
  adminSearchService,
  adminSecondFactorService,
  adminSessionService,
  adminViewService,
} from '@gatehouse/proto/services';
import { MemoryDirectory } from '../broken/admin/directory.js';
import { MemoryRecords } from '../broken/admin/records.js';
import { serveAdmin } from '../broken/admin/serve.js';
import { serveWhole, wholeHost } from '../broken/admin/whole-host.js';
import type { ServedHost } from '../broken/serve.js';
import type { Mutant } from './mutant.js';

/** Mutants of the field rules: each host does not check one field of one rpc. Shared messages are broken in one rpc only. */

const seen = new Set<string>();
/** Fields that Gatehouse sends only to a host with further capabilities. */
const NEED_MORE: readonly string[] = ['ListOptions.labels'];

export const ADMIN_RULE_MUTANTS = mutantsOf([adminDirectoryService, adminRecordService], (uncheckedField) =>
  NEED_MORE.includes(uncheckedField)
    ? serveWhole(wholeHost(), { uncheckedField })
    : serveAdmin(new MemoryDirectory(), new MemoryRecords(), {}, { uncheckedField }),
);

/** Those of the services that a host may leave out. */
export const SERVICE_RULE_MUTANTS = mutantsOf(
  [
    adminAccountService,
    adminSessionService,
    adminSecondFactorService,
    adminPasskeyService,
    adminViewService,
    adminBulkService,
    adminSearchService,
  ],
  (uncheckedField) => serveWhole(wholeHost(), { uncheckedField }),
);

function mutantsOf(services: readonly object[], serve: (field: string) => Promise<ServedHost>): readonly Mutant[] {
  return services.flatMap((service) =>
    Object.entries(service as Readonly<Record<string, NamedMessages>>).flatMap(([rpc, definition]) =>
      fieldsBelow(messageNames(definition).requestName).map((field): Mutant => ({
        half: 'admin',
        name: `${rpc}: ${field} is not checked`,
        likely: ['/malformed'],
        serve: () => serve(`${rpc}.${field}`),
      })),
    ),
  );
}

/** Paths of the fields with rules, in nested messages that no earlier rpc has too. */
function fieldsBelow(message: string): readonly string[] {
  seen.add(message);
  return contractMessage(message).fields.flatMap(
    ({ protoName, kind, message: nested = '', rules }): readonly string[] => {
      // A host finds no controller without a name, and no message can leave out an item.
      const unbroken = kind === 'message' ? ['may_be_empty', 'items'] : ['may_be_empty'];
      const isBreakable = protoName !== 'controller' && Object.keys(rules).some((rule) => !unbroken.includes(rule));
      const own = isBreakable ? [protoName] : [];
      // A cell has a rule for each kind of value; the columns of the host in memory have four.
      const isOurs =
        kind === 'message' && nested.startsWith('gatehouse.') && !nested.endsWith('.Cell') && !seen.has(nested);
      return isOurs ? [...own, ...fieldsBelow(nested).map((field) => `${protoName}.${field}`)] : own;
    },
  );
}
