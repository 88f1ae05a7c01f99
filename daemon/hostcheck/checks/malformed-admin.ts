import type { AdminListQuery } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminMatching } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
import type { Rpc } from '@gatehouse/proto/rpc';
import { rpcOf } from '@gatehouse/proto/rpc';
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
import { toTimestamp } from '@gatehouse/proto/time';
import { randomToken } from '../../core/crypto.js';
import { callerOf, newPasswordHash, registrationOf } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { malformedMessages } from '../subject/malformed.js';
import { Rejections } from '../subject/rejections.js';

/**
 * Requests of the admin rpcs that break one rule of one field. A copy that a host accepts must do no harm: it names no
 * administrator, token or record that exists.
 */

interface Example {
  readonly rpc: Rpc<never, unknown>;
  readonly message: Readonly<Record<string, unknown>>;
}

function example<Request>(rpc: Rpc<Request, unknown>, message: NoInfer<Request>): Example {
  return { rpc: rpc, message: message as Example['message'] };
}

const ADVICE =
  'Check every request by the rules of its fields (options.proto: FieldRules) first, and name the field in the status message.';

async function expectRejected({ adminTransport }: Subject, examples: readonly Example[]): Promise<void> {
  const rejections = new Rejections();
  for (const { rpc, message } of examples) {
    const cases = malformedMessages(rpc.requestName, message);
    await Promise.all(
      cases.map(({ what, message: malformed }) =>
        rejections.attempt(`${rpc.name} with ${what}`, () => adminTransport.call(rpc, malformed as never)),
      ),
    );
  }
  rejections.expectAll(ADVICE);
}

function directoryExamples(): readonly Example[] {
  const service = adminDirectoryService;
  const unknown = `check-host-${randomToken(9)}`;
  const passwordHash = newPasswordHash();
  const at = toTimestamp(Date.now());
  const token = { administratorId: unknown, tokenVersion: 1, tokenId: randomToken(16) };
  const retirement = { effectiveAt: at, expiresAt: at, sweepBefore: toTimestamp(0) };
  const login = `check-host-${randomToken(9)}`;
  return [
    example(rpcOf(service.FindAdministrator), { identifier: unknown }),
    example(rpcOf(service.RecordSignIn), {
      ...{ administratorId: unknown, at, passwordHash },
      renewedPasswordHash: passwordHash,
    }),
    example(rpcOf(service.AuthenticateToken), { token, at }),
    example(rpcOf(service.RotateToken), { token, at, retirement }),
    example(rpcOf(service.BlacklistToken), { token, retirement }),
    example(rpcOf(service.CreateAdministrator), {
      ...{ login, email: `${login}@check-host.example`, passwordHash },
      role: `check-host-${randomToken(9)}`,
    }),
    example(rpcOf(service.SetPassword), { identifier: unknown, passwordHash }),
  ];
}

const directoryMalformed: Check = {
  name: 'directory/malformed',
  citation: 'admin_directory.proto: AdminDirectoryService, INVALID_ARGUMENT',
  on: 'admin-unary',
  run: (subject) => expectRejected(subject, directoryExamples()),
};

function accountExamples(): readonly Example[] {
  const service = adminAccountService;
  const administratorId = `check-host-${randomToken(9)}`;
  const passwordHash = newPasswordHash();
  const preference = { key: 'check-host', document: '{}' };
  return [
    example(rpcOf(service.GetAccount), { administratorId }),
    example(rpcOf(service.ChangePassword), { administratorId, passwordHash, changedBy: administratorId }),
    example(rpcOf(service.EndSessions), { administratorId, endedBy: administratorId }),
    example(rpcOf(service.UpdateProfile), { administratorId, displayName: 'check-host', locale: 'en' }),
    example(rpcOf(service.GetPreferences), { administratorId, keys: ['check-host'] }),
    example(rpcOf(service.SetPreference), { administratorId, preference }),
  ];
}

const accountsMalformed: Check = {
  name: 'accounts/malformed',
  citation: 'admin_directory.proto: AdminDirectoryService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_ACCOUNTS',
  run: (subject) => expectRejected(subject, accountExamples()),
};

function sessionListExamples(): readonly Example[] {
  const service = adminSessionService;
  const administratorId = `check-host-${randomToken(9)}`;
  const sessionId = randomToken(16);
  const device = { browser: 'check-host', system: 'Linux', network: '203.0.113.0/24' };
  const at = toTimestamp(Date.now());
  return [
    example(rpcOf(service.OpenSession), { administratorId, sessionId, device, at, expiresAt: at }),
    example(rpcOf(service.TouchSession), { administratorId, sessionId, device, at }),
    example(rpcOf(service.ListSessions), { administratorId, at }),
    example(rpcOf(service.EndSession), { administratorId, sessionId, endedBy: administratorId }),
  ];
}

const sessionListMalformed: Check = {
  name: 'session-list/malformed',
  citation: 'admin_directory.proto: AdminDirectoryService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_SESSION_LIST',
  run: (subject) => expectRejected(subject, sessionListExamples()),
};

function secondFactorExamples(): readonly Example[] {
  const service = adminSecondFactorService;
  const administratorId = `check-host-${randomToken(9)}`;
  const sealedSecret = randomToken(60);
  const recoveryHashes = ['0'.repeat(64)];
  return [
    example(rpcOf(service.GetSecondFactor), { administratorId }),
    example(rpcOf(service.SetSecondFactor), { administratorId, sealedSecret, recoveryHashes }),
    example(rpcOf(service.UseSecondFactor), { administratorId, sealedSecret, step: 1 }),
    example(rpcOf(service.UseSecondFactor), { administratorId, sealedSecret, recoveryHash: '0'.repeat(64) }),
    example(rpcOf(service.SetRecoveryCodes), { administratorId, sealedSecret, recoveryHashes }),
    example(rpcOf(service.RemoveSecondFactor), { administratorId, removedBy: administratorId }),
  ];
}

function passkeyExamples(): readonly Example[] {
  const service = adminPasskeyService;
  const administratorId = `check-host-${randomToken(9)}`;
  const credentialId = randomToken(32);
  const at = toTimestamp(Date.now());
  const passkey = { credentialId, publicKey: randomToken(77), transports: ['usb'], name: 'Key', createdAt: at };
  const recoveryHashes = ['0'.repeat(64), '1'.repeat(64)];
  return [
    example(rpcOf(service.ListPasskeys), { administratorId }),
    example(rpcOf(service.AddPasskey), { administratorId, passkey, recoveryHashes }),
    example(rpcOf(service.UsePasskey), { administratorId, credentialId, usedAt: at }),
    example(rpcOf(service.RenamePasskey), { administratorId, credentialId, name: 'Key' }),
    example(rpcOf(service.RemovePasskey), { administratorId, credentialId }),
    example(rpcOf(service.RemoveAuthenticatorApp), { administratorId }),
  ];
}

const passkeysMalformed: Check = {
  name: 'passkeys/malformed',
  citation: 'admin_directory.proto: AdminDirectoryService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_PASSKEYS',
  run: (subject) => expectRejected(subject, passkeyExamples()),
};

const secondFactorsMalformed: Check = {
  name: 'second-factors/malformed',
  citation: 'admin_directory.proto: AdminDirectoryService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_SECOND_FACTOR',
  run: (subject) => expectRejected(subject, secondFactorExamples()),
};

function viewExamples(): readonly Example[] {
  const service = adminViewService;
  const called = { administratorId: `check-host-${randomToken(9)}`, list: 'check_host.list' };
  const id = `check-host-${randomToken(9)}`;
  return [
    example(rpcOf(service.ListViews), called),
    example(rpcOf(service.SaveView), { ...called, id, version: 1, name: 'check-host', query: 'sort=id' }),
    example(rpcOf(service.DeleteView), { ...called, id }),
  ];
}

const viewsMalformed: Check = {
  name: 'views/malformed',
  citation: 'admin_directory.proto: AdminDirectoryService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_VIEWS',
  run: (subject) => expectRejected(subject, viewExamples()),
};

const UNKNOWN_ID = 'check-host';

/** For the first controller that has every kind of name; a rule is about the form of a name, not about the name. */
async function recordExamples(
  subject: Subject,
): Promise<{ readonly [Kind in 'reads' | 'writes' | 'bulk' | 'imports' | 'updates' | 'search']: Example[] }> {
  const { controllers, models, plugins } = registrationOf(subject.description);
  const [controller] = controllers;
  const model = models.find(({ name }) => name === controller?.model);
  if (controller === undefined || model === undefined)
    return { reads: [], writes: [], bulk: [], imports: [], updates: [], search: [] };
  const [relation = UNKNOWN_ID] = controller.relations.map(({ name }) => name);
  const [action = UNKNOWN_ID] = controller.actions.map(({ name }) => name);
  const [settings = UNKNOWN_ID] = plugins.flatMap((plugin) => plugin.settings.map(({ code }) => code));
  const { principal, locale } = await callerOf(subject);
  const { id: administratorId, login, superuser } = principal;
  const caller = { administratorId, login, superuser, permissions: ['check.host'], locale };
  const column = { relation: '', column: model.primaryKey };
  const value = { stringValue: 'check-host' };
  const selection = {
    columns: [model.primaryKey],
    relations: [{ relation, related: { column: model.primaryKey, limit: 1 } }],
  };
  const page = { number: 1, size: 1 };
  const comparison = { column, operator: 'ADMIN_COMPARISON_OPERATOR_EQUAL', values: [value] } as const;
  const query = {
    ...{ selection, conditions: [{ comparison }], page },
    scopes: [{ name: 'check-host', values: [value] }],
    search: { mode: 'ADMIN_SEARCH_MODE_ALL', terms: ['check-host'], columns: [column] },
    sorts: [{ column, descending: false }],
  } as const;
  const called = { caller, controller: controller.id };
  const record = { ...called, id: UNKNOWN_ID };
  const related = { ...record, relation };
  const values = [{ column: model.primaryKey, value }];
  const relations = [{ relation, ids: [UNKNOWN_ID], scope: { name: 'check-host' } }];
  const scope = 'ADMIN_SCOPE_FORM';
  const service = adminRecordService;
  const counted = { columns: [], relations: [{ relation, count: true }] };
  const relatedTo = { relation, ids: [UNKNOWN_ID] };
  const lists = query as never as AdminListQuery;
  // No record has this key, so that a copy that a host accepts changes nothing.
  const matching = {
    conditions: query.conditions,
    scopes: query.scopes,
    search: query.search,
  } as never as AdminMatching;
  return {
    reads: [
      example(rpcOf(service.ListRecords), { ...called, query: lists }),
      example(rpcOf(service.ListRecords), {
        ...called,
        query: { ...lists, selection: counted, conditions: [{ relatedTo }] },
      }),
      example(rpcOf(service.GetRecord), { ...record, scope, selection }),
      example(rpcOf(service.UpdateRecord), { ...record, expectedVersion: UNKNOWN_ID, values, relations, selection }),
      example(rpcOf(service.DeleteRecords), { ...called, ids: [UNKNOWN_ID], scope }),
      example(rpcOf(service.ListOptions), {
        ...{ ...called, terms: ['check-host'], ids: [UNKNOWN_ID], page, formValues: values },
        relation: { relation, labelColumn: model.primaryKey, scope: { name: 'check-host' } },
      }),
      example(rpcOf(service.ListOptions), {
        ...called,
        page,
        model: { model: model.name, labelColumn: model.primaryKey },
      }),
      example(rpcOf(service.ListOptions), { caller, page, settings, provider: 'check-host' }),
      example(rpcOf(service.ListRelated), { ...related, query: lists }),
      example(rpcOf(service.ListCandidates), { ...related, query: lists, ids: [UNKNOWN_ID] }),
      example(rpcOf(service.Link), { ...related, ids: [UNKNOWN_ID] }),
      example(rpcOf(service.Unlink), { ...related, ids: [UNKNOWN_ID] }),
      example(rpcOf(service.GetSettings), { caller, settings, columns: ['check_host'] }),
      example(rpcOf(service.RunAction), { ...called, action, recordId: UNKNOWN_ID, values }),
      example(rpcOf(service.GetPartialData), { ...called, partial: 'check-host', recordId: UNKNOWN_ID }),
    ],
    writes: [
      example(rpcOf(service.CreateRecord), { ...called, values, relations, selection }),
      example(rpcOf(service.UpdateSettings), { caller, settings, values, columns: ['check_host'] }),
    ],
    bulk: [
      example(rpcOf(adminBulkService.WalkRecords), {
        ...{ ...called, matching, selection, after: UNKNOWN_ID },
        limit: 1,
      }),
      example(rpcOf(adminBulkService.RunOnRecords), {
        ...{ ...called, action, labelColumn: model.primaryKey },
        ids: { ids: [UNKNOWN_ID] },
      }),
      example(rpcOf(adminBulkService.RunOnRecords), {
        ...{ ...called, delete: true },
        matching: { matching, after: UNKNOWN_ID, limit: 1 },
      }),
    ],
    imports: [
      example(rpcOf(adminBulkService.ImportRecords), {
        ...{ ...called, importId: Buffer.alloc(32, 1) },
        records: [{ values, relations }],
      }),
      example(rpcOf(service.ListOptions), {
        ...{ ...called, labels: ['check-host'], page },
        model: { model: model.name, labelColumn: model.primaryKey },
      }),
    ],
    updates: [
      example(rpcOf(adminBulkService.ImportRecords), {
        ...{ ...called, importId: Buffer.alloc(32, 2) },
        records: [{ values, existing: { id: UNKNOWN_ID, expectedVersion: UNKNOWN_ID } }],
      }),
    ],
    search: [
      example(rpcOf(adminSearchService.SearchRecords), {
        caller,
        queries: [{ controller: controller.id, query: lists }],
      }),
    ],
  };
}

const recordsMalformed: Check = {
  name: 'records/malformed',
  citation: 'admin_record.proto: AdminRecordService, INVALID_ARGUMENT',
  on: 'admin-unary',
  run: async (subject) => expectRejected(subject, (await recordExamples(subject)).reads),
};

const bulkMalformed: Check = {
  name: 'bulk/malformed',
  citation: 'admin_record.proto: AdminRecordService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_BULK',
  scratch: true,
  run: async (subject) => expectRejected(subject, (await recordExamples(subject)).bulk),
};

const importMalformed: Check = {
  name: 'import/malformed',
  citation: 'admin_record.proto: AdminRecordService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT',
  scratch: true,
  run: async (subject) => expectRejected(subject, (await recordExamples(subject)).imports),
};

const updatesMalformed: Check = {
  name: 'import-updates/malformed',
  citation: 'admin_bulk.proto: ExistingRecord',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT_UPDATE',
  scratch: true,
  run: async (subject) => expectRejected(subject, (await recordExamples(subject)).updates),
};

const searchMalformed: Check = {
  name: 'search/malformed',
  citation: 'admin_record.proto: AdminRecordService, INVALID_ARGUMENT',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_SEARCH',
  run: async (subject) => expectRejected(subject, (await recordExamples(subject)).search),
};

/** These have no id that a record could lack. */
const writesMalformed: Check = {
  name: 'records/malformed-writes',
  citation: 'admin_record.proto: CreateRecord, UpdateSettings, INVALID_ARGUMENT',
  on: 'admin-unary',
  scratch: true,
  run: async (subject) => expectRejected(subject, (await recordExamples(subject)).writes),
};

export const MALFORMED_ADMIN_CHECKS: readonly Check[] = [
  directoryMalformed,
  accountsMalformed,
  sessionListMalformed,
  secondFactorsMalformed,
  passkeysMalformed,
  viewsMalformed,
  recordsMalformed,
  bulkMalformed,
  importMalformed,
  updatesMalformed,
  searchMalformed,
  writesMalformed,
];
