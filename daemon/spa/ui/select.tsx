import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { Button, ListBox, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import type { Tone } from '../../admin/api/tones.js';
import { usePhrases } from '../platform/phrases.js';
import { ChoiceItem } from './choice-item.js';
import './select.css';
import { ToneIcon } from './tone.js';

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** The meaning of the choice. */
  readonly color?: Tone;
  /** Nothing is chosen: the text is a prompt. */
  readonly isNothing?: boolean;
}

export interface SelectProps<Value extends string> {
  /** Of the button: a label's `for` refers to it. */
  readonly id?: string;
  /** Either the id of the visible label or the name itself. */
  readonly labelId?: string;
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly isRequired?: boolean;
  readonly isInvalid?: boolean;
  readonly isDisabled?: boolean;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
}

/** No key may be empty, and no text of a database contains this character. */
const keyOf = (value: string) => (value === '' ? '\0' : value);

/**
 * One of a few choices, in place of the browser's own select: with the looks of the other controls, and with the meaning of a
 * choice. Typing chooses by the first letters.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { id, labelId, label, describedBy, isRequired = false, isInvalid = false, isDisabled = false } = props;
  const { value, options, onChange } = props;
  const { say } = usePhrases();
  const requiredId = useId();
  const chosen = options.find((option) => option.value === value);
  // A button has neither aria-required nor aria-invalid. The texts of errors are among the descriptions.
  const descriptions = [...(isRequired ? [requiredId] : []), ...(describedBy === undefined ? [] : [describedBy])];
  return (
    <AriaSelect
      {...(id !== undefined && { id })}
      {...(labelId !== undefined && { 'aria-labelledby': labelId })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(descriptions.length > 0 && { 'aria-describedby': descriptions.join(' ') })}
      className="select"
      isDisabled={isDisabled}
      isInvalid={isInvalid}
      validationBehavior="aria"
      value={keyOf(value)}
      onChange={(key) => {
        const next = options.find((option) => keyOf(option.value) === key);
        if (next !== undefined && next.value !== value) onChange(next.value);
      }}
    >
      <Button className="select__button" data-empty={chosen === undefined || chosen.isNothing === true}>
        {chosen?.color !== undefined && <ToneIcon tone={chosen.color} />}
        <SelectValue className="select__value">{chosen?.label ?? ''}</SelectValue>
        <ChevronDown className="select__arrow" aria-hidden="true" />
      </Button>
      {isRequired && (
        <span id={requiredId} hidden>
          {say('form.required')}
        </span>
      )}
      <Popover className="popover choices" offset={4}>
        <ListBox className="choices__box">
          {options.map(({ value: one, label: text, color, isNothing }) => (
            <ChoiceItem key={one} id={keyOf(one)} label={text} tone={color} isQuiet={isNothing === true} />
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
