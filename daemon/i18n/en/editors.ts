/** Phrases of the code and text editors; a part of en.ts. */
export const enEditors = {
  'code.control_character': 'Control character',
  'code.fold': 'Fold line',
  'code.folded': 'folded code',
  'code.folded_lines': 'Folded lines',
  'code.selection_deleted': 'Selection deleted',
  'code.to': 'to',
  'code.unfold': 'Unfold line',
  'code.unfolded_lines': 'Unfolded lines',
} as const;
