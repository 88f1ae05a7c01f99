import type { FieldView } from '../api/views.js';
import { FormField } from './form-field.js';
import type { FormAccess } from './field-props.js';
import type { FormState } from './state/form-state.js';
import { triggerEffect } from './state/triggers.js';
import './form-grid.css';

/** What every part of a form draws from. */
export interface FormOnScreen {
  readonly formId: string;
  readonly state: FormState;
  readonly access: FormAccess;
}

export interface FormGridProps extends FormOnScreen {
  readonly fields: readonly FieldView[];
}

const NO_ERRORS: readonly string[] = [];

/** Fields in October's two columns. What a trigger hides is not there at all: it keeps its value in the form's state. */
export function FormGrid({ fields, formId, state, access }: FormGridProps) {
  return (
    <div className="form-grid">
      {shownFields(fields, state).map((field) => (
        <div
          key={field.name}
          className={`form-grid__cell form-grid__cell--${field.span}`}
          // Where the first field with an error is looked for (focus-field.ts); itself focusable for what has no control.
          data-field={field.name}
          tabIndex={-1}
        >
          <FormField
            field={field}
            formId={formId}
            value={state.values[field.name] ?? null}
            errors={state.errors[field.name] ?? NO_ERRORS}
            invalid={standingInvalid(field.name, state)}
            isDisabled={field.disabled || triggerEffect(field, state.values).isDisabled}
            isReadOnly={field.readOnly || state.context === 'preview' || state.withheld.has(field.name)}
            form={access}
          />
        </div>
      ))}
    </div>
  );
}

/** The raw text of a stored value that does not fit, for as long as saving would leave it as it is. */
function standingInvalid(name: string, { invalid, stored, values }: FormState): string | undefined {
  return Object.is(stored[name] ?? null, values[name] ?? null) ? invalid[name] : undefined;
}

export function shownFields(fields: readonly FieldView[], { values }: FormState): readonly FieldView[] {
  return fields.filter((field) => !field.hidden && !triggerEffect(field, values).isHidden);
}
