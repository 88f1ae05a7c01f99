import type { FieldProps } from '../field-props.js';
import { ChoicesState } from '../choices/choices-state.js';
import { RadioGroup } from '../choices/radio-group.js';
import { useChoices } from '../choices/use-choices.js';
import './radio-field.css';

export function RadioField(props: FieldProps) {
  const found = useChoices(props);
  return (
    <div className="radio-field">
      <RadioGroup
        field={props}
        choices={found.choices}
        className="radio-field__choices"
        choiceClassName="radio-field__choice"
      />
      <ChoicesState found={found} />
    </div>
  );
}
