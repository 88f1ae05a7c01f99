import { Eye, EyeOff, Search, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useRef, useState } from 'react';
import { MAX_SEARCH_CHARACTERS } from '../../admin/api/limits.js';
import { usePhrases } from '../platform/phrases.js';
import { useDraft } from './debounce.js';
import './inputs.css';

const PAUSE_MS = 300;

export interface SearchFieldProps {
  /** The current search, wherever it is stored. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** "Search posts…": the placeholder and the accessible name. */
  readonly prompt: string;
  /** Search only on Enter and not when typing pauses. */
  readonly onEnterOnly?: boolean;
  readonly autoFocus?: boolean;
}

/** Escape and the clear button empty the field. */
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
            // Enter must not submit a surrounding form.
            event.preventDefault();
            draft.commit();
          } else if (event.key === 'Escape' && draft.text !== '') {
            // Escape must not close a surrounding dialog.
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

/** A password field with a button that shows the password, because users who cannot see their input make more mistakes. */
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
