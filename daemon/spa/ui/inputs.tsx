import { Eye, EyeOff, Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useRef, useState } from 'react';
import { MAX_SEARCH_CHARACTERS } from '../../admin/api/limits.js';
import { usePhrases } from '../platform/phrases.js';
import { useDraft } from './debounce.js';
import './inputs.css';

const PAUSE_MS = 300;

export interface SearchFieldProps {
  /** What is searched for at the moment, wherever that is kept. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** "Search posts…": also its name. */
  readonly prompt: string;
  /** Only Enter searches; otherwise a pause in typing does, too. */
  readonly onEnterOnly?: boolean;
  readonly autoFocus?: boolean;
}

/** Escape and the cross empty it. */
export function SearchField({ value, onSearch, prompt, onEnterOnly = false, autoFocus = false }: SearchFieldProps) {
  const { say } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const draft = useDraft(value, onSearch, onEnterOnly ? undefined : PAUSE_MS);
  function clear() {
    draft.replace('');
    input.current?.focus();
  }
  return (
    <div className="search-field" role="search">
      <Search className="search-field__icon" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className="input search-field__input"
        value={draft.text}
        placeholder={prompt}
        aria-label={prompt}
        maxLength={MAX_SEARCH_CHARACTERS}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        onChange={({ target }) => draft.type(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // A form around it is not what Enter was pressed for.
            event.preventDefault();
            draft.commit();
          } else if (event.key === 'Escape' && draft.text !== '') {
            // The dialog around it stays open.
            event.preventDefault();
            event.stopPropagation();
            clear();
          }
        }}
      />
      {draft.text !== '' && (
        <button
          type="button"
          className="icon-button search-field__clear"
          aria-label={say('list.clear_search')}
          onClick={clear}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** A password, with a button that shows it: whoever cannot see what is typed makes more mistakes than are needed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const { say } = usePhrases();
  const [isShown, setShown] = useState(false);
  return (
    <div className="password-input">
      <input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="input"
        autoCapitalize="none"
        spellCheck={false}
      />
      {props.disabled !== true && props.readOnly !== true && (
        <button
          type="button"
          className="icon-button password-input__reveal"
          aria-label={say('form.show_password')}
          aria-pressed={isShown}
          onClick={() => setShown((shown) => !shown)}
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      )}
    </div>
  );
}
