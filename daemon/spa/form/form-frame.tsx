import { ArrowLeft, CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { ApiError } from '../api/errors.js';
import { errorTitle } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Link } from '../ui/link.js';
import type { Saving } from './saving.js';
import type { ErrorPlaces } from './state/field-places.js';
import './form-frame.css';

export interface FormHeaderProps {
  /** The record's name or, if it has none, what the form does: "Edit post". */
  readonly title: string;
  readonly titleId: string;
  /** The purpose of the form ("Edit post"), if the title is the record's name. */
  readonly kind: string | undefined;
  /** The list that contains the record; undefined if it is unknown or the administrator may not open it. */
  readonly back: { readonly to: string; readonly label: string } | undefined;
  /** Links to other views of the same record. */
  readonly children?: ReactNode;
}

export function FormHeader({ title, titleId, kind, back, children }: FormHeaderProps) {
  const { say } = usePhrases();
  return (
    <header className="form-header">
      <div className="form-header__titles">
        {back !== undefined && (
          <nav aria-label={say('form.breadcrumbs')}>
            <ol className="form-header__crumbs">
              <li className="form-header__crumb">
                <Link to={back.to} className="form-header__back">
                  <ArrowLeft aria-hidden="true" />
                  {back.label}
                </Link>
              </li>
              <li className="form-header__crumb form-header__crumb--here">
                <span aria-current="page">{title}</span>
              </li>
            </ol>
          </nav>
        )}
        <h1 id={titleId} className="form-header__title" dir="auto">
          {title}
        </h1>
        {kind !== undefined && (
          <p id={`${titleId}-kind`} className="form-header__kind">
            {kind}
          </p>
        )}
      </div>
      {children !== undefined && <div className="form-header__links">{children}</div>}
    </header>
  );
}

export interface FormProblemProps {
  readonly error: ApiError;
  readonly elsewhere: ErrorPlaces['elsewhere'];
  /** The answer to the creation of a record was lost, so the record may or may not exist. */
  readonly mayExist: boolean;
  /** The record of the form no longer exists, or the administrator may no longer reach it. */
  readonly isGone: boolean;
  /** Creates a record with what was typed instead. Undefined if the administrator cannot. */
  readonly onCreate: (() => void) | undefined;
  readonly ref: Ref<HTMLDivElement>;
}

/** Says why the form was not saved and that no input is lost. Field errors appear at their fields; this shows the others. */
export function FormProblem({ error, elsewhere, mayExist, isGone, onCreate, ref }: FormProblemProps) {
  const { say } = usePhrases();
  const isInvalid = error.code === 'validation_failed';
  return (
    <div ref={ref} className="problem form-problem" role="alert" tabIndex={-1}>
      <CircleAlert className="form-problem__icon" aria-hidden="true" />
      <div className="form-problem__text">
        <p className="form-problem__title">{isGone ? say('form.gone') : errorTitle(error, say)}</p>
        {elsewhere.map(({ label, errors }) => (
          <p key={errors.join()}>{[label, ...errors].filter((text) => text !== undefined).join(': ')}</p>
        ))}
        {mayExist && <p>{say('form.may_exist')}</p>}
        {!isInvalid && <p>{say('form.nothing_lost')}</p>}
        {isGone && onCreate !== undefined && <Button onPress={onCreate}>{say('form.gone_create')}</Button>}
        {!isInvalid && !isGone && error.requestId !== undefined && (
          <p className="form-problem__id">{say('errors.request_id', { id: error.requestId })}</p>
        )}
      </div>
    </div>
  );
}

export interface FormActionsProps {
  readonly saving: Saving;
  readonly isDirty: boolean;
  readonly save: string;
  /** Absent if there is nothing to close. */
  readonly saveAndClose?: string;
  /** Shown next to the buttons that save. */
  readonly more?: ReactNode;
  /** Actions at the far end, other than saving. */
  readonly children?: ReactNode;
}

/** Stays visible below the form, however long the form is. */
export function FormActions({ saving, isDirty, save, saveAndClose, more, children }: FormActionsProps) {
  const { say } = usePhrases();
  const { pending } = saving;
  return (
    <div className="form-actions">
      <Button
        variant="primary"
        aria-keyshortcuts="Control+S Meta+S"
        isPending={pending === 'save' || pending === 'new'}
        isDisabled={pending === 'close'}
        onPress={() => saving.save('save')}
      >
        {save}
      </Button>
      {saveAndClose !== undefined && (
        <Button
          aria-keyshortcuts="Control+Enter Meta+Enter"
          isPending={pending === 'close'}
          isDisabled={pending === 'save' || pending === 'new'}
          onPress={() => saving.save('close')}
        >
          {saveAndClose}
        </Button>
      )}
      {more}
      <span className="form-actions__state" role="status">
        {isDirty ? say('form.unsaved') : ''}
      </span>
      {children}
    </div>
  );
}

/** Placeholder for a form that is loading. */
export function FormSkeleton() {
  const { say } = usePhrases();
  return (
    <div className="form-skeleton" role="status" aria-label={say('list.loading')}>
      <span className="skeleton form-skeleton__title" />
      <div className="form-skeleton__card card">
        {['30%', '100%', '22%', '100%', '26%', '100%'].map((width, index) => (
          <span
            // The items never change order.
            key={index}
            className="skeleton"
            style={{ inlineSize: width, blockSize: index % 2 === 0 ? 14 : 36 }}
          />
        ))}
      </div>
    </div>
  );
}
