import type { FieldProps } from '../fields/field-props.js';
import { newItem } from '../state/field-value.js';
import { formOfItem, membersOf, nestedText } from '../state/nested-text.js';
import { ItemFields } from './item-fields.js';
import './nested.css';

/** The object of a json column as fields. */
export function NestedFormField(props: FieldProps) {
  const { field, value, onChange, id, labelId, describedBy, nestedErrors, path } = props;
  const { nested } = field;
  if (nested === undefined) return null;
  const item = membersOf(value)[0] ?? newItem(nested, null);
  const form = formOfItem(nested, item);
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={labelId}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      className={nested.showPanel ? 'nested-form nested-form--panel' : 'nested-form'}
    >
      {form !== undefined && (
        <ItemFields
          props={props}
          fields={form.fields}
          item={item}
          errors={nestedErrors}
          path={`${path}.`}
          formId={id}
          onChange={(values) => onChange(nestedText(nested, [{ ...item, ...values }]))}
        />
      )}
    </div>
  );
}
