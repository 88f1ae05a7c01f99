import { useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/tone.js';
import type { FieldProps } from '../fields/field-props.js';
import { textOf } from '../fields/field-props.js';
import { CharacterCount } from '../fields/text-fields.js';
import { editorAttributes } from './editor-attributes.js';
import { LinkDialog } from './link-dialog.js';
import { RichEditor } from './rich-editor.js';
import { RichToolbar } from './rich-toolbar.js';
import './rich-editor-field.css';

/** A formatted text, in Tiptap. Its value is HTML. */
export function RichEditorField(props: FieldProps) {
  const { field, value, onChange, id, describedBy, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const place = useRef<HTMLDivElement>(null);
  const [isLinking, setLinking] = useState(false);
  const text = textOf(value);
  const isLocked = isDisabled || isReadOnly;
  const attributes = {
    ...editorAttributes(props, describedBy),
    ...(isDisabled && { 'aria-disabled': 'true' }),
    ...(field.placeholder !== undefined && {
      'data-placeholder': field.placeholder,
      'aria-placeholder': field.placeholder,
    }),
  };
  const changed = useEffectEvent((html: string) => onChange(html));
  const [editor] = useState(() => new RichEditor(text, { attributes, isLocked }));
  const view = useSyncExternalStore(editor.subscribe, editor.get);

  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    return editor.mount(place.current, { onChange: (html) => changed(html), onLink: () => setLinking(true) });
  }, [editor]);
  useLayoutEffect(() => editor.setValue(text), [editor, text]);
  const described = JSON.stringify(attributes);
  const update = useEffectEvent(() => editor.setState({ attributes, isLocked }));
  useLayoutEffect(() => update(), [described, isLocked]);

  const isForeign = view.unknown.length > 0;
  return (
    <div className="rich-editor">
      {isForeign && (
        <Notice tone="warning">
          <p>{say('rich_text.unknown', { parts: view.unknown.join(', ') })}</p>
          {!isLocked && (
            <Button variant="secondary" onPress={() => editor.acceptLoss()}>
              {say('rich_text.edit_anyway')}
            </Button>
          )}
        </Notice>
      )}
      <div className="rich-editor__frame">
        {!isLocked && (
          <RichToolbar
            controls={id}
            editor={editor}
            view={view}
            buttons={field.toolbarButtons}
            isDisabled={isForeign}
            onLink={() => setLinking(true)}
          />
        )}
        <div ref={place} className={`rich-editor__place textarea-field--${field.size ?? 'large'}`} dir="auto" />
      </div>
      <CharacterCount text={text} maxLength={field.maxLength} />
      {isLinking && (
        <LinkDialog
          address={editor.link}
          onLink={(address) => {
            setLinking(false);
            editor.setLink(address);
          }}
          onRemove={() => {
            setLinking(false);
            editor.removeLink();
          }}
          onClose={() => setLinking(false)}
        />
      )}
    </div>
  );
}
