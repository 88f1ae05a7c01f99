import type { ActionResult as ProtoActionResult } from '@gatehouse/proto/generated/gatehouse/host/v1/ActionResult';
import type { AdminCaller__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCaller';
import type { AdminCondition__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminCondition';
import type { AdminListQuery__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminListQuery';
import type { AdminRecordServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRecordService';
import type { AdminSelection__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminSelection';
import type { AdminScope__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminScope';
import type { FormValue } from '@gatehouse/proto/generated/gatehouse/host/v1/FormValue';
import { MAX_STREAM_ANSWER_BYTES } from '@gatehouse/proto/limits';
import type { ServedRpc } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import type { Transaction } from 'kysely';
import { sql } from '../../kysely.js';
import type { Logger } from '../../shared/logger.js';
import { describeError, RpcFault } from '../../wire/call.js';
import { InvalidField, present } from '../../wire/fields.js';
import { shortName } from '../../wire/over-bytes.js';
import type { AdminOptions } from '../admin-options.js';
import { toProtoCell } from '../cell.js';
import { inListTransaction, inReadTransaction, inTransaction, inViewTransaction } from '../database/transactions.js';
import type { ActionResult, Controller } from '../model/controller.js';
import type { AdminContext, AnyTables, Model } from '../model/model.js';
import { valuesFrom, visibleForm } from '../records/form-values.js';
import { listPage } from '../records/list-page.js';
import { modelOptions, providerOptions } from '../records/options.js';
import { databaseOutcome, outcomeOf, RecordNotFound } from '../records/outcomes.js';
import { readRecords, recordWithId } from '../records/read-records.js';
import { sendable } from '../records/record-size.js';
import { candidates, link, managed, related, unlink } from '../records/relation-manager.js';
import { readSettings, updateSettings } from '../records/settings.js';
import { createRecord, deleteRecords, updateRecord } from '../records/write-records.js';
import type { Registry } from '../registry.js';
import { columnsOf, keyParameter, ref } from '../sql/columns.js';
import { scoped, subjectOf } from '../sql/scopes.js';
import type { AdminRpc, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';
import { authenticateToken } from './serve-directory.js';
import { toProtoViewValue, withMarkedRows } from './view-value.js';

function contextOf(caller: AdminCaller__Output | null, trx: Transaction<AnyTables>): AdminContext<AnyTables> {
  const { administratorId, login, superuser, permissions, locale } = present(caller);
  return { caller: { id: administratorId, login, superuser, permissions, locale }, trx };
}

type Context = AdminContext<AnyTables>;

/** The common part of all requests of the service. */
interface Called {
  readonly caller: AdminCaller__Output | null;
}

/**
 * AdminRecordService over the application's registration: each rpc is one transaction, in which its scopes and hooks run.
 */
export function serveRecords(
  registry: Registry,
  { database, directory }: Pick<AdminOptions, 'database' | 'directory'>,
  logger: Logger,
): AdminRpcs<AdminRecordServiceDefinition> {
  const { engine } = registry;

  /** Outcomes are thrown inside the transaction, so that it rolls back, and become the answer outside of it. */
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
            await registry.nativeTypes.learn(trx, conditionsOf(request), cutsTexts(request));
            const response = await answer(request, contextOf(caller, trx));
            if (WRITES.has(name)) requireSendable(method, response);
            return response;
          },
          caller?.administratorId,
        );
        return session === undefined ? response : { ...response, session };
      } catch (error) {
        const outcome =
          outcomeOf(error, name) ??
          (await databaseOutcome(error, {
            rpc: name,
            locale: caller?.locale ?? '',
            model: modelAskedFor(registry, request),
            ask: {
              engine,
              rows: async (question) =>
                (await inTransaction(database, limits, (trx) => question.execute(trx), caller?.administratorId)).rows,
            },
            onUnanswered: (unanswered) => {
              const described = describeError(unanswered, `gatehouse.host.v1.${name}Request`, request);
              logger.warn(
                { requestId: limits.requestId, rpc: name, error: described },
                'the database rejected a write, and looking up the columns concerned failed',
              );
            },
          }));
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

  return {
    ListRecords: list(adminRecordService.ListRecords, async (request, context) => {
      const controller = registry.controller(request.controller);
      const base = scoped(controller, 'list', context);
      return { page: await listPage(registry, subjectOf(registry, controller, context), base, request.query, context) };
    }),

    GetRecord: read(adminRecordService.GetRecord, async (request, context) => {
      const controller = registry.controller(request.controller);
      const base = scoped(controller, scopeFrom(request.scope), context);
      const query = recordWithId(registry, controller.model, base, request.id);
      if (query === undefined) throw new RecordNotFound();
      const subject = subjectOf(registry, controller, context);
      const [record] = await readRecords(registry, subject, query, request.selection, context);
      if (record?.id !== request.id) throw new RecordNotFound();
      return { record: sendable(record) };
    }),

    CreateRecord: rpc(adminRecordService.CreateRecord, async (request, context) => ({
      created: await createRecord(registry, registry.controller(request.controller), request, context),
    })),

    UpdateRecord: rpc(adminRecordService.UpdateRecord, async (request, context) => ({
      updated: await updateRecord(registry, registry.controller(request.controller), request.id, request, context),
    })),

    DeleteRecords: rpc(adminRecordService.DeleteRecords, async (request, context) => {
      await deleteRecords(registry, registry.controller(request.controller), request.ids, context);
      return { deleted: true };
    }),

    ListOptions: list(adminRecordService.ListOptions, async (request, context) => {
      const owner =
        request.form === 'settings'
          ? registry.settings(request.settings ?? '')
          : registry.controller(request.controller ?? '');
      if (request.model) {
        const { model, labelColumn, scope } = request.model;
        return modelOptions(registry, registry.model(model), labelColumn, scope, request, context);
      }
      const isController = 'model' in owner;
      const values = valuesFrom(isController ? owner.model : owner, request.formValues);
      const relations = isController ? (owner.relations ?? {}) : {};
      const form = await visibleForm(registry, relations, values, context);
      if (request.relation) {
        const { relation: name, labelColumn, scope } = request.relation;
        const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
        if (relation === undefined) throw new InvalidField('relation', 'is not a relation of the controller');
        return modelOptions(registry, relation.model, labelColumn, scope, request, { ...context, form });
      }
      return providerOptions(owner.optionProviders ?? {}, request.provider ?? '', form, request, context);
    }),

    ListRelated: list(adminRecordService.ListRelated, async (request, context) => {
      const target = await managed(
        registry,
        registry.controller(request.controller),
        request.id,
        request.relation,
        context,
      );
      return { page: await related(registry, target, request.query, context) };
    }),

    ListCandidates: list(adminRecordService.ListCandidates, async (request, context) => {
      const target = await managed(
        registry,
        registry.controller(request.controller),
        request.id,
        request.relation,
        context,
      );
      return { page: await candidates(registry, target, request.query, request.ids, context) };
    }),

    Link: rpc(adminRecordService.Link, async (request, context) => {
      const target = await managed(
        registry,
        registry.controller(request.controller),
        request.id,
        request.relation,
        context,
      );
      return { linked: await link(registry, target, request.ids, context) };
    }),

    Unlink: rpc(adminRecordService.Unlink, async (request, context) => {
      const target = await managed(
        registry,
        registry.controller(request.controller),
        request.id,
        request.relation,
        context,
      );
      return { unlinked: await unlink(registry, target, request.ids, context) };
    }),

    GetSettings: read(adminRecordService.GetSettings, async (request, context) => ({
      values: await readSettings(registry.settings(request.settings), request.columns, context),
    })),

    UpdateSettings: rpc(adminRecordService.UpdateSettings, (request, context) =>
      updateSettings(registry.settings(request.settings), request, engine, context),
    ),

    RunAction: rpc(adminRecordService.RunAction, async (request, context) => {
      const controller = registry.controller(request.controller);
      const { model, actions = {} } = controller;
      const action = Object.hasOwn(actions, request.action) ? actions[request.action] : undefined;
      if (action === undefined) throw new InvalidField('action', 'is not an action of the controller');
      const { recordId } = request;
      if (recordId !== '') await requireRecord(registry, controller, recordId, context);
      const values = valuesFrom(model, request.values);
      const result = await action.run({ values, ...(recordId !== '' && { recordId }) }, context);
      return { done: toProtoResult(controller, result) };
    }),

    GetPartialData: rpc(
      adminRecordService.GetPartialData,
      async (request, context) => {
        const controller = registry.controller(request.controller);
        if (controller.partialData === undefined) throw new InvalidField('controller', 'supplies no partial data');
        const recordId = request.recordId === '' ? undefined : request.recordId;
        if (recordId !== undefined) await requireRecord(registry, controller, recordId, context);
        const marked = { ...context, trx: withMarkedRows(context.trx, registry) };
        return { data: toProtoViewValue(await controller.partialData(request.partial, recordId, marked)) };
      },
      inViewTransaction,
    ),
  };
}

function conditionsOf(request: Called): readonly AdminCondition__Output[] {
  return ('query' in request ? (request.query as AdminListQuery__Output | null) : null)?.conditions ?? [];
}

function cutsTexts(request: Called): boolean {
  if ('formValues' in request) return true;
  const query = 'query' in request ? (request.query as AdminListQuery__Output | null) : null;
  const selection = query?.selection ?? ('selection' in request ? (request.selection as AdminSelection__Output) : null);
  return (selection?.maxText ?? 0) > 0 || (selection?.maxRelatedText ?? 0) > 0;
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

function scopeFrom(scope: AdminScope__Output): 'list' | 'form' {
  return scope === 'ADMIN_SCOPE_LIST' ? 'list' : 'form';
}

async function requireRecord(registry: Registry, controller: Controller, id: string, context: Context): Promise<void> {
  const { model } = controller;
  const key = keyParameter(registry, model, id);
  if (key === undefined) throw new RecordNotFound();
  const found = await scoped(controller, 'form', context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${key}`)
    .select(sql`1`.as('gatehouse_one'))
    .executeTakeFirst();
  if (found === undefined) throw new RecordNotFound();
}

function toProtoResult({ model }: Controller, { message = '', fill = {} }: ActionResult): ProtoActionResult {
  const filled = Object.entries(fill).map(([name, value]): FormValue => {
    const column = columnsOf(model).get(name);
    if (column === undefined) throw new TypeError(`an action fills ${name}, which is not a declared column`);
    return { column: name, value: toProtoCell(column, value) };
  });
  return { message: message.slice(0, 500), fill: filled };
}
