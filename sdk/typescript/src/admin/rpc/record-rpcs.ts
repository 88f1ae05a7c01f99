import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminMatching__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminMatching';
import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { ControllerQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ControllerQuery';
import { MAX_STREAM_ANSWER_BYTES } from '@gatehouse/proto/limits';
import type { ServedRpc } from '@gatehouse/proto/rpc';
import { status } from '@grpc/grpc-js';
import type { Transaction } from 'kysely';
import type { Logger } from '../../shared/logger.js';
import { describeError, RpcFault } from '../../wire/call.js';
import { InvalidField, present } from '../../wire/fields.js';
import type { RpcCall } from '../../wire/over-bytes.js';
import { shortName } from '../../wire/over-bytes.js';
import type { AdminOptions } from '../admin-options.js';
import { inListTransaction, inReadTransaction, inTransaction } from '../database/transactions.js';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import { databaseOutcome, hasOutcome, outcomeOf } from '../records/outcomes.js';
import type { Registry } from '../registry.js';
import type { AdminLogger, AdminRpc } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';
import { authenticateToken } from './serve-directory.js';

type Context = AdminContext<AnyTables>;

/** The common part of all requests about records. */
export interface Called {
  readonly caller: AdminCaller__Output | null;
}

export function contextOf(caller: AdminCaller__Output | null, trx: Transaction<AnyTables>): AdminContext<AnyTables> {
  const { administratorId, login, superuser, permissions, locale } = present(caller);
  return { caller: { id: administratorId, login, superuser, permissions, locale }, trx };
}

type RecordOutcome = NonNullable<ReturnType<typeof outcomeOf>>;

/**
 * Converts what a transaction threw to the outcome of the rpc with this name: an outcome of a hook, of an action or of the
 * database. Undefined for a fault.
 */
export function recordOutcomes({ engine }: Registry, { database }: Pick<AdminOptions, 'database'>, logger: Logger) {
  return async (
    error: unknown,
    rpc: string,
    request: Called & object,
    model: Model | undefined,
    limits: RpcCall,
  ): Promise<RecordOutcome | undefined> => {
    const { caller } = request;
    const outcome =
      outcomeOf(error, rpc) ??
      (await databaseOutcome(error, {
        rpc,
        locale: caller?.locale ?? '',
        model,
        ask: {
          engine,
          rows: async (question) =>
            (await inTransaction(database, limits, (trx) => question.execute(trx), caller?.administratorId)).rows,
        },
        onUnanswered: (unanswered) => {
          const described = describeError(unanswered, `gatehouse.host.v1.${rpc}Request`, request);
          logger.warn(
            { requestId: limits.requestId, rpc, error: described },
            'the database rejected a write, and looking up the columns concerned failed',
          );
        },
      }));
    return outcome !== undefined && hasOutcome(rpc, outcome) ? outcome : undefined;
  };
}

/**
 * Rpcs about records, each one transaction. Outcomes are thrown inside the transaction, so that it rolls back, and become the
 * answer outside of it.
 */
export function recordRpcs(
  registry: Registry,
  { database, directory }: Pick<AdminOptions, 'database' | 'directory'>,
  logger: AdminLogger,
) {
  const outcomeFor = recordOutcomes(registry, { database }, logger);

  function rpc<Request extends Called, Response extends object>(
    method: ServedRpc<Request, Response>,
    answer: (request: NoInfer<Request>, context: Context) => Promise<NoInfer<Response>>,
    transaction: typeof inTransaction = inTransaction,
  ): AdminRpc<Request, Response> {
    const name = shortName(method);
    return adminRpc(method, logger, async (request, limits) => {
      const { caller } = request;
      if (caller?.session && !AUTHENTICATED_READS.has(name)) {
        throw new InvalidField('caller.session', 'is not allowed in this call');
      }
      // Before the transaction: application code must not run for a token that is no longer valid.
      const session = caller?.session ? await authenticateToken(directory, caller.session, limits) : undefined;
      // The encoder ignores members that a response does not have.
      if (session?.refusal !== undefined) return { session } as unknown as Response;
      try {
        const response = await transaction(
          database,
          limits,
          async (trx) => {
            await learnTypes(registry, request, trx);
            const response = await answer(request, contextOf(caller, trx));
            if (WRITES.has(name)) requireSendable(method, response);
            return response;
          },
          caller?.administratorId,
        );
        // Not a copy: V8 would give each one a layout of its own, and read it slowly.
        return session === undefined ? response : Object.assign(response, { session });
      } catch (error) {
        const outcome = await outcomeFor(error, name, request, modelAskedFor(registry, request), limits);
        if (outcome === undefined) throw error;
        return { ...outcome, session } as Response;
      }
    });
  }

  /** May read any number of records. */
  function list<Request extends Called, Response extends object>(
    method: ServedRpc<Request, Response>,
    answer: (request: NoInfer<Request>, context: Context) => Promise<NoInfer<Response>>,
  ): AdminRpc<Request, Response> {
    return rpc(method, answer, inListTransaction);
  }

  function read<Request extends Called, Response extends object>(
    method: ServedRpc<Request, Response>,
    answer: (request: NoInfer<Request>, context: Context) => Promise<NoInfer<Response>>,
  ): AdminRpc<Request, Response> {
    return rpc(method, answer, inReadTransaction);
  }

  return { rpc, list, read };
}

/** Learns the database's own types of the columns that the request compares or reads. */
export function learnTypes({ nativeTypes }: Registry, request: Called, trx: Transaction<AnyTables>): Promise<void> {
  return nativeTypes.learn(trx, conditionsOf(request), readsColumns(request));
}

function conditionsOf(request: Called): readonly AdminCondition__Output[] {
  const matching = 'matching' in request ? (request.matching as AdminMatching__Output | null) : null;
  return matching?.conditions ?? queriesOf(request).flatMap(({ conditions }) => conditions);
}

function readsColumns(request: Called): boolean {
  // An import reads the records that it updates.
  if ('formValues' in request || 'records' in request) return true;
  const queries = queriesOf(request);
  if (queries.some(({ sorts }) => sorts.length > 0)) return true;
  const selections =
    'selection' in request
      ? [request.selection as AdminSelection__Output]
      : queries.flatMap(({ selection }) => selection ?? []);
  return selections.some(({ columns, relations }) => columns.length > 0 || relations.length > 0);
}

/** The query of a list, or those of a search in several. */
function queriesOf(request: Called): readonly AdminListQuery__Output[] {
  if ('query' in request) return request.query === null ? [] : [request.query as AdminListQuery__Output];
  if (!('queries' in request)) return [];
  return (request.queries as readonly ControllerQuery__Output[]).flatMap(({ query }) => query ?? []);
}

function modelAskedFor(registry: Registry, request: Called): Model | undefined {
  const id = 'controller' in request ? request.controller : undefined;
  return registry.controllers.find((controller) => controller.id === id)?.model;
}

/** Their answers have the field `session`. */
const AUTHENTICATED_READS: ReadonlySet<string> = new Set([
  'ListRecords',
  'GetRecord',
  'ListOptions',
  'ListRelated',
  'ListCandidates',
  'GetSettings',
  'WalkRecords',
  'SearchRecords',
]);

const WRITES: ReadonlySet<string> = new Set([
  'CreateRecord',
  'UpdateRecord',
  'DeleteRecords',
  'Link',
  'Unlink',
  'UpdateSettings',
  'RunAction',
]);

/** Detects before the commit that an answer cannot be sent, so that the write rolls back. */
function requireSendable<Response>(
  method: Pick<ServedRpc<unknown, Response>, 'path' | 'responseSerialize'>,
  response: Response,
): void {
  const bytes = method.responseSerialize(response).length;
  if (bytes > MAX_STREAM_ANSWER_BYTES) {
    throw new RpcFault(
      status.RESOURCE_EXHAUSTED,
      `the response of ${shortName(method)} has ${String(bytes)} bytes; no changes were made`,
    );
  }
}
