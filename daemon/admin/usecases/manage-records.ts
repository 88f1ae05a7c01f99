import type { ListMeta, RecordBody, RowBody } from '../api/answers.js';
import { AdminError } from '../api/errors.js';
import { RECORDS_PER_PAGE } from '../api/limits.js';
import { listParameters } from '../api/list-query.js';
import { isRecordId } from '../api/paths.js';
import type { QueryEntries } from '../api/query-grammar.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import type { QueryScope, RecordStore } from '../ports/record-store.js';
import { listingOf, planQuery } from '../records/listing.js';
import { conflictJson, listMeta, recordJson, rowOf } from '../records/record-json.js';
import { carriesNested, expectedVersion, parseWrite } from '../records/record-write.js';
import { permittedForms } from '../schema/permitted/form.js';
import { onlyColumns, permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { outcomeError, PAGE_TOO_LONG, RECORD_TOO_LONG, unlessTooLong } from './asking.js';

export interface ListedRecords {
  readonly rows: readonly RowBody[];
  readonly meta: ListMeta;
}

/** Lists records. One call to the host, however many rows and relation columns the list shows. */
export function createListRecords(schema: ListSchema, records: Pick<RecordStore, 'listRows'>) {
  const sizes = { ...RECORDS_PER_PAGE, default: schema.recordsPerPage };
  return async (query: QueryEntries, { caller, permissions, call }: Asking): Promise<ListedRecords | AdminError> => {
    const parameters = listParameters(query, sizes);
    if (parameters instanceof AdminError) return parameters;
    const whole = listingOf(permittedLists.get(schema, permissions));
    const listing =
      parameters.columns === undefined ? whole : { ...whole, columns: onlyColumns(whole.columns, parameters.columns) };
    const plan = planQuery(listing, parameters);
    if (plan instanceof AdminError) return plan;
    const { columns } = listing.columns;
    const listed = records.listRows(
      { caller, controller: schema.controller },
      plan.query,
      (record) => rowOf(columns, record),
      call,
    );
    const page = await unlessTooLong(listed, PAGE_TOO_LONG);
    if (page instanceof AdminError) return page;
    return { rows: page.records, meta: listMeta(parameters, page, plan.sort) };
  };
}

/** Returns a record as this administrator's form shows it, within the form scope. One call to the host. */
export function createShowRecord(schema: FormSchema, records: Pick<RecordStore, 'get'>) {
  /** @param preferred the form to show; the other one if this administrator may use only that */
  return async (
    id: string,
    preferred: 'update' | 'preview',
    { caller, permissions, call }: Asking,
  ): Promise<RecordBody | AdminError> => {
    const forms = permittedForms.get(schema, permissions);
    const form = forms[preferred] ?? forms.update ?? forms.preview;
    if (form === null) return new AdminError('forbidden');
    if (!isRecordId(id)) return new AdminError('not_found');
    const record = await records.get({ caller, controller: schema.controller, id }, form.selection, 'form', call);
    return 'outcome' in record ? new AdminError('not_found') : recordJson(form, record);
  };
}

/** Creates a record from this administrator's create form. One call to the host, one transaction with its hooks. */
export function createCreateRecord(schema: FormSchema, records: Pick<RecordStore, 'create'>) {
  return async (
    body: Readonly<Record<string, unknown>>,
    { caller, permissions, call }: Asking,
  ): Promise<RecordBody | AdminError> => {
    const forms = permittedForms.get(schema, permissions);
    if (forms.create === null) return new AdminError('forbidden');
    const parsed = parseWrite(forms.create, body, { creating: true });
    if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
    const shown = forms.update ?? forms.preview ?? forms.create;
    const target = { caller, controller: schema.controller };
    const created = records.create(target, parsed.write, shown.selection, call);
    const outcome = await unlessTooLong(created, RECORD_TOO_LONG);
    if (outcome instanceof AdminError) return outcome;
    return outcome.outcome === 'written' ? recordJson(shown, outcome.record) : outcomeError(outcome, forms.create);
  };
}

/**
 * Writes the fields in the body that are on this administrator's update form. One call to the host (two with nested forms), which applies the form
 * scope, the version check and the hooks in the same transaction as the write.
 */
export function createUpdateRecord(schema: FormSchema, records: Pick<RecordStore, 'get' | 'update'>) {
  return async (
    id: string,
    body: Readonly<Record<string, unknown>>,
    { caller, permissions, call }: Asking,
  ): Promise<RecordBody | AdminError> => {
    const form = permittedForms.get(schema, permissions).update;
    if (form === null) return new AdminError('forbidden');
    if (!isRecordId(id)) return new AdminError('not_found');
    const version = expectedVersion(body);
    if (version instanceof AdminError) return version;
    const target = { caller, controller: schema.controller, id };
    const stored = carriesNested(form, body) ? await records.get(target, form.selection, 'form', call) : undefined;
    if (stored !== undefined && 'outcome' in stored) return new AdminError('not_found');
    const parsed = parseWrite(form, body, {
      creating: false,
      stored,
      hasVersion: version.expectedVersion !== undefined,
    });
    if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
    // The members that a nested form does not show come from this version of the record.
    const base = stored?.version === undefined ? {} : { expectedVersion: stored.version };
    const updated = records.update(target, parsed.write, { ...base, ...version, selection: form.selection }, call);
    const outcome = await unlessTooLong(updated, RECORD_TOO_LONG);
    if (outcome instanceof AdminError) return outcome;
    if (outcome.outcome === 'written') return recordJson(form, outcome.record);
    if (outcome.outcome === 'conflict') {
      return new AdminError('conflict', { current: conflictJson(form, outcome.current) });
    }
    return outcomeError(outcome, form);
  };
}

/**
 * Deletes all of the records or none. The user needs the controller's permissions and `modelDelete` of its form. A controller
 * without a form cannot declare `modelDelete`, so the delete button on its list decides.
 */
export function createDeleteRecords(
  { controller, form, list }: ControllerSchema,
  records: Pick<RecordStore, 'delete'>,
) {
  const isOffered = list?.toolbar.some(({ name }) => name === 'delete') ?? false;
  const mayDelete = ({ permissions }: Asking): boolean =>
    form === undefined ? isOffered : permittedForms.get(form, permissions).mayDelete;

  return async (ids: readonly string[], scope: QueryScope, asking: Asking): Promise<undefined | AdminError> => {
    const { caller, call } = asking;
    if (!mayDelete(asking)) return new AdminError('forbidden');
    if (!ids.every(isRecordId)) return new AdminError('not_found');
    const outcome = await records.delete({ caller, controller: controller.id }, ids, scope, call);
    return outcome.outcome === 'deleted' ? undefined : outcomeError(outcome);
  };
}
