import { ChevronDown, X } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import type { Key } from 'react-aria-components';
import { Button, ComboBox, Group, Input, Tag, TagGroup, TagList } from 'react-aria-components';
import { joinTags, splitTags, tagText } from '../../../admin/api/tags.js';
import type { FieldValue } from '../../api/views.js';
import { folded, matching } from '../../formats/folding.js';
import { usePhrases } from '../../platform/phrases.js';
import { ChoiceList } from './choice-list.js';
import type { FieldProps } from './field-props.js';
import { chosenTexts } from './option-query.js';
import type { FoundOptions } from './use-options.js';
import { useLabels, useSearch } from './use-options.js';
import '../../ui/combo-box.css';
import './option-tags.css';
import './tag-list-field.css';

const ANY_TAGS = { separator: null, custom: true, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Between tags of a pasted text, whatever separates them where they are stored. */
const PASTED = /[\n\r\t,;]+/u;

/** Tags: texts that the user types, pastes or chooses from suggestions. */
export function TagListField(props: FieldProps) {
  const { field, value, onChange, id, labelId, describedBy, isInvalid, isRequired, isDisabled, isReadOnly } = props;
  const { separator, custom, maximum } = field.tags ?? ANY_TAGS;
  const phrases = usePhrases();
  const { say } = phrases;
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const tags = tagsOf(value, separator);
  const { found, labelOf, learn } = useSuggestions(props, tags, typed, isOpen);
  const isLocked = isDisabled || isReadOnly;
  const isFull = tags.length >= maximum;
  const written = tagText(typed);
  const isNew = custom && !isFull && written !== '' && !tags.includes(written) && suggestionOf(written) === undefined;
  const offered = isNew
    ? { ...found, choices: [{ value: written, label: say('form.tags_add', { tag: written }) }, ...found.choices] }
    : found;
  const hasSuggestions = field.options !== undefined || field.optionsFromServer === true;

  function change(next: readonly string[]) {
    onChange(separator === null ? [...next] : joinTags(next, separator));
  }

  function list(some: readonly string[]) {
    return phrases.list(some.map(labelOf));
  }

  function suggestionOf(text: string) {
    return found.choices.find(({ label }) => folded(label) === folded(text));
  }

  /** Adds what is not there yet. A text that equals a suggestion except for its case becomes the suggestion. */
  function add(texts: readonly string[]): void {
    const known = texts.flatMap((given) => {
      const text = tagText(given);
      if (text === '') return [];
      const choice = suggestionOf(text);
      if (choice !== undefined) return [choice.value];
      return custom ? [text] : [];
    });
    const fresh = [...new Set(known)].filter((tag) => !tags.includes(tag)).slice(0, Math.max(0, maximum - tags.length));
    if (fresh.length > 0) {
      change([...tags, ...fresh]);
      setSaid(say('form.tags_added', { tags: list(fresh) }));
    }
    // A text that is no choice stays in the input, where the user can correct it.
    if (known.length > 0) setTyped('');
  }

  function remove(gone: readonly string[]) {
    const left = tags.filter((tag) => !gone.includes(tag));
    change(left);
    setSaid(say('form.tags_removed', { tags: list(gone) }));
    // The tag that had the focus is gone, and no other one can take it.
    if (left.length === 0) input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Backspace' && typed === '' && tags.length > 0) remove(tags.slice(-1));
    // With a suggestion in focus, Enter chooses it.
    const isChoosing = input.current?.hasAttribute('aria-activedescendant') === true;
    if (event.key === 'Enter' && typed.trim() !== '' && !isChoosing) {
      event.preventDefault();
      add([typed]);
    }
  }

  function onType(text: string) {
    const parts = separator === ' ' ? text.split(/\s/u) : text.split(',');
    if (parts.length > 1) add(parts.slice(0, -1));
    // A text below the list says that there is no room.
    setTyped(isFull ? '' : (parts.at(-1) ?? ''));
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text/plain');
    const parts = text.split(PASTED).flatMap((part) => (separator === null ? [part] : splitTags(part, separator)));
    if (parts.filter((part) => part.trim() !== '').length < 2) return;
    event.preventDefault();
    add(parts);
  }

  function onChoose(keys: readonly Key[]) {
    const next = keys.map(String);
    const fresh = next.filter((one) => !tags.includes(one));
    const gone = tags.filter((one) => !next.includes(one));
    learn(found.choices.filter((choice) => fresh.includes(choice.value)));
    if (gone.length > 0) remove(gone);
    else if (fresh.length > 0 && !isFull) {
      change([...tags, ...fresh]);
      setSaid(say('form.tags_added', { tags: list(fresh) }));
      setTyped('');
    }
  }

  const control = {
    ref: input,
    className: 'input option-combo-box__input',
    placeholder: field.placeholder ?? field.emptyOption ?? say(custom ? 'form.tags_type' : 'form.choose'),
    'aria-required': isRequired,
    onKeyDown,
    onPaste,
    onBlur: () => add([typed]),
  };
  const described = describedBy === undefined ? {} : { 'aria-describedby': describedBy };

  return (
    <div className="option-tags tag-list-field">
      {tags.length > 0 && (
        <TagGroup
          aria-labelledby={labelId}
          {...(!isLocked && { onRemove: (keys: ReadonlySet<Key>) => remove([...keys].map(String)) })}
        >
          <TagList className="option-tags__list">
            {tags.map((tag) => (
              <Tag key={tag} id={tag} textValue={labelOf(tag)} className="option-tags__tag">
                <bdi className="option-tags__label">{labelOf(tag)}</bdi>
                {!isLocked && (
                  <Button slot="remove" className="option-tags__remove">
                    <X aria-hidden="true" />
                  </Button>
                )}
              </Tag>
            ))}
          </TagList>
        </TagGroup>
      )}
      {tags.length === 0 && isLocked && <p className="option-tags__note">{field.emptyOption ?? '–'}</p>}
      {!isLocked && hasSuggestions && (
        <ComboBox<object, 'multiple'>
          id={id}
          aria-labelledby={labelId}
          {...described}
          selectionMode="multiple"
          menuTrigger="input"
          allowsEmptyCollection
          items={offered.choices}
          inputValue={typed}
          onInputChange={onType}
          value={tags}
          onChange={onChoose}
          onOpenChange={setOpen}
          isInvalid={isInvalid}
          validationBehavior="aria"
        >
          <Group className="option-combo-box__control" isInvalid={isInvalid}>
            <Input {...control} />
            <Button className="icon-button option-combo-box__open" aria-label={say('form.show_choices')}>
              <ChevronDown aria-hidden="true" />
            </Button>
          </Group>
          <ChoiceList found={offered} />
        </ComboBox>
      )}
      {!isLocked && !hasSuggestions && (
        <input
          {...control}
          {...described}
          id={id}
          type="text"
          autoComplete="off"
          className="input"
          aria-invalid={isInvalid}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      )}
      {!isLocked && isFull && (
        <p className="option-tags__note" role="status">
          {say('form.tags_full', { maximum })}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

function tagsOf(value: FieldValue, separator: ',' | ' ' | null): readonly string[] {
  const tags = separator === null || typeof value !== 'string' ? chosenTexts(value) : splitTags(value, separator);
  return [...new Set(tags)];
}

/** Suggestions from the schema or the server, and the texts of the tags that are among them. */
function useSuggestions(
  props: FieldProps,
  tags: readonly string[],
  typed: string,
  isOpen: boolean,
): {
  readonly found: FoundOptions;
  readonly labelOf: (tag: string) => string;
  readonly learn: (choices: FoundOptions['choices']) => void;
} {
  const isAsked = props.field.optionsFromServer === true;
  const searched = useSearch(props, { text: typed, isEnabled: isAsked && isOpen });
  const labels = useLabels(props, isAsked ? tags : []);
  if (isAsked) return { found: searched, labelOf: (tag) => labels.of(tag) ?? tag, learn: (some) => labels.learn(some) };
  const { options = [] } = props.field;
  const texts = new Map(options.map(({ value, label }) => [value, label]));
  return {
    found: {
      ...searched,
      choices: matching(options, typed),
      isLoading: false,
      isStale: false,
      hasMore: false,
      error: null,
    },
    labelOf: (tag) => texts.get(tag) ?? tag,
    learn: () => undefined,
  };
}
