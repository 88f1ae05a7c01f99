import { Suspense, useId, useRef, useState, type KeyboardEvent } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import { PartBoundary } from '../../parts/part-boundary.js';
import type { FieldProps } from '../field-props.js';
import { MarkdownPreview } from '../markdown/lazy-preview.js';
import { format, type Format } from '../markdown/formatting.js';
import { MarkdownToolbar } from '../markdown/markdown-toolbar.js';
import { applyEdit, markedIn } from '../text-editing/apply-edit.js';
import { CharacterCount } from './character-count.js';
import { controlProps, textOf } from './control-props.js';
import './markdown-field.css';
import './textarea-field.css';

const SHORTCUTS: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', k: 'link' };

/** A text with its marks, buttons that set them, and a look at what will come of it. */
export function MarkdownField(props: FieldProps) {
  const { field, value, onChange, id, labelId, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const area = useRef<HTMLTextAreaElement>(null);
  const previewId = useId();
  const isLocked = isDisabled || isReadOnly;
  const [isWanted, setPreview] = useState(false);
  // What cannot be changed is shown as it will be read.
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
        {/* Hidden and not taken away: what can be undone stays. */}
        <textarea
          {...controlProps(props)}
          ref={area}
          hidden={isPreview}
          className={`input textarea-field textarea-field--${field.size ?? 'large'} markdown-field__text`}
          dir="auto"
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <CharacterCount text={text} maxLength={field.maxLength} />
    </div>
  );
}
