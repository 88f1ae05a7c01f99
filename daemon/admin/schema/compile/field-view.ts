import type { Text } from '../../../i18n/text.js';
import { joinTags } from '../../api/tags.js';
import { cellToJson, choiceText, choiceToJson } from '../../model/cell-json.js';
import type { Cell, Column } from '../../model/column.js';
import { isToMany } from '../../model/column.js';
import type {
  CodeSettings,
  DateMode,
  FieldArea,
  FieldBinding,
  FieldChoices,
  FieldView,
  PermissionChoice,
} from '../../model/schema/form-schema.js';
import { DATE_MODES } from '../../model/schema/form-schema.js';
import type { FormContext } from '../../model/schema/types.js';
import { parseDate, parseTime, parseTimestamp, plainDecimal } from '../../model/text-formats.js';
import { readRichText } from '../../partials/rich-text.js';
import type { NamedField } from '../keys/fields.js';
import type { Spot } from '../yaml/problems.js';
import { registered } from '../yaml/problems.js';
import type { CompileContext } from './context.js';
import { optionalText, textIn, textOf } from './context.js';
import type { BoundField } from './field-binding.js';
import { tagsView } from './tag-list.js';

type Plain = string | number | boolean;

/** Valid defaults for each type of column, converted to their form in the JSON API. */
const FITTING: Partial<
  Readonly<Record<Column['type'], { readonly expected: string; of(value: Plain): Plain | undefined }>>
> = {
  // October's own examples use 0 and 1.
  bool: {
    expected: 'true or false',
    of: (value) => (value === 0 || value === 1 ? value === 1 : only('boolean', value)),
  },
  integer: { expected: 'a whole number', of: (value) => (Number.isInteger(value) ? value : toNumber(value)) },
  bigint: {
    expected: 'a whole number',
    of: (value) => (/^-?\d{1,19}$/.test(String(value)) ? String(value) : undefined),
  },
  double: { expected: 'a number', of: (value) => only('number', value) },
  decimal: {
    expected: 'a number',
    of: (value) => (/^-?\d+(\.\d+)?$/.test(String(value)) ? plainDecimal(String(value)) : undefined),
  },
  date: { expected: 'a date such as 2026-01-31', of: parseDate },
  time: { expected: 'a time such as 09:30', of: parseTime },
  timestamp: {
    expected: 'a moment such as 2026-01-31T09:30:00Z',
    of: (value) => (parseTimestamp(value) === undefined ? undefined : value),
  },
  string: { expected: 'a text', of: (value) => (typeof value === 'boolean' ? undefined : String(value)) },
};

/** Validates a field's default. An invalid one stops startup, because no user could save the form without changing it. */
function fieldDefault(
  field: NamedField,
  column: Column | undefined,
  choices: FieldChoices | undefined,
  context: CompileContext,
): FieldView['default'] | undefined {
  const { default: given, type, customTags } = field.value;
  if (given === undefined) return undefined;
  const isClosed = type.value !== 'taglist' || customTags?.value === false;
  const texts = given.value.map(({ value }) => textIn(column, value));
  for (const [index, { at }] of (isClosed ? given.value : []).entries()) {
    checkOffered(texts[index] ?? '', at, column, choices, context);
  }
  if (type.value === 'checkboxlist') return texts;
  if (type.value === 'taglist' && column !== undefined) {
    const { separator } = tagsView(field, column);
    return separator === null ? texts : joinTags(texts, separator);
  }
  const { problems } = context;
  const [first] = given.value.map(({ value }) => value.value);
  if (first === undefined || texts.length > 1) {
    problems.add(given.at, 'is a list', { expected: 'one value' });
    return undefined;
  }
  const fitting = column && FITTING[column.type];
  if (fitting === undefined) return first;
  const fit = fitting.of(column?.type === 'string' && typeof first === 'number' ? (texts[0] ?? '') : first);
  if (fit === undefined) {
    problems.add(given.at, `is ${JSON.stringify(first)}, but the column is ${column?.type ?? ''}`, {
      expected: fitting.expected,
    });
  }
  if (type.value === 'richeditor') checkHtml(String(first), given.at, problems);
  return fit;
}

/** A text with something that no editor and no client may save. */
function checkHtml(html: string, at: Spot, problems: CompileContext['problems']): void {
  const read = readRichText(html);
  if (read.kind === 'accepted') return;
  problems.add(at, read.kind === 'rejected' ? `contains ${read.found}` : 'nests too deeply', {
    expected: 'HTML that the allowlist of docs/admin/partials.md permits',
  });
}

/** Reports a default that is not among the choices, unless the column could not hold it, which is reported instead. */
function checkOffered(
  value: string,
  at: Spot,
  column: Column | undefined,
  choices: FieldChoices | undefined,
  { problems }: CompileContext,
): void {
  const choice = choiceText(column, value);
  if (choices?.kind !== 'listed' || choice === undefined || choices.values.has(choice)) return;
  problems.unknown(at, `unknown choice ${value}`, value, [...choices.values]);
}

function only(type: 'boolean' | 'number', value: Plain): Plain | undefined {
  return typeof value === type ? value : undefined;
}

/** Supports a switch on an integer column. */
function toNumber(value: Plain): number | undefined {
  return typeof value === 'boolean' ? Number(value) : undefined;
}

/**
 * The initial value of a field on the create form when the YAML sets no default: the value from the host's factory for new
 * records, or else the column's default. A relation starts with an id, in the form in which records show it.
 */
export function newValue(
  binding: FieldBinding,
  newRecord: ReadonlyMap<string, Cell>,
): FieldView['default'] | undefined {
  const column = binding.kind === 'column' ? binding.column : binding.kind === 'relation' ? binding.key : undefined;
  const cell = column && (newRecord.get(column.name) ?? column.default);
  if (column === undefined || cell === undefined || cell.kind === 'null') return undefined;
  // JSON has no NaN or infinity. A form cannot start with a value that a record cannot show.
  if (cell.kind === 'double' && !Number.isFinite(cell.value)) return undefined;
  if (binding.kind === 'relation') return String(cellToJson(column.type, cell));
  const isChoice = binding.kind === 'column' && binding.choices?.kind === 'listed';
  const value = (isChoice ? choiceToJson : cellToJson)(column.type, cell);
  return isPlain(value) || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    ? value
    : undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The position of a field, and the properties that do not follow from its own declaration. */
export interface FieldPlace {
  readonly required: boolean;
  /** Its initial value on the create form when the YAML sets no default. */
  readonly start: FieldView['default'] | undefined;
  /** The host never accepts this field from a form. */
  readonly locked: boolean;
  readonly area: FieldArea;
  readonly tab: Text | null;
  readonly tabId: string | undefined;
  readonly contexts: readonly FormContext[];
}

/** Builds the description of a field for the single-page application. */
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
    ...(place.tabId !== undefined && { tabId: place.tabId }),
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
    ...(value.type.value === 'taglist' && column !== undefined && { tags: tagsView(field, column) }),
    ...(value.type.value === 'permissioneditor' && { permissions: permissionChoices(context) }),
    ...(emptyOption !== undefined && { emptyOption: textOf(emptyOption, context) }),
    ...(column?.type === 'string' && column.maxLength !== undefined && { maxLength: column.maxLength }),
    ...limits(value),
    ...(value.type.value === 'datepicker' && { mode: dateMode(field, column, context) }),
    ...(value.element !== undefined && { element: value.element.value }),
    ...(language !== undefined && { language: language.value }),
    ...(value.toolbarButtons !== undefined && { toolbarButtons: value.toolbarButtons.value }),
    ...(value.type.value === 'codeeditor' && { code: codeSettings(value) }),
    ...bindingView(field, { binding }, context),
  };
}

/** Only those that the YAML sets. */
function codeSettings(value: NamedField['value']): CodeSettings {
  const { tabSize, useSoftTabs, showGutter, codeFolding, highlightActiveLine, showInvisibles } = value;
  const wrapWords = value.wrapWords ?? value.wordWrap;
  return {
    ...(tabSize !== undefined && { tabSize: tabSize.value }),
    ...(useSoftTabs !== undefined && { useSoftTabs: useSoftTabs.value }),
    ...(showGutter !== undefined && { showGutter: showGutter.value }),
    ...(wrapWords !== undefined && { wrapWords: wrapWords.value }),
    ...(codeFolding !== undefined && { codeFolding: codeFolding.value }),
    ...(highlightActiveLine !== undefined && { highlightActiveLine: highlightActiveLine.value }),
    ...(showInvisibles !== undefined && { showInvisibles: showInvisibles.value }),
  };
}

/** Every registered code, in the order of the registration. */
function permissionChoices(context: CompileContext): readonly PermissionChoice[] {
  return context.permissions.map(({ code, label, tab }) => {
    const at = registered(`permission ${code}`);
    return {
      code,
      label: textOf({ value: label, at }, context),
      tab: tab === '' ? null : textOf({ value: tab, at }, context),
    };
  });
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

/** The column's own type, unless the YAML asks for only the date or only the time of a timestamp. */
function dateMode({ value }: NamedField, column: Column | undefined, { problems }: CompileContext): DateMode {
  const held: DateMode = column?.type === 'date' || column?.type === 'time' ? column.type : 'datetime';
  const { mode } = value;
  if (mode === undefined) return held;
  if (mode.value === 'string' || mode.value === 'array') {
    problems.add(mode.at, `is ${mode.value}`, { expected: DATE_MODES.join(', ') });
    return held;
  }
  if (column !== undefined && held !== 'datetime' && mode.value !== held) {
    problems.add(mode.at, `is ${mode.value}, but the column ${column.name} is a ${held}`, { expected: held });
  }
  return mode.value;
}
