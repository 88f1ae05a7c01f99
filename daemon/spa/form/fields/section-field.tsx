import type { FieldProps } from '../field-props.js';
import './section-field.css';

/** A heading over the fields that follow. */
export function SectionField({ field, labelId }: FieldProps) {
  return (
    <div className="section-field">
      {field.label !== null && (
        <h2 id={labelId} className="section-field__title">
          {field.label}
        </h2>
      )}
      {field.comment !== undefined && <p className="section-field__comment">{field.comment}</p>}
    </div>
  );
}
