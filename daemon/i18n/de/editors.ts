import type { enEditors } from '../en/editors.js';

/** Every key of en/editors.ts. The compiler checks that both match. */
export const deEditors: Readonly<Record<keyof typeof enEditors, string>> = {
  'code.control_character': 'Steuerzeichen',
  'code.fold': 'Zeile einklappen',
  'code.folded': 'eingeklappter Code',
  'code.folded_lines': 'Eingeklappt: Zeilen',
  'code.selection_deleted': 'Auswahl gelöscht',
  'code.to': 'bis',
  'code.unfold': 'Zeile ausklappen',
  'code.unfolded_lines': 'Ausgeklappt: Zeilen',
};
