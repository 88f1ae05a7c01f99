import type { OptionBody, OptionsMeta } from '../api/answers.js';
import type { FieldProblem } from '../api/errors.js';
import { AdminError, invalid, isProblem } from '../api/errors.js';
import { OPTIONS_PER_PAGE } from '../api/limits.js';
import type { FilterParameters } from '../api/list-query.js';
import { listParameters, searchTerms } from '../api/list-query.js';
import type { FurtherParameter, QueryEntries } from '../api/query-grammar.js';
import { filterParameter, furtherParameter, parseFormParameter } from '../api/query-grammar.js';
import { cellFromText } from '../model/cell-json.js';
import type { Column } from '../model/column.js';
import type { Model } from '../model/registration.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { FieldBinding, SettingsSchema } from '../model/schema/form-schema.js';
import type { FilterSchema, ListSchema } from '../model/schema/list-schema.js';
import type { OptionOrigin, OptionQuery, OptionSource, SettingsTarget } from '../ports/option-source.js';
import type { ControllerTarget } from '../ports/record-store.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import { permittedForms, permittedSettings } from '../schema/permitted/form.js';
import { permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { PAGE_TOO_LONG, unlessTooLong } from './asking.js';

type FormValue = OptionQuery['formValues'][number];

/**
 * The values chosen in the filters that another filter's choices depend on: a column's value or a belongsTo relation's key. A
 * filter without a single chosen value is omitted. A filter that this one does not depend on is a 422.
 */
function filterValues(
  model: Model,
  dependsOn: readonly FilterSchema[],
  chosen: ReadonlyMap<string, FilterParameters>,
): FormValue[] | AdminError {
  const values = new Map<string, FormValue>();
  const problems = new Map<string, FieldProblem[]>();
  for (const [name, { values: texts }] of chosen) {
    const filter = dependsOn.find((one) => one.name === name);
    const column = filter && columnOfFilter(model, filter);
    const [text = '', ...more] = texts;
    if (filter === undefined) problems.set(filterParameter(name), [{ rule: 'unknown' }]);
    else if (column !== undefined && text !== '' && more.length === 0) {
      const read = cellFromText(column, text);
      if (isProblem(read)) problems.set(filterParameter(name), [read]);
      else values.set(column.name, { column, value: read });
    }
  }
  if (problems.size > 0) return new AdminError('validation_failed', { fields: Object.fromEntries(problems) });
  return [...values.values()];
}

function columnOfFilter({ columns }: Model, { target }: FilterSchema): Column | undefined {
  if (target.kind === 'column') return target.column;
  if (target.kind !== 'relation' || target.relation.kind !== 'belongsTo') return undefined;
  const { foreignKey } = target.relation;
  return columns.find(({ name }) => name === foreignKey);
}

/**
 * Reads `form[name]=…`: the unsaved values of the fields that the requested field depends on (`dependsOn`), as query strings. A
 * belongsTo relation sends its key. Empty values and fields without a single value are omitted. A field that the requested one
 * does not depend on is a 422.
 */
export function formValues(
  { fields }: PermittedForm,
  dependsOn: readonly string[],
  entries: QueryEntries,
): FormValue[] | AdminError {
  const values = new Map<string, FormValue>();
  const problems = new Map<string, FieldProblem[]>();
  for (const [parameter, text] of entries) {
    if (furtherParameter(parameter) !== 'form') continue;
    const name = parseFormParameter(parameter);
    const field = name !== undefined && dependsOn.includes(name) ? fields.get(name)?.field : undefined;
    if (field === undefined) {
      problems.set(parameter, [{ rule: 'unknown' }]);
      continue;
    }
    const column = columnOfField(field.binding);
    if (column === undefined || text === '') continue;
    const result = cellFromText(column, text);
    if (values.has(column.name)) problems.set(parameter, [{ rule: 'repeated' }]);
    else if (isProblem(result)) problems.set(parameter, [result]);
    else values.set(column.name, { column, value: result });
  }
  if (problems.size > 0) return new AdminError('validation_failed', { fields: Object.fromEntries(problems) });
  return [...values.values()];
}

function columnOfField(binding: FieldBinding): Column | undefined {
  if (binding.kind === 'column') return binding.column;
  return binding.kind === 'relation' ? binding.key : undefined;
}

const OF_A_FIELD: readonly FurtherParameter[] = ['ids', 'form'];
const OF_A_FILTER: readonly FurtherParameter[] = ['ids', 'filter'];

export interface ListedOptions {
  readonly options: readonly OptionBody[];
  readonly meta: OptionsMeta;
}

/** Returns the choices of a field or filter that come from the server, within the target's list scope. One call to the host. */
export function createListOptions(schema: ControllerSchema, options: OptionSource) {
  const { form, list, controller } = schema;

  return {
    async field(name: string, query: QueryEntries, asking: Asking): Promise<ListedOptions | AdminError> {
      const forms = form && permittedForms.get(form, asking.permissions);
      const shownOn = [forms?.update, forms?.create, forms?.preview].find((one) => one?.fields.has(name));
      const target = { caller: asking.caller, controller: controller.id };
      return shownOn ? askField(options, target, shownOn, name, query, asking) : new AdminError('not_found');
    },

    async filter(name: string, query: QueryEntries, asking: Asking): Promise<ListedOptions | AdminError> {
      const filter = list && permittedLists.get(list, asking.permissions).filters.get(name);
      const origin = filter && filterOrigin(filter);
      if (list === undefined || filter === undefined || origin === undefined) return new AdminError('not_found');
      const held = chosenValues(list, filter, query, asking);
      if (held instanceof AdminError) return held;
      return ask(
        options,
        { caller: asking.caller, controller: controller.id },
        origin,
        query,
        asking,
        held,
        OF_A_FILTER,
      );
    },
  };
}

export function createSettingsOptions(schema: SettingsSchema, options: OptionSource) {
  return async (name: string, query: QueryEntries, asking: Asking): Promise<ListedOptions | AdminError> => {
    const permitted = permittedSettings.get(schema, asking.permissions);
    const target = { caller: asking.caller, settings: schema.screen.code };
    return permitted ? askField(options, target, permitted.form, name, query, asking) : new AdminError('not_found');
  };
}

async function askField(
  options: OptionSource,
  target: ControllerTarget | SettingsTarget,
  form: PermittedForm,
  name: string,
  query: QueryEntries,
  asking: Asking,
): Promise<ListedOptions | AdminError> {
  const origin = fieldOrigin(form, name);
  if (origin === undefined) return new AdminError('not_found');
  const held = formValues(form, form.fields.get(name)?.field.view.dependsOn ?? [], query);
  return held instanceof AdminError ? held : ask(options, target, origin, query, asking, held, OF_A_FIELD);
}

function filterOrigin({ options }: FilterSchema): OptionOrigin | undefined {
  if (options.kind === 'model') return { kind: 'model', model: options.model, label: options.label };
  return options.kind === 'provider' ? { kind: 'provider', provider: options.provider } : undefined;
}

/** The values chosen in the filters that this one depends on, of those that the administrator may use. */
function chosenValues(list: ListSchema, filter: FilterSchema, query: QueryEntries, { permissions }: Asking) {
  const parameters = listParameters(query, OPTIONS_PER_PAGE, OF_A_FILTER);
  if (parameters instanceof AdminError) return parameters;
  const { filters } = permittedLists.get(list, permissions);
  const dependsOn = filter.dependsOn.flatMap((name) => filters.get(name) ?? []);
  return filterValues(list.model, dependsOn, parameters.filters);
}

function fieldOrigin({ fields }: PermittedForm, name: string): OptionOrigin | undefined {
  const binding = fields.get(name)?.field.binding;
  if (binding?.kind === 'relation') {
    const { relation, label, scope } = binding;
    return { kind: 'relation', relation, label, ...(scope && { scope }) };
  }
  if (binding?.kind === 'column' && binding.choices?.kind === 'provider') {
    return { kind: 'provider', provider: binding.choices.provider };
  }
  return undefined;
}

async function ask(
  options: OptionSource,
  target: ControllerTarget | SettingsTarget,
  source: OptionOrigin,
  query: QueryEntries,
  { call }: Asking,
  held: OptionQuery['formValues'],
  further: readonly FurtherParameter[],
): Promise<ListedOptions | AdminError> {
  const parameters = listParameters(query, OPTIONS_PER_PAGE, further);
  if (parameters instanceof AdminError) return parameters;
  const { page, perPage, search, ids } = parameters;
  const terms = search === '' ? [] : searchTerms(search);
  if (isProblem(terms)) return invalid('search', terms);
  const listed = options.options(
    target,
    {
      source,
      terms,
      ids,
      page: { number: page, size: Math.max(perPage, ids.length) },
      formValues: held,
    },
    call,
  );
  const found = await unlessTooLong(listed, PAGE_TOO_LONG);
  if (found instanceof AdminError) return found;
  return { options: found.options, meta: { page, per_page: perPage, has_more: found.hasMore } };
}
