import { Info } from 'lucide-react';
import { Partial } from '../../ui/partial.js';
import type { FieldProps } from './field-props.js';
import './structure-fields.css';

/** A heading above the fields that follow. */
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

/** A note between fields. */
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

/** HTML that the host rendered for this record or, on the create form, without a record. */
export function PartialField({ field, form, labelId }: FieldProps) {
  const { controller, recordId } = form;
  if (controller === undefined || field.path === undefined) return null;
  const isNamed = field.label !== null && field.label !== '';
  return (
    <div className="partial-field" {...(isNamed && { role: 'group', 'aria-labelledby': labelId })}>
      {isNamed && (
        <p id={labelId} className="partial-field__label">
          {field.label}
        </p>
      )}
      {field.comment !== undefined && <p className="partial-field__comment">{field.comment}</p>}
      <Partial controller={controller} name={field.path} id={recordId} />
    </div>
  );
}
