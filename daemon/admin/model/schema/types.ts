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

/** The forms of a controller. A settings screen has the update form alone. */
export const FORM_CONTEXTS = ['create', 'update', 'preview'] as const;
export type FormContext = (typeof FORM_CONTEXTS)[number];

/** What has to be granted for a part of a schema to exist for an administrator. Superusers hold everything. */
export interface Requirement {
  /** Each of these codes. */
  readonly all: readonly string[];
  /** Besides, one of these codes; empty asks for nothing. */
  readonly any: readonly string[];
}

export const NOTHING_REQUIRED: Requirement = Object.freeze({ all: [], any: [] });

/** What one administrator was granted, as far as it can be asked: auth/permission-set.ts. */
export interface Permissions {
  hasAll(codes: readonly string[]): boolean;
  /** True for no codes at all. */
  hasAny(codes: readonly string[]): boolean;
}

export function meets(permissions: Permissions, { all, any }: Requirement): boolean {
  return permissions.hasAll(all) && permissions.hasAny(any);
}
