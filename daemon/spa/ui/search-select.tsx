import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, Collection, ComboBox, Group, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { folded } from '../formats/folding.js';
import { usePhrases } from '../platform/phrases.js';
import { ChoiceItem } from './choice-item.js';
import './combo-box.css';
import { selectSoon } from './select-soon.js';
import type { SelectProps } from './select.js';

export type SearchSelectProps = Required<Pick<SelectProps<string>, 'id' | 'labelId'>> &
  Pick<SelectProps<string>, 'value' | 'options' | 'onChange'>;

/** No key may be empty, and no name contains this character. */
const keyOf = (value: string) => (value === '' ? '\0' : value);

/** Any part of the text finds it: "tokyo" finds "Asia/Tokyo". */
const isFound = (text: string, typed: string) => folded(text).includes(folded(typed.trim()));

/**
 * One of hundreds of choices that the page has: like Select, but typing narrows the list instead of jumping in it. Pass the same
 * objects at each render.
 */
export function SearchSelect({ id, labelId, value, options, onChange }: SearchSelectProps) {
  const { say } = usePhrases();
  const label = options.find((option) => option.value === value)?.label ?? value;
  /** Undefined if the user is not typing. The input then shows the chosen one. */
  const [typed, setTyped] = useState<string>();
  const found = typed === undefined ? options : options.filter((option) => isFound(option.label, typed));
  return (
    <ComboBox
      id={id}
      aria-labelledby={labelId}
      className="option-combo-box"
      menuTrigger="input"
      allowsEmptyCollection
      items={found}
      inputValue={typed ?? label}
      onInputChange={(text) => setTyped(text === label ? undefined : text)}
      value={keyOf(value)}
      // Also called with the current choice, when the user leaves the input or presses Escape.
      onChange={(key) => {
        setTyped(undefined);
        const next = options.find((option) => keyOf(option.value) === key);
        if (next !== undefined && next.value !== value) onChange(next.value);
      }}
    >
      <Group className="option-combo-box__control">
        {/* Selects the text, so that typing replaces it. */}
        <Input className="input option-combo-box__input" onFocus={({ target }) => selectSoon(target)} />
        <Button className="icon-button option-combo-box__open" aria-label={say('form.show_choices')}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </Group>
      <Popover className="popover choices" offset={4}>
        <ListBox className="choices__box">
          {/* Renders each object of the options once, and not all of them with each letter. */}
          <Collection items={found}>
            {(option) => <ChoiceItem id={keyOf(option.value)} label={option.label} />}
          </Collection>
          {/* react-aria takes the text of the chosen one from the list when the user stops typing. */}
          {!found.some((option) => option.value === value) && (
            <ListBoxItem id={keyOf(value)} textValue={label} className="choices__unseen" isDisabled />
          )}
        </ListBox>
        {found.length === 0 && (
          <p className="choices__empty" role="status">
            {say('form.no_choices')}
          </p>
        )}
      </Popover>
    </ComboBox>
  );
}
