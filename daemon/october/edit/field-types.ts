import type { YAMLMap } from 'yaml';
import { FIELD_TABLE } from '../../admin/schema/keys/fields.js';
import { entriesOf } from '../yaml-file.js';

/** The replacement of a field whose type Gatehouse does not have. */
export interface Replacement {
  /** Undefined: the field cannot be kept. */
  readonly type?: string;
  readonly keys?: Readonly<Record<string, string>>;
  /** Empty if there is nothing left to do. */
  readonly advice: string;
}

const JSON_TEXT: Replacement = {
  type: 'codeeditor',
  keys: { language: 'json' },
  advice: 'the form shows its JSON as text',
};

/** A type of October or Winter CMS, or the class of a form widget. */
export function replacementOf(type: string): Replacement {
  switch (type) {
    case 'ruler':
      return { type: 'section', advice: '' };
    case 'sensitive':
      return { type: 'password', advice: '' };
    case 'colourpicker':
      return { type: 'colorpicker', advice: '' };
    case 'string':
      return { type: 'text', advice: '' };
    case 'boolean':
      return { type: 'switch', advice: '' };
    case 'fileupload':
      return { advice: 'attached files are not columns; keep them in the application for now' };
    case 'mediafinder':
      return { type: 'text', advice: 'the form shows the path as text' };
    case 'recordfinder':
      return { type: 'relation', advice: '' };
    case 'taglist':
      // Other tag lists are kept.
      return { type: 'relation', advice: '' };
    case 'datatable':
    case 'permissioneditor':
      return JSON_TEXT;
    case 'iconpicker':
      return { type: 'text', advice: 'the form shows the name of the icon as text' };
    default:
      return /markdown/i.test(type)
        ? { type: 'markdown', advice: 'the form shows the Markdown editor of Gatehouse' }
        : { type: 'text', advice: 'the form shows the value as text; write a widget for more (docs/admin/widgets.md)' };
  }
}

/** The keys that belong to some types only. */
const OF_TYPES: ReadonlySet<string> = new Set(Object.values(FIELD_TABLE.types).flat());

/** Removes what only the former type of a field had, such as the columns of a popup. Keys with code stay, to be reported. */
export function keepKeysOf(type: string, map: YAMLMap): void {
  const own: readonly string[] = Object.hasOwn(FIELD_TABLE.types, type)
    ? FIELD_TABLE.types[type as keyof typeof FIELD_TABLE.types]
    : [];
  for (const { name, pair } of entriesOf(map)) {
    const isKnown = Object.hasOwn(FIELD_TABLE.keys, name) && (!OF_TYPES.has(name) || own.includes(name));
    const isReported = Object.hasOwn(FIELD_TABLE.refusals.never ?? {}, name);
    if (!isKnown && !isReported && name !== 'type') map.delete(pair.key);
  }
}
