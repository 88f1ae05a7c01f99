import { useEffect, useId, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useApp } from '../app/app-context.js';
import type { ApiError } from '../api/api-error.js';
import { useTitle } from '../app/use-title.js';
import { ConflictDialog } from './conflict-dialog.js';
import { DraftOffer } from './drafts/draft-offer.js';
import { useDraftKeeping } from './drafts/use-draft-keeping.js';
import { isEnterToSave } from './enter-to-save.js';
import { focusField, focusFirstField } from './focus-field.js';
import { formAccess, type FormOrigin } from './form-access.js';
import { FormAreas } from './form-areas.js';
import { FormHeader, type FormHeaderProps } from './form-header.js';
import { FormProblem } from './form-problem.js';
import { errorPlaces } from './state/error-places.js';
import type { FormModel } from './state/form-model.js';
import { isDirty, type FormState } from './state/form-state.js';
import { tabsOf } from './state/tabs.js';
import { InertFields } from './inert-fields.js';
import { UnsavedGuard } from './unsaved-guard.js';
import type { Saving } from './use-saving.js';
import { openTab } from './use-tab-in-place.js';
import './form-page.css';

export interface FormPageProps extends Omit<FormHeaderProps, 'titleId'> {
  readonly model: FormModel;
  readonly origin: Omit<FormOrigin, 'title'>;
  /** Undefined where there is nothing to save. */
  readonly saving: Saving | undefined;
  /** The bar with the buttons. */
  readonly actions?: (state: { readonly isDirty: boolean }) => ReactNode;
}

/** A form with its heading and its buttons, of a record or of settings. */
export function FormPage({ model, origin, saving, actions, title, back, children }: FormPageProps) {
  const titleId = useId();
  const formId = useId();
  const form = useRef<HTMLDivElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(model.subscribe, model.get);
  const changed = saving !== undefined && isDirty(state);
  const access = formAccess(state, { ...origin, title }, { setValue: model.setValue, showErrors: model.refuse });
  const refusal = saving?.refusal;
  const draft = useDraftKeeping(model, saving !== undefined);
  useTitle(title);
  useAttention(refusal, model, form, problem);
  useFirstField(state.context === 'create', form);

  return (
    <div
      className="form-page"
      ref={form}
      role="form"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (saving === undefined || saving.conflict !== undefined || !isEnterToSave(event)) return;
        event.preventDefault();
        saving.save(false);
      }}
    >
      <FormHeader title={title} titleId={titleId} back={back}>
        {children}
      </FormHeader>
      {refusal !== undefined && isStanding(refusal, state) && (
        <FormProblem ref={problem} error={refusal} elsewhere={errorPlaces(state).elsewhere} />
      )}
      <DraftOffer offered={draft.offered} onRestore={draft.restore} onDiscard={draft.discard} />
      <InertFields isInert={state.context === 'create' && saving?.pending !== undefined}>
        <FormAreas formId={formId} state={state} access={access} />
      </InertFields>
      {actions?.({ isDirty: changed })}
      <UnsavedGuard isDirty={changed} isSaving={saving?.pending !== undefined} onLeave={draft.abandon} />
      {saving?.conflict !== undefined && (
        <ConflictDialog saving={saving} conflict={saving.conflict} state={state} access={access} />
      )}
    </div>
  );
}

/** A refusal for the values of fields is dealt with once each of them has another value. */
function isStanding({ fields }: ApiError, { errors }: FormState): boolean {
  return Object.keys(fields).length === 0 || Object.keys(errors).length > 0;
}

/** A new record begins with its first field; unless somebody has gone elsewhere on the page meanwhile. */
function useFirstField(isNew: boolean, form: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isNew) return undefined;
    // After the shell has taken the focus to the new screen.
    const frame = requestAnimationFrame(() => form.current && focusFirstField(form.current));
    return () => cancelAnimationFrame(frame);
  }, [isNew, form]);
}

/** After a refusal: the first field that is wrong, in whatever tab it is; where no field is, the message itself. */
function useAttention(
  refusal: object | undefined,
  model: FormModel,
  form: React.RefObject<HTMLElement | null>,
  problem: React.RefObject<HTMLElement | null>,
): void {
  const { location } = useApp();
  useEffect(() => {
    if (refusal === undefined) return undefined;
    const state = model.get();
    const { first } = errorPlaces(state);
    if (first === undefined) {
      problem.current?.focus();
      return undefined;
    }
    const { area } = first;
    const tab = area === 'outside' ? undefined : tabOf(state, area, first.name);
    if (tab !== undefined && area !== 'outside') openTab(location, area, tab);
    // Once the tab is drawn.
    const frame = requestAnimationFrame(() => form.current && focusField(form.current, first.name));
    return () => cancelAnimationFrame(frame);
  }, [refusal, model, location, form, problem]);
}

function tabOf({ fields }: FormState, area: 'primary' | 'secondary', name: string): string | undefined {
  return tabsOf(fields, area).find((tab) => tab.fields.some((field) => field.name === name))?.id;
}
