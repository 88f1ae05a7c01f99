import type { Nodes } from 'hast';
import { createLowlight } from 'lowlight';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from '../fields/field-props.js';
import { controlProps, textOf } from '../fields/field-props.js';
import type { Grammar } from './loaded-late.js';
import { loadGrammar } from './loaded-late.js';
import { applyEdit, indent, markedIn, newLine, outdent } from './text-editing.js';
import './code-editor-field.css';

/** Turns text into elements marked with their syntax. It never produces HTML that would have to be parsed. */
function createHighlighter({ main, parts }: Grammar): (text: string) => ReactNode {
  const lowlight = createLowlight(parts);
  return (text) => lowlight.highlight(main, text).children.map(nodeOf);
}

function nodeOf(node: Nodes, index: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  return (
    <span key={index} {...(Array.isArray(className) && { className: className.join(' ') })}>
      {node.children.map(nodeOf)}
    </span>
  );
}

type Highlighter = (text: string) => ReactNode;

/** Above this number of characters, highlighting would make each keystroke too slow. */
const MOST = 30_000;

/** Until the grammar has loaded, and for unknown languages, returns the text unchanged. */
function useHighlighter(language: string | undefined): Highlighter {
  const [loaded, setLoaded] = useState<{ readonly highlight: Highlighter }>();
  useEffect(() => {
    let isGone = false;
    if (language === undefined) return undefined;
    loadGrammar(language)
      .then((grammar) => {
        if (!isGone && grammar !== undefined) setLoaded({ highlight: createHighlighter(grammar) });
      })
      // If the grammar fails to load, the editor works without colors.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [language]);
  return (text) => (loaded === undefined || text.length > MOST ? text : loaded.highlight(text));
}

/**
 * A textarea on top of a highlighted copy of its text. Undo, spell checking, dictation and screen readers work as in any
 * textarea. Tab indents while the user is typing. After Escape, Tab leaves the editor.
 */
export function CodeEditorField(props: FieldProps) {
  const { field, value, onChange, describedBy, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const hint = useId();
  /** A user who is only passing through with Tab is not trapped. */
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
