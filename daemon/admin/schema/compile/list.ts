import type { FormSchema } from '../../model/schema/form-schema.js';
import type { ListSchema, SearchView } from '../../model/schema/list-schema.js';
import type { FilterSchema } from '../../model/schema/filter-schema.js';
import { Text } from '../../model/schema/text.js';
import { COLUMNS } from '../keys/columns.js';
import { FILTER } from '../keys/filter-config.js';
import { LIST_CONFIG } from '../keys/list-config.js';
import type { ValueOf } from '../read/reader.js';
import { compileColumns } from './columns.js';
import type { ListOwner } from './column-source.js';
import type { CompileContext } from './context.js';
import type { ControllerScope } from './controller-scope.js';
import { checkModelClass, innerPathOf } from './controller-scope.js';
import { compileDefaultSort } from './default-sort.js';
import { compileFilters } from './filters.js';
import { textOr } from './texts.js';
import { compileToolbar } from './toolbar.js';

type ListConfig = ValueOf<typeof LIST_CONFIG>;

export const DEFAULT_RECORDS_PER_PAGE = 20;
const DEFAULT_PAGE_SIZES = [20, 50, 100, 200];

/** config_list.yaml with its columns and filters; undefined when the controller has none, or when it cannot be read. */
export function compileList(
  scope: ControllerScope,
  form: FormSchema | undefined,
  context: CompileContext,
): ListSchema | undefined {
  const file = `${scope.directory}/config_list.yaml`;
  const config = context.definitions.read(file, LIST_CONFIG)?.value;
  if (config === undefined) return undefined;
  checkModelClass(config.modelClass, scope, context);
  const owner = listOwner(scope);
  const definitions = context.definitions.readGiven(config.list, COLUMNS)?.value.columns.value;
  const columns = compileColumns(definitions?.entries ?? [], owner, context);
  const toolbar = compileToolbar(config.toolbar?.value.buttons?.value ?? [], scope, form, context);
  const { headerPartial } = config;
  if (headerPartial !== undefined) scope.partials.header(headerPartial);
  const recordsPerPage = config.recordsPerPage?.value ?? DEFAULT_RECORDS_PER_PAGE;
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
    toolbar,
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
      showCheckboxes: config.showCheckboxes?.value ?? toolbar.some(({ name }) => name === 'delete'),
      headerPartial: headerPartial?.value ?? null,
      assets: scope.assets,
    },
  };
}

/** Named by `filter`, or else config_filter.yaml where there is one. */
function filtersOf(config: ListConfig, scope: ControllerScope, context: CompileContext): readonly FilterSchema[] {
  const { definitions } = context;
  const conventional = `${scope.directory}/config_filter.yaml`;
  const filter =
    config.filter === undefined ? definitions.read(conventional, FILTER) : definitions.readGiven(config.filter, FILTER);
  const scopes = filter?.value.scopes.value;
  return scopes === undefined
    ? []
    : compileFilters(scopes, { ...listOwner(scope), optionProviders: scope.controller.optionProviders }, context);
}

function listOwner({ model, controller }: ControllerScope): ListOwner {
  return { model, relations: controller.relations, relationsOf: 'the controller' };
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

/** How a relation manager searches: as a list whose file says nothing about it. */
export const DEFAULT_SEARCH: SearchView = { prompt: new Text(DEFAULT_PROMPT), mode: 'all', searchOnEnter: false };
