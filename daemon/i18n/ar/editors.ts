import type { enEditors } from '../en/editors.js';

/** Every key of en/editors.ts. The compiler checks that both match. */
export const arEditors: Readonly<Record<keyof typeof enEditors, string>> = {
  'code.control_character': 'محرف تحكم',
  'code.fold': 'طيّ السطر',
  'code.folded': 'رمز مطوي',
  'code.folded_lines': 'أسطر مطوية',
  'code.selection_deleted': 'حُذف التحديد',
  'code.to': 'إلى',
  'code.unfold': 'بسط السطر',
  'code.unfolded_lines': 'أسطر مبسوطة',
};
