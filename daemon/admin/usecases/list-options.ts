import { filterValues } from '../lists/filter-values.js';
import { formValues } from '../lists/form-values.js';
import { listParameters, type FurtherParameter, type QueryEntries } from '../lists/list-parameters.js';
import { searchTerms } from '../lists/search-terms.js';
import { AdminError } from '../model/admin-error.js';
import type { OptionBody, OptionsMeta } from '../model/answers.js';
import type { ControllerSchema } from '../model/schema/admin-schema.js';
import type { FilterSchema } from '../model/schema/filter-schema.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import type { SettingsSchema } from '../model/schema/settings-schema.js';
import type { OptionOrigin, OptionQuery, OptionSource, SettingsTarget } from '../ports/option-source.js';
import type { ControllerTarget } from '../ports/record-store.js';
import { permittedForms, type PermittedForm } from '../schema/permitted/form.js';
import { permittedLists } from '../schema/permitted/list.js';
import { permittedSettings } from '../schema/permitted/settings.js';
import type { Asking } from './asking.js';

const SIZES = { default: 50, maximum: 100 };
const OF_A_FIELD: readonly FurtherParameter[] = ['ids', 'form'];
const OF_A_FILTER: readonly FurtherParameter[] = ['ids', 'filter'];

export interface ListedOptions {
  readonly options: readonly OptionBody[];
  readonly meta: OptionsMeta;
}

/** Choices of a field or of a filter that come from the server, within the target's list scope. One call to the host. */
export function createListOptions(schema: ControllerSchema, options: OptionSource) {
  const { form, list, controller } = schema;

  return {
    async field(name: string, query: QueryEntries, asking: Asking): Promise<ListedOptions | AdminError> {
      const forms = form && permittedForms.get(form, asking.permissions);
      const shownOn = [forms?.update, forms?.create, forms?.preview].find((one) => one?.fields.has(name));
      return shownOn === undefined || shownOn === null
        ? new AdminError('not_found')
        : askField(options, { caller: asking.caller, controller: controller.id }, shownOn, name, query, asking);
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

/** What is chosen in the filters that this one depends on, of those that the administrator has. */
function chosenValues(list: ListSchema, filter: FilterSchema, query: QueryEntries, { permissions }: Asking) {
  const parameters = listParameters(query, SIZES, OF_A_FILTER);
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
  const parameters = listParameters(query, SIZES, further);
  if (parameters instanceof AdminError) return parameters;
  const { page, perPage, search, ids } = parameters;
  const terms = search === '' ? [] : searchTerms(search);
  if ('rule' in terms) return new AdminError('validation_failed', { fields: { search: [terms] } });
  const found = await options.options(
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
  return { options: found.options, meta: { page, per_page: perPage, has_more: found.hasMore } };
}
