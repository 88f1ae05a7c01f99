import type { FieldView } from '../../api/views.js';

/** A field as in a schema, with the properties that the test needs. */
export function field(name: string, given: Partial<FieldView> = {}): FieldView {
  return {
    name,
    type: 'text',
    label: name,
    area: 'outside',
    tab: null,
    span: 'full',
    context: ['create', 'update', 'preview'],
    required: false,
    disabled: false,
    readOnly: false,
    hidden: false,
    dependsOn: [],
    ...given,
  };
}

type ColumnType = NonNullable<FieldView['column']>['type'];

/** A field that stores its value in a column. */
export function kept(name: string, type: ColumnType, given: Partial<FieldView> = {}, nullable = true): FieldView {
  return field(name, { column: { type, nullable }, ...given });
}

/**
 * A trigger on another field, for example "show|empty". It applies while the field has one of the values or, if there are
 * none, is ticked.
 */
export function trigger(actions: string, source: string, ...values: readonly string[]): Partial<FieldView> {
  const named = actions.split('|').map((action) => ACTIONS[action]);
  return {
    trigger: {
      actions: named.filter((action) => action !== undefined),
      field: source,
      condition: values.length === 0 ? { kind: 'checked' } : { kind: 'value', values },
    },
  };
}

const ACTIONS: Readonly<Record<string, NonNullable<FieldView['trigger']>['actions'][number] | undefined>> = {
  show: 'show',
  hide: 'hide',
  enable: 'enable',
  disable: 'disable',
  empty: 'empty',
};

/** A copy of the record without one key. */
export function without(record: object, name: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));
}
