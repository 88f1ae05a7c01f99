import type { Text } from '../../../i18n/text.js';
import { MAX_ITEMS } from '../../api/limits.js';
import { MAX_NESTING } from '../../api/nested.js';
import type { Column, ColumnType } from '../../model/column.js';
import type { FormField, NestedForm, NestedForms, NestedFormView, NestedView } from '../../model/schema/form-schema.js';
import type { FormContext } from '../../model/schema/types.js';
import type { FieldsFile, NamedField } from '../keys/fields.js';
import { GROUPS, NESTED_FORM } from '../keys/nested-form.js';
import type { YamlNode } from '../yaml/parse.js';
import type { Given } from '../yaml/problems.js';
import { under } from '../yaml/problems.js';
import type { Reader, ValueOf } from '../yaml/readers.js';
import type { CompileContext } from './context.js';
import { optionalText, textOf } from './context.js';
import type { FormOwner } from './controller-scope.js';
import { EDITS } from './field-binding.js';

export function isNested({ value }: NamedField): boolean {
  return value.type.value === 'nestedform' || value.type.value === 'repeater';
}

/** The surroundings of the field. */
export interface NestedPlaceOfField {
  readonly owner: FormOwner;
  /** Every field name of the form that contains it. */
  readonly siblings: readonly string[];
  /** Compiles the fields inside as those outside (fields.ts). */
  readonly compileFields: (
    uses: readonly { readonly file: FieldsFile; readonly contexts: readonly FormContext[] }[],
    owner: FormOwner,
    context: CompileContext,
  ) => readonly FormField[];
}

interface CompiledNested {
  readonly forms: NestedForms;
  readonly view: NestedView;
}

/** A kind of items as it is written; a nested form and a repeater without kinds have one without a code. */
interface WrittenForm {
  readonly code: string | null;
  readonly label: Text | null;
  readonly description: Text | null;
  readonly titleFrom: Given<string> | undefined;
  readonly fields: ValueOf<typeof NESTED_FORM>['fields'];
}

/** Compiles the forms inside of a nestedform or repeater. Undefined if there is none; the problems then say so. */
export function compileNested(
  field: NamedField,
  contexts: readonly FormContext[],
  { owner, siblings, compileFields }: NestedPlaceOfField,
  context: CompileContext,
): CompiledNested | undefined {
  const { problems } = context;
  const { type, minItems, maxItems, groups, groupKeyFrom } = field.value;
  const depth = (owner.nestedIn?.depth ?? 0) + 1;
  if (depth > MAX_NESTING) {
    problems.add(type.at, `is inside of ${depth - 1} nested forms`, { expected: `at most ${MAX_NESTING} of them` });
    return undefined;
  }
  if (type.value === 'repeater' && owner.isVersioned === false) {
    problems.add(type.at, 'needs the version of a record, because items are found by their places in the stored list', {
      expected: 'a model with a version column',
    });
  }
  if (minItems !== undefined && maxItems !== undefined && minItems.value > maxItems.value) {
    problems.add(maxItems.at, `is ${maxItems.value}, below minItems`, { expected: `at least ${minItems.value}` });
  }
  if (groupKeyFrom !== undefined && groups === undefined) {
    problems.add(groupKeyFrom.at, 'needs groups', { expected: 'groups: the kinds of items' });
  }
  const groupKey = groups === undefined ? null : (groupKeyFrom?.value ?? '_group');
  const written = writtenForms(field, context);
  if (written === undefined) return undefined;
  const compiled = written.map((form): { readonly form: NestedForm; readonly view: NestedFormView } => {
    const { entries, declared } = form.fields.value;
    const columns = entries.flatMap((entry) => memberColumn(entry) ?? []);
    const nestedIn = { field: field.name, depth, siblings };
    const inside = { columns: { name: field.name, columns }, optionProviders: [], newRecord: new Map(), nestedIn };
    const file = { fields: form.fields, tabs: undefined, secondaryTabs: undefined } as FieldsFile;
    const fields = compileFields([{ file, contexts }], inside, context);
    for (const { name, nameAt } of entries) {
      if (name === groupKey)
        problems.add(nameAt, 'is the member with the kind of the item', { expected: 'another name' });
    }
    const { titleFrom, code, label, description } = form;
    if (titleFrom !== undefined && !declared.includes(titleFrom.value)) {
      problems.unknown(titleFrom.at, `the item has no field ${titleFrom.value}`, titleFrom.value, declared);
    }
    const view = {
      code,
      label,
      description,
      titleFrom: titleOf(titleFrom, fields),
      fields: fields.map((one) => one.view),
    };
    return { form: { code, fields }, view };
  });
  const settings = {
    kind: type.value === 'repeater' ? ('list' as const) : ('object' as const),
    groupKey,
    minimum: minItems?.value ?? 0,
    maximum: maxItems?.value ?? MAX_ITEMS,
  };
  const { prompt, style, showReorder, showDuplicate, showPanel, defaultCreate } = field.value;
  return {
    forms: { ...settings, forms: compiled.map(({ form }) => form) },
    view: {
      ...settings,
      forms: compiled.map(({ view }) => view),
      prompt: optionalText(prompt, context),
      style: style?.value ?? 'default',
      showReorder: showReorder?.value ?? true,
      showDuplicate: showDuplicate?.value ?? true,
      showPanel: showPanel?.value ?? true,
      defaultCreate: defaultCreate?.value ?? false,
    },
  };
}

function writtenForms({ nameAt, value }: NamedField, context: CompileContext): readonly WrittenForm[] | undefined {
  const { form, groups, titleFrom } = value;
  const { problems } = context;
  if (form !== undefined && groups !== undefined) {
    problems.add(form.at, 'does not go with groups', { expected: 'form or groups' });
  }
  if (groups !== undefined) {
    return readNested(groups, GROUPS, context)?.entries.map(({ name, value: group }) => ({
      code: name,
      label: textOf(group.name, context),
      description: optionalText(group.description, context),
      // The field of the repeater need not exist in every kind.
      titleFrom:
        group.titleFrom ?? (group.fields.value.declared.includes(titleFrom?.value ?? '') ? titleFrom : undefined),
      fields: group.fields,
    }));
  }
  if (form === undefined) {
    if (!value.written.includes('form') && !value.written.includes('groups')) {
      problems.add(under(nameAt, 'form'), 'is missing', { expected: NESTED_FORM.expects });
    }
    return undefined;
  }
  const fields = readNested(form, NESTED_FORM, context)?.fields;
  return fields && [{ code: null, label: null, description: null, titleFrom, fields }];
}

/** Reads what the key holds, or the file that it names. */
function readNested<T extends object>(
  { value, at }: Given<string | YamlNode>,
  reader: Reader<T>,
  { definitions, problems }: CompileContext,
): T | undefined {
  if (typeof value !== 'string') return reader.read(value, problems);
  return definitions.readGiven<T>({ value, at }, reader)?.value;
}

/** By default, the first field with a text names an item. */
function titleOf(given: Given<string> | undefined, fields: readonly FormField[]): string | null {
  if (given !== undefined) return given.value;
  return fields.find(({ view, rules }) => view.type === 'text' && rules !== undefined)?.name ?? null;
}

/** The type of a member of the stored object. It follows from the field, because no column declares it. */
function memberColumn({ name, value }: NamedField): Column | undefined {
  const type = memberType(value);
  return type && { name: name.replace(/@.*$/, ''), type, nullable: true, protected: false };
}

function memberType({ type, mode }: NamedField['value']): ColumnType | undefined {
  if (type.value === 'number') return 'double';
  if (type.value === 'taglist') return mode?.value === 'string' ? 'string' : 'json';
  if (type.value === 'datepicker') {
    return mode?.value === 'date' || mode?.value === 'time' ? mode.value : 'timestamp';
  }
  return EDITS[type.value]?.[0];
}
