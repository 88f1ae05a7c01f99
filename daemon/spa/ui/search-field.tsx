import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { usePhrases } from '../i18n/phrases-context.js';
import { useDraft } from './use-draft.js';
import './search-field.css';

const PAUSE_MS = 300;
/** The API takes no more. */
const MAX_LENGTH = 200;

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
        maxLength={MAX_LENGTH}
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
