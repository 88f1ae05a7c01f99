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
