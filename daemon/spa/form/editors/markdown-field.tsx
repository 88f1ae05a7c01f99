import type { LucideIcon } from 'lucide-react';
import { Bold, Code, Eye, Heading, Italic, Link, List, ListOrdered, Pencil, Quote, Strikethrough } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Suspense, useId, useRef, useState } from 'react';
import { Button, Toolbar } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { PartBoundary } from '../../ui/lazy-part.js';
import type { FieldProps } from '../fields/field-props.js';
import { controlProps, textOf } from '../fields/field-props.js';
import { CharacterCount } from '../fields/text-fields.js';
import { MarkdownPreview } from './loaded-late.js';
import type { Format } from './markdown-formatting.js';
import { format } from './markdown-formatting.js';
import { applyEdit, markedIn } from './text-editing.js';
import './markdown-field.css';

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

/** The toolbar is a single tab stop. Arrow keys move between its buttons. */
function MarkdownToolbar({ controls, isDisabled, isPreview, onFormat, onPreview }: MarkdownToolbarProps) {
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

const SHORTCUTS: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', k: 'link' };

/** A Markdown text with formatting buttons and a preview. */
export function MarkdownField(props: FieldProps) {
  const { field, value, onChange, id, labelId, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const area = useRef<HTMLTextAreaElement>(null);
  const previewId = useId();
  const isLocked = isDisabled || isReadOnly;
  const [isWanted, setPreview] = useState(false);
  // Show locked text as a preview.
  const isPreview = isWanted || isLocked;
  const text = textOf(value);

  function apply(name: Format) {
    if (area.current !== null && !isLocked) applyEdit(area.current, format(name, markedIn(area.current)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const name = SHORTCUTS[event.key.toLowerCase()];
    if (name === undefined || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    apply(name);
  }

  return (
    <div className="markdown-field">
      <div className="markdown-field__frame">
        {!isLocked && (
          <MarkdownToolbar
            controls={id}
            isDisabled={isPreview}
            isPreview={isPreview}
            onPreview={setPreview}
            onFormat={apply}
          />
        )}
        {isPreview && (
          <div
            id={previewId}
            className={`markdown-field__preview textarea-field--${field.size ?? 'large'}`}
            role="region"
            aria-labelledby={labelId}
            tabIndex={0}
          >
            <PartBoundary>
              <Suspense
                fallback={<span className="skeleton markdown-field__loading" aria-label={say('list.loading')} />}
              >
                <MarkdownPreview text={text} />
              </Suspense>
            </PartBoundary>
          </div>
        )}
        {/* Hidden instead of removed, so that the undo history survives. */}
        <textarea
          {...controlProps(props)}
          ref={area}
          hidden={isPreview}
          data-own-keys={Object.keys(SHORTCUTS).join(' ')}
          className={`input textarea-field textarea-field--${field.size ?? 'large'} markdown-field__text`}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <CharacterCount text={text} maxLength={field.maxLength} />
    </div>
  );
}
