import type { BackendPhrase } from '../../../admin/i18n/phrases/en.js';
import type { PhraseValues } from '../../i18n/phrases.js';

export interface NumberProblem {
  readonly phrase: BackendPhrase;
  readonly values: PhraseValues;
}

/** Why a number is not asked for: the API would refuse it. Nothing typed is no problem. */
export function numberProblem(
  text: string,
  { min, max }: { readonly min: number | undefined; readonly max: number | undefined },
): NumberProblem | undefined {
  if (text === '') return undefined;
  const number = Number(text);
  if (Number.isNaN(number)) return { phrase: 'filter.number_invalid', values: {} };
  if (min !== undefined && number < min) return { phrase: 'filter.number_too_small', values: { minimum: min } };
  if (max !== undefined && number > max) return { phrase: 'filter.number_too_large', values: { maximum: max } };
  return undefined;
}

/** Whether a range holds no number at all. An open end is no end. */
export function isEmptyRange({ min, max }: { readonly min?: string; readonly max?: string }): boolean {
  return min !== undefined && max !== undefined && min !== '' && max !== '' && Number(min) > Number(max);
}
