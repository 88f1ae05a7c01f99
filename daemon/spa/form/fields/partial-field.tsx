import { Partial } from '../../partials/partial.js';
import type { FieldProps } from '../field-props.js';
import './partial-field.css';

/** What the host rendered for this record; on the create form, for none. */
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
