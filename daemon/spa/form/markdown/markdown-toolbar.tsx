import {
  Bold,
  Code,
  Eye,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  Pencil,
  Quote,
  Strikethrough,
  type LucideIcon,
} from 'lucide-react';
import { Toolbar, Button } from 'react-aria-components';
import { usePhrases } from '../../i18n/phrases-context.js';
import type { Format } from './formatting.js';
import './markdown-toolbar.css';

const ICONS: readonly (readonly [Format, LucideIcon])[] = [
  ['bold', Bold],
  ['italic', Italic],
  ['strike', Strikethrough],
  ['heading', Heading],
  ['link', Link],
  ['bullets', List],
  ['numbers', ListOrdered],
  ['quote', Quote],
  ['code', Code],
];

export interface MarkdownToolbarProps {
  /** Id of the textarea. */
  readonly controls: string;
  readonly isDisabled: boolean;
  readonly isPreview: boolean;
  readonly onFormat: (format: Format) => void;
  readonly onPreview: (isPreview: boolean) => void;
}

/** One stop for Tab; arrows go from button to button. */
export function MarkdownToolbar({ controls, isDisabled, isPreview, onFormat, onPreview }: MarkdownToolbarProps) {
  const { say } = usePhrases();
  return (
    <Toolbar className="markdown-toolbar" aria-label={say('markdown.toolbar')} aria-controls={controls}>
      <div className="markdown-toolbar__formats">
        {ICONS.map(([name, Icon]) => (
          <Button
            key={name}
            className="icon-button"
            aria-label={say(`markdown.${name}`)}
            isDisabled={isDisabled}
            onPress={() => onFormat(name)}
          >
            <Icon aria-hidden="true" />
          </Button>
        ))}
      </div>
      <Button className="button button--quiet markdown-toolbar__preview" onPress={() => onPreview(!isPreview)}>
        {isPreview ? <Pencil aria-hidden="true" /> : <Eye aria-hidden="true" />}
        {say(isPreview ? 'markdown.write' : 'markdown.preview')}
      </Button>
    </Toolbar>
  );
}
