import type { enEditors } from '../en/editors.js';

/** Every key of en/editors.ts. The compiler checks that both match. */
export const frEditors: Readonly<Record<keyof typeof enEditors, string>> = {
  'code.control_character': 'Caractère de contrôle',
  'code.fold': 'Replier la ligne',
  'code.folded': 'code replié',
  'code.folded_lines': 'Lignes repliées :',
  'code.selection_deleted': 'Sélection supprimée',
  'code.to': 'à',
  'code.unfold': 'Déplier la ligne',
  'code.unfolded_lines': 'Lignes dépliées :',
};
