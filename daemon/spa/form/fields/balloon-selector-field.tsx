import type { FieldProps } from '../field-props.js';
import { ChoicesState } from '../choices/choices-state.js';
import { RadioGroup } from '../choices/radio-group.js';
import { useChoices } from '../choices/use-choices.js';
import './balloon-selector-field.css';

/** Radio buttons that look like the segments of one control. */
export function BalloonSelectorField(props: FieldProps) {
  const found = useChoices(props);
  return (
    <div className="balloon-selector">
      <RadioGroup
        field={props}
        choices={found.choices}
        className="balloon-selector__choices"
        choiceClassName="balloon-selector__choice"
      />
      <ChoicesState found={found} />
    </div>
  );
}
