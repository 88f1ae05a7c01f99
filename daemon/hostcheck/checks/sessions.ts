import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import { toTimestamp } from '@gatehouse/proto/time';
import { status } from '@grpc/grpc-js';
import type { Caller, TokenReference } from '../../admin/model/administrator.js';
import { ExpectedSession, SessionChanged } from '../../admin/model/administrator.js';
import { isToMany } from '../../admin/model/column.js';
import { NOTHING_SELECTED } from '../../admin/model/query.js';
import { randomToken } from '../../core/crypto.js';
import type { Surveyed } from '../subject/admin.js';
import {
  CALL,
  modelOf,
  newAdministrator,
  newToken,
  pageOf,
  registrationOf,
  retirement,
  survey,
} from '../subject/admin.js';
import { expectStatus } from '../subject/backend.js';
import type { Check, Subject } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { expectSame } from '../subject/expectations.js';

/** Every read that can verify a session, by its name, for the first controller. */
export async function readsOf(subject: Subject): Promise<Map<string, (caller: Caller) => Promise<unknown>>> {
  const { records, relations, options, settings, bulk, recordSearch } = subject.admin;
  const { models, plugins } = registrationOf(subject.description);
  const [surveyed] = await survey(subject);
  if (surveyed === undefined) return new Map();
  const { controller, selection } = surveyed;
  const [id = 'check-host'] = (await records.list(surveyed.target, pageOf(selection), CALL)).records.map(
    (one) => one.id,
  );
  const target = (caller: Caller) => ({ caller, controller: controller.id });
  const reads = new Map<string, (caller: Caller) => Promise<unknown>>([
    ['ListRecords', (caller) => records.list(target(caller), pageOf(selection), CALL)],
    ['GetRecord', (caller) => records.get({ ...target(caller), id }, selection, 'list', CALL)],
  ]);
  const { capabilities } = subject.description;
  if (capabilities.includes('CAPABILITY_ADMIN_BULK')) {
    const walk = { matching: { conditions: [], scopes: [] }, selection, after: '', limit: 1 };
    reads.set('WalkRecords', (caller) => bulk.walk(target(caller), walk, (record) => record, CALL));
  }
  if (capabilities.includes('CAPABILITY_ADMIN_SEARCH')) {
    const queries = [{ controller: controller.id, query: pageOf(selection) }];
    reads.set('SearchRecords', (caller) => recordSearch.search(caller, queries, CALL));
  }
  const [relation] = controller.relations;
  const label =
    relation && modelOf(models, relation.relatedModel).columns.find(({ name }) => name === relation.labelColumn);
  if (relation !== undefined && label !== undefined) {
    const source = { kind: 'relation', relation, label } as const;
    const query = { source, terms: [], ids: [], page: { number: 1, size: 5 }, formValues: [] };
    reads.set('ListOptions', (caller) => options.options(target(caller), query, CALL));
  }
  const managed = controller.relations.find(isToMany);
  if (managed !== undefined) {
    const at = (caller: Caller) => ({ ...target(caller), id, relation: managed });
    const query = pageOf(NOTHING_SELECTED);
    reads.set('ListRelated', (caller) => relations.related(at(caller), query, CALL));
    reads.set('ListCandidates', (caller) => relations.candidates(at(caller), query, [], CALL));
  }
  const [screen] = plugins.flatMap((plugin) => plugin.settings);
  if (screen !== undefined) {
    reads.set('GetSettings', (caller) => settings.get({ caller, settings: screen.code }, screen.columns, CALL));
  }
  return reads;
}

const sessionsVerified: Check = {
  name: 'sessions/reads',
  citation: 'admin_caller.proto: AdminCaller.session',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SESSION',
  run: async (subject) => {
    const { directory } = subject.admin;
    const { administrator } = await newAdministrator(directory);
    const caller: Caller = { principal: { ...administrator, superuser: true }, locale: 'en' };
    const now = Date.now();
    const valid = newToken(administrator);
    const blacklisted = newToken(administrator);
    await directory.blacklist(blacklisted, retirement(now), CALL);
    const refused: readonly (readonly [string, TokenReference])[] = [
      ['of another version', { ...newToken(administrator), tokenVersion: administrator.tokenVersion + 1 }],
      ['that is blacklisted', blacklisted],
      ['of an unknown administrator', { ...newToken(administrator), administratorId: `check-host-${randomToken()}` }],
    ];
    for (const [rpc, read] of await readsOf(subject)) {
      /** The daemon's reading of the answer. */
      const withSession = async (token: TokenReference): Promise<unknown> => {
        const session = new ExpectedSession(token, now, administrator);
        return read({ ...caller, session }).catch((error: unknown) => {
          if (error instanceof SessionChanged) return 'refused';
          throw error;
        });
      };
      const same = 'Authenticate the token as AuthenticateToken does, and then read for the caller of the request.';
      expectSame(`${rpc} with a valid token`, await withSession(valid), await read(caller), same);
      const advice = 'Return only `session`, with the answer of AuthenticateToken. Do not read anything.';
      for (const [which, token] of refused) {
        expectSame(`${rpc} with a token ${which}`, await withSession(token), 'refused', advice);
      }
    }
  },
};

/** Updates a record that does not exist, in no column. */
const sessionsOnlyInReads: Check = {
  name: 'sessions/only-in-reads',
  citation: 'admin_caller.proto: AdminCaller.session, "in other requests it is invalid"',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_SESSION',
  run: async (subject) => {
    const { administrator } = await newAdministrator(subject.admin.directory);
    const { id: administratorId, login } = administrator;
    const session = { token: newToken(administrator), at: toTimestamp(Date.now()) };
    const caller = { administratorId, login, locale: 'en', session };
    const [surveyed]: readonly Surveyed[] = await survey(subject);
    const request = {
      ...{ caller, controller: surveyed?.controller.id ?? '', id: 'check-host', expectedVersion: '' },
      ...{ values: [], relations: [], selection: { columns: [], relations: [] } },
    };
    const code = await subject.adminTransport.call(rpcOf(adminRecordService.UpdateRecord), request).then(
      () => status.OK,
      (error: unknown) => {
        if (error instanceof RpcStatus) return error.code;
        throw error;
      },
    );
    const advice = 'Reject caller.session in every request whose answer has no field `session`.';
    expectStatus(code, status.INVALID_ARGUMENT, 'for an UpdateRecord with caller.session', advice);
  },
};

export const SESSION_CHECKS: readonly Check[] = [sessionsVerified, sessionsOnlyInReads];
