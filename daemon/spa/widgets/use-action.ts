import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { answered } from '../api/answered.js';
import type { ApiError } from '../api/api-error.js';
import { errorText } from '../api/error-text.js';
import { recordsChanged } from '../api/query-keys.js';
import { useApp } from '../app/app-context.js';
import type { FieldProps } from '../form/field-props.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { actionBody } from './action-body.js';
import { DONE, FAILED, type WidgetProperties } from './widget-element.js';

/** Runs the action of a widget, and does with its answer what the form is for: fills it, says the message, shows errors. */
export function useAction({ field, form }: FieldProps, fill: WidgetProperties['fill']) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const { controller, recordId } = form;

  /** One at a time: what is asked for meanwhile is not kept for later. */
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
      // Of what the daemon lets through only what this field declares: another version of the schema may be on the screen.
      for (const name of field.fill ?? []) {
        const value = data.fill[name];
        if (value !== undefined) form.setValue(name, value);
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
    const message = errorText(error, say);
    form.showErrors(error.fields);
    toasts.error(message);
    element.dispatchEvent(new CustomEvent(FAILED, { detail: { message, fields: error.fields } }));
  }

  return { isBusy, run };
}
