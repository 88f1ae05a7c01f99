import type { ReactNode } from 'react';
import { Suspense, useContext, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ApiError } from '../api/errors.js';
import { useApp, useTitle } from '../platform/app.js';
import { useShortcut } from '../platform/shortcuts.js';
import { lazyPart } from '../ui/lazy-part.js';
import { UnsavedGuard } from '../ui/unsaved-guard.js';
import { useDraftKeeping } from './draft-keeper.js';
import type { FormOrigin } from './fields/field-props.js';
import { formAccess } from './fields/field-props.js';
import { FormAreas, openTab } from './form-areas.js';
import type { FormHeaderProps } from './form-frame.js';
import { FormHeader, FormProblem } from './form-frame.js';
import { PanelSurfaceContext } from './panel/panel-host.js';
import type { Saving } from './saving.js';
import { isEnterToSave } from './saving.js';
import { errorPlaces, tabsOf } from './state/field-places.js';
import type { FormModel } from './state/form-model.js';
import type { FormState } from './state/form-state.js';
import { isDirty } from './state/form-state.js';
import { DraftOffer, SetAsideNotice } from './unsaved-changes.js';
import './form-page.css';

/** Loaded by the first conflict. */
const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.js')).ConflictDialog);

const FOCUSABLE = [
  'input:not([disabled], [type="hidden"])',
  'textarea:not([disabled])',
  'button:not([disabled])',
  '[contenteditable="true"]',
  '[tabindex="0"]',
].join(', ');

/** Moves the focus to a field: to its first control or, if it has none, to the field itself. */
function focusField(form: HTMLElement, name: string, errors: FormState['errors']): void {
  const cells = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  // The innermost cell of a value inside of the field.
  const inside = cells.filter(
    ({ dataset: { field = '' } }) => field.startsWith(`${name}.`) && errors[field] !== undefined,
  );
  const cell =
    (errors[name] === undefined ? inside[0] : undefined) ?? cells.find((one) => one.dataset['field'] === name);
  if (cell === undefined) return;
  const control = cell.querySelector<HTMLElement>(FOCUSABLE) ?? cell;
  cell.scrollIntoView({ block: 'nearest' });
  control.focus({ preventScroll: true });
}

/**
 * Focuses the first editable field of a form that has just opened, unless the user has already moved the focus.
 * @param isAgain the form starts again, and the focus is on the button or the field with which the user saved
 */
function focusFirstField(form: HTMLElement, isAgain: boolean): void {
  const { activeElement } = document;
  if (!isAgain && activeElement !== null && activeElement !== document.body && !activeElement.contains(form)) return;
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const controls = fields.map((field) =>
    field.querySelector<HTMLElement>(`:is(${FOCUSABLE}):not([readonly], [aria-readonly="true"])`),
  );
  controls.find((control) => control !== null)?.focus({ preventScroll: true });
}

export interface InertFieldsProps {
  readonly isInert: boolean;
  readonly children: ReactNode;
}

/**
 * The fields of a form. They accept no input while a record is being created: the page then moves on to the new record, and
 * input typed in between would be lost. If creating fails, the focus returns to the field that had it.
 */
function InertFields({ isInert, children }: InertFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);

  useLayoutEffect(() => {
    const { current } = fields;
    if (current === null) return;
    const page = current.ownerDocument;
    if (isInert) {
      focused.current = current.contains(page.activeElement) ? page.activeElement : null;
      // Set outside React, because setting the attribute removes the focus, and the code has to remember the focus first.
      current.inert = true;
    } else {
      current.inert = false;
      if (focused.current instanceof HTMLElement && page.activeElement === page.body) focused.current.focus();
      focused.current = null;
    }
  }, [isInert]);

  return (
    <div ref={fields} className="inert-fields" aria-busy={isInert}>
      {children}
    </div>
  );
}

export interface FormPageProps extends Pick<FormHeaderProps, 'back' | 'children'> {
  readonly model: FormModel;
  /** The purpose of the form: "Edit post". */
  readonly title: string;
  readonly origin: Omit<FormOrigin, 'title'>;
  /** Undefined if there is nothing to save. */
  readonly saving: Saving | undefined;
  /** The number of records that this form has created: each starts with the first field. */
  readonly round?: number;
  /** Creates a record with what was typed, because this one no longer exists. Absent: the administrator cannot. */
  readonly createInstead?: () => void;
  /** The bar with the buttons. */
  readonly actions?: (state: { readonly isDirty: boolean }) => ReactNode;
}

/** A form with its heading and buttons, for a record or for settings. */
export function FormPage(props: FormPageProps) {
  const { model, origin, saving, round = 0, createInstead, actions, title: kind, back, children } = props;
  const titleId = useId();
  const formId = useId();
  const form = useRef<HTMLDivElement>(null);
  const problem = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(model.subscribe, model.get);
  const title = state.title ?? kind;
  const isNamed = state.title !== undefined;
  const changed = saving !== undefined && isDirty(state);
  const access = formAccess(state, { ...origin, title }, model.changes);
  const refusal = saving?.refusal;
  const draft = useDraftKeeping(model, saving !== undefined);
  const isInPanel = useContext(PanelSurfaceContext) !== undefined;
  // A panel belongs to the screen below, which keeps its title.
  useTitle(isInPanel ? undefined : isNamed ? `${title} · ${kind}` : title);
  useAttention(refusal, model, form, problem);
  useFirstField(state.context === 'create', round, form);
  const canSave = saving !== undefined && saving.conflict === undefined;
  useShortcut('save', () => saving?.save('save'), { isEnabled: canSave, isInPanel });
  useShortcut('save_and_close', () => saving?.save('close'), { isEnabled: canSave, isInPanel });

  return (
    <div
      className={state.context === 'preview' ? 'form-page form-page--preview' : 'form-page'}
      ref={form}
      role="form"
      aria-labelledby={isNamed ? `${titleId} ${titleId}-kind` : titleId}
      onKeyDown={(event) => {
        if (saving === undefined || saving.conflict !== undefined || !isEnterToSave(event)) return;
        event.preventDefault();
        saving.save('save');
      }}
    >
      <FormHeader title={title} titleId={titleId} kind={isNamed ? kind : undefined} back={back}>
        {children}
      </FormHeader>
      {refusal !== undefined && isStanding(refusal, state) && (
        <FormProblem
          ref={problem}
          error={refusal}
          elsewhere={errorPlaces(state).elsewhere}
          mayExist={state.context === 'create' && refusal.isPassing}
          isGone={refusal.code === 'not_found' && origin.recordId !== undefined}
          onCreate={createInstead}
        />
      )}
      <DraftOffer offered={draft.offered} onRestore={draft.restore} onDiscard={draft.discard} />
      {saving !== undefined && (
        <SetAsideNotice
          fields={state.fields}
          setAside={saving.setAside}
          onPutBack={saving.putBack}
          onDrop={saving.dropSetAside}
        />
      )}
      <InertFields isInert={state.context === 'create' && saving?.pending !== undefined}>
        <FormAreas formId={formId} state={state} access={access} />
      </InertFields>
      {actions?.({ isDirty: changed })}
      <UnsavedGuard
        record={state.title}
        isDirty={changed}
        isSaving={saving?.pending !== undefined}
        onLeave={draft.abandon}
      />
      {saving?.conflict !== undefined && (
        <Suspense>
          <ConflictDialog saving={saving} conflict={saving.conflict} state={state} access={access} />
        </Suspense>
      )}
    </div>
  );
}

/** An error about field values is resolved once each of these fields has a different value. */
function isStanding({ fields }: ApiError, { errors }: FormState): boolean {
  return Object.keys(fields).length === 0 || Object.keys(errors).length > 0;
}

/** Focuses the first field of a new record, unless the user has moved the focus elsewhere in the meantime. */
function useFirstField(isNew: boolean, round: number, form: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isNew) return undefined;
    // Wait until the shell has moved the focus to the new screen.
    const frame = requestAnimationFrame(() => form.current && focusFirstField(form.current, round > 0));
    return () => cancelAnimationFrame(frame);
  }, [isNew, round, form]);
}

/** After an error, focuses the first invalid field in any tab or, if no field is invalid, the message. */
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
    // Wait until the tab has rendered.
    const frame = requestAnimationFrame(() => form.current && focusField(form.current, first.name, state.errors));
    return () => cancelAnimationFrame(frame);
  }, [refusal, model, location, form, problem]);
}

function tabOf({ fields }: FormState, area: 'primary' | 'secondary', name: string): string | undefined {
  return tabsOf(fields, area).find((tab) => tab.fields.some((field) => field.name === name))?.id;
}
