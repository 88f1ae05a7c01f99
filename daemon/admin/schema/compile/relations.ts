import { RECORDS_PER_PAGE } from '../../api/limits.js';
import type { Model } from '../../model/registration.js';
import type { Relation } from '../../model/column.js';
import type { FormSchema } from '../../model/schema/form-schema.js';
import type { RelatedList, RelationSchema } from '../../model/schema/list-schema.js';
import type { Requirement } from '../../model/schema/types.js';
import { NOTHING_REQUIRED, FORM_CONTEXTS } from '../../model/schema/types.js';
import { Text } from '../../../i18n/text.js';
import { COLUMNS } from '../keys/columns.js';
import type { RelationButton, RelationDefinition, RelationPart } from '../keys/config-relation.js';
import type { Named } from '../yaml/readers.js';
import { compileColumns, compileDefaultSort } from './columns.js';
import type { ListOwner } from './columns.js';
import type { CompileContext } from './context.js';
import type { ControllerScope } from './controller-scope.js';
import type { ElementOwner } from './elements.js';
import { elementOwner } from './elements.js';
import { findRelation, relatedModel, textOr } from './context.js';

/** Compiles the relation managers that config_relation.yaml declares, by name. */
export function compileRelations(
  definitions: readonly Named<RelationDefinition>[],
  scope: ControllerScope,
  form: FormSchema | undefined,
  context: CompileContext,
): ReadonlyMap<string, RelationSchema> {
  const compiled = definitions.flatMap((definition): [string, RelationSchema][] => {
    const schema = compileRelation(definition, scope, form, context);
    return schema === undefined ? [] : [[definition.name, schema]];
  });
  return new Map(compiled);
}

function compileRelation(
  { name, nameAt, value }: Named<RelationDefinition>,
  { controller }: ControllerScope,
  form: FormSchema | undefined,
  context: CompileContext,
): RelationSchema | undefined {
  const relation = findRelation(controller.relations, name, nameAt, context);
  const related = relation && relatedModel(relation, context);
  if (relation === undefined || related === undefined) return undefined;
  if (relation.kind === 'belongsTo') {
    context.problems.add(nameAt, 'a belongsTo relation has no manager', {
      expected: 'a belongsToMany or hasMany relation',
      advice: 'use a form field of type relation',
    });
    return undefined;
  }
  const readOnly = value.readOnly?.value ?? false;
  const buttons = readOnly ? [] : allowedButtons(value, relation, related, context);
  const owner = relatedOwner(related, elementOwner(controller), context);
  const view = relatedList(value.view.value, owner, context);
  return {
    controller: controller.id,
    name,
    relation,
    related,
    canLink: buttons.includes('link'),
    canUnlink: buttons.includes('unlink'),
    view,
    manage: value.manage === undefined ? view : relatedList(value.manage.value, owner, context),
    ...accessOf(name, form),
    labels: {
      controller: controller.id,
      name,
      label: value.label === undefined ? new Text(name) : textOr(value.label, name, context),
      emptyMessage: textOr(value.emptyMessage, 'backend::lang.relation.no_records', context),
      readOnly,
    },
  };
}

/**
 * Users who cannot open any form of the record cannot use its relation managers. Users who cannot update it cannot change its
 * links.
 */
function accessOf(name: string, form: FormSchema | undefined): Pick<RelationSchema, 'shownBy' | 'changedBy'> {
  if (form === undefined) return { shownBy: [NOTHING_REQUIRED], changedBy: [NOTHING_REQUIRED] };
  const fields = form.fields.filter(({ binding }) => binding.kind === 'manager' && binding.relation === name);
  const showing = fields.length > 0 ? fields : [{ requires: NOTHING_REQUIRED, contexts: FORM_CONTEXTS }];
  return {
    shownBy: showing.flatMap(({ requires, contexts }) =>
      contexts.filter((context) => context !== 'create').map((context) => bothOf(requires, form.operations[context])),
    ),
    changedBy: showing.map(({ requires }) => bothOf(requires, form.operations.update)),
  };
}

function bothOf({ all, any }: Requirement, operation: Requirement): Requirement {
  return { all: [...all, ...operation.all], any };
}

/** Both buttons by default. Unlinking a record from a hasMany clears its foreign key, so the key must be nullable. */
function allowedButtons(
  { view }: RelationDefinition,
  relation: Relation,
  related: Model,
  { problems }: CompileContext,
): readonly RelationButton[] {
  const key = relation.kind === 'hasMany' ? relation.foreignKey : undefined;
  const bound = related.columns.some((column) => column.name === key && !column.nullable);
  const { toolbarButtons } = view.value;
  if (toolbarButtons === undefined) return bound ? ['link'] : ['link', 'unlink'];
  for (const { value, at } of toolbarButtons.value) {
    if (value !== 'unlink' || !bound) continue;
    problems.add(at, `records cannot be unlinked: the column ${key ?? ''} of ${related.name} is not nullable`, {
      expected: 'only add, or a nullable foreign key',
    });
  }
  return toolbarButtons.value.map(({ value }) => value);
}

function relatedList(part: RelationPart, owner: ListOwner, context: CompileContext): RelatedList {
  const definitions = context.definitions.readGiven(part.list, COLUMNS)?.value.columns.value;
  const columns = compileColumns(definitions?.entries ?? [], owner, context);
  return {
    columns,
    defaultSort: compileDefaultSort(part.defaultSort, columns, definitions?.declared, context),
    recordsPerPage: part.recordsPerPage?.value ?? RECORDS_PER_PAGE.default,
    showPageNumbers: part.showPageNumbers?.value ?? true,
    showSearch: part.showSearch?.value ?? true,
    showSorting: part.showSorting?.value ?? true,
  };
}

/**
 * A relation column in a list of related records refers to the related model's own relations, so that one columns.yaml serves
 * both lists. Custom elements come from the scripts of the page that shows the list.
 */
function relatedOwner(related: Model, elements: ElementOwner, { managers }: CompileContext): ListOwner {
  const manager = managers.get(related.name);
  return {
    model: related,
    relations: manager?.relations ?? [],
    relationsOf: manager === undefined ? `${related.name}, which no controller manages,` : `controller ${manager.id}`,
    elements,
  };
}
