import { Info } from 'lucide-react';
import type { FieldProps } from '../field-props.js';
import './hint-field.css';

/** A note among the fields. */
export function HintField({ field }: FieldProps) {
  return (
    <div className="hint-field" role="note">
      <Info className="hint-field__icon" aria-hidden="true" />
      <div className="hint-field__text">
        {field.label !== null && <p className="hint-field__title">{field.label}</p>}
        {field.comment !== undefined && <p>{field.comment}</p>}
      </div>
    </div>
  );
}
