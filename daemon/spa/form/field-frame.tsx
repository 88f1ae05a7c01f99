import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import type { FieldRenderer } from './fields/registry.js';
import './field-frame.css';

/** The ids of a field's parts, from the id of its control. */
export interface FieldIds {
  readonly control: string;
  readonly label: string;
  readonly above: string;
  readonly comment: string;
  readonly errors: string;
}

export function fieldIds(control: string): FieldIds {
  return {
    control,
    label: `${control}-label`,
    above: `${control}-above`,
    comment: `${control}-comment`,
    errors: `${control}-errors`,
  };
}

/** What of a field's texts there is, as `aria-describedby` has it: errors first, since they are what is new. */
export function describedBy(ids: FieldIds, field: FieldView, errors: readonly string[]): string | undefined {
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
  /** Below the errors: what can be done about them. */
  readonly remedy?: ReactNode;
  /** The control. */
  readonly children: ReactNode;
}

/** Label, required mark, comments and errors around a control. */
export function FieldFrame({ field, frame, ids, errors, isRequired, isDisabled, remedy, children }: FieldFrameProps) {
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
          {/* A group has no aria-required of its own to say it. */}
          {frame === 'grouped' && <span className="visually-hidden"> ({say('form.required')})</span>}
        </>
      )}
    </>
  );
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
