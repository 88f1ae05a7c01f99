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
  'rich_text.clear': 'Borrar formato',
  'rich_text.code_block': 'Bloque de código',
  'rich_text.edit_anyway': 'Editar sin estas partes',
  'rich_text.heading': 'Título {level}',
  'rich_text.line': 'Línea horizontal',
  'rich_text.link_add': 'Añadir un enlace',
  'rich_text.link_address': 'Dirección',
  'rich_text.link_change': 'Cambiar el enlace',
  'rich_text.link_remove': 'Quitar el enlace',
  'rich_text.link_rule': 'Una dirección que empiece por https:// o mailto:, o una ruta que empiece por /.',
  'rich_text.link_set': 'Aplicar el enlace',
  'rich_text.redo': 'Rehacer',
  'rich_text.underline': 'Subrayado',
  'rich_text.undo': 'Deshacer',
  'rich_text.unknown':
    'El editor no conoce algunas partes de este texto: {parts}. El texto no cambia mientras no lo edite.',
};
