import type { Choice } from '../../api/answers.js';
import type { Column, ColumnType, RelationKind } from '../../model/column.js';
import type { FieldBinding, FieldChoices, FormField } from '../../model/schema/form-schema.js';
import type { FieldType } from '../../model/schema/types.js';
import type { NamedField } from '../keys/fields.js';
import type { Given } from '../yaml/problems.js';
import { under } from '../yaml/problems.js';
import type { CompileContext } from './context.js';
import {
  compileChoices,
  findColumn,
  findProvider,
  findRelation,
  findScope,
  relatedModel,
  valuesOf,
} from './context.js';
import type { FormController, FormOwner } from './controller-scope.js';
import { checkElement } from './elements.js';
import { checkTags } from './tag-list.js';

/** Valid custom element names, restricted to characters that never need escaping (HTML, "valid custom element name"). */
const ELEMENT = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

/** Binds `type: widget`. checkFills validates `fill` later, because that needs every field of the form. */
function widgetBinding(
  { nameAt, value }: NamedField,
  { actions, elementPrefix, hasScripts, id }: FormController,
  { problems }: CompileContext,
): FieldBinding | undefined {
  const { widget, action } = value;
  const missing = (key: 'widget' | 'action', expected: string) => {
    if (!value.written.includes(key)) problems.add(under(nameAt, key), 'is missing', { expected });
  };
  if (widget === undefined) missing('widget', `the name of a custom element: ${elementPrefix}…`);
  else if (!ELEMENT.test(widget.value)) {
    problems.add(widget.at, `"${widget.value}" is not the name of a custom element`, {
      expected: `lower-case letters, digits and hyphens: ${elementPrefix}…`,
    });
  } else if (!widget.value.startsWith(elementPrefix)) {
    problems.add(widget.at, `the element ${widget.value} does not belong to this plugin`, {
      expected: `${elementPrefix}…`,
    });
  }
  if (!hasScripts) {
    problems.add(value.type.at, 'the form has a widget, but the controller has no script to define it', {
      expected: `controller ${id} registered with at least one script`,
    });
  }
  if (action === undefined) {
    missing('action', 'the name of an action that the host registers');
    return undefined;
  }
  for (const context of value.context?.value ?? []) {
    if (context.value === 'preview') problems.add(context.at, 'is preview', { expected: 'create or update' });
  }
  const names = actions.map(({ name }) => name);
  if (!names.includes(action.value)) {
    problems.unknown(action.at, `the host registers no action ${action.value}`, action.value, names);
  }
  return { kind: 'widget', action: action.value, fill: [] };
}

/** Gives a widget the columns that its action may write: writable scalar fields that are on every form with the widget. */
export function withFill(
  field: FormField,
  fill: Given<readonly Given<string>[]> | undefined,
  form: { readonly fields: readonly FormField[]; readonly declared: readonly string[] },
  { problems }: CompileContext,
): FormField {
  if (field.binding.kind !== 'widget') return field;
  const columns = (fill?.value ?? []).flatMap(({ value, at }): Column[] => {
    const filled = form.fields.filter(({ name }) => name === value);
    const writable = filled.flatMap((one) => scalarColumn(one) ?? []);
    const everywhere = field.contexts.every((context) =>
      filled.some((one) => scalarColumn(one) && one.contexts.includes(context)),
    );
    const [column] = writable;
    if (column !== undefined && everywhere) return [column];
    // The field has an error of its own, which is already reported.
    if (filled.length === 0 && form.declared.includes(value)) return [];
    const fillable = form.fields.filter((one) => scalarColumn(one) !== undefined).map(({ name }) => name);
    if (filled.length === 0) problems.unknown(at, `the form has no field ${value}`, value, fillable);
    else {
      problems.add(at, `the field ${value} cannot be filled in by an action`, {
        expected: 'a writable field with a single value, on every form of the widget',
      });
    }
    return [];
  });
  return { ...field, binding: { ...field.binding, fill: columns } };
}

/** The field's column if an action may write its value as a JSON scalar; otherwise undefined. */
function scalarColumn({ binding, rules }: FormField): Column | undefined {
  if (binding.kind !== 'column' || rules === undefined || rules.secret === true) return undefined;
  return ['json', 'bytes'].includes(binding.column.type) ? undefined : binding.column;
}

const NUMBERS: readonly ColumnType[] = ['integer', 'bigint', 'double', 'decimal'];
const CHOOSABLE: readonly ColumnType[] = ['string', 'integer', 'bigint', 'bool', 'decimal'];

const NO_COLUMN = undefined;

/** The column types that each field type can edit. */
export const EDITS: Readonly<Record<FieldType, readonly ColumnType[] | undefined>> = {
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
  taglist: ['string', 'json'],
  permissioneditor: ['json'],
  datepicker: ['date', 'time', 'timestamp'],
  colorpicker: ['string'],
  codeeditor: ['string', 'json'],
  markdown: ['string'],
  richeditor: ['string'],
  section: NO_COLUMN,
  hint: NO_COLUMN,
  relation: NO_COLUMN,
  relationmanager: NO_COLUMN,
  partial: NO_COLUMN,
  widget: NO_COLUMN,
  element: ['string', 'bool', ...NUMBERS, 'date', 'time', 'timestamp'],
  nestedform: ['json'],
  repeater: ['json'],
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

/** Resolves a field to its column or relation. Undefined if there is none; the problems then say so. */
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
    case 'password':
    case 'permissioneditor':
      // A secret is never returned, so a nested value with one could not be sent back.
      if (owner.nestedIn !== undefined) return bound(withController(field, owner, context, widgetBinding));
      return columnBinding(field, owner, context);
    case 'element':
      // Settings screens and nested forms have no scripts.
      if (owner.controller === undefined) return bound(withController(field, owner, context, widgetBinding));
      if (field.value.element !== undefined) checkElement(field.value.element, owner.controller, context);
      return columnBinding(field, owner, context);
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
  const place = owner.nestedIn === undefined ? 'with a settings screen' : `inside ${owner.nestedIn.field}`;
  context.problems.add(at, `type ${value} does not go ${place}`, { expected: 'a field that holds a value' });
  return undefined;
}

function columnBinding(field: NamedField, owner: FormOwner, context: CompileContext): BoundField | undefined {
  const { name, nameAt, value } = field;
  // A leading underscore marks a display-only field, which Gatehouse never saves, so nothing with that name has to exist.
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
  if (value.type.value === 'taglist') checkTags(field, fitting, chosen?.choices, context);
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
  { optionProviders, nestedIn }: FormOwner,
  context: CompileContext,
): { readonly choices: FieldChoices; readonly listed?: readonly Choice[] } | undefined {
  const { options } = value;
  const isSuggested = value.type.value === 'taglist' && options !== undefined;
  if (!isSuggested && !CHOSEN.includes(value.type.value)) return undefined;
  if (options === undefined) {
    if (value.written.includes('options')) return undefined;
    context.problems.add(under(nameAt, 'options'), 'is missing', {
      expected: 'a mapping of values to labels, a list, or the name of an option provider that the host registers',
    });
    return undefined;
  }
  if (typeof options.value === 'string' && nestedIn !== undefined) {
    context.problems.add(options.at, `is a provider, whose choices the host cannot check inside ${nestedIn.field}`, {
      expected: 'a list of choices, or a mapping of values to labels',
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
