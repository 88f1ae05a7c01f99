import { formatNumber } from '../../formats/number.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { CellProps } from './cell-props.js';
import { textOf } from './text-of.js';

export function NumberCell({ value, column: { format } }: CellProps) {
  const { locale } = usePhrases();
  return formatNumber(value, format, locale) ?? textOf(value);
}
