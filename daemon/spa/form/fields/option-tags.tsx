import { ChevronDown, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Key } from 'react-aria-components';
import { Button, ComboBox, Group, Input, Tag, TagGroup, TagList } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { ChoiceList } from './choice-list.js';
import type { FieldProps } from './field-props.js';
import { chosenTexts } from './option-query.js';
import { useLabels, useSearch } from './use-options.js';
import '../../ui/combo-box.css';
import './option-tags.css';

/** Several of many choices, with a server-side search: the chosen ones as tags, and a combo box to add more. */
export function OptionTags(props: FieldProps) {
  const { field, value, onChange, form, id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly } =
    props;
  const { say } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = chosenTexts(value);
  const labels = useLabels(props, chosen);
  const found = useSearch(props, { text: typed, isEnabled: isOpen });
  const isLocked = isDisabled || isReadOnly;

  const isAnyGone = labels.gone.length > 0;
  const takeBack = useEffectEvent(() => onChange(chosen.filter((one) => !labels.gone.includes(one))));
  useEffect(() => {
    if (isAnyGone) takeBack();
  }, [isAnyGone]);

  // The API leaves out a list that is too long to return in full. Saving only the part shown would unlink the rest.
  if (value === null && form.context !== 'create') return <p className="option-tags__note">{say('form.too_many')}</p>;

  function onChoose(keys: readonly Key[]) {
    const next = keys.map(String);
    // The combo box also reports an unchanged choice when the user leaves the input.
    if (next.length === chosen.length && next.every((one) => chosen.includes(one))) return;
    labels.learn(found.choices.filter((choice) => next.includes(choice.value)));
    onChange(next);
    setTyped('');
  }

  function remove(keys: ReadonlySet<Key>) {
    const left = chosen.filter((one) => !keys.has(one));
    onChange(left);
    // The tag that had the focus is gone and no other tag can take it.
    if (left.length === 0) input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Backspace' && typed === '' && chosen.length > 0 && !isLocked) onChange(chosen.slice(0, -1));
  }

  return (
    <div className="option-tags">
      {chosen.length > 0 && (
        <TagGroup aria-labelledby={labelId} {...(!isLocked && { onRemove: remove })}>
          <TagList className="option-tags__list">
            {chosen.map((one) => (
              <ChosenTag
                key={one}
                id={one}
                label={labels.of(one) ?? (labels.isLoading ? '…' : one)}
                isLocked={isLocked}
              />
            ))}
          </TagList>
        </TagGroup>
      )}
      {chosen.length === 0 && isLocked && <p className="option-tags__note">{field.emptyOption ?? '–'}</p>}
      {!isLocked && (
        <ComboBox<object, 'multiple'>
          id={id}
          aria-labelledby={labelId}
          {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
          selectionMode="multiple"
          menuTrigger="input"
          allowsEmptyCollection
          items={found.choices}
          inputValue={typed}
          onInputChange={setTyped}
          value={chosen}
          onChange={onChoose}
          onOpenChange={(open) => {
            setOpen(open);
            if (!open) setTyped('');
          }}
          isInvalid={isInvalid}
          validationBehavior="aria"
        >
          <Group className="option-combo-box__control" isInvalid={isInvalid}>
            <Input
              ref={input}
              className="input option-combo-box__input"
              placeholder={field.placeholder ?? field.emptyOption ?? say('form.choose')}
              aria-required={isRequired}
              onKeyDown={onKeyDown}
            />
            <Button className="icon-button option-combo-box__open" aria-label={say('form.show_choices')}>
              <ChevronDown aria-hidden="true" />
            </Button>
          </Group>
          <ChoiceList found={found} />
        </ComboBox>
      )}
    </div>
  );
}

interface ChosenTagProps {
  readonly id: string;
  readonly label: string;
  readonly isLocked: boolean;
}

function ChosenTag({ id, label, isLocked }: ChosenTagProps) {
  return (
    <Tag id={id} textValue={label} className="option-tags__tag">
      <span className="option-tags__label">{label}</span>
      {!isLocked && (
        <Button slot="remove" className="option-tags__remove">
          <X aria-hidden="true" />
        </Button>
      )}
    </Tag>
  );
}
