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
  'rich_text.clear': 'Formatierung entfernen',
  'rich_text.code_block': 'Codeblock',
  'rich_text.edit_anyway': 'Ohne diese Teile bearbeiten',
  'rich_text.heading': 'Überschrift {level}',
  'rich_text.line': 'Horizontale Linie',
  'rich_text.link_add': 'Link hinzufügen',
  'rich_text.link_address': 'Adresse',
  'rich_text.link_change': 'Link ändern',
  'rich_text.link_remove': 'Link entfernen',
  'rich_text.link_rule': 'Eine Adresse, die mit https:// oder mailto: beginnt, oder ein Pfad, der mit / beginnt.',
  'rich_text.link_set': 'Link setzen',
  'rich_text.redo': 'Wiederherstellen',
  'rich_text.underline': 'Unterstrichen',
  'rich_text.undo': 'Rückgängig',
  'rich_text.unknown':
    'Der Editor kennt einige Teile dieses Textes nicht: {parts}. Der Text bleibt unverändert, bis Sie ihn bearbeiten.',
};
