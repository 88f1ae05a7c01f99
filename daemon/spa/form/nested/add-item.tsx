import { Plus } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import type { Nested } from '../state/nested-text.js';

export interface AddItemProps {
  readonly nested: Nested;
  readonly isFull: boolean;
  readonly labelId: string;
  /** @param code the kind of the item */
  readonly onAdd: (code: string | null) => void;
}

/** The button that adds an item, with a menu if there are several kinds. */
export function AddItem({ nested: { forms, prompt, groupKey }, isFull, labelId, onAdd }: AddItemProps) {
  const { say } = usePhrases();
  const label = prompt ?? say('form.item_add');
  const content = (
    <>
      <Plus aria-hidden="true" />
      {label}
    </>
  );
  if (groupKey === null) {
    return (
      <Button
        className="button button--secondary repeater__add"
        aria-describedby={labelId}
        isDisabled={isFull}
        onPress={() => onAdd(null)}
      >
        {content}
      </Button>
    );
  }
  return (
    <MenuTrigger>
      <Button className="button button--secondary repeater__add" aria-describedby={labelId} isDisabled={isFull}>
        {content}
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu className="menu" aria-label={label} onAction={(code) => onAdd(String(code))}>
          {forms.map(({ code, label: name, description }) => (
            <MenuItem key={code} id={code ?? ''} className="menu__item repeater__kind" textValue={name ?? code ?? ''}>
              <Text slot="label">{name ?? code}</Text>
              {description !== null && (
                <Text slot="description" className="repeater__kind-description">
                  {description}
                </Text>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
