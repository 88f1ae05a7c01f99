import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import { useHighlighter } from '../code/use-highlighter.js';
import type { FieldProps } from '../field-props.js';
import { applyEdit, markedIn } from '../text-editing/apply-edit.js';
import { indent, newLine, outdent } from '../text-editing/indentation.js';
import { controlProps, textOf } from './control-props.js';
import './code-editor-field.css';
import './code-colours.css';

/**
 * A textarea over the same text in colours. It is a textarea to everybody and everything: undo, spelling, dictation, screen
 * readers. Tab indents for whoever is writing, and leaves after Escape.
 */
export function CodeEditorField(props: FieldProps) {
  const { field, value, onChange, describedBy, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const hint = useId();
  /** Whoever only passes through with Tab is not held up. */
  const isWriting = useRef(false);
  const highlight = useHighlighter(field.language);
  const text = textOf(value);
  const shown = useMemo(() => highlight(text), [highlight, text]);
  const lines = useMemo(() => text.split('\n').map((_, index) => index + 1), [text]);
  const isLocked = isDisabled || isReadOnly;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, currentTarget: area } = event;
    if (key === 'Escape') isWriting.current = false;
    if (isLocked || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Tab' && isWriting.current) {
      event.preventDefault();
      applyEdit(area, (event.shiftKey ? outdent : indent)(markedIn(area)));
    } else if (key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      applyEdit(area, newLine(markedIn(area)));
    }
  }

  return (
    <div className="code-editor">
      <div className={`code-editor__frame code-editor__frame--${field.size ?? 'large'}`} dir="ltr">
        <div className="code-editor__numbers" aria-hidden="true">
          {lines.join('\n')}
        </div>
        <div className="code-editor__stack">
          <pre className="code-editor__shown" aria-hidden="true">
            {shown}
            {'\n'}
          </pre>
          <textarea
            {...controlProps(props)}
            aria-describedby={[hint, describedBy].filter(Boolean).join(' ')}
            className="code-editor__text"
            wrap="off"
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            autoComplete="off"
            value={text}
            onChange={({ target }) => {
              isWriting.current = true;
              onChange(target.value);
            }}
            onPointerDown={() => {
              isWriting.current = true;
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              isWriting.current = false;
            }}
          />
        </div>
      </div>
      <p id={hint} className="code-editor__hint">
        {isLocked ? field.language : say('form.code_keys')}
      </p>
    </div>
  );
}
