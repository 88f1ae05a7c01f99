/** The keywords of the YAML that also appear in schemas: one list each for compiler, API and single-page application. */

/** `element`: a custom element of the plugin. The YAML has the name of the element in its place. */
export type ColumnViewType =
  | 'text'
  | 'number'
  | 'switch'
  | 'datetime'
  | 'date'
  | 'time'
  | 'timesince'
  | 'selectable'
  | 'relation'
  | 'colorpicker'
  | 'summary'
  | 'element';

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
  'taglist',
  'permissioneditor',
  'datepicker',
  'colorpicker',
  'codeeditor',
  'markdown',
  'richeditor',
  'section',
  'hint',
  'relation',
  'relationmanager',
  'partial',
  'widget',
  'nestedform',
  'repeater',
  'element',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The forms of a controller. A settings screen has only the update form. */
export const FORM_CONTEXTS = ['create', 'update', 'preview'] as const;
export type FormContext = (typeof FORM_CONTEXTS)[number];

/** The permissions that an administrator needs to see a part of a schema. Superusers have all of them. */
export interface Requirement {
  /** All of these codes. */
  readonly all: readonly string[];
  /** In addition, any one of these codes; an empty list requires nothing. */
  readonly any: readonly string[];
  /** No administrator meets it, not even a superuser. */
  readonly never?: true;
}

export const NOTHING_REQUIRED: Requirement = Object.freeze({ all: [], any: [] });
export const NEVER: Requirement = Object.freeze({ all: [], any: [], never: true });

/** The interface to one administrator's permissions; auth/permission-set.ts implements it. */
export interface Permissions {
  hasAll(codes: readonly string[]): boolean;
  /** True for an empty list. */
  hasAny(codes: readonly string[]): boolean;
}

export function meets(permissions: Permissions, { all, any, never }: Requirement): boolean {
  return never === undefined && permissions.hasAll(all) && permissions.hasAny(any);
}
