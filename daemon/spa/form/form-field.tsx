import { CircleAlert } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { memo, Suspense } from 'react';
import type { FieldValue, FieldView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { PartBoundary } from '../ui/lazy-part.js';
import type { FieldRenderer } from './field-renderers.js';
import { FIELD_RENDERERS } from './field-renderers.js';
import type { FieldProps, FormAccess } from './fields/field-props.js';
import { isSameForField } from './fields/field-props.js';
import { LoadingField } from './loading-field.js';
import type { FieldErrors } from './state/form-state.js';
import './form-field.css';

/** The ids of a field's parts, derived from the id of its control. */
interface FieldIds {
  readonly control: string;
  readonly label: string;
  readonly above: string;
  readonly comment: string;
  readonly errors: string;
}

function fieldIds(control: string): FieldIds {
  return {
    control,
    label: `${control}-label`,
    above: `${control}-above`,
    comment: `${control}-comment`,
    errors: `${control}-errors`,
  };
}

/** The value of `aria-describedby` for the field's texts that exist. Errors come first because they are new. */
function describedBy(ids: FieldIds, field: FieldView, errors: readonly string[]): string | undefined {
  const there = [
    ...(errors.length > 0 ? [ids.errors] : []),
    ...(field.commentAbove !== undefined ? [ids.above] : []),
    ...(field.comment !== undefined ? [ids.comment] : []),
  ];
  return there.length > 0 ? there.join(' ') : undefined;
}

export interface FieldFrameProps {
  readonly field: FieldView;
  readonly frame: Exclude<FieldRenderer['frame'], 'bare'>;
  readonly ids: FieldIds;
  readonly errors: readonly string[];
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  /** Shown below the errors: a way to fix them. */
  readonly remedy?: ReactNode;
  readonly children: ReactNode;
}

/** Draws the label, required mark, comments and errors around a control. */
function FieldFrame({ field, frame, ids, errors, isRequired, isDisabled, remedy, children }: FieldFrameProps) {
  const label = field.label !== null && field.label !== '' && (
    <FieldLabel frame={frame} ids={ids} isRequired={isRequired} text={field.label} />
  );
  return (
    <div
      className={`field-frame field-frame--${frame}`}
      {...(isDisabled && { 'data-disabled': true })}
      {...(errors.length > 0 && { 'data-invalid': true })}
    >
      {frame !== 'inline' && label}
      {field.commentAbove !== undefined && (
        <p id={ids.above} className="field-frame__comment">
          {field.commentAbove}
        </p>
      )}
      {frame === 'inline' ? (
        <div className="field-frame__row">
          {children}
          {label}
        </div>
      ) : (
        children
      )}
      <FieldErrors id={ids.errors} errors={errors} />
      {remedy}
      {field.comment !== undefined && (
        <p id={ids.comment} className="field-frame__comment">
          {field.comment}
        </p>
      )}
    </div>
  );
}

interface FieldLabelProps extends Pick<FieldFrameProps, 'frame' | 'ids' | 'isRequired'> {
  readonly text: string;
}

function FieldLabel({ frame, ids, isRequired, text }: FieldLabelProps) {
  const { say } = usePhrases();
  const content = (
    <>
      {text}
      {isRequired && (
        <>
          <span className="field-frame__mark" aria-hidden="true">
            *
          </span>
          {/* A group has no aria-required of its own, so this text says it. */}
          {frame === 'grouped' && <span className="visually-hidden"> ({say('form.required')})</span>}
        </>
      )}
    </>
  );
  if (frame === 'editor') {
    // A `for` has no effect on an element that is no form control.
    return (
      <span id={ids.label} className="field-frame__label" onClick={() => document.getElementById(ids.control)?.focus()}>
        {content}
      </span>
    );
  }
  return frame === 'grouped' ? (
    <span id={ids.label} className="field-frame__label">
      {content}
    </span>
  ) : (
    <label id={ids.label} htmlFor={ids.control} className="field-frame__label">
      {content}
    </label>
  );
}

function FieldErrors({ id, errors }: { readonly id: string; readonly errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <div id={id} className="field-frame__errors">
      {errors.map((error) => (
        <p key={error} className="field-frame__error">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ))}
    </div>
  );
}

const CONTROL = 'input:not([type=hidden]), textarea, [aria-haspopup="listbox"], [role="spinbutton"], [role="textbox"]';

export interface EmptyInvalidProps {
  readonly ids: FieldIds;
  readonly onEmpty: () => void;
}

/** Removes a stored value that does not fit. Its field is already blank, so the user has nothing to delete in it. */
function EmptyInvalid({ ids, onEmpty }: EmptyInvalidProps) {
  const { say } = usePhrases();

  function empty({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const frame = currentTarget.closest('.field-frame');
    onEmpty();
    if (frame !== null) focusControl(frame);
  }

  return (
    <button type="button" className="form-field__empty" aria-describedby={ids.label} onClick={empty}>
      {say('form.remove_invalid')}
    </button>
  );
}

/**
 * The button disappears with the value, so the focus moves to the control where a new value is typed. A control that is
 * still loading gets the focus when it appears, unless the user has moved on by then.
 */
function focusControl(frame: Element): void {
  const control = () => frame.querySelector<HTMLElement>(CONTROL);
  const shown = control();
  if (shown !== null) {
    shown.focus();
    return;
  }
  const observer = new MutationObserver(() => {
    const loaded = control();
    if (loaded === null) return;
    observer.disconnect();
    if (document.activeElement === document.body) loaded.focus();
  });
  observer.observe(frame, { childList: true, subtree: true });
}

export interface FormFieldProps {
  readonly field: FieldView;
  /** Id of the form. It prefixes the field ids, so that no two fields on a page share an id. */
  readonly formId: string;
  readonly value: FieldValue;
  readonly errors: readonly string[];
  /** The place of the field in the form: "lines.2.price" inside of another field. */
  readonly path: string;
  /** Errors inside of a nested form or a repeater, by path. */
  readonly nestedErrors: FieldErrors;
  /** The raw text of a stored value that does not fit the field's column. */
  readonly invalid: string | undefined;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
  readonly form: FormAccess;
}

/** Draws a field and its frame according to its type. Renders again only when its own data has changed. */
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
  nestedErrors,
  path,
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
    path,
    nestedErrors,
    isRequired,
    isDisabled,
    isReadOnly,
    form,
  };
  const control = (
    <PartBoundary>
      <Suspense fallback={<LoadingField field={field} value={value} isLocked={isDisabled || isReadOnly} />}>
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
