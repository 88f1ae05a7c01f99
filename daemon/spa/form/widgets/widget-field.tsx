import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { setProperties } from '../../platform/element-definition.js';
import { usePhrases } from '../../platform/phrases.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import type { FieldProps } from '../fields/field-props.js';
import { useAction } from './widget-action.js';
import type { WidgetProperties } from './widget-element.js';
import { FAILED, RUN, sameOrNext } from './widget-element.js';
import { WhenDefined } from './when-defined.js';
import './widget-field.css';

/** A plugin's custom element. Its action may fill fields of the form (docs/admin/widgets.md). */
export function WidgetField(props: FieldProps) {
  const tag = props.field.widget ?? '';
  return (
    <WhenDefined tag={tag}>
      <WidgetHost {...props} tag={tag} />
    </WhenDefined>
  );
}

function WidgetHost(props: FieldProps & { readonly tag: string }) {
  const { field, form, tag, id, labelId, describedBy, isDisabled, isReadOnly } = props;
  const { locale } = usePhrases();
  const host = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLElement>(undefined);
  const set = useRef<WidgetProperties>(undefined);
  const names = field.fill ?? [];
  const fill = Object.fromEntries(names.map((name) => [name, form.values[name] ?? null]));
  const { isBusy, run } = useAction(props, fill);
  /** The detail of the requested action while the user decides on the confirmation. */
  const [asked, setAsked] = useState<{ readonly detail: unknown }>();
  const label = field.label ?? field.name;
  const properties: WidgetProperties = {
    value: names[0] === undefined ? null : (fill[names[0]] ?? null),
    fill,
    recordId: form.recordId ?? null,
    label: field.label ?? '',
    locale,
    disabled: isDisabled || isReadOnly,
    busy: isBusy,
  };

  const onRun = useEffectEvent((event: Event) => {
    // A nested widget handles its own event.
    if (element.current === undefined || event.target !== element.current) return;
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (field.confirm === undefined) void run(element.current, detail);
    else if (!isBusy) setAsked({ detail });
  });

  function answer(isYes: boolean) {
    const { current } = element;
    setAsked(undefined);
    if (asked === undefined || current === undefined) return;
    if (isYes) void run(current, asked.detail);
    // Tell the element that the action was canceled, in case it waits for the outcome.
    else current.dispatchEvent(new CustomEvent(FAILED, { detail: { message: '', fields: {} } }));
  }

  useLayoutEffect(() => {
    const created = document.createElement(tag);
    created.id = id;
    element.current = created;
    set.current = undefined;
    const listener = (event: Event) => onRun(event);
    created.addEventListener(RUN, listener);
    host.current?.append(created);
    return () => {
      created.removeEventListener(RUN, listener);
      created.remove();
    };
  }, [tag, id]);

  // Runs after every change and once the element exists, before the browser paints.
  useLayoutEffect(() => {
    if (element.current === undefined) return;
    const next = { ...properties, fill: sameOrNext(set.current?.fill, fill) };
    setProperties(element.current, next, set.current);
    set.current = next;
  });

  return (
    <>
      <div
        ref={host}
        className="widget-field"
        role="group"
        {...(field.label !== null && { 'aria-labelledby': labelId })}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      />
      {field.confirm !== undefined && (
        <ConfirmDialog
          isOpen={asked !== undefined}
          question={`${label}: ${form.title}`}
          detail={field.confirm}
          action={label}
          isDangerous={false}
          onConfirm={() => answer(true)}
          onCancel={() => answer(false)}
        />
      )}
    </>
  );
}
