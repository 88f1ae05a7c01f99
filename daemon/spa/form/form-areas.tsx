import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { FieldView } from '../api/views.js';
import type { AppLocation } from '../platform/app.js';
import { useApp, usePlace } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { FormField } from './form-field.js';
import type { FormTab } from './state/field-places.js';
import type { FormGridProps, FormOnScreen } from './nested/form-grid-context.js';
import { GridContext } from './nested/form-grid-context.js';
import { fieldsOf, hasErrors, tabsOf } from './state/field-places.js';
import type { FormState } from './state/form-state.js';
import { errorsUnder } from './state/nested-text.js';
import { triggerEffect } from './state/triggers.js';
import './form-areas.css';

const NO_ERRORS: readonly string[] = [];

/** Fields in October's two columns. A field that a trigger hides is not rendered. It keeps its value in the form's state. */
function FormGrid({ fields, formId, state, access, path = '' }: FormGridProps) {
  return (
    <div className="form-grid">
      {shownFields(fields, state).map((field) => (
        <div
          key={field.name}
          className={`form-grid__cell form-grid__cell--${field.span}`}
          // form-page.tsx finds the first field with an error by this attribute. A field without a control gets the focus
          // itself.
          data-field={path + field.name}
          tabIndex={-1}
        >
          <FormField
            field={field}
            formId={formId}
            value={state.values[field.name] ?? null}
            errors={state.errors[field.name] ?? NO_ERRORS}
            path={path + field.name}
            nestedErrors={errorsUnder(state.errors, field.name)}
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

function drawGrid(props: FormGridProps) {
  return <FormGrid {...props} />;
}

/** The raw text of a stored value that does not fit its column, as long as saving would leave the value unchanged. */
function standingInvalid(name: string, { invalid, stored, values }: FormState): string | undefined {
  return Object.is(stored[name] ?? null, values[name] ?? null) ? invalid[name] : undefined;
}

function shownFields(fields: readonly FieldView[], { values }: FormState): readonly FieldView[] {
  return fields.filter((field) => !field.hidden && !triggerEffect(field, values).isHidden);
}

const PARAMETERS = { primary: 'tab', secondary: 'side' } as const;
type Area = keyof typeof PARAMETERS;

/** Opens a tab without adding a history entry, so that Back leaves the form instead of stepping through its tabs. */
export function openTab(location: AppLocation, area: Area, id: string): void {
  const { path, search } = location.current();
  const parameters = new URLSearchParams(search);
  parameters.set(PARAMETERS[area], id);
  location.go(`${path}?${parameters.toString()}`, { replace: true });
}

/** Returns the tab that the URL names and a function that changes it. */
function useTabInPlace(area: Area): readonly [string | null, (id: string) => void] {
  const { location } = useApp();
  const { search } = usePlace();
  return [new URLSearchParams(search).get(PARAMETERS[area]), (id) => openTab(location, area, id)];
}

/** Scrolls the open tab into view on narrow screens: the list alone, because the page stays where it is. */
function showTab(list: HTMLElement | null): void {
  const tab = list?.querySelector('[data-selected]')?.getBoundingClientRect();
  if (list === null || tab === undefined) return;
  const { left, right } = list.getBoundingClientRect();
  if (tab.left < left) list.scrollBy({ left: tab.left - left });
  else if (tab.right > right) list.scrollBy({ left: tab.right - right });
}

export interface FormTabsProps extends FormOnScreen {
  readonly area: 'primary' | 'secondary';
  readonly tabs: readonly FormTab[];
}

/** The URL holds the open tab. A visited tab stays mounted, so that editors keep their undo history and lists their page. */
function FormTabs({ area, tabs, ...grid }: FormTabsProps) {
  const { say } = usePhrases();
  const [wanted, choose] = useTabInPlace(area);
  const open = tabs.find(({ id }) => id === wanted)?.id ?? tabs[0]?.id ?? '';
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  const { errors } = grid.state;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Tabs appear one render later than their list.
    const frame = requestAnimationFrame(() => showTab(list.current));
    return () => cancelAnimationFrame(frame);
  }, [open]);

  return (
    <Tabs className="form-tabs" selectedKey={open} onSelectionChange={(id) => choose(String(id))}>
      <TabList
        ref={list}
        className="form-tabs__list"
        aria-label={say(area === 'primary' ? 'form.tabs' : 'form.more_tabs')}
      >
        {tabs.map(({ id, label, fields }) => (
          <Tab key={id} id={id} className="form-tabs__tab">
            {label}
            {shownFields(fields, grid.state).some((field) => hasErrors(field, errors)) && (
              <>
                <CircleAlert className="form-tabs__mark" aria-hidden="true" />
                <span className="visually-hidden">{say('form.tab_has_errors')}</span>
              </>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, fields }) => (
        <TabPanel key={id} id={id} className="form-tabs__panel" shouldForceMount>
          {visited.has(id) && <FormGrid {...grid} fields={fields} />}
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** All fields of a form: those outside tabs, the primary tabs, and the secondary tabs beside them. */
export function FormAreas(props: FormOnScreen) {
  const { state } = props;
  const outside = fieldsOf(state.fields, 'outside');
  const hasSide = isAnyShown(fieldsOf(state.fields, 'secondary'), props);
  return (
    <GridContext value={drawGrid}>
      <div className="form-areas">
        <div className="form-areas__columns" {...(hasSide && { 'data-side': true })}>
          <div className="form-areas__column">
            {isAnyShown(outside, props) && (
              <div className="form-area card">
                <FormGrid {...props} fields={outside} />
              </div>
            )}
            <TabbedArea {...props} area="primary" />
          </div>
          {hasSide && (
            <div className="form-areas__column">
              <TabbedArea {...props} area="secondary" />
            </div>
          )}
        </div>
      </div>
    </GridContext>
  );
}

function TabbedArea({ area, ...props }: FormOnScreen & { readonly area: 'primary' | 'secondary' }) {
  const tabs = tabsOf(props.state.fields, area).filter(({ fields }) => isAnyShown(fields, props));
  const [only] = tabs;
  if (only === undefined) return null;
  return (
    <div className="form-area card">
      {tabs.length > 1 ? (
        <FormTabs {...props} area={area} tabs={tabs} />
      ) : (
        <>
          <h2 className="form-area__title">{only.label}</h2>
          <FormGrid {...props} fields={only.fields} />
        </>
      )}
    </div>
  );
}

function isAnyShown(fields: readonly FieldView[], { state }: FormOnScreen): boolean {
  return shownFields(fields, state).length > 0;
}
