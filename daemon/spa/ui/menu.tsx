import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import type { FirstFocus } from './overlay-trigger.js';

export interface MenuChoice {
  /** Unique in the whole menu. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The language of the label, if it is not the page's. */
  readonly lang?: string;
  /** Not called if it is the current choice already. */
  readonly onChoose: () => void;
}

export interface MenuChoices {
  readonly choices: readonly MenuChoice[];
  /** The current choice, which has a tick; null if it is none of them. Absent in a menu of acts. */
  readonly chosen?: string | null;
}

export interface MenuContent extends MenuChoices {
  /** The accessible name. */
  readonly label: string;
  /** Before the other choices. */
  readonly sections?: readonly (MenuChoices & { readonly heading: string })[];
  readonly placement?: 'bottom start' | 'bottom end';
  readonly className?: string;
  /** False if something else takes its place once a choice is made. Default: true. */
  readonly closesOnChoice?: boolean;
}

export interface ChoiceMenuProps extends MenuContent {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly firstFocus: FirstFocus;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The menu of a button. It loads with the other overlays (overlays.tsx), which also import the style sheets. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const { label, sections = [], placement = 'bottom start', className = '', closesOnChoice = true } = props;
  const { triggerRef, firstFocus, isOpen, onClose } = props;
  return (
    <Popover
      className={`popover ${className}`}
      placement={placement}
      triggerRef={triggerRef}
      aria-label={label}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Menu
        className="menu"
        aria-label={label}
        autoFocus={firstFocus}
        shouldCloseOnSelect={closesOnChoice}
        onClose={onClose}
        {...selectionOf(props)}
      >
        {sections.map((section) => (
          <MenuSection key={section.heading} {...selectionOf(section)}>
            <Header className="menu__heading">{section.heading}</Header>
            {itemsOf(section)}
          </MenuSection>
        ))}
        {sections.length > 0 && <Separator className="menu__line" />}
        {itemsOf(props)}
      </Menu>
    </Popover>
  );
}

function selectionOf({ chosen }: MenuChoices) {
  if (chosen === undefined) return {};
  return {
    selectionMode: 'single',
    disallowEmptySelection: true,
    selectedKeys: chosen === null ? [] : [chosen],
  } as const;
}

function itemsOf({ choices, chosen }: MenuChoices) {
  return choices.map(({ id, label, icon, lang, onChoose }) => (
    <MenuItem
      key={id}
      id={id}
      className="menu__item"
      textValue={label}
      onAction={() => {
        if (id !== chosen) onChoose();
      }}
    >
      {chosen !== undefined && <Check className="menu__tick" aria-hidden="true" />}
      {icon}
      {lang === undefined ? label : <span lang={lang}>{label}</span>}
    </MenuItem>
  ));
}
