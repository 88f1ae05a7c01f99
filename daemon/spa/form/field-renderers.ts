import type { ComponentType } from 'react';
import type { FieldType } from '../../admin/model/schema/types.js';
import type { FieldView } from '../api/views.js';
import { lazyPart } from '../ui/lazy-part.js';
import { MarkdownPreview } from './editors/loaded-late.js';
import {
  BalloonSelectorField,
  CheckboxField,
  CheckboxListField,
  DropdownField,
  RadioField,
  SwitchField,
} from './fields/choice-fields.js';
import { RelationField } from './fields/related-record.js';
import { ColorPickerField } from './fields/color-picker-field.js';
import type { FieldProps } from './fields/field-props.js';
import { HintField, PartialField, SectionField } from './fields/structure-fields.js';
import { EmailField, NumberField, PasswordField, TextareaField, TextField } from './fields/text-fields.js';

// The first form that has such a field loads its renderer.
const CodeEditorField = lazyPart(async () => (await import('./editors/code-editor-field.js')).CodeEditorField);
const MarkdownField = lazyPart(async () => (await import('./editors/markdown-field.js')).MarkdownField);
const RichEditorField = lazyPart(async () => (await import('./editors/rich-editor-field.js')).RichEditorField);
const RelationManagerField = lazyPart(
  async () => (await import('./relations/relation-manager-field.js')).RelationManagerField,
);
const ElementField = lazyPart(async () => (await import('./widgets/element-field.js')).ElementField);
const WidgetField = lazyPart(async () => (await import('./widgets/widget-field.js')).WidgetField);
const PermissionEditorField = lazyPart(
  async () => (await import('./fields/permission-editor-field.js')).PermissionEditorField,
);
const TagListField = lazyPart(async () => (await import('./fields/tag-list-field.js')).TagListField);
const NestedFormField = lazyPart(async () => (await import('./nested/nested-form-field.js')).NestedFormField);
const RepeaterField = lazyPart(async () => (await import('./nested/repeater-field.js')).RepeaterField);
const DatePickerField = lazyPart(async () => (await import('./fields/date-picker-field.js')).DatePickerField);

export interface FieldRenderer {
  readonly component: ComponentType<FieldProps>;
  /**
   * `labeled`: one control that the label's `for` names. `inline`: the same, with the label beside it. `editor`: one element
   * that takes text and is no form control, named by `labelId`. `grouped`: several controls, named by `labelId`. `bare`: draws
   * its own heading or has none (sections, hints, partials).
   */
  readonly frame: 'labeled' | 'inline' | 'editor' | 'grouped' | 'bare';
  /** Files that a form with this field will need. They load with the form, so that opening a tab does not wait for them. */
  readonly preload?: (field: FieldView) => Promise<unknown>;
  /** The form waits for these files, because the height of the field depends on them. */
  readonly isAwaited?: true;
}

/** One renderer per field type. Heavy ones are a `lazyPart`. */
export const FIELD_RENDERERS: Readonly<Record<FieldType, FieldRenderer>> = {
  text: { component: TextField, frame: 'labeled' },
  textarea: { component: TextareaField, frame: 'labeled' },
  email: { component: EmailField, frame: 'labeled' },
  number: { component: NumberField, frame: 'labeled' },
  password: { component: PasswordField, frame: 'labeled' },
  dropdown: { component: DropdownField, frame: 'labeled' },
  radio: { component: RadioField, frame: 'grouped' },
  'balloon-selector': { component: BalloonSelectorField, frame: 'grouped' },
  checkbox: { component: CheckboxField, frame: 'inline' },
  switch: { component: SwitchField, frame: 'inline' },
  checkboxlist: { component: CheckboxListField, frame: 'grouped' },
  taglist: { component: TagListField, frame: 'labeled', preload: TagListField.preload, isAwaited: true },
  permissioneditor: {
    component: PermissionEditorField,
    frame: 'grouped',
    preload: PermissionEditorField.preload,
    isAwaited: true,
  },
  datepicker: { component: DatePickerField, frame: 'grouped', preload: DatePickerField.preload },
  colorpicker: { component: ColorPickerField, frame: 'labeled' },
  codeeditor: {
    component: CodeEditorField,
    frame: 'editor',
    preload: async ({ language = '' }) => {
      await CodeEditorField.preload();
      await (await import('./editors/code-languages.js')).loadLanguage(language);
    },
  },
  markdown: {
    component: MarkdownField,
    frame: 'labeled',
    preload: () => Promise.all([MarkdownField.preload(), MarkdownPreview.preload()]),
  },
  richeditor: { component: RichEditorField, frame: 'editor', preload: RichEditorField.preload },
  relation: { component: RelationField, frame: 'labeled' },
  relationmanager: { component: RelationManagerField, frame: 'bare', preload: RelationManagerField.preload },
  partial: { component: PartialField, frame: 'bare' },
  widget: { component: WidgetField, frame: 'grouped', preload: WidgetField.preload, isAwaited: true },
  nestedform: {
    component: NestedFormField,
    frame: 'grouped',
    preload: preloadInside(NestedFormField.preload),
    isAwaited: true,
  },
  repeater: {
    component: RepeaterField,
    frame: 'grouped',
    preload: preloadInside(RepeaterField.preload),
    isAwaited: true,
  },
  element: { component: ElementField, frame: 'grouped', preload: ElementField.preload, isAwaited: true },
  section: { component: SectionField, frame: 'bare' },
  hint: { component: HintField, frame: 'bare' },
};

/** Also the files of the fields inside. */
function preloadInside(own: () => Promise<unknown>) {
  return ({ nested }: FieldView) =>
    Promise.all([own(), ...(nested?.forms ?? []).map(({ fields }) => preloadFields(fields))]);
}

/**
 * Loads the files for every field of a form when the form opens. A tab opened an hour later then needs no network and no
 * file that a deployment has removed since. If a file fails to load now, it loads again when the field is shown.
 * @returns when those that the form waits for have arrived or failed; it never rejects
 */
export async function preloadFields(fields: readonly FieldView[]): Promise<void> {
  const awaited = fields.flatMap((field) => {
    const { preload, isAwaited = false } = FIELD_RENDERERS[field.type];
    const loaded = preload?.(field).catch(() => undefined);
    return isAwaited && loaded !== undefined ? [loaded] : [];
  });
  await Promise.all(awaited);
}
