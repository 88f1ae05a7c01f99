import { memo, Suspense } from 'react';
import type { FieldView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { PartBoundary } from '../parts/part-boundary.js';
import { describedBy, FieldFrame, fieldIds } from './field-frame.js';
import { isSameForField } from './form-access.js';
import type { FieldProps, FieldValue, FormAccess } from './field-props.js';
import { EmptyInvalid } from './fields/empty-invalid.js';
import { FIELD_RENDERERS } from './fields/registry.js';
import './form-field.css';

export interface FormFieldProps {
  readonly field: FieldView;
  /** Id of the form that it is on: no two fields of a page share an id. */
  readonly formId: string;
  readonly value: FieldValue;
  readonly errors: readonly string[];
  /** The raw text of a stored value that does not fit the field's column. */
  readonly invalid: string | undefined;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
  readonly form: FormAccess;
}

/** A field with what is around it, by the type of the field. Drawn again only when something of its own has changed. */
export const FormField = memo(FieldInFrame, (before, after) => {
  const { form: formBefore, ...ownBefore } = before;
  const { form: formAfter, ...ownAfter } = after;
  return isShallowEqual(ownBefore, ownAfter) && isSameForField(after.field, formBefore, formAfter);
});

function isShallowEqual(one: Omit<FormFieldProps, 'form'>, other: Omit<FormFieldProps, 'form'>): boolean {
  const others = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => Object.is(value, others.get(name)));
}

function FieldInFrame({
  field,
  formId,
  value,
  errors: refused,
  invalid,
  isDisabled,
  isReadOnly,
  form,
}: FormFieldProps) {
  const { say } = usePhrases();
  const errors = invalid === undefined ? refused : [...refused, say('form.invalid_value', { raw: invalid })];
  const renderer = FIELD_RENDERERS[field.type];
  const ids = fieldIds(`${formId}-${field.name}`);
  const isRequired = field.required && !isReadOnly && !isDisabled;
  const props: FieldProps = {
    field,
    value,
    onChange: (next) => form.setValue(field.name, next),
    id: ids.control,
    labelId: ids.label,
    describedBy: describedBy(ids, field, errors),
    isInvalid: errors.length > 0,
    isRequired,
    isDisabled,
    isReadOnly,
    form,
  };
  const control = (
    <PartBoundary>
      <Suspense fallback={<span className="skeleton form-field__loading" />}>
        <renderer.component {...props} />
      </Suspense>
    </PartBoundary>
  );
  if (renderer.frame === 'bare') return control;
  return (
    <FieldFrame
      field={field}
      frame={renderer.frame}
      ids={ids}
      errors={errors}
      isRequired={isRequired}
      isDisabled={isDisabled}
      remedy={
        invalid !== undefined &&
        !field.required &&
        !isDisabled &&
        !isReadOnly && <EmptyInvalid ids={ids} onEmpty={() => form.setValue(field.name, '')} />
      }
    >
      {control}
    </FieldFrame>
  );
}
