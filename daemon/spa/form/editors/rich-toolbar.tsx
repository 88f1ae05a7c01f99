import type { LucideIcon } from 'lucide-react';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Heading4,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  RemoveFormatting,
  SquareCode,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { Button, ToggleButton, Toolbar } from 'react-aria-components';
import type { RichButton } from '../../../admin/model/schema/form-schema.js';
import type { BackendPhrase } from '../../../i18n/en.js';
import { usePhrases } from '../../platform/phrases.js';
import type { RichEditor, RichView } from './rich-editor.js';

interface Formatting {
  readonly button: Exclude<RichButton, 'paragraphFormat' | 'insertLink'>;
  readonly label: BackendPhrase;
  readonly icon: LucideIcon;
}

const HEADINGS = [
  [2, Heading2],
  [3, Heading3],
  [4, Heading4],
] as const;

/** Formatting that the selection has or does not have. */
const TOGGLES: readonly Formatting[] = [
  { button: 'bold', label: 'markdown.bold', icon: Bold },
  { button: 'italic', label: 'markdown.italic', icon: Italic },
  { button: 'underline', label: 'rich_text.underline', icon: Underline },
  { button: 'strikeThrough', label: 'markdown.strike', icon: Strikethrough },
  { button: 'code', label: 'markdown.code', icon: Code },
  { button: 'formatUL', label: 'markdown.bullets', icon: List },
  { button: 'formatOL', label: 'markdown.numbers', icon: ListOrdered },
  { button: 'quote', label: 'markdown.quote', icon: Quote },
  { button: 'codeBlock', label: 'rich_text.code_block', icon: SquareCode },
];

const ACTIONS: readonly Formatting[] = [
  { button: 'insertHR', label: 'rich_text.line', icon: Minus },
  { button: 'clearFormatting', label: 'rich_text.clear', icon: RemoveFormatting },
  { button: 'undo', label: 'rich_text.undo', icon: Undo2 },
  { button: 'redo', label: 'rich_text.redo', icon: Redo2 },
];

export interface RichToolbarProps {
  /** Id of the text. */
  readonly controls: string;
  readonly editor: RichEditor;
  readonly view: RichView;
  /** Undefined: all. */
  readonly buttons: readonly RichButton[] | undefined;
  readonly isDisabled: boolean;
  readonly onLink: () => void;
}

/** The toolbar is a single tab stop. Arrow keys move between its buttons. */
export function RichToolbar({ controls, editor, view, buttons, isDisabled, onLink }: RichToolbarProps) {
  const { say } = usePhrases();
  const has = (name: RichButton) => buttons === undefined || buttons.includes(name);
  const isImpossible = (name: RichButton) => (name === 'undo' && !view.canUndo) || (name === 'redo' && !view.canRedo);
  return (
    <Toolbar className="rich-toolbar" aria-label={say('markdown.toolbar')} aria-controls={controls}>
      {has('paragraphFormat') &&
        HEADINGS.map(([level, Icon]) => (
          <ToggleButton
            key={level}
            className="icon-button"
            aria-label={say('rich_text.heading', { level })}
            isDisabled={isDisabled}
            isSelected={view.active.has(`h${level}`)}
            onChange={() => editor.toggleHeading(level)}
          >
            <Icon aria-hidden="true" />
          </ToggleButton>
        ))}
      {TOGGLES.filter(({ button }) => has(button)).map(({ button, label, icon: Icon }) => (
        <ToggleButton
          key={button}
          className="icon-button"
          aria-label={say(label)}
          isDisabled={isDisabled}
          isSelected={view.active.has(button)}
          onChange={() => editor.press(button)}
        >
          <Icon aria-hidden="true" />
        </ToggleButton>
      ))}
      {has('insertLink') && (
        <ToggleButton
          className="icon-button"
          aria-label={say('markdown.link')}
          isDisabled={isDisabled}
          isSelected={view.active.has('insertLink')}
          onChange={onLink}
        >
          <Link aria-hidden="true" />
        </ToggleButton>
      )}
      {ACTIONS.filter(({ button }) => has(button)).map(({ button, label, icon: Icon }) => (
        <Button
          key={button}
          className="icon-button"
          aria-label={say(label)}
          isDisabled={isDisabled || isImpossible(button)}
          onPress={() => editor.press(button)}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
    </Toolbar>
  );
}
