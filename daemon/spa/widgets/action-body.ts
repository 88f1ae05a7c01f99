import type { FieldValue } from '../form/field-props.js';

type Values = Readonly<Record<string, FieldValue>>;

/**
 * The body that runs a widget's action (spec, Action request): the record, where there is one, and what the form holds of the
 * fields that the action may fill. An element may say other values for these fields in the detail of its event; of any other
 * key the API would refuse the whole request, so it is left out, and what is no JSON scalar too.
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
