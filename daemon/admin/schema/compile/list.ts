import { Text } from '../../../i18n/text.js';
import { RECORDS_PER_PAGE } from '../../api/limits.js';
import type { FormSchema } from '../../model/schema/form-schema.js';
import type {
  FilterSchema,
  ListColumn,
  ListSchema,
  SearchView,
  ToolbarButton,
} from '../../model/schema/list-schema.js';
import type { Requirement } from '../../model/schema/types.js';
import { NOTHING_REQUIRED } from '../../model/schema/types.js';
import { COLUMNS } from '../keys/columns.js';
import { FILTER } from '../keys/config-filter.js';
import type { WrittenButton } from '../keys/config-list.js';
import { DEFAULT_PAGE_SIZES, LIST_CONFIG } from '../keys/config-list.js';
import type { Given } from '../yaml/problems.js';
import type { ValueOf } from '../yaml/readers.js';
import type { ListOwner } from './columns.js';
import { compileColumns, compileDefaultSort } from './columns.js';
import type { CompileContext } from './context.js';
import { textOf, textOr } from './context.js';
import type { ControllerScope } from './controller-scope.js';
import { checkModelClass } from './controller-scope.js';
import { elementOwner } from './elements.js';
import type { FilterOwner } from './filters.js';
import { compileFilters } from './filters.js';
import { compileImport } from './import.js';
import { definitionsIn } from './incomplete-config.js';
import { innerPathOf } from './inner-path.js';
import { withInlineChange } from './inline-change.js';
import { withItemCounts } from './item-counts.js';

/** The form for the records of a list. */
type FormOfList = Pick<FormSchema, 'fields' | 'operations' | 'view'>;

/**
 * Compiles `toolbar.buttons` (create, delete, and names of registered actions) or `rowActions` (the same without create), in
 * file order.
 */
function compileButtons(
  buttons: readonly Given<WrittenButton>[],
  place: 'toolbar' | 'row',
  { controller, hasFormFile }: ControllerScope,
  form: FormOfList | undefined,
  context: CompileContext,
): readonly ToolbarButton[] {
  const { problems } = context;
  const seen = new Set<string>();
  return buttons.flatMap((button): ToolbarButton[] => {
    const { value: name, at } =
      typeof button.value === 'string' ? { ...button, value: button.value } : button.value.name;
    const { confirm, selection } = typeof button.value === 'string' ? NO_PROPERTIES : button.value;
    if (selection !== undefined && (name === 'create' || name === 'delete' || place === 'row')) {
      problems.add(selection.at, `does not go with the button ${name}${place === 'row' ? ' of a row' : ''}`, {
        expected: 'an action button of the toolbar',
        advice: name === 'create' ? 'create only opens a form' : 'it always acts on records',
      });
    }
    if (confirm !== undefined && (name === 'create' || name === 'delete')) {
      problems.add(confirm.at, `does not go with the button ${name}`, {
        expected: 'an action button',
        advice: name === 'delete' ? 'delete always asks for confirmation' : 'create only opens a form',
      });
    }
    if (seen.has(name)) {
      problems.add(at, `the button ${name} appears twice`, { expected: 'each button only once' });
      return [];
    }
    seen.add(name);
    if (name === 'create' && place === 'toolbar') {
      if (form === undefined && !hasFormFile)
        problems.add(at, 'the controller has no form for creating records', { expected: 'a config_form.yaml' });
      return [{ name, requires: form?.operations.create ?? NOTHING_REQUIRED }];
    }
    if (name === 'delete') return [{ name, requires: form?.operations.delete ?? NOTHING_REQUIRED }];
    const action = controller.actions.find((one) => one.name === name);
    if (action === undefined) {
      const reserved = place === 'toolbar' ? ['create', 'delete'] : ['delete'];
      const known = [...reserved, ...controller.actions.map((one) => one.name)];
      problems.unknown(at, `controller ${controller.id} has no action ${name}`, name, known);
      return [];
    }
    const requires: Requirement = { all: action.permissions, any: [] };
    const question = confirm && { confirm: textOf(confirm, context) };
    const onRecords = (selection !== undefined || place === 'row') && { onRecords: true as const };
    return [{ name, action: { name, label: new Text(action.label), ...question, ...onRecords }, requires }];
  });
}

const NO_PROPERTIES = { confirm: undefined, selection: undefined };

/** Whether a button acts on selected records. */
function needsSelection({ name, action }: ToolbarButton): boolean {
  return name === 'delete' || action?.onRecords === true;
}

/** A list shows the plain text of what a rich text editor of the form writes, and not its HTML. */
function withPlainText(columns: readonly ListColumn[], form: FormOfList | undefined): readonly ListColumn[] {
  const written = (form?.fields ?? []).flatMap(({ view, binding }) =>
    view.type === 'richeditor' && binding.kind === 'column' ? binding.column.name : [],
  );
  return columns.map((column) => {
    const { source, view } = column;
    const isHtml = source.kind === 'column' && view.type === 'text' && written.includes(source.column.name);
    return isHtml ? { ...column, view: { ...view, type: 'summary' } } : column;
  });
}

type ListConfig = ValueOf<typeof LIST_CONFIG>;

/**
 * Compiles config_list.yaml with its columns and filters; undefined if the controller has none, or if the file is unreadable.
 */
export function compileList(
  scope: ControllerScope,
  form: FormOfList | undefined,
  context: CompileContext,
): ListSchema | undefined {
  const file = `${scope.directory}/config_list.yaml`;
  const config = context.definitions.read(file, LIST_CONFIG)?.value;
  if (config === undefined) {
    reportDefinitions(file, scope, context);
    return undefined;
  }
  checkModelClass(config.modelClass, scope, context);
  const owner = listOwner(scope);
  const definitions = context.definitions.readGiven(config.list, COLUMNS)?.value.columns.value;
  const compiled = compileColumns(definitions?.entries ?? [], owner, context);
  const counted = withItemCounts(compiled, definitions?.entries ?? [], form, context);
  const columns = withPlainText(withInlineChange(counted, definitions?.entries ?? [], form, scope, context), form);
  const { buttons, partial: toolbarPartial } = toolbarParts(config, context);
  const toolbar = compileButtons(buttons, 'toolbar', scope, form, context);
  const rowActions = compileButtons(config.rowActions?.value ?? [], 'row', scope, form, context);
  const { headerPartial } = config;
  if (headerPartial !== undefined) scope.partials.header(headerPartial);
  if (toolbarPartial !== undefined) scope.partials.header(toolbarPartial);
  const imports = compileImport(scope, form, context);
  const recordsPerPage = config.recordsPerPage?.value ?? RECORDS_PER_PAGE.default;
  const perPageOptions = pageSizes(config, recordsPerPage);
  const showPageNumbers = config.showPageNumbers?.value ?? true;
  return {
    controller: scope.controller.id,
    model: scope.model,
    columns,
    filters: filtersOf(config, scope, context),
    defaultSort: compileDefaultSort(config.defaultSort, columns, definitions?.declared, context),
    search: searchView(config, context),
    recordsPerPage,
    perPageOptions,
    showPageNumbers,
    globalSearch: isInGlobalSearch(config, columns, form, scope, context) && context.searchesRecords,
    savesViews: context.savesViews,
    toolbar,
    rowActions,
    ...(imports !== undefined && { import: imports }),
    view: {
      controller: scope.controller.id,
      title: textOr(config.title, 'backend::lang.list.default_title', context),
      recordName: form?.view.name ?? null,
      recordUrl: innerPathOf(config.recordUrl, context),
      noRecordsMessage: textOr(config.noRecordsMessage, 'backend::lang.list.no_records', context),
      recordsPerPage,
      perPageOptions,
      showPageNumbers,
      showSorting: config.showSorting?.value ?? true,
      showCheckboxes: config.showCheckboxes?.value ?? toolbar.some(needsSelection),
      bulk: true,
      export: config.export?.value ?? true,
      headerPartial: headerPartial?.value ?? null,
      toolbarPartial: toolbarPartial?.value ?? null,
      assets: scope.assets,
    },
  };
}

/** Reports the errors of the columns and filters of a file that is not valid itself. */
function reportDefinitions(file: string, scope: ControllerScope, context: CompileContext): void {
  const columns = definitionsIn(file, ['list'], COLUMNS, context)?.columns.value;
  compileColumns(columns?.entries ?? [], listOwner(scope), context);
  const conventional = `${scope.directory}/config_filter.yaml`;
  const filter =
    definitionsIn(file, ['filter'], FILTER, context) ?? context.definitions.read(conventional, FILTER)?.value;
  if (filter !== undefined) compileFilters(filter.scopes.value, filterOwner(scope), context);
}

/** Reports a global search that would find nothing, or records that cannot be opened. */
function isInGlobalSearch(
  { globalSearch, recordUrl }: ListConfig,
  columns: ListSchema['columns'],
  form: FormOfList | undefined,
  { hasFormFile }: ControllerScope,
  { problems }: CompileContext,
): boolean {
  if (globalSearch?.value !== true) return false;
  const { at } = globalSearch;
  if (recordUrl === undefined || (form === undefined && !hasFormFile)) {
    problems.add(at, 'the command palette could not open the records', {
      expected: 'recordUrl and a config_form.yaml',
    });
  }
  if (columns.every(({ searchIn }) => searchIn === undefined)) {
    problems.add(at, 'the list has no searchable column', { expected: 'searchable: true on at least one column' });
  }
  return true;
}

/** The buttons and the partial of the toolbar. A text in place of the buttons is the name of the partial, as in October. */
function toolbarParts(
  { toolbar }: ListConfig,
  { problems }: CompileContext,
): { readonly buttons: readonly Given<WrittenButton>[]; readonly partial: Given<string> | undefined } {
  const { buttons, partial } = toolbar?.value ?? {};
  if (buttons === undefined) return { buttons: [], partial };
  const { value, at } = buttons;
  if (typeof value !== 'string') return { buttons: value, partial };
  if (partial !== undefined) {
    problems.add(at, 'names a partial, but toolbar.partial is set too', {
      expected: 'a list of buttons, or no toolbar.partial',
    });
  }
  return { buttons: [], partial: { value, at } };
}

/** The filters in the file that `filter` names, or else in config_filter.yaml if it exists. */
function filtersOf(config: ListConfig, scope: ControllerScope, context: CompileContext): readonly FilterSchema[] {
  const { definitions } = context;
  const conventional = `${scope.directory}/config_filter.yaml`;
  const filter =
    config.filter === undefined ? definitions.read(conventional, FILTER) : definitions.readGiven(config.filter, FILTER);
  const scopes = filter?.value.scopes.value;
  return scopes === undefined ? [] : compileFilters(scopes, filterOwner(scope), context);
}

function filterOwner(scope: ControllerScope): FilterOwner {
  return { ...listOwner(scope), optionProviders: scope.controller.optionProviders };
}

function listOwner({ model, controller }: ControllerScope): ListOwner {
  const elements = elementOwner(controller);
  return { model, relations: controller.relations, relationsOf: 'the controller', elements };
}

function pageSizes({ perPageOptions }: ListConfig, recordsPerPage: number): readonly number[] {
  const sizes = perPageOptions?.value.map(({ value }) => value) ?? DEFAULT_PAGE_SIZES;
  return [...new Set([...sizes, recordsPerPage])].sort((a, b) => a - b);
}

function searchView(config: ListConfig, context: CompileContext): SearchView {
  const { prompt, mode, searchOnEnter } = config.toolbar?.value.search?.value ?? {};
  return {
    prompt: textOr(prompt, DEFAULT_PROMPT, context),
    mode: mode?.value ?? 'all',
    searchOnEnter: searchOnEnter?.value ?? false,
  };
}

const DEFAULT_PROMPT = 'backend::lang.list.search_prompt';

/** The search of a relation manager: the default of a list whose file does not mention search. */
export const DEFAULT_SEARCH: SearchView = { prompt: new Text(DEFAULT_PROMPT), mode: 'all', searchOnEnter: false };
