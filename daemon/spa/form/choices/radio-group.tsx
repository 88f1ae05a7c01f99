import { chosenText } from './choice-text.js';
import type { FieldProps } from '../field-props.js';
import type { Choice } from './use-options.js';

export interface RadioGroupProps {
  readonly field: FieldProps;
  readonly choices: readonly Choice[];
  readonly className: string;
  readonly choiceClassName: string;
}

/** Native radio buttons: one stop for Tab, arrows between them. The first, or the chosen one, has the id of the field. */
export function RadioGroup({ field, choices, className, choiceClassName }: RadioGroupProps) {
  const { id, labelId, describedBy, isInvalid, isDisabled, isReadOnly, value, onChange } = field;
  const chosen = chosenText(value);
  const reached = choices.some((choice) => choice.value === chosen) ? chosen : choices[0]?.value;
  return (
    <div
      role="radiogroup"
      className={className}
      aria-labelledby={labelId}
      aria-invalid={isInvalid}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      {...(isReadOnly && { 'aria-readonly': true })}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={choiceClassName}>
          <input
            type="radio"
            // No two groups of a page share a name.
            name={id}
            {...(choice.value === reached && { id })}
            value={choice.value}
            checked={choice.value === chosen}
            disabled={isDisabled || isReadOnly}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
