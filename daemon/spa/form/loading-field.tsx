import { Search } from 'lucide-react';
import type { FieldValue, FieldView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { textOf } from './fields/field-props.js';
import './editors/code-editor-frame.css';
import './loading-field.css';

/** Characters of a text that are more than a screen shows. */
const SCREENFUL = 20_000;

export interface LoadingFieldProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  readonly isLocked: boolean;
}

/**
 * The height of an editor while its file loads: fields below it must not move away under a pointer. An editor that grows with
 * its text has its text here too, unseen and with the same measures.
 */
export function LoadingField({ field: { type, size = 'large', language }, value, isLocked }: LoadingFieldProps) {
  const { say } = usePhrases();
  // A last line that is empty has a height too.
  const unseen = `${(isLocked ? '' : textOf(value)).slice(0, SCREENFUL)}\u200B`;
  if (type === 'markdown') {
    return (
      <span className="skeleton loading-field loading-field--markdown" aria-hidden="true">
        <span className={`input textarea-field textarea-field--${size} markdown-field__text loading-field__unseen`}>
          {unseen}
        </span>
      </span>
    );
  }
  if (type === 'codeeditor') {
    return (
      <div className="code-editor" aria-hidden="true">
        <div className={`skeleton loading-field code-editor__frame code-editor__frame--${size}`}>
          <span className="loading-field__unseen loading-field__unseen--code">{unseen}</span>
        </div>
        <div className="code-editor__foot loading-field__foot">
          <p className="code-editor__hint">{isLocked ? language : say('form.code_keys')}</p>
          <span className="button">
            <Search />
            {say('code.find')}
          </span>
        </div>
      </div>
    );
  }
  const editor = type === 'richeditor' ? `loading-field--rich textarea-field--${size}` : '';
  return <span className={`skeleton loading-field ${editor}`} />;
}
