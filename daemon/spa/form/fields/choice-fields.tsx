import type { RefObject } from 'react';
import { useRef } from 'react';
import { errorText } from '../../api/errors.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { useFocusOnMore } from '../../ui/focus-on-more.js';
import { Select } from '../../ui/select.js';
import { ToneIcon } from '../../ui/tone.js';
import { isTrue } from '../state/field-value.js';
import { OptionComboBox } from './combo-box.js';
import type { FieldProps } from './field-props.js';
import { controlProps } from './field-props.js';
import { chosenText, chosenTexts } from './option-query.js';
import type { Choice, FoundOptions } from './use-options.js';
import { useChoices } from './use-options.js';
import './choice-fields.css';

export function CheckboxField(props: FieldProps) {
  const { value, onChange, isDisabled, isReadOnly } = props;
  return (
    <input
      {...controlProps(props)}
      type="checkbox"
      className="checkbox-field"
      disabled={isDisabled || isReadOnly}
      checked={isTrue(value)}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** A checkbox for the browser, a switch for users. */
export function SwitchField(props: FieldProps) {
  const { value, onChange, isDisabled, isReadOnly } = props;
  return (
    <input
      {...controlProps(props)}
      type="checkbox"
      role="switch"
      className="switch-field"
      disabled={isDisabled || isReadOnly}
      checked={isTrue(value)}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

interface ChoicesStateProps {
  readonly found: FoundOptions;
  /** Around the choices. */
  readonly list: RefObject<HTMLElement | null>;
}

/** Shown below choices from the server: loading, more available, or why there are none. */
function ChoicesState({ found, list }: ChoicesStateProps) {
  const { say } = usePhrases();
  const asksForMore = useFocusOnMore(list, found.choices.length);
  if (found.error !== null) {
    return (
      <p className="choices-state problem" role="alert">
        {errorText(found.error, say)} <Button onPress={found.retry}>{say('shell.retry')}</Button>
      </p>
    );
  }
  if (found.isLoading) {
    return <span className="skeleton choices-state__loading" role="status" aria-label={say('list.loading')} />;
  }
  if (found.choices.length === 0) return <p className="choices-state">{say('form.no_choices')}</p>;
  if (!found.hasMore) return null;
  return (
    <Button
      variant="quiet"
      isPending={found.isLoadingMore}
      onPress={() => {
        asksForMore();
        found.loadMore();
      }}
    >
      {say('form.more_choices')}
    </Button>
  );
}

export interface RadioGroupProps {
  readonly field: FieldProps;
  readonly choices: readonly Choice[];
  readonly className: string;
  readonly choiceClassName: string;
}

/**
 * Native radio buttons: one tab stop, with arrow keys between them. The chosen button, or else the first, has the field's
 * id.
 */
function RadioGroup({ field, choices, className, choiceClassName }: RadioGroupProps) {
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
            // Each group on a page needs its own name.
            name={id}
            {...(choice.value === reached && { id })}
            value={choice.value}
            checked={choice.value === chosen}
            disabled={isDisabled || isReadOnly}
            onChange={() => onChange(choice.value)}
          />
          {choice.color !== undefined && <ToneIcon tone={choice.color} />}
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

export function RadioField(props: FieldProps) {
  const found = useChoices(props);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} className="radio-field">
      <RadioGroup
        field={props}
        choices={found.choices}
        className="radio-field__choices"
        choiceClassName="radio-field__choice"
      />
      <ChoicesState found={found} list={list} />
    </div>
  );
}

/** Radio buttons that look like the segments of one control. */
export function BalloonSelectorField(props: FieldProps) {
  const found = useChoices(props);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} className="balloon-selector">
      <RadioGroup
        field={props}
        choices={found.choices}
        className="balloon-selector__choices"
        choiceClassName="balloon-selector__choice"
      />
      <ChoicesState found={found} list={list} />
    </div>
  );
}

/** From this number of choices, ticking them one by one takes too long. */
const MANY = 5;

/** Several of the choices. The value keeps the order of the choices, not the order of ticking. */
export function CheckboxListField(props: FieldProps) {
  const { id, labelId, describedBy, isInvalid, isDisabled, isReadOnly, value, onChange } = props;
  const { say } = usePhrases();
  const found = useChoices(props);
  const { choices } = found;
  const list = useRef<HTMLDivElement>(null);
  const chosen = new Set(chosenTexts(value));
  const isLocked = isDisabled || isReadOnly;

  function choose(next: ReadonlySet<string>) {
    const listed = choices.map((choice) => choice.value);
    // Keep stored values that are no longer among the choices, because the user has not unticked them.
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
      ref={list}
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
            {choice.color !== undefined && <ToneIcon tone={choice.color} />}
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <ChoicesState found={found} list={list} />
    </div>
  );
}

/** A select for choices that the schema lists; a combo box for choices from the server. */
export function DropdownField(props: FieldProps) {
  return props.field.optionsFromServer === true ? <OptionComboBox {...props} /> : <ListedDropdown {...props} />;
}

function ListedDropdown(props: FieldProps) {
  const { field, value, onChange, id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const options = field.options ?? [];
  const chosen = chosenText(value);
  const isListed = options.some((option) => option.value === chosen);
  // Without a choice the control must look empty, and an optional field must be clearable.
  const hasEmpty = chosen === undefined || !isRequired || field.emptyOption !== undefined;
  const empty = field.emptyOption ?? field.placeholder ?? say('form.choose');
  const isNamed = field.label !== null && field.label !== '';
  return (
    <Select
      id={id}
      {...(isNamed ? { labelId } : { label: field.placeholder ?? field.name })}
      describedBy={describedBy}
      isRequired={isRequired}
      isInvalid={isInvalid}
      isDisabled={isDisabled || isReadOnly}
      value={chosen ?? ''}
      options={[
        ...(hasEmpty ? [{ value: '', label: empty, isNothing: true }] : []),
        // Stored when the choices were different. Shown unchanged until the user chooses another value.
        ...(chosen !== undefined && !isListed ? [{ value: chosen, label: chosen }] : []),
        ...options,
      ]}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}
