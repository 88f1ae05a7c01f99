import type { ActionResult as ProtoActionResult } from '@gatehouse/proto/generated/gatehouse/host/v1/ActionResult';
import type { AdminRecordServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminRecordService';
import type { AdminScope__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminScope';
import type { FormValue } from '@gatehouse/proto/generated/gatehouse/host/v1/FormValue';
import { adminRecordService } from '@gatehouse/proto/services';
import { InvalidField } from '../../wire/fields.js';
import type { AdminOptions } from '../admin-options.js';
import { toProtoCell } from '../cell.js';
import { inViewTransaction } from '../database/transactions.js';
import type { ActionResult, Controller } from '../model/controller.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import { formValuesFrom, visibleForm } from '../records/form-values.js';
import { listPage } from '../records/list-page.js';
import { modelOptions, providerOptions } from '../records/options.js';
import { RecordNotFound, beginning } from '../records/outcomes.js';
import { readRecords, recordWithId } from '../records/read-records.js';
import { sendable } from '../records/record-size.js';
import { candidates, link, managed, related, unlink } from '../records/relation-manager.js';
import { readSettings, updateSettings } from '../records/settings.js';
import { createRecord, deleteRecords, updateRecord } from '../records/write-records.js';
import type { Registry } from '../registry.js';
import { columnsOf } from '../sql/columns.js';
import { isAmong, scoped, subjectOf } from '../sql/scopes.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { recordRpcs } from './record-rpcs.js';
import { toProtoViewValue, withMarkedRows } from './view-value.js';

type Context = AdminContext<AnyTables>;

/**
 * AdminRecordService over the application's registration: each rpc is one transaction, in which its scopes and hooks run.
 */
export function serveRecords(
  registry: Registry,
  options: Pick<AdminOptions, 'database' | 'directory'>,
  logger: AdminLogger,
): AdminRpcs<AdminRecordServiceDefinition> {
  const { engine } = registry;
  const { rpc, list, read } = recordRpcs(registry, options, logger);

  const relationOf = (
    { controller, id, relation }: { readonly controller: string; readonly id: string; readonly relation: string },
    context: Context,
    changing?: readonly string[],
  ) => managed(registry, registry.controller(controller), id, relation, context, changing);

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
      const values = formValuesFrom(isController ? owner.model : owner, request.formValues);
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
      const target = await relationOf(request, context);
      return { page: await related(registry, target, request.query, context) };
    }),

    ListCandidates: list(adminRecordService.ListCandidates, async (request, context) => {
      const target = await relationOf(request, context);
      return { page: await candidates(registry, target, request.query, request.ids, context) };
    }),

    Link: rpc(adminRecordService.Link, async (request, context) => {
      const target = await relationOf(request, context, request.ids);
      return { linked: await link(registry, target, request.ids, context) };
    }),

    Unlink: rpc(adminRecordService.Unlink, async (request, context) => {
      const target = await relationOf(request, context, request.ids);
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
      const values = formValuesFrom(model, request.values);
      const result = await action.run({ values, ...(recordId !== '' && { recordId }) }, context);
      return { done: toProtoResult(controller, result ?? {}) };
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

function scopeFrom(scope: AdminScope__Output): 'list' | 'form' {
  return scope === 'ADMIN_SCOPE_LIST' ? 'list' : 'form';
}

async function requireRecord(registry: Registry, controller: Controller, id: string, context: Context): Promise<void> {
  const found = await isAmong(registry, controller.model, scoped(controller, 'form', context), id);
  if (!found) throw new RecordNotFound();
}

function toProtoResult({ model }: Controller, { message = '', fill = {} }: ActionResult): ProtoActionResult {
  const filled = Object.entries(fill).map(([name, value]): FormValue => {
    const column = columnsOf(model).get(name);
    if (column === undefined) throw new TypeError(`an action fills ${name}, which is not a declared column`);
    return { column: name, value: toProtoCell(column, value) };
  });
  return { message: beginning(message), fill: filled };
}
