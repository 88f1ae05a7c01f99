import { status } from '@grpc/grpc-js';
import { sql } from 'kysely';
import { RpcFault } from '../../host/rpc-fault.js';
import type { Logger } from '../../ports/logger.js';
import { InvalidField } from '../../wire/fields.js';
import { describeError } from '../../wire/redact.js';
import type { AdminDatabase } from '../database.js';
import { inListTransaction, inReadTransaction, inTransaction, inViewTransaction } from '../database.js';
import type { AdminContext } from '../model/context.js';
import type { ActionResult, Controller } from '../model/controller.js';
import type { AnyTables, Model } from '../model/model.js';
import { scoped } from '../sql/scoped.js';
import { columnsOf, keyParameter, ref } from '../sql/table-reference.js';
import { contextOf } from '../wire/caller.js';
import { toWireCell } from '../wire/cell.js';
import { adminRpc, type AdminCall, type AdminRpcs } from '../wire/admin-rpc.js';
import { adminRecordService } from '../wire/contract.js';
import { MAX_ANSWER_BYTES } from '../wire/serve-admin-stream.js';
import { toWireViewValue } from '../wire/view-value.js';
import { databaseOutcome } from './database-refusal.js';
import { listPage } from './list-page.js';
import { modelOptions, providerOptions } from './options.js';
import { withMarkedRows } from './marked-rows.js';
import { outcomeOf, RecordNotFound } from './outcomes.js';
import { readRecords } from './read.js';
import { visibleForm } from './held-form.js';
import type { Registry } from './registry.js';
import { subjectOf } from './subject.js';
import { candidates, link, managed, related, unlink } from './relation-manager.js';
import type * as Wire from './requests.js';
import { readSettings, updateSettings } from './settings.js';
import { createRecord, deleteRecords, updateRecord } from './write.js';
import { valuesFrom } from './write-values.js';

type Context = AdminContext<AnyTables>;

/** AdminRecordService over what the application registered: each rpc one transaction, in which its scopes and hooks run. */
export function serveRecords(registry: Registry, database: AdminDatabase<AnyTables>, logger: Logger): AdminRpcs {
  const { engine } = registry;

  /** Outcomes are thrown inside the transaction, so that it is rolled back, and become the answer outside of it. */
  const rpc = (
    name: string,
    answer: (request: never, context: Context) => Promise<object>,
    transaction: typeof inTransaction = inTransaction,
  ) =>
    adminRpc(name, logger, async (request: Wire.Called, limits: AdminCall) => {
      try {
        return await transaction(
          database,
          limits,
          async (trx) => {
            const response = await answer(request as never, contextOf(request.caller, trx));
            if (WRITES.has(name)) requireSendable(name, response);
            return response;
          },
          request.caller?.administratorId,
        );
      } catch (error) {
        const outcome =
          outcomeOf(error, name) ??
          (await databaseOutcome(error, {
            rpc: name,
            locale: request.caller?.locale ?? '',
            model: modelAskedFor(registry, request),
            ask: {
              engine,
              rows: async (question) =>
                (await inTransaction(database, limits, (trx) => question.execute(trx), request.caller?.administratorId))
                  .rows,
            },
            onUnanswered: (unanswered) => {
              const described = describeError(unanswered, `gatehouse.host.v1.${name}Request`, request);
              logger.warn(
                { requestId: limits.requestId, rpc: name, error: described },
                'the database refused a write, and could not be asked which columns that is about',
              );
            },
          }));
        if (outcome === undefined) throw error;
        return outcome;
      }
    });

  /** Reads as many records as there are, perhaps. */
  const list = (name: string, answer: (request: never, context: Context) => Promise<object>) =>
    rpc(name, answer, inListTransaction);

  const read = (name: string, answer: (request: never, context: Context) => Promise<object>) =>
    rpc(name, answer, inReadTransaction);

  /** What a view model is made of. */
  const view = (name: string, answer: (request: never, context: Context) => Promise<object>) =>
    rpc(name, answer, inViewTransaction);

  return {
    listRecords: list('ListRecords', async (request: Wire.ListRecords, context) => {
      const controller = registry.controller(request.controller);
      const base = scoped(controller, 'list', context);
      return { page: await listPage(registry, subjectOf(registry, controller, context), base, request.query, context) };
    }),

    getRecord: read('GetRecord', async (request: Wire.GetRecord, context) => {
      const controller = registry.controller(request.controller);
      const { model } = controller;
      const key = keyParameter(model, request.id);
      if (key === undefined) throw new RecordNotFound();
      const query = scoped(controller, scopeFrom(request.scope), context).where(
        sql<boolean>`${ref(model.table, model.primaryKey)} = ${key}`,
      );
      const subject = subjectOf(registry, controller, context);
      const [record] = await readRecords(registry, subject, query, request.selection, context);
      if (record?.id !== request.id) throw new RecordNotFound();
      return { record };
    }),

    createRecord: rpc('CreateRecord', async (request: Wire.CreateRecord, context) => ({
      created: await createRecord(registry, registry.controller(request.controller), request, context),
    })),

    updateRecord: rpc('UpdateRecord', async (request: Wire.UpdateRecord, context) => ({
      updated: await updateRecord(registry, registry.controller(request.controller), request.id, request, context),
    })),

    deleteRecords: rpc('DeleteRecords', async (request: Wire.DeleteRecords, context) => {
      scopeFrom(request.scope);
      await deleteRecords(registry, registry.controller(request.controller), request.ids, context);
      return { deleted: true };
    }),

    listOptions: list('ListOptions', async (request: Wire.ListOptions, context) => {
      const owner =
        request.form === 'settings'
          ? registry.settings(request.settings ?? '')
          : registry.controller(request.controller ?? '');
      if (request.source === 'model' && request.model) {
        const { model, labelColumn, scope } = request.model;
        return modelOptions(registry, registry.model(model), labelColumn, scope, request, context);
      }
      const isController = 'model' in owner;
      const values = valuesFrom(isController ? owner.model : owner, request.formValues);
      const relations = isController ? (owner.relations ?? {}) : {};
      const form = await visibleForm(registry, relations, values, context);
      if (request.source === 'relation' && request.relation) {
        const { relation: name, labelColumn, scope } = request.relation;
        const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
        if (relation === undefined) throw new InvalidField('relation', 'names no relation of the controller');
        return modelOptions(registry, relation.model, labelColumn, scope, request, { ...context, form });
      }
      return providerOptions(owner.optionProviders ?? {}, request.provider ?? '', form, request, context);
    }),

    listRelated: list('ListRelated', async (request: Wire.Related, context) => {
      const target = await managed(registry.controller(request.controller), request.id, request.relation, context);
      return { page: await related(registry, target, request.query, context) };
    }),

    listCandidates: list('ListCandidates', async (request: Wire.Candidates, context) => {
      const target = await managed(registry.controller(request.controller), request.id, request.relation, context);
      return { page: await candidates(registry, target, request.query, request.ids, context) };
    }),

    link: rpc('Link', async (request: Wire.Link, context) => {
      const target = await managed(registry.controller(request.controller), request.id, request.relation, context);
      return { linked: await link(registry, target, request.ids, context) };
    }),

    unlink: rpc('Unlink', async (request: Wire.Link, context) => {
      const target = await managed(registry.controller(request.controller), request.id, request.relation, context);
      return { unlinked: await unlink(registry, target, request.ids, context) };
    }),

    getSettings: read('GetSettings', async (request: Wire.GetSettings, context) => ({
      values: await readSettings(registry.settings(request.settings), request.columns, context),
    })),

    updateSettings: rpc('UpdateSettings', (request: Wire.UpdateSettings, context) =>
      updateSettings(registry.settings(request.settings), request, engine, context),
    ),

    runAction: rpc('RunAction', async (request: Wire.RunAction, context) => {
      const controller = registry.controller(request.controller);
      const { model, actions = {} } = controller;
      const action = Object.hasOwn(actions, request.action) ? actions[request.action] : undefined;
      if (action === undefined) throw new InvalidField('action', 'names no action of the controller');
      const { recordId } = request;
      if (recordId !== '') await requireRecord(controller, recordId, context);
      const values = valuesFrom(model, request.values);
      const result = await action.run({ values, ...(recordId !== '' && { recordId }) }, context);
      return { done: wireResult(controller, result) };
    }),

    getPartialData: view('GetPartialData', async (request: Wire.GetPartialData, context) => {
      const controller = registry.controller(request.controller);
      if (controller.partialData === undefined) throw new InvalidField('controller', 'supplies no partial data');
      const recordId = request.recordId === '' ? undefined : request.recordId;
      if (recordId !== undefined) await requireRecord(controller, recordId, context);
      const marked = { ...context, trx: withMarkedRows(context.trx, registry) };
      return { data: toWireViewValue(await controller.partialData(request.partial, recordId, marked)) };
    }),
  };
}

function modelAskedFor(registry: Registry, request: Wire.Called): Model | undefined {
  const id = 'controller' in request ? request.controller : undefined;
  return registry.controllers.find((controller) => controller.id === id)?.model;
}

const WRITES: ReadonlySet<string> = new Set([
  'CreateRecord',
  'UpdateRecord',
  'DeleteRecords',
  'Link',
  'Unlink',
  'UpdateSettings',
  'RunAction',
]);

/** An answer that cannot be sent has to be known before the commit: the write is rolled back with it. */
function requireSendable(rpc: string, response: object): void {
  const bytes = adminRecordService[rpc]?.responseSerialize(response).length ?? 0;
  if (bytes > MAX_ANSWER_BYTES) {
    throw new RpcFault(
      status.RESOURCE_EXHAUSTED,
      `the answer of ${rpc} has ${String(bytes)} bytes: nothing was changed`,
    );
  }
}

function scopeFrom(scope: string): 'list' | 'form' {
  if (scope === 'ADMIN_SCOPE_LIST') return 'list';
  if (scope === 'ADMIN_SCOPE_FORM') return 'form';
  throw new InvalidField('scope', 'is not known to this host');
}

async function requireRecord(controller: Controller, id: string, context: Context): Promise<void> {
  const { model } = controller;
  const key = keyParameter(model, id);
  if (key === undefined) throw new RecordNotFound();
  const found = await scoped(controller, 'form', context)
    .where(sql<boolean>`${ref(model.table, model.primaryKey)} = ${key}`)
    .select(sql`1`.as('gatehouse_one'))
    .executeTakeFirst();
  if (found === undefined) throw new RecordNotFound();
}

function wireResult({ model }: Controller, { message = '', fill = {} }: ActionResult): object {
  const filled = Object.entries(fill).map(([name, value]) => {
    const column = columnsOf(model).get(name);
    if (column === undefined) throw new TypeError(`an action fills ${name}, which is no declared column`);
    return { column: name, value: toWireCell(column, value) };
  });
  return { message: message.slice(0, 500), fill: filled };
}
