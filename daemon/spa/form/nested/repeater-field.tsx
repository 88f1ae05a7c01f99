import { useLayoutEffect, useRef, useState } from 'react';
import { ITEM } from '../../../admin/api/nested.js';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from '../fields/field-props.js';
import { newItem } from '../state/field-value.js';
import type { FieldErrors } from '../state/form-state.js';
import type { Members, Nested } from '../state/nested-text.js';
import { errorsUnder } from '../state/nested-text.js';
import { AddItem } from './add-item.js';
import { useHeldItems } from './held-items.js';
import type { ItemPart } from './repeater-item.js';
import { RepeaterItem } from './repeater-item.js';
import './nested.css';

/** A list of objects in a json column, each as fields. */
export function RepeaterField(props: FieldProps) {
  return props.field.nested === undefined ? null : <Repeater {...props} nested={props.field.nested} />;
}

function Repeater({ nested, ...props }: FieldProps & { readonly nested: Nested }) {
  const { value, onChange, id, labelId, describedBy, nestedErrors, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const { items, change, nextKey } = useHeldItems(nested, value, onChange);
  const list = useRef<HTMLDivElement>(null);
  const { open, toggle, show } = useOpenItems(
    nested,
    items.map(({ key }) => key),
    nestedErrors,
  );
  const [said, setSaid] = useState('');
  const focusNext = useFocusAfter(list);
  const dragged = useRef<number>(undefined);
  const isLocked = isDisabled || isReadOnly;
  const isFull = items.length >= nested.maximum;

  function add(item: Members, place: number, message: 'form.item_added' | 'form.item_duplicated') {
    change([...items.slice(0, place), { key: undefined, item }, ...items.slice(place)]);
    show(nextKey);
    focusNext(nextKey, 'body');
    setSaid(say(message, { number: place + 1 }));
  }

  function move(from: number, to: number, part: ItemPart) {
    const moved = items[from];
    if (moved === undefined || to < 0 || to >= items.length || to === from) return;
    const others = items.filter((one) => one !== moved);
    change([...others.slice(0, to), moved, ...others.slice(to)]);
    focusNext(moved.key, part);
    setSaid(say('form.item_moved', { number: to + 1 }));
  }

  function remove(place: number) {
    change(items.filter((_item, index) => index !== place));
    const neighbor = items[place + 1] ?? items[place - 1];
    focusNext(neighbor?.key, 'toggle');
    setSaid(say('form.item_removed', { number: place + 1 }));
  }

  return (
    <div
      id={id}
      ref={list}
      role="group"
      aria-labelledby={labelId}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      className="repeater"
    >
      {items.length > 0 && (
        <ol className="repeater__items">
          {items.map(({ key, item }, index) => (
            <RepeaterItem
              key={key}
              props={props}
              nested={nested}
              item={item}
              itemKey={key}
              index={index}
              count={items.length}
              errors={errorsUnder(nestedErrors, String(index))}
              isOpen={open.has(key)}
              isLocked={isLocked}
              isFull={isFull}
              drag={{
                start: () => (dragged.current = index),
                isHere: () => dragged.current !== undefined,
                drop: () => move(dragged.current ?? index, index, 'toggle'),
                end: () => (dragged.current = undefined),
              }}
              onToggle={() => toggle(key)}
              onMove={(to, part) => move(index, to, part)}
              onRemove={() => remove(index)}
              onDuplicate={() => add(copyOf(item), index + 1, 'form.item_duplicated')}
              onChange={(values) =>
                change(items.map((one) => (one.key === key ? { key, item: { ...item, ...values } } : one)))
              }
            />
          ))}
        </ol>
      )}
      {items.length === 0 && <p className="repeater__empty">{say('form.items_none')}</p>}
      {!isLocked && (
        <AddItem
          nested={nested}
          isFull={isFull}
          labelId={labelId}
          onAdd={(code) => add(newItem(nested, code), items.length, 'form.item_added')}
        />
      )}
      {!isLocked && isFull && <p className="repeater__note">{say('form.tags_full', { maximum: nested.maximum })}</p>}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** A copy is a new item, also in what the form does not show. */
function copyOf(item: Members): Members {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== ITEM));
}

/** The open items. An error opens its item. */
function useOpenItems({ style }: Nested, keys: readonly number[], errors: FieldErrors) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(style === 'default' ? keys : []));
  const [seen, setSeen] = useState(errors);
  const [known, setKnown] = useState(keys);
  if (seen !== errors) {
    setSeen(errors);
    const wrong = keys.filter((_key, index) => Object.keys(errorsUnder(errors, String(index))).length > 0);
    if (wrong.some((key) => !open.has(key))) setOpen(new Set([...open, ...wrong]));
  }
  if (known.join() !== keys.join()) {
    setKnown(keys);
    const fresh = keys.filter((key) => !known.includes(key));
    if (style === 'default' && fresh.length > 0) setOpen(new Set([...open, ...fresh]));
  }
  const show = (key: number) => setOpen(new Set(style === 'accordion' ? [key] : [...open, key]));
  return {
    open,
    show,
    toggle(key: number) {
      if (open.has(key)) setOpen(new Set([...open].filter((one) => one !== key)));
      else show(key);
    },
  };
}

const CONTROLS = 'input:not([type="hidden"]), textarea, button, [contenteditable="true"], [tabindex="0"]';

/** Focuses a part of an item after the next change, because the element that had the focus is gone or has moved. */
function useFocusAfter(list: React.RefObject<HTMLElement | null>) {
  const wanted = useRef<{ readonly key: number | undefined; readonly part: ItemPart | 'body' }>(undefined);
  useLayoutEffect(() => {
    const { current: target } = wanted;
    if (target === undefined) return;
    const item = list.current?.querySelector(`:scope > ol > [data-item="${String(target.key)}"]`);
    const part = item?.querySelector<HTMLElement>(`[data-part="${target.part}"]`);
    const first = target.part === 'body' ? part?.querySelector<HTMLElement>(CONTROLS) : part;
    if (target.key !== undefined && (first === null || first === undefined)) return;
    wanted.current = undefined;
    (first ?? list.current?.querySelector<HTMLElement>(':scope > .repeater__add'))?.focus();
  });
  return (key: number | undefined, part: ItemPart | 'body') => {
    wanted.current = { key, part };
  };
}
