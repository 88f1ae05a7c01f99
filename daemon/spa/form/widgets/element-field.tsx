import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { FieldValue } from '../../api/views.js';
import { setProperties } from '../../platform/element-definition.js';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from '../fields/field-props.js';
import { WhenDefined } from './when-defined.js';
import './widget-field.css';

/** The properties that the form keeps up to date. Plugins rely on them; docs/admin/widgets.md documents them. */
interface ElementProperties {
  readonly value: FieldValue;
  readonly recordId: string | null;
  readonly label: string;
  /** The language of the page: "de". */
  readonly locale: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  /** The value is rejected; the form shows why. */
  readonly invalid: boolean;
  readonly placeholder: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly step: number | null;
}

/** The element dispatches it on itself when the user has changed the value. `detail` is `{value}`. */
const CHANGE = 'change';

/** A plugin's custom element that edits the value of a column. */
export function ElementField(props: FieldProps) {
  const tag = props.field.element ?? '';
  return (
    <WhenDefined tag={tag}>
      <ElementHost {...props} tag={tag} />
    </WhenDefined>
  );
}

function ElementHost(props: FieldProps & { readonly tag: string }) {
  const { field, form, value, onChange, tag, id, labelId, describedBy } = props;
  const { isInvalid, isRequired, isDisabled, isReadOnly } = props;
  const { locale } = usePhrases();
  const host = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLElement>(undefined);
  const set = useRef<ElementProperties>(undefined);
  const properties: ElementProperties = {
    value,
    recordId: form.recordId ?? null,
    label: field.label ?? '',
    locale,
    required: isRequired,
    disabled: isDisabled,
    readOnly: isReadOnly,
    invalid: isInvalid,
    placeholder: field.placeholder ?? '',
    min: field.min ?? null,
    max: field.max ?? null,
    step: field.step ?? null,
  };

  const onEvent = useEffectEvent((event: Event) => {
    // A native control inside dispatches an event of the same name.
    if (event.target !== element.current || !(event instanceof CustomEvent) || isDisabled || isReadOnly) return;
    const detail: unknown = event.detail;
    const given: unknown = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'value') : undefined;
    if (isScalar(given)) onChange(given);
  });

  useLayoutEffect(() => {
    const created = document.createElement(tag);
    created.id = id;
    element.current = created;
    set.current = undefined;
    const listener = (event: Event) => onEvent(event);
    created.addEventListener(CHANGE, listener);
    host.current?.append(created);
    return () => {
      created.removeEventListener(CHANGE, listener);
      created.remove();
    };
  }, [tag, id]);

  // Runs after every change and once the element exists, before the browser paints.
  useLayoutEffect(() => {
    if (element.current === undefined) return;
    setProperties(element.current, properties, set.current);
    set.current = properties;
  });

  return (
    <div
      ref={host}
      className="widget-field"
      role="group"
      {...(field.label !== null && { 'aria-labelledby': labelId })}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    />
  );
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}
