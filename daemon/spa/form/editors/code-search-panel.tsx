import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { Button, IconButton } from '../../ui/button.js';
import type { CodeFound } from './code-search.js';
import type { CodeEditor } from './code-editor.js';
import './code-search-panel.css';

export interface CodeSearchPanelProps {
  /** Set while the panel is open. */
  readonly editor: RefObject<CodeEditor | undefined>;
  /** The name of the field. */
  readonly label: string;
  readonly found: CodeFound;
  /** The text that the search begins with. */
  readonly start: string;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

/** Finds and replaces text in a code editor: Enter goes to the next match, Shift+Enter to the previous one, Escape closes. */
export function CodeSearchPanel({ editor, label, found, start, isReadOnly, onClose }: CodeSearchPanelProps) {
  const { say } = usePhrases();
  const [text, setText] = useState(start);
  const [matchesCase, setMatchesCase] = useState(false);
  const [insert, setInsert] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const find = useEffectEvent(() => editor.current?.find({ text, matchesCase }));
  useEffect(() => find(), [text, matchesCase]);
  useEffect(() => {
    input.current?.select();
    const { current } = editor;
    return () => current?.find(undefined);
  }, [editor]);

  function onKeyDown(event: KeyboardEvent) {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'f';
    if (event.key !== 'Escape' && !isFind) return;
    event.preventDefault();
    // Escape must not close a panel around the form.
    event.stopPropagation();
    if (isFind) input.current?.select();
    else onClose();
  }

  /** Enter in a field must not save the form. */
  const onEnter = (act: (isShifted: boolean) => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act(event.shiftKey);
  };

  return (
    <div className="code-search" role="search" aria-label={`${say('code.find')}: ${label}`} onKeyDown={onKeyDown}>
      <div className="code-search__row">
        <input
          ref={input}
          className="input code-search__input"
          type="text"
          dir="ltr"
          autoComplete="off"
          autoFocus
          spellCheck={false}
          aria-label={say('code.find_text')}
          placeholder={say('code.find_text')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onEnter((isShifted) => editor.current?.step(isShifted ? 'previous' : 'next'))}
        />
        <ToggleButton
          className="icon-button"
          aria-label={say('code.find_case')}
          isSelected={matchesCase}
          onChange={setMatchesCase}
        >
          <CaseSensitive aria-hidden="true" />
        </ToggleButton>
        <IconButton label={say('code.find_previous')} onPress={() => editor.current?.step('previous')}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton label={say('code.find_next')} onPress={() => editor.current?.step('next')}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
        <span className="code-search__found" role="status">
          {text === '' ? '' : say(found.current === 0 ? 'code.find_total' : 'code.find_place', { ...found })}
        </span>
        <IconButton label={say('code.find_close')} onPress={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {!isReadOnly && (
        <div className="code-search__row">
          <input
            className="input code-search__input"
            type="text"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            aria-label={say('code.replace_with')}
            placeholder={say('code.replace_with')}
            value={insert}
            onChange={({ target }) => setInsert(target.value)}
            onKeyDown={onEnter(() => editor.current?.replace(insert))}
          />
          <Button onPress={() => editor.current?.replace(insert)}>{say('code.replace')}</Button>
          <Button onPress={() => editor.current?.replaceAll(insert)}>{say('code.replace_all')}</Button>
        </div>
      )}
    </div>
  );
}
