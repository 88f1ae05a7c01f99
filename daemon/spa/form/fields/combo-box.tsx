import { ChevronDown, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Key } from 'react-aria-components';
import { Button, ComboBox, Group, Input } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { ToneIcon } from '../../ui/tone.js';
import { selectSoon } from '../../ui/select-soon.js';
import { ChoiceList, NOTHING } from './choice-list.js';
import type { FieldProps } from './field-props.js';
import { chosenText } from './option-query.js';
import { useLabels, useSearch } from './use-options.js';
import '../../ui/combo-box.css';

/** One of many choices, with a server-side search. Typing only searches; the value changes when the user picks a choice. */
export function OptionComboBox(props: FieldProps) {
  const { field, value, onChange, id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  /** Undefined if the user is not typing. The input then shows the chosen item. */
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

  // Always include the chosen item in the list: when the user stops typing, react-aria restores its text from there.
  const isFound = found.choices.some((choice) => choice.value === chosen);
  const tone = chosen === undefined ? undefined : labels.toneOf(chosen);
  const missing =
    chosen === undefined || isFound
      ? undefined
      : { value: chosen, label: shown, ...(tone !== undefined && { color: tone }) };
  // Until the first choices are here, the list has none: it could move from below the input to above it.
  const isListed = !isSearching && !found.isLoading;
  const nothing = canClear ? [{ value: NOTHING, label: empty }] : [];

  function onInput(text: string) {
    setTyped(text === shown ? undefined : text);
    // As in any text field, deleting the text deletes the value.
    if (text === '' && canClear && chosen !== undefined) onChange(null);
  }

  // Also called with the current choice, when the user leaves the input or presses Escape.
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
        {tone !== undefined && typed === undefined && (
          <span className="option-combo-box__tone">
            <ToneIcon tone={tone} />
          </span>
        )}
        <Input
          ref={input}
          className="input option-combo-box__input"
          placeholder={empty}
          aria-required={isRequired}
          aria-busy={labels.isLoading}
          // Select the text, so that typing replaces it.
          onFocus={({ target }) => selectSoon(target)}
        />
        {canClear && chosen !== undefined && (
          <button
            type="button"
            className="icon-button option-combo-box__clear"
            aria-label={say('form.clear')}
            aria-describedby={labelId}
            // Keyboard users delete the text instead. A second tab stop in each field would be a nuisance.
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
        first={isListed ? [...nothing, ...(missing ? [missing] : [])] : []}
        unseen={isListed ? undefined : missing}
      />
    </ComboBox>
  );
}
