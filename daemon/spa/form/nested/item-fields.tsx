import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldValue, FieldView, Values } from '../../api/views.js';
import type { FieldProps } from '../fields/field-props.js';
import { fieldsIn, valueOf } from '../state/field-value.js';
import type { FieldErrors, FormState } from '../state/form-state.js';
import { openForm, withValue } from '../state/form-state.js';
import type { Members } from '../state/nested-text.js';
import { followers } from '../state/presets.js';
import { GridContext } from './form-grid-context.js';

export interface ItemFieldsProps {
  /** Of the field that contains the item. */
  readonly props: FieldProps;
  /** The fields of the item's kind. */
  readonly fields: readonly FieldView[];
  readonly item: Members;
  readonly errors: FieldErrors;
  /** "lines.2." */
  readonly path: string;
  readonly formId: string;
  /** Changes the members with these values; the others stay. */
  readonly onChange: (values: Values) => void;
}

/** The fields of one item: a form with triggers and presets of its own, in the state of the form around. */
export function ItemFields({ props, fields: all, item, errors, path, formId, onChange }: ItemFieldsProps) {
  const drawGrid = useContext(GridContext);
  const { form, isDisabled, isReadOnly } = props;
  const { context } = form;
  const isLocked = isDisabled || isReadOnly;
  const fields = useMemo(
    () => fieldsIn(all, context).map((field) => (isLocked ? { ...field, readOnly: true } : field)),
    [all, context, isLocked],
  );
  const values = Object.fromEntries(fields.map((field) => [field.name, valueOf(item, field)]));
  const [following, setFollowing] = useState(() => followers(fields, values));
  const opened = useMemo(() => openForm(fields, context, undefined), [fields, context]);
  const state: FormState = {
    ...opened,
    stored: values,
    values: { ...aroundOf(form.values), ...values },
    following,
    errors,
  };

  // The fields render again only if their own values change, and must still write to the current ones.
  const latest = useRef({ state, onChange });
  useLayoutEffect(() => {
    latest.current = { state, onChange };
  });
  const [setValue] = useState(() => (name: string, value: FieldValue) => {
    const { state: before, onChange: write } = latest.current;
    const after = withValue(before, name, value);
    latest.current = { state: after, onChange: write };
    setFollowing(after.following);
    write(Object.fromEntries(before.fields.map((field) => [field.name, after.values[field.name] ?? null])));
  });

  return drawGrid({
    fields,
    formId,
    state,
    access: { ...form, values: state.values, labels: opened.labels, setValue },
    path,
  });
}

/** The fields of the form around, as triggers inside name them. */
function aroundOf(values: Values): Values {
  const outside = Object.entries(values).filter(([name]) => !name.startsWith('^'));
  return Object.fromEntries(outside.map(([name, value]) => [`^${name}`, value]));
}
