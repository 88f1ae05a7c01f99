import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ApiError } from '../../api/errors.js';
import { actionText, answered } from '../../api/errors.js';
import { recordsChanged } from '../../api/query-keys.js';
import type { Values } from '../../api/views.js';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from '../fields/field-props.js';
import type { WidgetProperties } from './widget-element.js';
import { DONE, FAILED } from './widget-element.js';

/**
 * The body that runs a widget's action (AD-102): the record, if it exists, and the form's values for the fields that the
 * action may fill. An element can replace these values in the detail of its event. Other keys and values that are not JSON
 * scalars are left out, because the API would reject the whole request.
 */
export function actionBody(
  recordId: string | undefined,
  fill: Values,
  detail: unknown,
): Readonly<Record<string, unknown>> {
  const given = isObject(detail) && isObject(detail['fill']) ? detail['fill'] : {};
  const values = Object.entries(fill).map(([name, held]) => {
    const value: unknown = Object.hasOwn(given, name) ? given[name] : held;
    return [name, isScalar(value) ? value : held] as const;
  });
  return { ...(recordId !== undefined && { record_id: recordId }), ...Object.fromEntries(values) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** Runs a widget's action and applies the answer to the form: fills fields, shows the message, shows errors. */
export function useAction({ field, form }: FieldProps, fill: WidgetProperties['fill']) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const { controller, recordId } = form;
  const latest = useRef(fill);
  useLayoutEffect(() => {
    latest.current = fill;
  });

  /** Runs one action at a time. Requests made in the meantime are ignored, not queued. */
  async function run(element: HTMLElement, detail: unknown): Promise<void> {
    if (isRunning.current || controller === undefined) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const said = await answered(() => api.runWidget(controller, field.name, actionBody(recordId, fill, detail)));
      if (said.refusal) {
        refused(element, said.refusal);
        return;
      }
      const { data } = said.answer;
      // Apply only the fields that this field declares, because the screen may show another version of the schema than the
      // daemon.
      for (const name of field.fill ?? []) {
        const value = data.fill[name];
        // Input that was typed while the action ran stays.
        const isTyped = !Object.is(latest.current[name], fill[name]);
        if (value !== undefined && !isTyped) form.setValue(name, value);
      }
      if (data.message !== '') toasts.success(data.message);
      element.dispatchEvent(new CustomEvent(DONE, { detail: data }));
      await recordsChanged(queries);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  function refused(element: HTMLElement, error: ApiError) {
    const message = actionText(error, say);
    form.showErrors(error.fields);
    toasts.error(message);
    element.dispatchEvent(new CustomEvent(FAILED, { detail: { message, fields: error.fields } }));
  }

  return { isBusy, run };
}
