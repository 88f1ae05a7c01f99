import type { ComponentType } from 'react';
import type { FieldType } from '../../../admin/model/schema/types.js';
import type { FieldView } from '../../api/views.js';
import { lazyPart } from '../../parts/lazy-part.js';
import { loadGrammar } from '../code/grammars.js';
import type { FieldProps } from '../field-props.js';
import { MarkdownPreview } from '../markdown/lazy-preview.js';
import { BalloonSelectorField } from './balloon-selector-field.js';
import { CheckboxField } from './checkbox-field.js';
import { CheckboxListField } from './checkbox-list-field.js';
import { ColorPickerField } from './color-picker-field.js';
import { DropdownField } from './dropdown-field.js';
import { EmailField } from './email-field.js';
import { HintField } from './hint-field.js';
import { NumberField } from './number-field.js';
import { PartialField } from './partial-field.js';
import { PasswordField } from './password-field.js';
import { RadioField } from './radio-field.js';
import { RelationField } from './relation-field.js';
import { SectionField } from './section-field.js';
import { SwitchField } from './switch-field.js';
import { TextField } from './text-field.js';
import { TextareaField } from './textarea-field.js';

// Each of these is loaded by the first form that has it.
const CodeEditorField = lazyPart(async () => (await import('./code-editor-field.js')).CodeEditorField);
const MarkdownField = lazyPart(async () => (await import('./markdown-field.js')).MarkdownField);
const RelationManagerField = lazyPart(
  async () => (await import('../../relations/relation-manager-field.js')).RelationManagerField,
);
const WidgetField = lazyPart(async () => (await import('../../widgets/widget-field.js')).WidgetField);
const DatePickerField = lazyPart(async () => (await import('./date-picker-field.js')).DatePickerField);

export interface FieldRenderer {
  readonly component: ComponentType<FieldProps>;
  /**
   * `labelled`: one control that the label's `for` names. `inline`: the same, with the label beside it. `grouped`: several
   * controls, named by `labelId`. `bare`: draws its own heading, or has none (sections, hints, partials).
   */
  readonly frame: 'labelled' | 'inline' | 'grouped' | 'bare';
  /** Files that a form with such a field needs sooner or later: loaded with the form, so that no tab has to wait for them. */
  readonly preload?: (field: FieldView) => Promise<unknown>;
}

/** One renderer for each field type; heavy ones are a `lazyPart`. */
export const FIELD_RENDERERS: Readonly<Record<FieldType, FieldRenderer>> = {
  text: { component: TextField, frame: 'labelled' },
  textarea: { component: TextareaField, frame: 'labelled' },
  email: { component: EmailField, frame: 'labelled' },
  number: { component: NumberField, frame: 'labelled' },
  password: { component: PasswordField, frame: 'labelled' },
  dropdown: { component: DropdownField, frame: 'labelled' },
  radio: { component: RadioField, frame: 'grouped' },
  'balloon-selector': { component: BalloonSelectorField, frame: 'grouped' },
  checkbox: { component: CheckboxField, frame: 'inline' },
  switch: { component: SwitchField, frame: 'inline' },
  checkboxlist: { component: CheckboxListField, frame: 'grouped' },
  datepicker: { component: DatePickerField, frame: 'grouped', preload: DatePickerField.preload },
  colorpicker: { component: ColorPickerField, frame: 'labelled' },
  codeeditor: {
    component: CodeEditorField,
    frame: 'labelled',
    preload: ({ language = '' }) => Promise.all([CodeEditorField.preload(), loadGrammar(language)]),
  },
  markdown: {
    component: MarkdownField,
    frame: 'labelled',
    preload: () => Promise.all([MarkdownField.preload(), MarkdownPreview.preload()]),
  },
  relation: { component: RelationField, frame: 'labelled' },
  relationmanager: { component: RelationManagerField, frame: 'bare', preload: RelationManagerField.preload },
  partial: { component: PartialField, frame: 'bare' },
  widget: { component: WidgetField, frame: 'grouped', preload: WidgetField.preload },
  section: { component: SectionField, frame: 'bare' },
  hint: { component: HintField, frame: 'bare' },
};
