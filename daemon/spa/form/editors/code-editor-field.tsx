import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from '../fields/field-props.js';
import { textOf } from '../fields/field-props.js';
import type { CodeEditorState } from './code-editor.js';
import { CodeEditor } from './code-editor.js';
import { loadLanguage } from './code-languages.js';
import { editorAttributes } from './editor-attributes.js';
import './code-editor-field.css';
import './code-editor-colors.css';

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
  const changed = useEffectEvent((next: string) => onChange(next));
  const create = useEffectEvent(
    (parent: HTMLElement) => new CodeEditor(parent, text, field.code ?? {}, state(), changed),
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
      <div ref={place} className={`code-editor__frame code-editor__frame--${field.size ?? 'large'}`} dir="ltr" />
      <p id={hint} className="code-editor__hint">
        {isLocked ? field.language : say('form.code_keys')}
      </p>
    </div>
  );
}
