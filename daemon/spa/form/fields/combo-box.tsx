import { ChevronDown, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Key } from 'react-aria-components';
import { Button, ComboBox, Group, Input } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { ChoiceList, NOTHING } from './choice-list.js';
import type { FieldProps } from './field-props.js';
import { chosenText } from './option-query.js';
import { useLabels, useSearch } from './use-options.js';
import './combo-box.css';

/** One of many choices that the server searches through. What is typed only searches: the value changes by choosing. */
export function OptionComboBox(props: FieldProps) {
  const { field, value, onChange, id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  /** Undefined: nobody is typing, and the input says what is chosen. */
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenText(value);
  const labels = useLabels(props, chosen === undefined ? [] : [chosen]);
  const isSearching = typed !== undefined && typed !== '';
  const found = useSearch(props, { text: typed ?? '', isEnabled: isOpen });
  const isGone = chosen !== undefined && labels.gone.includes(chosen);
  const takeBack = useEffectEvent(() => onChange(null));
  useEffect(() => {
    if (isGone) takeBack();
  }, [isGone]);

  const shown = chosen === undefined ? '' : (labels.of(chosen) ?? (labels.isLoading ? '' : chosen));
  const empty = field.emptyOption ?? field.placeholder ?? say('form.choose');
  const canClear = !isRequired && !isDisabled && !isReadOnly;

  // What is chosen is always in the list: react-aria puts its text back when typing is given up, and would know none.
  const isFound = found.choices.some((choice) => choice.value === chosen);
  const missing = chosen === undefined || isFound ? undefined : { value: chosen, label: shown };
  const nothing = canClear && !isSearching && !found.isLoading ? [{ value: NOTHING, label: empty }] : [];

  function onInput(text: string) {
    setTyped(text === shown ? undefined : text);
    // As in every text field: deleting the text deletes the value.
    if (text === '' && canClear && chosen !== undefined) onChange(null);
  }

  // Also called with what is chosen already, when the input is left or Escape is pressed: it then says that again.
  function onChoose(key: Key | null) {
    setTyped(undefined);
    if (key === null || key === (chosen ?? NOTHING)) return;
    if (key === NOTHING) onChange(null);
    else {
      labels.learn(found.choices.filter((choice) => choice.value === key));
      onChange(String(key));
    }
  }

  return (
    <ComboBox
      id={id}
      aria-labelledby={labelId}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      className="option-combo-box"
      menuTrigger="input"
      allowsEmptyCollection
      items={found.choices}
      inputValue={typed ?? shown}
      onInputChange={onInput}
      value={chosen ?? NOTHING}
      onChange={onChoose}
      onOpenChange={setOpen}
      isDisabled={isDisabled}
      isReadOnly={isReadOnly}
      isInvalid={isInvalid}
      validationBehavior="aria"
    >
      <Group className="option-combo-box__control" isInvalid={isInvalid}>
        <Input
          ref={input}
          className="input option-combo-box__input"
          placeholder={empty}
          aria-required={isRequired}
          aria-busy={labels.isLoading}
          // What is typed replaces what is chosen, instead of being added to its text.
          onFocus={({ target }) => selectSoon(target)}
        />
        {canClear && chosen !== undefined && (
          <button
            type="button"
            className="icon-button option-combo-box__clear"
            aria-label={say('form.clear')}
            aria-describedby={labelId}
            // By keyboard the text is deleted; nobody wants another stop in each field.
            tabIndex={-1}
            onClick={() => {
              setTyped(undefined);
              onChange(null);
              input.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </button>
        )}
        {!isReadOnly && (
          <Button className="icon-button option-combo-box__open" aria-label={say('form.show_choices')}>
            <ChevronDown aria-hidden="true" />
          </Button>
        )}
      </Group>
      <ChoiceList
        found={found}
        first={isSearching ? [] : [...nothing, ...(missing ? [missing] : [])]}
        unseen={isSearching ? missing : undefined}
      />
    </ComboBox>
  );
}

/** A frame later, since the press that gave it the focus sets a caret; unless somebody was faster. */
function selectSoon(input: HTMLInputElement): void {
  const { value } = input;
  requestAnimationFrame(() => {
    if (input.value === value) input.select();
  });
}
