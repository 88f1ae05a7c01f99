import { MAX_RELATED_IN_FIELD } from '../../api/limits.js';
import type { Column } from '../../model/column.js';
import { isToMany } from '../../model/column.js';
import type { Selection } from '../../model/query.js';
import type { AdminSchema } from '../../model/schema/admin-schema.js';
import type {
  FieldRules,
  FieldView,
  FormField,
  FormSchema,
  FormView,
  LastChange,
  NestedForms,
  NestedView,
  SettingsEntryView,
  SettingsSchema,
  SettingsView,
  ShownColumn,
} from '../../model/schema/form-schema.js';
import { relatedRequirements, relatedView } from '../../model/schema/related-form.js';
import type { FormContext, Permissions, Requirement } from '../../model/schema/types.js';
import { FORM_CONTEXTS, meets } from '../../model/schema/types.js';
import { ByPermission } from './by-permission.js';
import type { Slot } from './list.js';
import { SelectionBuilder } from './list.js';

/**
 * The permitted fields in the form that the single-page application receives. References to a field that the administrator may
 * not see are removed, because its name alone would reveal that it exists.
 */
function fieldViews(
  permitted: readonly FormField[],
  permissions: Permissions,
  around: ReadonlySet<string> = new Set(),
): readonly FieldView[] {
  // A nested form knows the fields of the form around it as ^name.
  const shown = new Set([...permitted.map(({ name }) => name), ...[...around].map((name) => `^${name}`)]);
  return permitted.map(({ related, nested, view: { dependsOn, fill, trigger, preset, ...view } }) => ({
    ...view,
    ...(nested !== undefined &&
      view.nested !== undefined && { nested: nestedView(nested, view.nested, shown, permissions) }),
    ...relatedView(related, permissions),
    dependsOn: dependsOn.filter((name) => shown.has(name)),
    ...(fill !== undefined && { fill: fill.filter((name) => shown.has(name)) }),
    ...(trigger !== undefined && shown.has(trigger.field) && { trigger }),
    ...(preset !== undefined && shown.has(preset.field) && { preset }),
  }));
}

function nestedView(
  { forms }: NestedForms,
  view: NestedView,
  around: ReadonlySet<string>,
  permissions: Permissions,
): NestedView {
  return {
    ...view,
    forms: view.forms.map((form, index) => {
      const fields = fieldViews(forms[index]?.fields ?? [], permissions, around);
      const isNamed = fields.some(({ name }) => name === form.titleFrom);
      return { ...form, titleFrom: isNamed ? form.titleFrom : null, fields };
    }),
  };
}

/** The fields that an administrator may see on a form, also those inside of fields. */
function permittedFields(
  fields: readonly FormField[],
  permissions: Permissions,
  context: FormContext | undefined,
): readonly FormField[] {
  return fields
    .filter(
      ({ requires, contexts }) => meets(permissions, requires) && (context === undefined || contexts.includes(context)),
    )
    .map((field) => (field.nested === undefined ? field : { ...field, nested: permittedNested(field.nested) }));

  function permittedNested(nested: NestedForms): NestedForms {
    const forms = nested.forms.map((form) => ({ ...form, fields: permittedFields(form.fields, permissions, context) }));
    const isPartial = forms.some(
      ({ fields: left }, index) =>
        left.length < (nested.forms[index]?.fields.length ?? 0) || left.some((one) => one.nested?.isPartial === true),
    );
    return { ...nested, forms, ...(isPartial && { isPartial }) };
  }
}

/** The requirements of all fields, also of those inside of fields. */
function requirementsOf(fields: readonly FormField[]): readonly Requirement[] {
  return fields.flatMap(({ requires, related, nested }) => [
    requires,
    ...relatedRequirements(related),
    ...(nested?.forms.flatMap((form) => requirementsOf(form.fields)) ?? []),
  ]);
}

/** The forms of a controller for one administrator. */
export interface PermittedForms {
  readonly schema: FormSchema;
  /** Null if this administrator may not create. */
  readonly create: PermittedForm | null;
  readonly update: PermittedForm | null;
  readonly preview: PermittedForm | null;
  readonly mayDelete: boolean;
  readonly view: FormView;
}

/** One form. Gatehouse neither returns nor writes fields that it does not contain. */
export interface PermittedForm {
  readonly context: FormContext;
  readonly fields: ReadonlyMap<string, SelectedField>;
  readonly selection: Selection;
  /** The column that names a record. Absent if the administrator may see no such column, and on a settings screen. */
  readonly title?: { readonly column: Column; readonly slot: Slot };
  /** Only of the update form: the last change, for conflicts. */
  readonly lastChange?: { readonly at?: Slot; readonly by?: Slot };
  /** The fields that a request body may contain; Gatehouse drops all other keys. */
  readonly writable: ReadonlyMap<string, WritableField>;
}

export interface SelectedField {
  readonly field: FormField;
  /** Absent for fields without a value in the record, and for passwords. */
  readonly slot?: Slot;
}

export type WritableField = FormField & { readonly rules: FieldRules };

export const permittedForms = new ByPermission<FormSchema, PermittedForms>(
  ({ fields, titles, lastChange, operations }) => [
    ...requirementsOf(fields),
    ...titles.map(({ requires }) => requires),
    ...[lastChange.at, lastChange.by].flatMap((one) => one?.shownBy ?? []),
    ...Object.values(operations),
  ],
  permitForms,
);

function permitForms(schema: FormSchema, permissions: Permissions): PermittedForms {
  const fields = permittedFields(schema.fields, permissions, undefined);
  const title = schema.titles.find(({ requires }) => meets(permissions, requires))?.column;
  const mayDelete = meets(permissions, schema.operations.delete);
  const lastChange = permittedLastChange(schema.lastChange, permissions);
  const forms = Object.fromEntries(
    FORM_CONTEXTS.map((context) => [
      context,
      meets(permissions, schema.operations[context])
        ? permitForm(context, permittedFields(schema.fields, permissions, context), title, lastChange)
        : null,
    ]),
  ) as Record<FormContext, PermittedForm | null>;
  const { create, update, preview } = schema.view.contexts;
  return {
    schema,
    ...forms,
    mayDelete,
    view: {
      ...schema.view,
      // Omits fields that are only on forms that the administrator may not use.
      fields: fieldViews(
        fields.filter(({ contexts }) => contexts.some((context) => forms[context] !== null)),
        permissions,
      ),
      contexts: {
        create: forms.create && create,
        update: forms.update && update,
        preview: forms.preview && preview,
      },
      mayDelete,
    },
  };
}

/** The columns of the last change that the administrator may see. */
interface SeenChange {
  readonly at?: Column;
  readonly by?: Column;
}

/** A conflict must not reveal a column that the list and the form show only to others. */
function permittedLastChange({ at, by }: LastChange, permissions: Permissions): SeenChange {
  const isSeen = ({ shownBy }: ShownColumn): boolean =>
    shownBy.length === 0 || shownBy.some((one) => meets(permissions, one));
  return {
    ...(at !== undefined && isSeen(at) && { at: at.column }),
    ...(by !== undefined && isSeen(by) && { by: by.column }),
  };
}

/** Also for a settings screen, which has only the update form. */
function permitForm(
  context: FormContext,
  ofContext: readonly FormField[],
  title?: Column,
  lastChange?: SeenChange,
): PermittedForm {
  const selection = new SelectionBuilder();
  const writable = new Map(ofContext.filter(isWritable).map((field) => [field.name, field]));
  const fields = ofContext.map((field) => withPermittedFill(field, writable));
  const selected = fields.map((field): [string, SelectedField] => {
    const slot = slotOf(field, selection);
    return [field.name, { field, ...(slot !== undefined && { slot }) }];
  });
  return {
    context,
    ...(title !== undefined && { title: { column: title, slot: selection.column(title) } }),
    ...(context === 'update' && lastChange !== undefined && { lastChange: lastChangeIn(lastChange, selection) }),
    fields: new Map(selected),
    selection: withShortLabels(selection.build()),
    writable,
  };
}

function lastChangeIn({ at, by }: SeenChange, selection: SelectionBuilder): PermittedForm['lastChange'] & object {
  return {
    ...(at !== undefined && { at: selection.column(at) }),
    ...(by !== undefined && { by: selection.column(by) }),
  };
}

/** The share of an answer (at most 3 MiB) for the labels of a form's related records, and the maximum length of one label. */
const MAX_LABEL_BYTES = 512 * 1024;
const MAX_LABEL = 500;
/** A character takes up to four bytes. */
const CHARACTER_BYTES = 4;

/** Values are wanted whole, since they are sent back. */
function withShortLabels(selection: Selection): Selection {
  const labels = selection.relations.reduce((sum, one) => sum + (one.kind === 'related' ? one.limit : 0), 0);
  const share = Math.floor(MAX_LABEL_BYTES / CHARACTER_BYTES / Math.max(1, labels));
  return { ...selection, maxRelatedText: Math.max(1, Math.min(MAX_LABEL, share)) };
}

function isWritable(field: FormField): field is WritableField {
  return field.rules !== undefined;
}

/** An action must not read or fill fields that the administrator may not see or write. */
function withPermittedFill(field: FormField, writable: ReadonlyMap<string, unknown>): FormField {
  const { binding } = field;
  if (binding.kind !== 'widget') return field;
  return { ...field, binding: { ...binding, fill: binding.fill.filter(({ name }) => writable.has(name)) } };
}

function slotOf({ binding, view }: FormField, selection: SelectionBuilder): Slot | undefined {
  if (binding.kind === 'column') return view.type === 'password' ? undefined : selection.column(binding.column);
  if (binding.kind !== 'relation') return undefined;
  const { relation, label } = binding;
  const limit = isToMany(relation) ? MAX_RELATED_IN_FIELD : 1;
  return selection.relation({ kind: 'related', relation, column: label, limit });
}

/** A settings screen for one administrator. */
export interface PermittedSettings {
  readonly schema: SettingsSchema;
  readonly form: PermittedForm;
  readonly view: SettingsView;
}

/** Undefined if the administrator may not open the screen. */
export const permittedSettings = new ByPermission<SettingsSchema, PermittedSettings | undefined>(
  ({ requires, fields }) => [requires, ...requirementsOf(fields)],
  (schema, permissions) => {
    if (!meets(permissions, schema.requires)) return undefined;
    const fields = permittedFields(schema.fields, permissions, 'update');
    return {
      schema,
      form: permitForm('update', fields),
      view: { ...schema.entry, fields: fieldViews(fields, permissions) },
    };
  },
);

/** The entries that the administrator may open: by category in order of appearance, then by order. */
export function settingsEntries(
  { settings, settingsLinks }: Pick<AdminSchema, 'settings' | 'settingsLinks'>,
  permissions: Permissions,
): readonly SettingsEntryView[] {
  return [...settings.values(), ...settingsLinks]
    .filter(({ requires }) => meets(permissions, requires))
    .map(({ entry }) => entry)
    .sort((a, b) => a.order - b.order);
}
