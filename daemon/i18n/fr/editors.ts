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
  'rich_text.clear': 'Effacer la mise en forme',
  'rich_text.code_block': 'Bloc de code',
  'rich_text.edit_anyway': 'Modifier sans ces éléments',
  'rich_text.heading': 'Titre {level}',
  'rich_text.line': 'Ligne horizontale',
  'rich_text.link_add': 'Ajouter un lien',
  'rich_text.link_address': 'Adresse',
  'rich_text.link_change': 'Modifier le lien',
  'rich_text.link_remove': 'Supprimer le lien',
  'rich_text.link_rule': 'Une adresse qui commence par https:// ou mailto:, ou un chemin qui commence par /.',
  'rich_text.link_set': 'Appliquer le lien',
  'rich_text.redo': 'Rétablir',
  'rich_text.underline': 'Souligné',
  'rich_text.undo': 'Annuler',
  'rich_text.unknown':
    'L’éditeur ne connaît pas certains éléments de ce texte : {parts}. Le texte reste tel quel tant que vous ne le modifiez pas.',
};
