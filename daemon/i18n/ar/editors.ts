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
  'rich_text.clear': 'مسح التنسيق',
  'rich_text.code_block': 'كتلة رمز برمجي',
  'rich_text.edit_anyway': 'التحرير بدون هذه الأجزاء',
  'rich_text.heading': 'عنوان {level}',
  'rich_text.line': 'خط أفقي',
  'rich_text.link_add': 'إضافة رابط',
  'rich_text.link_address': 'العنوان',
  'rich_text.link_change': 'تغيير الرابط',
  'rich_text.link_remove': 'إزالة الرابط',
  'rich_text.link_rule': 'عنوان يبدأ بـ https:// أو mailto:، أو مسار يبدأ بـ /.',
  'rich_text.link_set': 'تعيين الرابط',
  'rich_text.redo': 'إعادة',
  'rich_text.underline': 'تحته خط',
  'rich_text.undo': 'تراجع',
  'rich_text.unknown': 'لا يعرف المحرر بعض أجزاء هذا النص: {parts}. يبقى النص كما هو حتى تحرره.',
};
