import { useId } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import { useDraft } from '../../ui/use-draft.js';
import { numberProblem } from './number-problem.js';
import { TYPING_PAUSE_MS } from './typing.js';

export interface NumberInputProps {
  readonly id?: string;
  /** Where no label names it. */
  readonly label?: string;
  readonly value: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Only what the API takes: a number within the bounds, or nothing. */
  readonly onChange: (value: string) => void;
}

export function NumberInput({ id, label, value, min, max, onChange }: NumberInputProps) {
  const draft = useDraft(value, onChange, TYPING_PAUSE_MS);
  const { say } = usePhrases();
  const problemId = useId();
  const problem = numberProblem(draft.text, { min, max });
  return (
    <span className="filter-number">
      <input
        id={id}
        className="input"
        type="number"
        inputMode="decimal"
        step="any"
        min={min}
        max={max}
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
      />
      {problem !== undefined && (
        <span id={problemId} className="filter-problem" role="alert">
          {say(problem.phrase, problem.values)}
        </span>
      )}
    </span>
  );

  function isGood({ validity, value: typed }: HTMLInputElement): boolean {
    return validity.valid && numberProblem(typed, { min, max }) === undefined;
  }
}
