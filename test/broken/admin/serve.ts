import type { AuthenticateTokenRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenRequest';
import type { AuthenticateTokenResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { DescribeResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
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
  hostService,
} from '@gatehouse/proto/services';
import type { RuleCheck } from '@gatehouse/proto/rules';
import { MessageRules } from '@gatehouse/proto/rules';
import type { NamedMessages } from '@gatehouse/proto/rpc';
import { messageNames } from '@gatehouse/proto/rpc';
import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { ServedHost } from '../serve.js';
import { REGISTRATION } from './blog.js';
import type { MemoryDirectory } from './directory.js';
import type { MemoryRecords } from './records.js';

export type Authenticates = (
  session: AuthenticateTokenRequest__Output,
  directory: MemoryDirectory,
) => AuthenticateTokenResponse;

export interface ServeOptions {
  readonly token?: string;
  /** Executes calls that the caller has cancelled. */
  readonly ignoresDeadlines?: boolean;
  /** Does not check these rpcs by the rules of their fields. */
  readonly unchecked?: readonly string[];
  /** AdminAccountService; absent: the host does not offer it. */
  readonly accounts?: object;
  /** AdminSecondFactorService; absent: the host does not offer it. */
  readonly factors?: object;
  /** AdminPasskeyService, along with factors; absent: the host does not offer it. */
  readonly passkeys?: object;
  /** AdminBulkService; absent: the host does not offer it. */
  readonly bulk?: object;
  /** AdminSearchService; absent: the host does not offer it. */
  readonly search?: object;
  /** AdminSessionService; absent: the host does not offer it. */
  readonly sessions?: object;
  /** AdminViewService, along with accounts; absent: the host does not offer it. */
  readonly views?: object;
  /** Does not check this field: "GetRecord.selection.columns". */
  readonly uncheckedField?: string;
  /** Authenticates the sessions of reads. Default: like AuthenticateToken. */
  readonly authenticates?: Authenticates;
  /** Carries out a write that has a session, instead of rejecting it. */
  readonly ignoresSessionsOfWrites?: boolean;
}

/** A host with only the admin services. */
export async function serveAdmin(
  directory: MemoryDirectory,
  records: MemoryRecords,
  description: DescribeResponse = {},
  served: ServeOptions = {},
): Promise<ServedHost> {
  const describe: DescribeResponse = {
    protocolVersion: 1,
    applicationName: 'under test',
    capabilities: [
      'CAPABILITY_ADMIN',
      'CAPABILITY_ADMIN_SESSION',
      ...(served.accounts ? (['CAPABILITY_ADMIN_ACCOUNTS'] as const) : []),
      ...(served.factors ? (['CAPABILITY_ADMIN_SECOND_FACTOR'] as const) : []),
      ...(served.passkeys ? (['CAPABILITY_ADMIN_PASSKEYS'] as const) : []),
      ...(served.bulk
        ? (['CAPABILITY_ADMIN_BULK', 'CAPABILITY_ADMIN_IMPORT', 'CAPABILITY_ADMIN_IMPORT_UPDATE'] as const)
        : []),
      ...(served.search ? (['CAPABILITY_ADMIN_SEARCH'] as const) : []),
      ...(served.sessions ? (['CAPABILITY_ADMIN_SESSION_LIST'] as const) : []),
      ...(served.views ? (['CAPABILITY_ADMIN_VIEWS'] as const) : []),
    ],
    admin: REGISTRATION,
    ...description,
  };
  const server = new Server();
  new HealthImplementation({ '': 'SERVING' }).addToServer(server);
  server.addService(hostService, implementation(hostService, { Describe: () => describe }, served));
  server.addService(adminDirectoryService, implementation(adminDirectoryService, directory, served));
  const authenticated = withSessions(directory, records, served);
  server.addService(adminRecordService, implementation(adminRecordService, authenticated, served));
  if (served.accounts) {
    server.addService(adminAccountService, implementation(adminAccountService, served.accounts, served));
  }
  if (served.bulk) {
    const bulk = withSessions(directory, served.bulk, served);
    server.addService(adminBulkService, implementation(adminBulkService, bulk, served));
  }
  if (served.search) {
    const search = withSessions(directory, served.search, served);
    server.addService(adminSearchService, implementation(adminSearchService, search, served));
  }
  if (served.factors) {
    server.addService(adminSecondFactorService, implementation(adminSecondFactorService, served.factors, served));
  }
  if (served.passkeys) {
    server.addService(adminPasskeyService, implementation(adminPasskeyService, served.passkeys, served));
  }
  if (served.sessions) {
    server.addService(adminSessionService, implementation(adminSessionService, served.sessions, served));
  }
  if (served.views) server.addService(adminViewService, implementation(adminViewService, served.views, served));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    close: async () => {
      server.forceShutdown();
    },
  };
}

const READS = [
  'WalkRecords',
  'SearchRecords',
  'ListRecords',
  'GetRecord',
  'ListOptions',
  'ListRelated',
  'ListCandidates',
  'GetSettings',
];

/** The same records, with AdminCaller.session in reads. */
function withSessions(
  directory: MemoryDirectory,
  records: object,
  { authenticates = (session) => directory.AuthenticateToken(session), ignoresSessionsOfWrites = false }: ServeOptions,
): object {
  return new Proxy(records, {
    get(target, rpc: string) {
      const method: unknown = Reflect.get(target, rpc);
      if (typeof method !== 'function') return method;
      return async (request: {
        readonly caller: { readonly session: AuthenticateTokenRequest__Output | null } | null;
      }) => {
        const answer = async (): Promise<object> => Reflect.apply(method, target, [request]) as object;
        const session = request.caller?.session ?? null;
        if (session === null || (!READS.includes(rpc) && ignoresSessionsOfWrites)) return answer();
        if (!READS.includes(rpc)) throw Object.assign(new Error('caller.session'), { code: status.INVALID_ARGUMENT });
        const verdict = await Promise.resolve(authenticates(session, directory));
        return verdict.refusal === undefined ? { ...(await answer()), session: verdict } : { session: verdict };
      };
    },
  });
}

/** Serves the rpcs that the object has as methods; the others are UNIMPLEMENTED. */
function implementation(service: object, handlers: object, served: ServeOptions): UntypedServiceImplementation {
  const methods = handlers as Record<string, ((request: unknown) => unknown) | undefined>;
  const methodsServed = Object.entries(service as Readonly<Record<string, NamedMessages>>).flatMap(
    ([rpc, definition]) =>
      methods[rpc] === undefined
        ? []
        : [[rpc, unary(methods, rpc, { ...served, ...checkOf(rpc, definition, served) })]],
  );
  return Object.fromEntries(methodsServed) as UntypedServiceImplementation;
}

const rules = new MessageRules();

function checkOf(
  rpc: string,
  definition: NamedMessages,
  { unchecked = [], uncheckedField }: ServeOptions,
): { readonly check: RuleCheck } {
  const check = rules.of(messageNames(definition).requestName);
  const isIgnored = (field: string): boolean =>
    unchecked.includes(rpc) || `${rpc}.${field.replace(/\[\d+\]/g, '')}` === uncheckedField;
  return {
    check(request) {
      const broken = check(request);
      return broken === undefined || isIgnored(broken.field) ? undefined : broken;
    },
  };
}

function unary(
  methods: Record<string, ((request: unknown) => unknown) | undefined>,
  rpc: string,
  { token, ignoresDeadlines = false, check }: ServeOptions & { readonly check: RuleCheck },
) {
  return (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>): void => {
    const allowed = token === undefined || call.metadata.get('authorization')[0] === `Bearer ${token}`;
    Promise.resolve()
      .then(() => {
        if (!allowed) throw Object.assign(new Error('no token'), { code: status.UNAUTHENTICATED });
        if (!ignoresDeadlines && Number(call.getDeadline()) <= Date.now()) {
          throw Object.assign(new Error('too late'), { code: status.DEADLINE_EXCEEDED });
        }
        const broken = check(call.request);
        if (broken !== undefined) {
          throw Object.assign(new Error(`${broken.field} ${broken.problem}`), { code: status.INVALID_ARGUMENT });
        }
        return methods[rpc]?.(call.request);
      })
      .then(
        (answer) => callback(null, answer),
        (error: unknown) => callback({ code: status.INTERNAL, details: String(error), ...(error as object) }),
      );
  };
}
