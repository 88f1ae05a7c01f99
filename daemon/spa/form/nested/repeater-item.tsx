import { ChevronDown, CircleAlert, CopyPlus, GripVertical, MoveDown, MoveUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Values } from '../../api/views.js';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from '../fields/field-props.js';
import { textOf } from '../fields/field-props.js';
import { isBlank, valueOf } from '../state/field-value.js';
import type { FieldErrors } from '../state/form-state.js';
import type { Members, Nested } from '../state/nested-text.js';
import { formOfItem } from '../state/nested-text.js';
import { ItemFields } from './item-fields.js';

/** The controls of an item that keep or get the focus. */
export type ItemPart = 'toggle' | 'up' | 'down';

/** Dragging an item of this repeater by its grip. */
export interface ItemDrag {
  readonly start: () => void;
  /** Whether an item of this repeater is being dragged. */
  readonly isHere: () => boolean;
  /** Dropped on this item. */
  readonly drop: () => void;
  readonly end: () => void;
}

export interface RepeaterItemProps {
  /** Of the repeater. */
  readonly props: FieldProps;
  readonly nested: Nested;
  readonly item: Members;
  readonly itemKey: number;
  readonly index: number;
  readonly count: number;
  readonly errors: FieldErrors;
  readonly isOpen: boolean;
  readonly isLocked: boolean;
  /** There is no room for another item. */
  readonly isFull: boolean;
  readonly drag: ItemDrag;
  readonly onToggle: () => void;
  readonly onMove: (to: number, part: ItemPart) => void;
  readonly onRemove: () => void;
  readonly onDuplicate: () => void;
  readonly onChange: (values: Values) => void;
}

/** One item: a heading that opens and closes it, buttons, and its fields. */
export function RepeaterItem(all: RepeaterItemProps) {
  const { props, nested, item, itemKey, index, count, errors, isOpen, isLocked, isFull, drag } = all;
  const { onToggle, onMove, onRemove, onDuplicate, onChange } = all;
  const { say } = usePhrases();
  const [isTarget, setTarget] = useState(false);
  const form = formOfItem(nested, item);
  const bodyId = `${props.id}-${itemKey}`;
  const titled = form?.fields.find(({ name }) => name === form.titleFrom);
  const title = titled === undefined || isBlank(valueOf(item, titled)) ? undefined : textOf(valueOf(item, titled));
  const name = title ?? say('form.item', { number: index + 1 });
  const isInvalid = Object.keys(errors).length > 0;
  const canMove = nested.showReorder && count > 1;

  return (
    <li
      className="repeater__item"
      data-item={itemKey}
      {...(isInvalid && { 'data-invalid': true })}
      {...(isTarget && { 'data-target': true })}
      onDragOver={(event) => {
        if (!drag.isHere()) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        if (!drag.isHere()) return;
        event.preventDefault();
        drag.drop();
      }}
    >
      <div className="repeater__head">
        {canMove && !isLocked && (
          <span
            className="repeater__grip"
            aria-hidden="true"
            draggable
            onDragStart={({ dataTransfer, currentTarget }) => {
              dataTransfer.effectAllowed = 'move';
              // Firefox drags nothing without data.
              dataTransfer.setData('text/plain', name);
              const row = currentTarget.closest('.repeater__item');
              if (row !== null) dataTransfer.setDragImage(row, 16, 16);
              drag.start();
            }}
            onDragEnd={drag.end}
          >
            <GripVertical />
          </span>
        )}
        <button
          type="button"
          className="repeater__toggle"
          data-part="toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <ChevronDown className="repeater__chevron" aria-hidden="true" />
          {(form?.label ?? null) !== null && <span className="repeater__chip">{form?.label}</span>}
          <bdi className="repeater__title">{name}</bdi>
          {isInvalid && (
            <>
              <CircleAlert className="repeater__mark" aria-hidden="true" />
              <span className="visually-hidden">{say('form.tab_has_errors')}</span>
            </>
          )}
        </button>
        {!isLocked && (
          <div className="repeater__actions">
            {canMove && (
              <>
                <Action
                  part="up"
                  label={say('form.item_up', { item: name })}
                  isOff={index === 0}
                  onClick={() => onMove(index - 1, 'up')}
                >
                  <MoveUp aria-hidden="true" />
                </Action>
                <Action
                  part="down"
                  label={say('form.item_down', { item: name })}
                  isOff={index === count - 1}
                  onClick={() => onMove(index + 1, 'down')}
                >
                  <MoveDown aria-hidden="true" />
                </Action>
              </>
            )}
            {nested.showDuplicate && form !== undefined && (
              <Action label={say('form.item_duplicate', { item: name })} isOff={isFull} onClick={onDuplicate}>
                <CopyPlus aria-hidden="true" />
              </Action>
            )}
            <Action label={say('form.item_remove', { item: name })} isOff={count <= nested.minimum} onClick={onRemove}>
              <Trash2 aria-hidden="true" />
            </Action>
          </div>
        )}
      </div>
      <div id={bodyId} className="repeater__body" data-part="body" role="group" aria-label={name} hidden={!isOpen}>
        {form === undefined ? (
          <p className="repeater__note">{say('form.item_unknown')}</p>
        ) : (
          <ItemFields
            props={props}
            fields={form.fields}
            item={item}
            errors={errors}
            path={`${props.path}.${index}.`}
            formId={bodyId}
            onChange={onChange}
          />
        )}
      </div>
    </li>
  );
}

interface ActionProps {
  readonly part?: ItemPart;
  readonly label: string;
  /** Still focusable, so that the focus does not get lost at the first or last place. */
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Action({ part, label, isOff, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className="icon-button"
      {...(part !== undefined && { 'data-part': part })}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </button>
  );
}
