/** The words of the YAML catalogue that also stand in schemas: one list each for compiler, API and single-page application. */

export const COLUMN_VIEW_TYPES = [
  'text',
  'number',
  'switch',
  'datetime',
  'date',
  'time',
  'timesince',
  'selectable',
  'relation',
  'colorpicker',
] as const;
export type ColumnViewType = (typeof COLUMN_VIEW_TYPES)[number];

export const FIELD_TYPES = [
  'text',
  'textarea',
  'email',
  'number',
  'password',
  'dropdown',
  'radio',
  'balloon-selector',
  'checkbox',
  'switch',
  'checkboxlist',
  'datepicker',
  'colorpicker',
  'codeeditor',
  'markdown',
  'section',
  'hint',
  'relation',
  'relationmanager',
  'partial',
  'widget',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const FILTER_TYPES = [
  'group',
  'checkbox',
  'switch',
  'dropdown',
  'date',
  'daterange',
  'number',
  'numberrange',
  'text',
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** The forms of a controller. A settings screen has the update form alone. */
export const FORM_CONTEXTS = ['create', 'update', 'preview'] as const;
export type FormContext = (typeof FORM_CONTEXTS)[number];
