import { useId } from 'react';
import { MAX_SEARCH_CHARACTERS } from '../../../admin/api/limits.js';
import type { BackendPhrase } from '../../../i18n/en.js';
import type { PhraseValues } from '../../platform/phrases.js';
import { usePhrases } from '../../platform/phrases.js';
import { useDraft } from '../../ui/debounce.js';
import { leaveOnWheel } from '../../ui/leave-on-wheel.js';
import type { FilterView } from '../../api/views.js';
import { bounded, single } from '../query/filter-value.js';
import type { FilterProps } from './filter-props.js';
import { TYPING_PAUSE_MS } from './filter-props.js';

export function TextFilter({ value, onChange, id }: FilterProps) {
  const draft = useDraft(value.values[0] ?? '', (text) => onChange(single(text), 'typed'), TYPING_PAUSE_MS);
  return (
    <input
      id={id}
      className="input"
      type="text"
      autoComplete="off"
      maxLength={MAX_SEARCH_CHARACTERS}
      value={draft.text}
      onChange={({ target }) => draft.type(target.value)}
      onBlur={draft.commit}
    />
  );
}

export interface NumberProblem {
  readonly phrase: BackendPhrase;
  readonly values: PhraseValues;
}

/** The numbers that a filter takes. */
export type NumberBounds = Pick<FilterView, 'min' | 'max' | 'whole'>;

/** Why the filter does not send a number: the API would reject it. An empty field is valid. */
export function numberProblem(text: string, { min, max, whole }: NumberBounds): NumberProblem | undefined {
  if (text === '') return undefined;
  const number = Number(text);
  if (Number.isNaN(number)) return { phrase: 'filter.number_invalid', values: {} };
  if (whole === true && !/^-?\d+$/.test(text)) return { phrase: 'filter.number_whole', values: {} };
  if (min !== undefined && number < min) return { phrase: 'filter.number_too_small', values: { minimum: min } };
  if (max !== undefined && number > max) return { phrase: 'filter.number_too_large', values: { maximum: max } };
  return undefined;
}

/** Whether a range contains no number at all. An open end always contains some. */
export function isEmptyRange({ min, max }: { readonly min?: string; readonly max?: string }): boolean {
  return min !== undefined && max !== undefined && min !== '' && max !== '' && Number(min) > Number(max);
}

export interface NumberInputProps {
  readonly id?: string;
  /** For a field without a visible label. */
  readonly label?: string;
  readonly value: string;
  readonly bounds: NumberBounds;
  /** Called only with values that the API accepts: a number within the bounds, or an empty text. */
  readonly onChange: (value: string) => void;
}

function NumberInput({ id, label, value, bounds, onChange }: NumberInputProps) {
  const draft = useDraft(value, onChange, TYPING_PAUSE_MS);
  const { say } = usePhrases();
  const problemId = useId();
  const problem = numberProblem(draft.text, bounds);
  return (
    <span className="filter-number">
      <input
        id={id}
        className="input"
        type="number"
        inputMode={bounds.whole === true ? 'numeric' : 'decimal'}
        step="any"
        min={bounds.min}
        max={bounds.max}
        placeholder={label}
        aria-label={label}
        {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': problemId })}
        value={draft.text}
        onChange={({ target }) => {
          if (isGood(target)) draft.type(target.value);
          else draft.show(target.value);
        }}
        onBlur={({ target }) => {
          if (isGood(target)) draft.commit();
        }}
        onWheel={leaveOnWheel}
      />
      {problem !== undefined && (
        <span id={problemId} className="filter-problem" role="alert">
          {say(problem.phrase, problem.values)}
        </span>
      )}
    </span>
  );

  function isGood({ validity, value: typed }: HTMLInputElement): boolean {
    return validity.valid && numberProblem(typed, bounds) === undefined;
  }
}

export function NumberFilter({ filter, value, onChange, id }: FilterProps) {
  return (
    <NumberInput
      id={id}
      value={value.values[0] ?? ''}
      bounds={filter}
      onChange={(number) => onChange(single(number), 'typed')}
    />
  );
}

export function NumberRangeFilter({ filter, value: { bounds }, onChange }: FilterProps) {
  const { say } = usePhrases();
  return (
    <div className="filter-numbers">
      <div className="filter-range">
        <NumberInput
          label={say('filter.number_min')}
          value={bounds.min ?? ''}
          bounds={filter}
          onChange={(number) => onChange(bounded({ ...bounds, min: number }), 'typed')}
        />
        <span aria-hidden="true">–</span>
        <NumberInput
          label={say('filter.number_max')}
          value={bounds.max ?? ''}
          bounds={filter}
          onChange={(number) => onChange(bounded({ ...bounds, max: number }), 'typed')}
        />
      </div>
      {isEmptyRange(bounds) && (
        <p className="filter-problem" role="alert">
          {say('filter.number_order')}
        </p>
      )}
    </div>
  );
}
