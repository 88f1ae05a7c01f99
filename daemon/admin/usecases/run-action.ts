import type { ActionBody, Scalar } from '../api/answers.js';
import { AdminError, isProblem } from '../api/errors.js';
import type { Column } from '../model/column.js';
import { cellFromJson, cellToJson, Unencodable } from '../model/cell-json.js';
import { isRecordId } from '../api/paths.js';
import type { FieldProblem } from '../api/errors.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import { meets } from '../model/schema/types.js';
import type { Action } from '../model/registration.js';
import type { ActionDone, Actions, FillValue, Invocation } from '../ports/actions.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';
import { outcomeError } from './asking.js';

type Body = Readonly<Record<string, unknown>>;

/** Toolbar actions and actions of widgets: code of the application that Gatehouse calls by its registered name. */
export function createRunAction(schema: ControllerSchema, actions: Actions) {
  const { controller, form, list } = schema;

  return {
    /** Runs a toolbar action. The body must be empty, because the action is about the list, not about a record. */
    async toolbar(name: string, body: Body, asking: Asking): Promise<ActionBody | AdminError> {
      const button = list?.toolbar.find(
        ({ action: candidate }) => candidate?.name === name && candidate.onRecords !== true,
      );
      const action = schema.actions.get(name);
      if (button === undefined || action === undefined) return new AdminError('not_found');
      if (!meets(asking.permissions, button.requires)) return new AdminError('forbidden');
      const unknown = unknownKeys(body, []);
      if (unknown !== undefined) return unknown;
      const done = await run(action, { values: [] }, undefined, asking);
      return done instanceof AdminError ? done : { message: done.message, fill: {} };
    },

    /** Runs the action of a widget: on the create form without `record_id`, on the update form with it. */
    async widget(fieldName: string, body: Body, asking: Asking): Promise<ActionBody | AdminError> {
      if (form === undefined) return new AdminError('not_found');
      const recordId = Number.isSafeInteger(body['record_id']) ? String(body['record_id']) : body['record_id'];
      const context = Object.hasOwn(body, 'record_id') ? 'update' : 'create';
      const permitted = permittedForms.get(form, asking.permissions)[context];
      if (permitted === null) return new AdminError('forbidden');
      const binding = permitted.fields.get(fieldName)?.field.binding;
      const action = binding?.kind === 'widget' ? schema.actions.get(binding.action) : undefined;
      if (binding?.kind !== 'widget' || action === undefined) return new AdminError('not_found');
      const { fill } = binding;
      const unknown = unknownKeys(body, ['record_id', ...fill.map(({ name }) => name)]);
      if (unknown !== undefined) return unknown;
      if (recordId !== undefined && !(typeof recordId === 'string' && isRecordId(recordId))) {
        return new AdminError('not_found');
      }
      const values = readValues(fill, body);
      if (values instanceof AdminError) return values;
      const done = await run(action, { values, ...(recordId !== undefined && { recordId }) }, permitted, asking);
      return done instanceof AdminError ? done : { message: done.message, fill: writableFill(fill, done.fill) };
    },
  };

  async function run(
    action: Action,
    invocation: Omit<Invocation, 'action'>,
    form: PermittedForm | undefined,
    { caller, call }: Asking,
  ): Promise<ActionDone | AdminError> {
    const target = { caller, controller: controller.id };
    const outcome = await actions.run(target, { ...invocation, action: action.name }, call);
    return outcome.outcome === 'done' ? outcome : outcomeError(outcome, form);
  }
}

function unknownKeys(body: Body, known: readonly string[]): AdminError | undefined {
  const unknown = Object.keys(body).filter((key) => !known.includes(key));
  if (unknown.length === 0) return undefined;
  const fields = unknown.map((key): [string, FieldProblem[]] => [key, [{ rule: 'unknown' }]]);
  return new AdminError('validation_failed', { fields: Object.fromEntries(fields) });
}

/** Reads the form's current values. They may be unfinished; a value that does not fit its column is an error, never a guess. */
function readValues(fill: readonly Column[], body: Body): Invocation['values'] | AdminError {
  const fields: Record<string, FieldProblem[]> = {};
  const values: Invocation['values'][number][] = [];
  for (const column of fill) {
    if (!Object.hasOwn(body, column.name)) continue;
    const read = cellFromJson({ ...column, nullable: true }, body[column.name]);
    if (isProblem(read)) fields[column.name] = [read];
    else values.push({ column, value: read });
  }
  return Object.keys(fields).length === 0 ? values : new AdminError('validation_failed', { fields });
}

/** Keeps only the fields that the widget declares and the values with a JSON scalar, and drops the rest (AD-104). */
function writableFill(declared: readonly Column[], given: readonly FillValue[]): ActionBody['fill'] {
  const fill: Record<string, Scalar> = {};
  for (const { name, type } of declared) {
    const value = given.find(({ column }) => column === name)?.value;
    const json = value === undefined ? undefined : scalarOf(() => cellToJson(type, value));
    if (json !== undefined) fill[name] = json;
  }
  return fill;
}

function scalarOf(encode: () => unknown): Scalar | undefined {
  try {
    const value = encode();
    return isScalar(value) ? value : undefined;
  } catch (error) {
    if (error instanceof Unencodable) return undefined;
    throw error;
  }
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
