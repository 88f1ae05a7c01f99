import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import type { FieldProps } from '../fields/field-props.js';
import { textOf } from '../fields/field-props.js';
import type { CodeEditorState } from './code-editor.js';
import { CodeEditor } from './code-editor.js';
import { loadLanguage } from './code-languages.js';
import { CodeSearchPanel } from './code-search-panel.js';
import type { CodeFound } from './code-search.js';
import { editorAttributes } from './editor-attributes.js';
import './code-editor-frame.css';
import './code-editor-field.css';
import './code-editor-colors.css';

/** An open search. */
interface CodeSearch {
  /** Increases with each time that the user opens it, to begin with the new selection. */
  readonly number: number;
  readonly start: string;
}

const NOTHING_FOUND: CodeFound = { current: 0, total: 0 };

/** Source code, in CodeMirror. */
export function CodeEditorField(props: FieldProps) {
  const { field, value, onChange, describedBy, isDisabled, isReadOnly } = props;
  const { say, language } = usePhrases();
  const hint = useId();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const text = textOf(value);
  const isLocked = isDisabled || isReadOnly;
  const attributes = editorAttributes(props, [hint, describedBy].filter(Boolean).join(' '));

  const state = (): CodeEditorState => ({
    attributes,
    isDisabled,
    isReadOnly,
    placeholder: field.placeholder,
    phrases: {
      'Fold line': say('code.fold'),
      'Unfold line': say('code.unfold'),
      'Folded lines': say('code.folded_lines'),
      'Unfolded lines': say('code.unfolded_lines'),
      to: say('code.to'),
      unfold: say('code.unfold'),
      'folded code': say('code.folded'),
      'Selection deleted': say('code.selection_deleted'),
      'Control character': say('code.control_character'),
    },
  });
  const [search, setSearch] = useState<CodeSearch>();
  const [found, setFound] = useState(NOTHING_FOUND);
  const changed = useEffectEvent((next: string) => onChange(next));

  function openSearch() {
    const start = editor.current?.searchStart ?? '';
    setFound(NOTHING_FOUND);
    setSearch((before) => ({ number: (before?.number ?? 0) + 1, start }));
  }

  function closeSearch() {
    setSearch(undefined);
    editor.current?.focus();
  }

  const create = useEffectEvent(
    (parent: HTMLElement) =>
      new CodeEditor(parent, text, field.code ?? {}, state(), {
        onChange: changed,
        onFind: openSearch,
        onFound: setFound,
      }),
  );
  const update = useEffectEvent(() => editor.current?.setState(state()));

  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const created = create(place.current);
    editor.current = created;
    return () => created.destroy();
  }, []);
  useLayoutEffect(() => editor.current?.setValue(text), [text]);
  const described = JSON.stringify(attributes);
  useLayoutEffect(() => update(), [described, isDisabled, isReadOnly, language]);

  useEffect(() => {
    let isGone = false;
    loadLanguage(field.language ?? '')
      .then((grammar) => {
        if (!isGone && grammar !== undefined) editor.current?.setLanguage(grammar);
      })
      // If the grammar fails to load, the editor works without colors.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [field.language]);

  return (
    <div className="code-editor">
      {search !== undefined && (
        <CodeSearchPanel
          key={search.number}
          editor={editor}
          label={field.label ?? field.name}
          found={found}
          start={search.start}
          isReadOnly={isLocked}
          onClose={closeSearch}
        />
      )}
      <div ref={place} className={`code-editor__frame code-editor__frame--${field.size ?? 'large'}`} dir="ltr" />
      <div className="code-editor__foot">
        <p id={hint} className="code-editor__hint">
          {isLocked ? field.language : say('form.code_keys')}
        </p>
        <Button variant="quiet" onPress={openSearch}>
          <Search aria-hidden="true" />
          {say('code.find')}
        </Button>
      </div>
    </div>
  );
}
