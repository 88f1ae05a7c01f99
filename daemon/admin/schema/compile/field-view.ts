import type { Column } from '../../model/column.js';
import { isToMany } from '../../model/relation.js';
import type { DateMode, FieldArea, FieldView } from '../../model/schema/field-view.js';
import type { FormContext } from '../../model/schema/types.js';
import type { Text } from '../../model/schema/text.js';
import type { NamedField } from '../keys/fields.js';
import type { CompileContext } from './context.js';
import type { BoundField } from './field-binding.js';
import { fieldDefault } from './field-default.js';
import { optionalText, textOf } from './texts.js';

/** Where a field stands, and what of it does not follow from its own declaration. */
export interface FieldPlace {
  readonly required: boolean;
  /** What it starts with on the create form when the YAML gives no default. */
  readonly start: FieldView['default'] | undefined;
  /** The host never lets a form write it. */
  readonly locked: boolean;
  readonly area: FieldArea;
  readonly tab: Text | null;
  readonly contexts: readonly FormContext[];
}

/** What the single-page application is told about a field. */
export function fieldView(
  field: NamedField,
  { binding, choices }: BoundField,
  place: FieldPlace,
  context: CompileContext,
): FieldView {
  const { name, value } = field;
  const { comment, commentAbove, placeholder, emptyOption, size, language, preset, trigger } = value;
  const column = binding.kind === 'column' ? binding.column : undefined;
  const given = fieldDefault(field, column, binding.kind === 'column' ? binding.choices : undefined, context);
  const start = given ?? place.start;
  return {
    name,
    type: value.type.value,
    ...(column !== undefined && { column: { type: column.type, nullable: column.nullable } }),
    label: optionalText(value.label, context),
    area: place.area,
    tab: place.tab,
    span: value.span?.value ?? 'full',
    ...(size !== undefined && { size: size.value }),
    context: place.contexts,
    ...(comment !== undefined && { comment: textOf(comment, context) }),
    ...(commentAbove !== undefined && { commentAbove: textOf(commentAbove, context) }),
    ...(placeholder !== undefined && { placeholder: textOf(placeholder, context) }),
    ...(start !== undefined && { default: start }),
    required: place.required,
    disabled: value.disabled?.value ?? false,
    readOnly: place.locked || (value.readOnly?.value ?? false),
    hidden: value.hidden?.value ?? false,
    dependsOn: (value.dependsOn?.value ?? []).map((one) => one.value),
    ...(trigger !== undefined && {
      trigger: {
        actions: trigger.value.action.value,
        field: trigger.value.field.value,
        condition: trigger.value.condition.value,
      },
    }),
    ...(preset !== undefined && { preset: presetView(preset.value) }),
    ...(choices !== undefined && { options: choices }),
    ...(emptyOption !== undefined && { emptyOption: textOf(emptyOption, context) }),
    ...(column?.type === 'string' && column.maxLength !== undefined && { maxLength: column.maxLength }),
    ...limits(value),
    ...(value.type.value === 'datepicker' && { mode: dateMode(field, column, context) }),
    ...(language !== undefined && { language: language.value }),
    ...bindingView(field, { binding }, context),
  };
}

function bindingView({ value }: NamedField, { binding }: BoundField, context: CompileContext): Partial<FieldView> {
  switch (binding.kind) {
    case 'column':
      return binding.choices?.kind === 'provider' ? { optionsFromServer: true } : {};
    case 'relation':
      return { optionsFromServer: true, multiple: isToMany(binding.relation) };
    case 'manager':
      return { relation: binding.relation };
    case 'partial':
      return { path: binding.partial };
    case 'widget':
      return {
        widget: value.widget?.value ?? '',
        fill: (value.fill?.value ?? []).map((one) => one.value),
        ...(value.confirm !== undefined && { confirm: textOf(value.confirm, context) }),
      };
    case 'none':
      return {};
  }
}

function limits({ min, max, step, minDate, maxDate }: NamedField['value']): Partial<FieldView> {
  return {
    ...(min !== undefined && { min: min.value }),
    ...(max !== undefined && { max: max.value }),
    ...(step !== undefined && { step: step.value }),
    ...(minDate !== undefined && { minDate: minDate.value }),
    ...(maxDate !== undefined && { maxDate: maxDate.value }),
  };
}

function presetView(preset: NonNullable<NamedField['value']['preset']>['value']): NonNullable<FieldView['preset']> {
  if (typeof preset === 'string') return { field: preset, type: 'slug' };
  return { field: preset.field.value, type: preset.type?.value ?? 'slug' };
}

/** What the column holds, unless a moment is to be shown as a day or as a time. */
function dateMode({ value }: NamedField, column: Column | undefined, { problems }: CompileContext): DateMode {
  const held: DateMode = column?.type === 'date' || column?.type === 'time' ? column.type : 'datetime';
  const { mode } = value;
  if (mode === undefined) return held;
  if (column !== undefined && held !== 'datetime' && mode.value !== held) {
    problems.add(mode.at, `is ${mode.value}, and the column ${column.name} holds a ${held}`, { expected: held });
  }
  return mode.value;
}
