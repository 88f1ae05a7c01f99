import type { Column, ColumnType } from '../../model/column.js';
import type { RelationKind } from '../../model/relation.js';
import type { FieldBinding, FieldChoices } from '../../model/schema/form-schema.js';
import type { FieldType } from '../../model/schema/types.js';
import type { Choice } from '../../model/schema/view-parts.js';
import type { NamedField } from '../keys/fields.js';
import { under } from '../spot.js';
import { compileChoices, valuesOf } from './choices.js';
import type { CompileContext } from './context.js';
import type { FormController, FormOwner } from './form-owner.js';
import { findColumn, findProvider, findRelation, findScope, relatedModel } from './names.js';
import { widgetBinding } from './widget.js';

const NUMBERS: readonly ColumnType[] = ['integer', 'bigint', 'double', 'decimal'];
const CHOOSABLE: readonly ColumnType[] = ['string', 'integer', 'bigint', 'bool', 'decimal'];

/** Columns whose values each type of field can edit. The other types are about no column. */
export const EDITS: Partial<Readonly<Record<FieldType, readonly ColumnType[]>>> = {
  text: ['string', ...NUMBERS, 'date', 'time', 'timestamp'],
  textarea: ['string', 'json'],
  email: ['string'],
  number: NUMBERS,
  password: ['string'],
  dropdown: CHOOSABLE,
  radio: CHOOSABLE,
  'balloon-selector': CHOOSABLE,
  checkbox: ['bool', 'integer'],
  switch: ['bool', 'integer'],
  checkboxlist: ['json'],
  datepicker: ['date', 'time', 'timestamp'],
  colorpicker: ['string'],
  codeeditor: ['string', 'json'],
  markdown: ['string'],
};

const TYPES_OF_RELATIONS: Readonly<Record<RelationKind, string>> = {
  belongsTo: 'type relation',
  belongsToMany: 'type relation or relationmanager',
  hasMany: 'type relationmanager',
};

const CHOSEN: readonly FieldType[] = ['dropdown', 'radio', 'balloon-selector', 'checkboxlist'];

export interface BoundField {
  readonly binding: FieldBinding;
  readonly choices?: readonly Choice[];
}

/** What a field is about. Undefined when that does not exist, which is then among the problems. */
export function bindField(field: NamedField, owner: FormOwner, context: CompileContext): BoundField | undefined {
  const { type } = field.value;
  switch (type.value) {
    case 'section':
    case 'hint':
      return { binding: { kind: 'none' } };
    case 'relation':
      return bound(withController(field, owner, context, relationBinding));
    case 'relationmanager':
      return bound(withController(field, owner, context, managerBinding));
    case 'partial':
      return bound(withController(field, owner, context, partialBinding));
    case 'widget':
      return bound(withController(field, owner, context, widgetBinding));
    default:
      return columnBinding(field, owner, context);
  }
}

function bound(binding: FieldBinding | undefined): BoundField | undefined {
  return binding && { binding };
}

type Bind = (field: NamedField, controller: FormController, context: CompileContext) => FieldBinding | undefined;

function withController(field: NamedField, owner: FormOwner, context: CompileContext, bind: Bind) {
  if (owner.controller !== undefined) return bind(field, owner.controller, context);
  const { value, at } = field.value.type;
  context.problems.add(at, `type ${value} does not go with a settings screen`, {
    expected: 'a field that holds a value',
  });
  return undefined;
}

function columnBinding(field: NamedField, owner: FormOwner, context: CompileContext): BoundField | undefined {
  const { name, nameAt, value } = field;
  // A leading underscore says that the field is shown and never saved: nothing of that name has to exist.
  if (name.startsWith('_')) {
    const shown = fieldChoices(field, undefined, owner, context);
    return { binding: { kind: 'none' }, ...(shown?.listed && { choices: shown.listed }) };
  }
  const relation = owner.controller?.relations.find((one) => one.name === name);
  if (relation !== undefined) {
    context.problems.add(value.type.at, `type ${value.type.value} does not go with the relation ${name}`, {
      expected: TYPES_OF_RELATIONS[relation.kind],
    });
    return undefined;
  }
  const column = findColumn(owner.columns, name, nameAt, context);
  const fitting = column !== undefined && edits(column, value.type, context) ? column : undefined;
  const chosen = fieldChoices(field, fitting, owner, context);
  if (fitting === undefined) return undefined;
  return {
    binding: { kind: 'column', column: fitting, ...(chosen && { choices: chosen.choices }) },
    ...(chosen?.listed && { choices: chosen.listed }),
  };
}

function edits(column: Column, type: NamedField['value']['type'], { problems }: CompileContext): boolean {
  const fitting = EDITS[type.value] ?? [];
  if (fitting.includes(column.type)) return true;
  problems.add(type.at, `type ${type.value} cannot edit the column ${column.name}, which is ${column.type}`, {
    expected: `a column that is ${fitting.join(' or ')}, or another type`,
  });
  return false;
}

function fieldChoices(
  { value, nameAt }: NamedField,
  column: Column | undefined,
  { optionProviders }: FormOwner,
  context: CompileContext,
): { readonly choices: FieldChoices; readonly listed?: readonly Choice[] } | undefined {
  if (!CHOSEN.includes(value.type.value)) return undefined;
  const { options } = value;
  if (options === undefined) {
    if (value.written.includes('options')) return undefined;
    context.problems.add(under(nameAt, 'options'), 'is missing', {
      expected: 'a mapping of values to labels, a list, or the name of an option provider that the host registers',
    });
    return undefined;
  }
  if (typeof options.value === 'string') {
    const given = { value: options.value, at: options.at };
    return { choices: { kind: 'provider', provider: findProvider(optionProviders, given, context) } };
  }
  const listed = compileChoices(options.value, column, context);
  return { choices: { kind: 'listed', values: valuesOf(listed) }, listed };
}

const relationBinding: Bind = ({ name, nameAt, value }, controller, context) => {
  const relation = findRelation(controller.relations, name, nameAt, context);
  if (relation === undefined) return undefined;
  if (relation.kind === 'hasMany') {
    context.problems.add(value.type.at, `type relation does not go with the hasMany relation ${name}`, {
      expected: 'a belongsTo or belongsToMany relation',
      advice: 'use type relationmanager',
    });
    return undefined;
  }
  const related = relatedModel(relation, context);
  if (related === undefined) return undefined;
  const nameFrom = value.nameFrom ?? { value: relation.labelColumn, at: nameAt };
  const label = findColumn(related, nameFrom.value, nameFrom.at, context);
  const scope = value.scope && findScope(related, value.scope, context);
  if (label === undefined) return undefined;
  const key =
    relation.kind === 'belongsTo'
      ? controller.model.columns.find((one) => one.name === relation.foreignKey)
      : undefined;
  return {
    kind: 'relation',
    relation,
    ...(key !== undefined && { key }),
    label,
    ...(scope !== undefined && { scope: { name: scope, values: [] } }),
  };
};

const managerBinding: Bind = ({ name, nameAt, value }, { managers }, { problems }) => {
  const from = value.relation ?? { value: name, at: nameAt };
  if (!managers.includes(from.value)) {
    problems.unknown(from.at, `config_relation.yaml has no relation ${from.value}`, from.value, managers);
    return undefined;
  }
  return { kind: 'manager', relation: from.value };
};

const partialBinding: Bind = ({ nameAt, value }, { partials }, context) => {
  const { path } = value;
  if (path === undefined) {
    if (!value.written.includes('path')) {
      const expected = 'the name of a partial: stats for _stats.htm';
      context.problems.add(under(nameAt, 'path'), 'is missing', { expected });
    }
    return undefined;
  }
  partials.form(path);
  return { kind: 'partial', partial: path.value };
};
