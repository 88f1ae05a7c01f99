import type { enEditors } from '../en/editors.js';

/** Every key of en/editors.ts. The compiler checks that both match. */
export const esEditors: Readonly<Record<keyof typeof enEditors, string>> = {
  'code.control_character': 'Carácter de control',
  'code.fold': 'Plegar la línea',
  'code.folded': 'código plegado',
  'code.folded_lines': 'Líneas plegadas:',
  'code.selection_deleted': 'Selección eliminada',
  'code.to': 'a',
  'code.unfold': 'Desplegar la línea',
  'code.unfolded_lines': 'Líneas desplegadas:',
};
