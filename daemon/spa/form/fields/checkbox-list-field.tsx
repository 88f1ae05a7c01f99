import type { FieldProps } from '../field-props.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import { Button } from '../../ui/button.js';
import { ChoicesState } from '../choices/choices-state.js';
import { chosenTexts } from '../choices/choice-text.js';
import { useChoices } from '../choices/use-choices.js';
import './checkbox-list-field.css';

/** From so many choices on, ticking each of them is work. */
const MANY = 5;

/** Several of the choices. The value keeps their order, whatever order they were ticked in. */
export function CheckboxListField(props: FieldProps) {
  const { id, labelId, describedBy, isInvalid, isDisabled, isReadOnly, value, onChange } = props;
  const { say } = usePhrases();
  const found = useChoices(props);
  const { choices } = found;
  const chosen = new Set(chosenTexts(value));
  const isLocked = isDisabled || isReadOnly;

  function choose(next: ReadonlySet<string>) {
    const listed = choices.map((choice) => choice.value);
    // What is stored and no choice of today's stays as it is: nobody has unticked it.
    onChange([...listed.filter((one) => next.has(one)), ...[...next].filter((one) => !listed.includes(one))]);
  }

  function toggle(one: string, isOn: boolean) {
    const next = new Set(chosen);
    if (isOn) next.add(one);
    else next.delete(one);
    choose(next);
  }

  return (
    <div
      role="group"
      className="checkbox-list"
      aria-labelledby={labelId}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    >
      {choices.length >= MANY && !isLocked && (
        <div className="checkbox-list__all">
          <Button variant="quiet" onPress={() => choose(new Set([...chosen, ...choices.map((one) => one.value)]))}>
            {say('form.choose_all')}
          </Button>
          <Button variant="quiet" onPress={() => onChange([])}>
            {say('form.choose_none')}
          </Button>
        </div>
      )}
      <div className="checkbox-list__choices">
        {choices.map((choice, index) => (
          <label key={choice.value} className="checkbox-list__choice">
            <input
              type="checkbox"
              {...(index === 0 && { id })}
              aria-invalid={isInvalid}
              checked={chosen.has(choice.value)}
              disabled={isLocked}
              onChange={({ target }) => toggle(choice.value, target.checked)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <ChoicesState found={found} />
    </div>
  );
}
